"""One confusion matrix: verdicts against brute force, witnesses, and no false alarm."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from reproscope import scores
from reproscope.core import Verdict
from tests.scores.drawing.case import Case, witness_fault
from tests.scores.drawing.matrices import draw_matrix, report_one
from tests.scores.exhaustion import slipped, some_matrix
from tests.scores.oracle import Printing

SIZES = st.integers(0, 60)


@given(SIZES, SIZES, st.integers(0, 2**48), st.integers(0, 2))
@settings(max_examples=1000, deadline=None)
def test_the_verdict_equals_brute_force_in_both_directions(p, n, seed, slips):
    assume(p + n)
    rng = random.Random(seed)
    reported, printing = report_one(rng, draw_matrix(rng, p, n), 5)
    case = Case(reported, scores.TestSet(positives=p, negatives=n), printing)
    for _ in range(slips):
        case = slipped(rng, case)
    note(str(case))
    result = case.check(time_limit=60)
    expected = some_matrix(case.reported, p, n, printing)
    assert result.verdict is (Verdict.CONSISTENT if expected else Verdict.INCONSISTENT)
    if expected:
        assert witness_fault(case, result) is None


def test_brute_force_itself_finds_what_is_there_and_nothing_else():
    # 743 of 1000 and 4032 of 6000, seed 003, section 3.3, with the last digits cut to size.
    reported = {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"}
    assert not some_matrix(reported, 10, 60, Printing())
    assert some_matrix({"acc": "0.70", "sens": "0.5"}, 10, 60, Printing("nearest"))
    assert not some_matrix({"acc": "0.70", "sens": "0.55"}, 10, 60, Printing("nearest"))
    # Nothing called positive: precision is 0/0, its complement printed as 0 or as 1.
    for shown, found in (("0", True), ("1", True), ("0.5", False)):
        said = {"sens": "0", "spec": "1", "fdr": shown}
        assert some_matrix(said, 10, 60, Printing("exact")) is found
        assert not some_matrix(said, 10, 60, Printing("exact", undefined="never"))


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
