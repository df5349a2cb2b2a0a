"""Means and shares with their intervals, and the means of a linear model.

A survey's interval of a mean is 1.96 times its standard error with the divisor n - 1 (Gundersen and
Kjensmo 2018); that of a share is Wilson's, which stays between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reproscope.study.statistics.statistical_test import Numbers, is_missing, present

Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with the half width of its 95% interval; one value alone has no width."""

    n: int
    missing: int
    mean: float | None
    half: float | None
    deviation: float | None
    median: float | None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.mean is None or self.half is None else self.mean - self.half

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return None if self.mean is None or self.half is None else self.mean + self.half

    def overlaps(self, other: Mean) -> bool | None:
        """Whether two intervals share a point; None where one has no width."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return None
        return self.low <= other.high and other.low <= self.high


def mean_of(values: Numbers) -> Mean:
    """Return the mean of the values that are there.

    >>> mean_of([0, 1, 1, float("nan")]).mean
    0.6666666666666666
    """
    there = present(values)
    n, missing = len(there), len(values) - len(there)
    if n == 0:
        return Mean(0, missing, None, None, None, None)
    mean, median = float(there.mean()), float(np.median(there))
    if n == 1:
        return Mean(1, missing, mean, None, None, median)
    deviation = float(there.std(ddof=1))
    return Mean(n, missing, mean, Z95 * deviation / math.sqrt(n), deviation, median)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, with Wilson's 95% interval."""

    count: int
    n: int
    missing: int
    share: float | None
    low: float | None
    high: float | None


def share_of(values: Numbers) -> Share:
    """Return the share of values other than 0 among those that are there."""
    there = present(values)
    return share_of_count(int((there != 0).sum()), len(there), len(values) - len(there))


def share_of_count(count: int, n: int, missing: int = 0) -> Share:
    """Return the share of *count* in *n*.

    >>> round(share_of_count(0, 10).high, 3)
    0.278
    """
    if n == 0:
        return Share(0, 0, missing, None, None, None)
    share, z2 = count / n, Z95**2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return Share(count, n, missing, share, max(0.0, centre - half), min(1.0, centre + half))


def marginal_means(
    values: Numbers, factor: Sequence[str | None], beside: Sequence[str | None]
) -> Mapping[str, float]:
    """Return the mean at each level of a factor as if every level of another were as frequent.

    These are the estimated marginal means of the additive model ``values ~ factor + beside``, the
    ones that Raff 2019 prints for equations per page by readability.
    """
    rows = [
        (float(value), a, b)
        for value, a, b in zip(values, factor, beside, strict=True)
        if not (is_missing(value) or a is None or b is None)
    ]
    levels = sorted({a for _, a, _ in rows})
    others = sorted({b for _, _, b in rows})
    design = np.array(
        [[float(a == level) for level in levels] + [float(b == o) for o in others[1:]]
         for _, a, b in rows]
    )  # fmt: skip
    response = np.array([value for value, _, _ in rows])
    fitted, *_ = np.linalg.lstsq(design, response, rcond=None)
    shift = float(fitted[len(levels) :].sum()) / len(others)
    return {level: float(fitted[i]) + shift for i, level in enumerate(levels)}
