"""What a sample of some size can show: margins of error, and the power of a planned comparison.

The margin is that of Gundersen and Kjensmo 2018, Table 1: a share of one half, normal
approximation, and the correction for a finite population with N - 1.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from reproscope.core import ReproscopeError

_Z95 = 1.96  # the rounded value, as surveys print it; 1.95996 changes no printed digit
_NORMAL = NormalDist()


def margin_of_error(
    sample: int, population: int | None = None, share: float = 0.5, z: float = _Z95
) -> float:
    """Return the half width of a share's 95% interval; without a population it is endless.

    >>> round(margin_of_error(100, 413), 4)
    0.0854
    """
    _check_share(share)
    if sample < 1:
        raise ReproscopeError(f"a sample has at least one paper, not {sample}")
    plain = z * math.sqrt(share * (1 - share) / sample)
    if population is None:
        return plain
    if population < sample:
        raise ReproscopeError(f"a sample of {sample} from a population of {population}")
    if population == 1:
        return 0.0
    return plain * math.sqrt((population - sample) / (population - 1))


def size_for_margin(margin: float, population: int | None = None, share: float = 0.5) -> int:
    """Return the smallest sample whose margin is at most *margin*.

    >>> size_for_margin(0.05, 1000)
    278
    """
    if not 0 < margin < 1:
        raise ReproscopeError(f"a margin lies between 0 and 1, not {margin}")
    _check_share(share)
    endless = (_Z95 / margin) ** 2 * share * (1 - share)
    if population is None:
        return math.ceil(endless)
    # From margin_of_error solved for the sample; the step mends what rounding may have taken.
    size = math.ceil(endless * population / (population - 1 + endless))
    while size < population and margin_of_error(size, population, share) > margin:
        size += 1
    return min(size, population)


def power_of_proportions(first: float, second: float, size: int, alpha: float = 0.05) -> float:
    """Return the chance that a two-sided test of two shares, *size* papers each, sees them differ.

    Cohen's arcsine approximation (Statistical Power Analysis, 1988, chapter 6).
    """
    _check_share(first)
    _check_share(second)
    if size < 2:
        raise ReproscopeError(f"a group has at least two papers, not {size}")
    effect = abs(2 * math.asin(math.sqrt(first)) - 2 * math.asin(math.sqrt(second)))
    shift = effect * math.sqrt(size / 2)
    critical = _NORMAL.inv_cdf(1 - _level(alpha) / 2)
    return _NORMAL.cdf(shift - critical) + _NORMAL.cdf(-shift - critical)


def size_for_proportions(
    first: float, second: float, power: float = 0.8, alpha: float = 0.05
) -> int:
    """Return the papers each group needs for that power.

    >>> size_for_proportions(0.5, 0.65)
    170
    """
    if not 0 < power < 1:
        raise ReproscopeError(f"a power lies between 0 and 1, not {power}")
    if first == second:
        raise ReproscopeError("two equal shares cannot be told apart by any sample")
    low, high = 2, 2
    while power_of_proportions(first, second, high, alpha) < power:
        low, high = high, high * 2
        if high > 2**40:
            raise ReproscopeError(f"{first} and {second} are too near for any sample")
    while low < high:
        middle = (low + high) // 2
        if power_of_proportions(first, second, middle, alpha) < power:
            low = middle + 1
        else:
            high = middle
    return high


def _check_share(share: float) -> None:
    if not 0 <= share <= 1:
        raise ReproscopeError(f"a share lies between 0 and 1, not {share}")


def _level(alpha: float) -> float:
    if not 0 < alpha < 1:
        raise ReproscopeError(f"a level lies between 0 and 1, got {alpha}")
    return alpha
