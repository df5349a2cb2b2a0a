"""One confusion matrix: verdicts against brute force, witnesses, and no false alarm."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reproscope import scores
from reproscope.core import Verdict
from tests.scores.oracle import SCORES, admits, brute_force, printed, textbook

names = st.lists(st.sampled_from(SCORES), min_size=1, max_size=4, unique=True)


@st.composite
def real_reports(draw, largest=60):
    """Scores of a real matrix, printed in any rounding."""
    p, n = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    tp, tn = draw(st.integers(0, p)), draw(st.integers(0, n))
    digits = draw(st.integers(1, 4))
    mode = draw(st.sampled_from(["nearest", "floor", "ceiling"]))
    reported = {}
    for name in draw(names):
        value = textbook(name, tp, p - tp, n - tn, tn)
        reported[name] = printed(value, digits, mode) if value is not None else f"{0:.{digits}f}"
    rounding = "nearest" if mode == "nearest" else "any"
    return reported, p, n, rounding


def assert_witness(result, reported, rounding):
    cells = [result.witness[cell] for cell in ("tp", "fn", "fp", "tn")]
    assert all(isinstance(cell, int) and cell >= 0 for cell in cells)
    for name, text in reported.items():
        assert admits(textbook(name, *cells), text, rounding), (name, text, cells)


@given(real_reports())
@settings(max_examples=400, deadline=None)
def test_scores_of_a_real_matrix_are_never_called_inconsistent(case):
    reported, p, n, rounding = case
    result = scores.check(reported, scores.TestSet(positives=p, negatives=n), rounding=rounding)
    assert result.verdict is Verdict.CONSISTENT
    assert_witness(result, reported, rounding)


@given(real_reports(largest=14), st.data())
@settings(max_examples=400, deadline=None)
def test_the_verdict_equals_brute_force_in_both_directions(case, data):
    reported, p, n, rounding = case
    name = data.draw(st.sampled_from(sorted(reported)))
    digits = -int(Decimal(reported[name]).as_tuple().exponent)
    slip = data.draw(st.integers(-40, 40))
    moved = Decimal(reported[name]) + slip * Decimal(1).scaleb(-digits)
    if abs(moved) <= 2:
        reported[name] = str(moved)
    result = scores.check(reported, scores.TestSet(positives=p, negatives=n), rounding=rounding)
    expected = brute_force(reported, p, n, rounding)
    assert (result.verdict is Verdict.CONSISTENT) == expected
    if expected:
        assert_witness(result, reported, rounding)
    else:
        assert result.verdict is Verdict.INCONSISTENT


@given(real_reports(largest=40))
@settings(max_examples=100, deadline=None)
def test_class_counts_known_only_as_a_total_or_ranges_raise_no_alarm(case):
    reported, p, n, rounding = case
    total = scores.TestSet(total=p + n)
    ranges = scores.TestSet(positives=(max(0, p - 3), p + 2), negatives=(max(0, n - 1), n + 4))
    for experiment in (total, ranges):
        result = scores.check(reported, experiment, rounding=rounding, time_limit=20)
        assert result.verdict is not Verdict.INCONSISTENT
        if result.verdict is Verdict.CONSISTENT:
            assert_witness(result, reported, rounding)


@given(real_reports(largest=6), st.integers(-30, 30))
@settings(max_examples=150, deadline=None)
def test_a_total_alone_is_decided_as_brute_force_over_all_class_counts(case, slip):
    reported, p, n, rounding = case
    name = sorted(reported)[0]
    moved = Decimal(reported[name]) + slip * Decimal("0.01")
    if abs(moved) <= 2:
        reported[name] = str(moved)
    result = scores.check(reported, scores.TestSet(total=p + n), rounding=rounding)
    expected = any(brute_force(reported, q, p + n - q, rounding) for q in range(p + n + 1))
    assert (result.verdict is Verdict.CONSISTENT) == expected


@pytest.mark.parametrize("size", [10**3, 10**6, 10**9])
def test_huge_test_sets_are_decided_as_small_ones(size):
    p, n = size, 6 * size
    reported = {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"}
    result = scores.check(reported, scores.TestSet(positives=p, negatives=n))
    assert result.verdict is Verdict.CONSISTENT
    slipped = scores.check({**reported, "acc": "0.6721"}, scores.TestSet(positives=p, negatives=n))
    assert slipped.verdict is Verdict.INCONSISTENT


def test_undefined_scores_follow_the_stated_policy():
    # No item is called positive: precision is 0/0, which scikit-learn prints as 0.
    reported = {"sens": "0.000", "spec": "1.000", "ppv": "0.000"}
    experiment = scores.TestSet(positives=10, negatives=90)
    by_default = scores.check(reported, experiment, rounding="exact")
    assert by_default.verdict is Verdict.CONSISTENT
    assert by_default.undefined == ("ppv",)
    assert "0/0" in by_default.explain()
    never = scores.check(reported, experiment, rounding="exact", undefined="never")
    assert never.verdict is Verdict.INCONSISTENT
    half = {**reported, "ppv": "0.500"}
    assert scores.check(half, experiment, rounding="exact").verdict is Verdict.INCONSISTENT
    anything = scores.check(half, experiment, rounding="exact", undefined="any")
    assert anything.verdict is Verdict.CONSISTENT
