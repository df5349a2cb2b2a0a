"""Krippendorff's alpha for every level of measurement, with gaps (Krippendorff 2011).

No table of all pairs of categories is made but for the ratio level: the disagreement of numbers
follows from their sums of squares, and the ordinal level is that of numbers on mid-ranks.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from reproscope.core import ReproscopeError
from reproscope.study.coding.agreement.ratings import MISSING, Ratings, Weights

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Column = NDArray[np.float64]
_MOST_FOR_RATIO = 2000


def alpha(ratings: Ratings, units: Weights, level: Level = "nominal") -> float | None:
    """Return alpha; None where fewer than two different answers can be compared."""
    given = ratings.given()
    pairable = given > 1
    totals = (units[pairable, None] * ratings.counts()[pairable]).sum(axis=0)
    n = totals.sum()
    if n < 2:
        return None
    if level == "nominal":
        observed, expected = _nominal(ratings, units, pairable, totals)
    elif level == "ratio":
        observed, expected = _ratio(ratings, units, pairable, totals)
    else:
        scale = _mid_ranks(totals) if level == "ordinal" else _numbers(ratings, level)
        observed, expected = _interval(ratings, units, pairable, totals, scale)
    if expected <= 0:
        return None
    return float(1 - (observed / n) / (expected / (n * (n - 1))))


def _nominal(
    ratings: Ratings, units: Weights, pairable: NDArray[np.bool_], totals: Column
) -> tuple[float, float]:
    counts, given = ratings.counts()[pairable], ratings.given()[pairable]
    unlike = (given**2 - (counts**2).sum(axis=1)) / (given - 1)
    return float((units[pairable] * unlike).sum()), float(totals.sum() ** 2 - (totals**2).sum())


def _interval(
    ratings: Ratings,
    units: Weights,
    pairable: NDArray[np.bool_],
    totals: Column,
    scale: Column,
) -> tuple[float, float]:
    """Sum squared distances of all ordered pairs: 2 (m sum a² - (sum a)²) for m numbers a."""
    # Sums of squares lose digits far from 0, so that the scale is moved to its middle.
    scale = scale - (scale * totals).sum() / totals.sum()
    rows, given = ratings.rows[pairable], ratings.given()[pairable]
    values = np.where(rows == MISSING, 0.0, scale[rows])
    within = 2 * (given * (values**2).sum(axis=1) - values.sum(axis=1) ** 2) / (given - 1)
    among = 2 * (totals.sum() * (totals * scale**2).sum() - (totals * scale).sum() ** 2)
    return float((units[pairable] * within).sum()), float(among)


def _ratio(
    ratings: Ratings, units: Weights, pairable: NDArray[np.bool_], totals: Column
) -> tuple[float, float]:
    scale = _numbers(ratings, "ratio")
    if (scale < 0).any():
        raise ReproscopeError("alpha of the ratio level is for numbers from 0 up")
    if len(scale) > _MOST_FOR_RATIO:
        raise ReproscopeError(
            f"{len(scale):,} different numbers are too many for the ratio level, which compares "
            f"every pair: at most {_MOST_FOR_RATIO:,}, or take the interval level"
        )
    sums = scale[:, None] + scale
    apart = ((scale[:, None] - scale) / np.where(sums == 0, 1, sums)) ** 2
    counts, given = ratings.counts()[pairable], ratings.given()[pairable]
    within = ((counts @ apart) * counts).sum(axis=1) / (given - 1)
    return float((units[pairable] * within).sum()), float(totals @ apart @ totals)


def _mid_ranks(totals: Column) -> Column:
    ranks: Column = np.cumsum(totals) - totals / 2
    return ranks


def _numbers(ratings: Ratings, level: Level) -> Column:
    if ratings.numbers is None:
        raise ReproscopeError(f"alpha of the {level} level is for numbers")
    return ratings.numbers
