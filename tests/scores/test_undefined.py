"""What 0/0 was printed as, and what it counted in a mean: every usual way is admitted.

The cases were found by drawing real experiments (``benchmarks/fuzz.py``); each was a false alarm.
"""

from __future__ import annotations

import pytest

from reproscope import scores
from reproscope.core import Verdict


def verdict(reported, experiment, **how):
    return scores.check(reported, experiment, **how).verdict


def folds(*counts, policy="zero", **rest):
    return scores.KFold(
        fold_counts=counts, aggregation="mean-of-scores", undefined_folds=policy, **rest
    )


@pytest.mark.parametrize("name", ["macro-f1", "weighted-f1"])
def test_averages_of_both_f1_are_defined_although_a_class_is_missing(name):
    # Three of five positives found: F1 is 6/8, that of the negative class 0/2.
    value = {"macro-f1": "0.375", "weighted-f1": "0.750"}[name]
    alone = scores.TestSet(positives=5, negatives=0)
    assert verdict({name: value}, alone, rounding="exact") is Verdict.CONSISTENT
    assert verdict(
        {name: "0.000"}, scores.TestSet(positives=5, negatives=0), undefined="never"
    ) is (
        Verdict.CONSISTENT  # no positive found
    )
    assert verdict({name: "0.380"}, alone, rounding="exact") is Verdict.INCONSISTENT


def test_a_class_without_items_weighs_nothing_in_weighted_f1():
    # All of four negatives are right: the F1 of the positives is 0/0, and has no weight.
    alone = scores.TestSet(positives=0, negatives=4)
    how = {"rounding": "exact", "undefined": "never"}
    assert verdict({"weighted-f1": "1", "acc": "1"}, alone, **how) is Verdict.CONSISTENT
    assert verdict({"macro-f1": "1", "acc": "1"}, alone, **how) is Verdict.INCONSISTENT


@pytest.mark.parametrize("printed", ["0", "1"])
def test_a_complement_that_is_undefined_may_be_printed_as_zero_or_as_one_less_zero(printed):
    # Nothing is called positive: fp / (tp + fp) is 0/0, and so is the precision.
    nothing_called = {"sens": "0", "spec": "1", "fdr": printed}
    for experiment in (
        scores.TestSet(positives=3, negatives=8),
        scores.TestSet(positives=3, negatives=(8, 9)),
        folds((3, 8), (3, 8)),
    ):
        assert verdict(nothing_called, experiment, rounding="exact") is Verdict.CONSISTENT
        halves = {**nothing_called, "fdr": "0.25"}
        assert verdict(halves, experiment, rounding="exact") is Verdict.INCONSISTENT


def test_an_undefined_complement_counts_the_same_in_every_fold():
    # Neither of two folds has a positive: both miss rates count 0, or both count 1.
    empty = folds((0, 3), (0, 3))
    verdicts = [verdict({"fnr": value}, empty, rounding="exact") for value in ("0", "0.5", "1")]
    assert verdicts == [Verdict.CONSISTENT, Verdict.INCONSISTENT, Verdict.CONSISTENT]


def test_the_least_and_greatest_of_an_undefined_complement_are_the_same_zero():
    experiment = folds((0, 3), (4, 3))
    for low, high, fits in (("0", "0.25", True), ("0.25", "1", True), ("0.25", "0.25", False)):
        reported = {"fnr.min": low, "fnr.max": high}
        found = verdict(reported, experiment, rounding="exact")
        assert found is (Verdict.CONSISTENT if fits else Verdict.INCONSISTENT)


@pytest.mark.parametrize(
    ("policy", "fitting"), [("zero", "0.375"), ("skipped", "0.75"), ("undefined", None)]
)
def test_a_fold_without_positives_has_no_auc(policy, fitting):
    experiment = folds((2, 2), (0, 5), policy=policy)
    for value in ("0.375", "0.75"):
        found = verdict({"auc": value, "acc": "0.875"}, experiment, rounding="exact")
        assert found is (Verdict.CONSISTENT if value == fitting else Verdict.INCONSISTENT)


def test_no_fold_with_an_auc_leaves_nothing_to_average():
    nothing = folds((0, 2), (3, 0), policy="skipped")
    assert verdict({"auc": "0.50"}, nothing) is Verdict.INCONSISTENT
    assert verdict({"auc": "0.00"}, folds((0, 2), (3, 0))) is Verdict.CONSISTENT
    assert verdict({"auc": "0.50"}, folds((0, 2), (3, 0))) is Verdict.INCONSISTENT
    assert verdict({"auc": "0.50"}, nothing, undefined="any") is Verdict.CONSISTENT


def test_a_part_that_is_undefined_counts_0_or_is_left_out_of_balanced_accuracy():
    # The second fold has no positives; specificity there is 3/4.
    experiment = folds((4, 4), (0, 4))
    for value in ("0.5000", "0.6875", "0.8750"):  # (1 + 0)/2, (1 + 3/8)/2, (1 + 3/4)/2
        reported = {"bacc": value, "sens": "0.5", "spec": "0.875"}
        assert verdict(reported, experiment, rounding="exact") is Verdict.CONSISTENT
    reported = {"bacc": "0.7500", "sens": "0.5", "spec": "0.875"}
    assert verdict(reported, experiment, rounding="exact") is Verdict.INCONSISTENT
    assert verdict(reported, experiment, rounding="exact", undefined="never") is (
        Verdict.INCONSISTENT
    )


def test_markedness_of_a_classifier_that_calls_nothing_positive_may_count_its_precision_0():
    experiment = scores.TestSet(positives=10, negatives=30)
    reported = {"sens": "0.00", "spec": "1.00", "mk": "-0.25"}
    result = scores.check(reported, experiment, rounding="exact")
    assert result.verdict is Verdict.CONSISTENT
    assert result.undefined == ("mk",)
    assert verdict({**reported, "mk": "0.00"}, experiment, rounding="exact") is Verdict.CONSISTENT
    assert verdict({**reported, "mk": "-0.50"}, experiment, rounding="exact") is (
        Verdict.INCONSISTENT
    )
    unknown = scores.TestSet(total=40)
    assert verdict(reported, unknown, rounding="exact") is Verdict.CONSISTENT


def test_a_value_that_no_matrix_has_may_stand_for_a_0_over_0_if_anything_may():
    experiment = scores.TestSet(positives=0, negatives=3)
    assert verdict({"fm": "-0.5"}, experiment, undefined="any") is Verdict.CONSISTENT
    assert verdict({"fm": "-0.5"}, experiment) is Verdict.INCONSISTENT
