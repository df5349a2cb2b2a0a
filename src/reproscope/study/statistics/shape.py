"""Are values normal (Shapiro-Wilk), do groups vary alike (Levene)? Asked before a t test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from reproscope.study.statistics.statistical_test import (
    Asked,
    Floats,
    Numbers,
    StatisticalTest,
    present,
)

Centre = Literal["mean", "median"]
_MOST = 5000  # scipy's approximation of the p-value is not made for more


def shapiro_wilk(values: Numbers) -> StatisticalTest:
    """Test whether values come from a normal distribution; it is meant for up to 5,000."""
    there = present(values)
    asked = Asked("Shapiro-Wilk", len(there), len(values) - len(there), "Shapiro-Wilk test")
    if len(there) < 3:
        return asked.not_made("fewer than three values")
    if len(np.unique(there)) == 1:
        return asked.not_made("all values are equal")
    if len(there) > _MOST:
        return asked.not_made(f"more than {_MOST:,} values")
    from scipy import stats

    found = stats.shapiro(there)
    return asked.made(found.statistic, found.pvalue)


def levene(groups: Mapping[str, Numbers], centre: Centre = "mean") -> StatisticalTest:
    """Test whether groups vary alike, around their means (as JASP does) or their medians."""
    there = [values for values in map(present, groups.values()) if len(values)]
    n = sum(map(len, there))
    missing = sum(map(len, groups.values())) - n
    asked = Asked("Levene", n, missing, f"Levene's test around the {centre}")
    if len(there) < 2:
        return asked.not_made("fewer than two groups")
    if min(map(len, there)) < 2:
        return asked.not_made("a group has fewer than two values")
    if not any(_varies(values, centre) for values in there):
        return asked.not_made("in every group all values lie equally far from its centre")
    from scipy import stats

    found = stats.levene(*there, center=centre)
    return asked.made(found.statistic, found.pvalue, freedom=float(len(there) - 1))


def _varies(values: Floats, centre: Centre) -> bool:
    """Whether the distances from a group's centre differ, which the test compares."""
    middle = values.mean() if centre == "mean" else np.median(values)
    distances = np.abs(values - middle)
    return bool(np.ptp(distances) > 1e-12 * max(1.0, float(np.abs(values).max())))
