"""Means over folds and sets: worked examples. `test_real_reports` draws the rest."""

from __future__ import annotations

import pytest

from reproscope import scores
from reproscope.core import Verdict
from tests.scores.judging import fault
from tests.scores.oracle import Printing


@pytest.mark.parametrize("policy", ["undefined", "zero", "skipped"])
def test_what_a_fold_without_positives_contributed_decides(policy):
    # Two folds: one with all positives right, one without any.
    experiment = scores.KFold(
        fold_counts=((4, 6), (0, 10)), aggregation="mean-of-scores", undefined_folds=policy
    )
    fits = {
        value: scores.check({"sens": value}, experiment, rounding="exact").verdict
        for value in ("1.0", "0.5")
    }
    expected = {
        "undefined": (Verdict.INCONSISTENT, Verdict.INCONSISTENT),
        "zero": (Verdict.INCONSISTENT, Verdict.CONSISTENT),
        "skipped": (Verdict.CONSISTENT, Verdict.CONSISTENT),
    }[policy]
    assert (fits["1.0"], fits["0.5"]) == expected


def test_folds_without_any_positives_count_zero_when_that_is_how_they_were_counted():
    experiment = scores.KFold(fold_counts=((0, 1), (0, 1)), aggregation="mean-of-scores")
    assert scores.check({"sens": "0.00"}, experiment).verdict is Verdict.CONSISTENT
    skipped = scores.KFold(
        fold_counts=((0, 1), (0, 1)), aggregation="mean-of-scores", undefined_folds="skipped"
    )
    assert scores.check({"sens": "0.00"}, skipped).verdict is Verdict.INCONSISTENT


def test_an_unknown_aggregation_is_told_apart():
    # Two folds of unequal size: 0.75 is the mean of the folds' sensitivities, 0.6 of the items'.
    experiment = scores.KFold(fold_counts=((4, 4), (1, 4)))
    result = scores.check({"sens": "0.75"}, experiment, rounding="exact")
    assert result.under == {
        "mean-of-scores": Verdict.CONSISTENT, "score-of-means": Verdict.INCONSISTENT,
    }  # fmt: skip
    assert result.witness["reading"] == "mean-of-scores"


def test_sets_mix_the_two_aggregations():
    first = scores.KFold(positives=10, negatives=10, folds=2, aggregation="score-of-means")
    second = scores.TestSet(positives=3, negatives=7)
    both = scores.Datasets([first, second], aggregation="mean-of-scores")
    # (1/20 + 1/10) / 2 = 0.075
    assert scores.check({"err": "0.075"}, both, rounding="exact").verdict is Verdict.CONSISTENT
    assert scores.check({"err": "0.080"}, both, rounding="exact").verdict is Verdict.INCONSISTENT
    pooled = scores.Datasets([first, second], aggregation="score-of-means")
    assert scores.check({"err": "0.1"}, pooled, rounding="exact").verdict is Verdict.CONSISTENT
    assert scores.check({"err": "0.075"}, pooled, rounding="exact").verdict is Verdict.INCONSISTENT


def test_repeats_multiply_the_folds():
    once = scores.KFold(positives=5, negatives=5, folds=5, aggregation="mean-of-scores")
    twice = scores.KFold(positives=5, negatives=5, folds=5, repeats=2, aggregation="mean-of-scores")
    reported = {"acc": "0.95"}
    assert scores.check(reported, once, rounding="exact").verdict is Verdict.INCONSISTENT
    result = scores.check(reported, twice, rounding="exact")
    assert result.verdict is Verdict.CONSISTENT
    assert len(result.witness["folds"]) == 10


def test_means_of_curved_scores_over_large_folds_are_found_or_refuted_by_bounds():
    experiment = scores.KFold(
        positives=50_000, negatives=70_000, folds=5, aggregation="mean-of-scores"
    )
    reported = {"f1": "0.8123", "mcc": "0.6712"}
    result = scores.check(reported, experiment)
    assert result.verdict is Verdict.CONSISTENT
    assert fault(reported, experiment, Printing(), result.witness) is None
    slip = scores.check({"f1": "0.8123", "mcc": "0.9712"}, experiment)
    assert slip.verdict is Verdict.INCONSISTENT
    assert "cells" in slip.method


def test_what_cannot_be_asked_is_said_and_never_counts_as_refuted():
    part = scores.KFold(positives=10, negatives=12, folds=3, aggregation="mean-of-scores")
    over_sets = scores.Datasets([part, part], aggregation="mean-of-scores")
    spread = scores.check({"acc": "0.8±0.1"}, over_sets)
    assert spread.verdict is Verdict.NOT_APPLICABLE
    assert "are not supported: describe each set by itself." in spread.explain()
    left_out = scores.Datasets([part, part], undefined_folds="skipped")
    result = scores.check({"ppv": "0.8", "acc": "0.1234"}, left_out)
    assert result.under["score-of-means"] is Verdict.INCONSISTENT
    assert result.verdict is Verdict.NOT_APPLICABLE
