"""Original and reproduced means compared where deviation and number of runs are given.

Two questions that are not each other's opposite: do the means differ (Welch's test), and are they
the same within a stated margin (two one-sided tests)? Neither answered is `inconclusive`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from reproscope.core import ReproscopeError

Conclusion = Literal["different", "equivalent", "different-but-within-margin", "inconclusive"]


@dataclass(frozen=True, slots=True)
class Runs:
    """The mean of some runs with their sample deviation (divisor n - 1)."""

    mean: float
    deviation: float
    runs: int

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mean) and math.isfinite(self.deviation)):
            raise ReproscopeError("a mean and a deviation are finite numbers")
        if self.deviation < 0:
            raise ReproscopeError(f"a deviation is never below 0, got {self.deviation}")
        if self.runs < 2:
            raise ReproscopeError(f"{self.runs} run has no deviation: at least two are needed")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both tests, the interval of the difference, and what follows at the stated level."""

    difference: float
    low: float
    high: float
    freedom: float
    p_different: float
    p_equivalent: float
    margin: float
    alpha: float
    conclusion: Conclusion

    @property
    def recipe(self) -> str:
        """How it was computed, in words."""
        return (
            f"Welch's t test and two one-sided t tests of the difference against a margin of "
            f"{self.margin:g}, level {self.alpha:g}; interval of {1 - self.alpha:.0%}"
        )


def compare(original: Runs, other: Runs, margin: float, alpha: float = 0.05) -> Comparison:
    """Compare a reproduced mean with the original one; *margin* is in the measure's own unit."""
    from scipy import stats

    if not (math.isfinite(margin) and margin > 0):
        raise ReproscopeError(f"a margin of equivalence is a number above 0, got {margin}")
    if not 0 < alpha < 1:
        raise ReproscopeError(f"a level lies between 0 and 1, got {alpha}")
    difference = other.mean - original.mean
    parts = [runs.deviation**2 / runs.runs for runs in (original, other)]
    error = math.sqrt(sum(parts))
    if error == 0:
        # Every run gave the same number: there is no chance left to test.
        return _without_chance(difference, margin, alpha)
    freedom = sum(parts) ** 2 / (
        parts[0] ** 2 / (original.runs - 1) + parts[1] ** 2 / (other.runs - 1)
    )
    t = stats.t(freedom)
    p_different = float(2 * t.sf(abs(difference) / error))
    p_equivalent = float(
        max(t.sf((difference + margin) / error), t.cdf((difference - margin) / error))
    )
    half = float(t.ppf(1 - alpha / 2)) * error
    return Comparison(
        difference,
        difference - half,
        difference + half,
        freedom,
        p_different,
        p_equivalent,
        margin,
        alpha,
        _conclusion(p_different < alpha, p_equivalent < alpha),
    )


def _without_chance(difference: float, margin: float, alpha: float) -> Comparison:
    differs, within = difference != 0, abs(difference) < margin
    return Comparison(
        difference,
        difference,
        difference,
        math.inf,
        0.0 if differs else 1.0,
        0.0 if within else 1.0,
        margin,
        alpha,
        _conclusion(differs, within),
    )


def _conclusion(differs: bool, equivalent: bool) -> Conclusion:
    if differs:
        return "different-but-within-margin" if equivalent else "different"
    return "equivalent" if equivalent else "inconclusive"
