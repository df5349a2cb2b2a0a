"""Two groups of a number compared in three ways, with the size of the difference.

Surveys often call two groups different when their 95% intervals do not overlap; that is a stricter
rule than a test, so that both are given.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

from reproscope.study.statistics.means import Mean, mean_of
from reproscope.study.statistics.ranks import mann_whitney
from reproscope.study.statistics.statistical_test import (
    Asked,
    Floats,
    Numbers,
    StatisticalTest,
    present,
)

_WELCH = "two-sided Welch's t test; effect: Hedges' g with the pooled deviation"
_STUDENT = "two-sided t test with pooled variance"


@dataclass(frozen=True, slots=True)
class GroupComparison:
    """The second group less the first, with the tests of that difference."""

    first: Mean
    second: Mean
    difference: float | None
    intervals_overlap: bool | None
    student: StatisticalTest
    welch: StatisticalTest
    mann_whitney: StatisticalTest


def compare_groups(first: Numbers, second: Numbers) -> GroupComparison:
    """Compare two groups of numbers."""
    a, b = mean_of(first), mean_of(second)
    difference = None if a.mean is None or b.mean is None else b.mean - a.mean
    return GroupComparison(
        a,
        b,
        difference,
        a.overlaps(b),
        _t_test(first, second, pooled=True),
        _t_test(first, second, pooled=False),
        mann_whitney(second, first),
    )


def _t_test(first: Numbers, second: Numbers, *, pooled: bool) -> StatisticalTest:
    a, b = present(first), present(second)
    n = len(a) + len(b)
    missing = len(first) + len(second) - n
    asked = Asked("t" if pooled else "Welch", n, missing, _STUDENT if pooled else _WELCH)
    if len(a) < 2 or len(b) < 2:
        return asked.not_made("a group has fewer than two values")
    spread = pooled_deviation(a, b)
    if spread == 0:
        return asked.not_made("no value differs within its group")
    from scipy import stats

    with warnings.catch_warnings():
        # scipy warns where one of the groups has a single value; the test still stands.
        warnings.simplefilter("ignore", RuntimeWarning)
        found = stats.ttest_ind(b, a, equal_var=pooled)
    # Hedges and Olkin 1985: the small-sample correction of Cohen's d.
    correction = 1 - 3 / (4 * n - 9)
    return asked.made(
        found.statistic,
        found.pvalue,
        freedom=float(found.df),
        effect=correction * float(b.mean() - a.mean()) / spread,
        effect_name="Hedges' g",
    )


def pooled_deviation(first: Floats, second: Floats) -> float:
    """Return the deviation within two groups together."""
    squares = (len(first) - 1) * first.var(ddof=1) + (len(second) - 1) * second.var(ddof=1)
    return math.sqrt(float(squares) / (len(first) + len(second) - 2))
