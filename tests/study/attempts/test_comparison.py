"""Means with deviation and runs are compared by Welch's test and by equivalence."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import ttost_ind

from reproscope.core import ReproscopeError
from reproscope.study.attempts.comparison import Runs, compare


@pytest.mark.parametrize("seed", range(5))
def test_both_tests_agree_with_scipy_and_statsmodels(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = rng.normal(0.9, 0.02, 7), rng.normal(0.89, 0.05, 11)
    found = compare(
        *(Runs(float(x.mean()), float(x.std(ddof=1)), len(x)) for x in (first, second)), margin=0.03
    )
    welch = stats.ttest_ind(second, first, equal_var=False)
    interval = welch.confidence_interval(0.95)
    assert found.p_different == pytest.approx(welch.pvalue, rel=1e-9)
    assert found.freedom == pytest.approx(welch.df, rel=1e-9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    tost = ttost_ind(second, first, -0.03, 0.03, usevar="unequal")
    assert found.p_equivalent == pytest.approx(tost[0], rel=1e-9)


@pytest.mark.parametrize(
    ("other", "conclusion"),
    [
        (Runs(0.900, 0.001, 50), "equivalent"),
        (Runs(0.800, 0.001, 50), "different"),
        (Runs(0.905, 0.001, 50), "different-but-within-margin"),
        (Runs(0.89, 0.1, 3), "inconclusive"),
    ],
)
def test_four_conclusions(other: Runs, conclusion: str) -> None:
    assert compare(Runs(0.9, 0.001, 50), other, margin=0.02).conclusion == conclusion


def test_runs_without_any_spread_leave_no_chance_to_test() -> None:
    found = compare(Runs(0.9, 0, 5), Runs(0.9, 0, 5), margin=0.01)
    assert (found.conclusion, found.p_different, found.freedom) == ("equivalent", 1.0, math.inf)
    assert compare(Runs(0.9, 0, 5), Runs(0.8, 0, 5), margin=0.01).conclusion == "different"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0.9, -0.1, 5), "never below 0"),
        ((0.9, 0.1, 1), "at least two"),
        ((math.nan, 0, 2), "finite"),
    ],
)
def test_impossible_runs_are_refused(values: tuple[float, float, int], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Runs(*values)


def test_a_margin_has_to_be_stated_above_zero() -> None:
    with pytest.raises(ReproscopeError, match="margin"):
        compare(Runs(1, 1, 5), Runs(1, 1, 5), margin=0)
