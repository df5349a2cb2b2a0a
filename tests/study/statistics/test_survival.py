"""Curves and Cox's model: published examples, statsmodels, properties, odd input."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.study.statistics.survival import cox, kaplan_meier, log_rank

# Freireich et al. 1963, weeks of remission of 42 leukaemia patients: R's MASS::gehan, the textbook
# example of Cox 1972.
TREATED = [6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
RELAPSED = [True] * 9 + [False] * 12
CONTROL = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]
ALL = [True] * 21


def test_the_curve_of_the_textbook_example() -> None:
    curve = kaplan_meier(TREATED, RELAPSED)
    assert [(step.time, step.at_risk, step.events) for step in curve.steps] == [
        (6, 21, 3), (7, 17, 1), (10, 15, 1), (13, 12, 1), (16, 11, 1), (22, 7, 1), (23, 6, 1),
    ]  # fmt: skip
    assert [round(step.left, 3) for step in curve.steps] == [
        0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448,
    ]  # fmt: skip
    assert curve.median == 23
    assert kaplan_meier(CONTROL, ALL).median == 8


def test_the_log_rank_test_of_the_textbook_example() -> None:
    found = log_rank({"treated": (TREATED, RELAPSED), "control": (CONTROL, ALL)})
    assert found.statistic == pytest.approx(16.79, abs=0.005)
    assert found.p == pytest.approx(4.17e-5, abs=5e-7)


def test_cox_of_the_textbook_example_as_r_prints_it() -> None:
    """R's coxph with Efron's ties: coefficient 1.572, its error 0.412."""
    found = cox(
        TREATED + CONTROL, RELAPSED + ALL, {"control": [0.0] * len(TREATED) + [1.0] * len(CONTROL)}
    )
    hazard = found.hazards[0]
    assert hazard.coefficient == pytest.approx(1.572, abs=5e-4)
    assert hazard.error == pytest.approx(0.412, abs=5e-4)
    assert hazard.ratio == pytest.approx(4.817, abs=5e-3)
    assert found.concordance == pytest.approx(0.69, abs=5e-3)
    assert hazard.p_proportional is not None
    assert hazard.p_proportional > 0.5


events = st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=40)


@given(events)
def test_a_curve_agrees_with_statsmodels(rows: list[tuple[int, bool]]) -> None:
    from statsmodels.duration.survfunc import SurvfuncRight

    times, happened = [float(t) for t, _ in rows], [e for _, e in rows]
    curve = kaplan_meier(times, happened)
    if not any(happened):
        assert curve.steps == ()
        return
    theirs = SurvfuncRight(np.array(times), np.array(happened, dtype=int))
    assert [step.time for step in curve.steps] == list(theirs.surv_times)
    assert [step.left for step in curve.steps] == pytest.approx(list(theirs.surv_prob))


@given(events, st.randoms(use_true_random=False))
def test_a_curve_falls_and_the_order_of_rows_changes_nothing(
    rows: list[tuple[int, bool]], shuffler: random.Random
) -> None:
    mixed = shuffler.sample(rows, len(rows))
    curve = kaplan_meier([t for t, _ in rows], [e for _, e in rows])
    assert kaplan_meier([t for t, _ in mixed], [e for _, e in mixed]) == curve
    left = [step.left for step in curve.steps]
    assert left == sorted(left, reverse=True)
    for step in curve.steps:
        assert step.low is None or step.high is None or step.low <= step.left <= step.high


@given(events, events)
def test_log_rank_agrees_with_statsmodels(
    first: list[tuple[int, bool]], second: list[tuple[int, bool]]
) -> None:
    from statsmodels.duration.survfunc import survdiff

    groups = {
        name: ([float(t) for t, _ in rows], [e for _, e in rows])
        for name, rows in (("a", first), ("b", second))
    }
    found = log_rank(groups)
    if found.p is None:
        assert found.why_not
        return
    rows = first + second
    theirs, _ = survdiff(
        np.array([float(t) for t, _ in rows]),
        np.array([int(e) for _, e in rows]),
        np.array([0] * len(first) + [1] * len(second)),
    )
    assert found.statistic == pytest.approx(theirs, rel=1e-6, abs=1e-9)


def test_effects_that_change_over_time_are_noticed() -> None:
    draw = np.random.default_rng(3)
    x = np.repeat([0.0, 1.0], 300)
    # Weibull times of different shapes: their hazards cross.
    times = np.where(x == 0, draw.weibull(0.6, 600), draw.weibull(3.0, 600))
    crossing = cox(times, [True] * 600, {"x": x}).hazards[0]
    steady = cox(draw.exponential(1 / np.exp(x)), [True] * 600, {"x": x}).hazards[0]
    assert crossing.p_proportional is not None
    assert steady.p_proportional is not None
    assert crossing.p_proportional < 1e-6 < 0.01 < steady.p_proportional


def test_a_scale_of_a_term_changes_its_coefficient_alone() -> None:
    draw = np.random.default_rng(1)
    x = draw.normal(size=100)
    times = draw.exponential(np.exp(-x))
    small = cox(times, [True] * 100, {"x": x}).hazards[0]
    large = cox(times, [True] * 100, {"x": 1e6 * x}).hazards[0]
    assert large.coefficient == pytest.approx(small.coefficient / 1e6)
    assert large.p == pytest.approx(small.p)


def test_what_cannot_be_fitted_says_why() -> None:
    times, happened = [1.0, 2.0, 3.0, 4.0], [True] * 4
    assert "all values of x are equal" in cox(times, happened, {"x": [1, 1, 1, 1]}).why_not
    two = {"x": [1, 2, 3, 5], "y": [2, 4, 6, 10]}
    assert "follows from the others" in cox(times, happened, two).why_not
    few = cox(times, [True, False, False, False], {"x": [1, 2, 3, 4]})
    assert few.why_not == "1 events are too few for 1 terms"
    with pytest.raises(ValueError, match="complete rows"):
        cox(times, happened, {"x": [1, 2, 3, math.nan]})


def test_groups_that_cannot_be_compared_say_why() -> None:
    assert log_rank({"a": ([1.0], [True])}).why_not == "fewer than two groups"
    assert log_rank({"a": ([1.0], [False]), "b": ([2.0], [False])}).why_not == (
        "nothing happened in any group"
    )
    apart = log_rank({"a": ([1.0], [False]), "b": ([2.0], [True])})
    assert apart.why_not == "no event happened while two groups were at risk"
