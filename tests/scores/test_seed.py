"""Every number of the seed (003) that can be tested, and what the peer package gets wrong.

`shared/oracles/scores.md` lists the slips of the seed's scan; the tests name them.
"""

from __future__ import annotations

import pytest

from reproscope import scores
from reproscope.core import Verdict
from reproscope.scores import configurations

TPEHG = {"acc": "0.9447", "sens": "0.9139", "spec": "0.9733"}


def test_section_3_3_has_two_matrices_once_the_scan_is_read_as_0_6821():
    experiment = scores.TestSet(positives=1000, negatives=6000)
    reported = {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"}
    result = scores.check(reported, experiment, epsilon="0.0001")
    assert result.verdict is Verdict.CONSISTENT
    assert result.solutions == 2
    assert (result.witness["tp"], result.witness["tn"]) in {(743, 4031), (743, 4032)}


@pytest.mark.parametrize(
    ("acc", "positives"), [("0.6801", 1000), ("0.6811", 1000), ("0.6821", 1100)]
)
def test_section_3_3_is_inconsistent_when_accuracy_or_positives_change(acc, positives):
    experiment = scores.TestSet(positives=positives, negatives=6000)
    reported = {"acc": acc, "npv": "0.9401", "f1": "0.4004"}
    assert scores.check(reported, experiment).verdict is Verdict.INCONSISTENT


def test_section_3_2_as_printed_asks_for_more_true_negatives_than_there_are():
    # acc = 0.927 with tp = 30 of 40 gives tn in [71.86, 72.08], above n = 70.
    experiment = scores.TestSet(positives=40, negatives=70)
    reported = {"acc": "0.927", "sens": "0.750"}
    result = scores.check(reported, experiment, rounding="nearest")
    assert result.verdict is Verdict.INCONSISTENT


@pytest.mark.parametrize(("p", "n", "k", "ways"), [(30, 300, 5, 673), (38, 262, 5, 1468)])
def test_section_4_4_3_counts_the_fold_configurations(p, n, k, ways):
    assert configurations.count(p, n, k) == ways
    assert len(list(configurations.every(p, n, k))) == ways


def test_section_4_4_3_lists_its_example_configuration():
    example = sorted([(1, 65), (2, 64), (6, 60), (9, 57), (12, 54)])
    assert example in [sorted(c) for c in configurations.every(30, 300, 5)]


@pytest.mark.parametrize(("p", "n", "with_positives"), [(30, 300, 377), (38, 262, 918)])
def test_section_5_2_counts_configurations_with_a_positive_in_every_fold(p, n, with_positives):
    folds = configurations.every(p, n, 5)
    assert sum(all(positives for positives, _ in c) for c in folds) == with_positives


def test_section_5_2_the_larger_count_needs_no_listing():
    # The seed's 2,616,607 asks for both classes in every fold; in at least two folds it is more.
    assert configurations.count(244, 262, 5) == 2_830_143


@pytest.mark.parametrize("folds", [5, 10])
def test_section_5_2_the_original_data_are_inconsistent_under_every_configuration(folds):
    experiment = scores.KFold(
        positives=38, negatives=262, folds=folds, folding="unknown", aggregation="mean-of-scores"
    )
    assert scores.check(TPEHG, experiment).verdict is Verdict.INCONSISTENT


def test_section_5_2_the_oversampled_data_are_consistent():
    experiment = scores.KFold(
        positives=244, negatives=262, folds=5, folding="unknown", aggregation="mean-of-scores"
    )
    result = scores.check(TPEHG, experiment)
    assert result.verdict is Verdict.CONSISTENT
    assert len(result.witness["folds"]) == 5
    assert sum(f["tp"] + f["fn"] for f in result.witness["folds"]) == 244


def test_section_5_2_the_printed_folds_hold_a_witness():
    folds = ((1, 101), (4, 97), (40, 61), (99, 2), (100, 1))
    experiment = scores.KFold(fold_counts=folds, aggregation="mean-of-scores")
    assert scores.check(TPEHG, experiment).verdict is Verdict.CONSISTENT


def test_stratified_folds_follow_scikit_learn():
    assert configurations.stratified(38, 262, 5) == ((8, 52), (8, 52), (8, 52), (7, 53), (7, 53))
    assert configurations.stratified_by_class(38, 262, 5) == (
        (8, 53), (8, 53), (8, 52), (7, 52), (7, 52),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("p", "n", "reported"),
    [
        (153, 75, {"acc": ".85", "mcc": ".75"}),
        (100, 200, {"acc": ".83", "mcc": "-.62"}),
        (71, 37, {"sens": ".79", "gm": "1.18"}),
    ],
)
def test_what_the_peer_passes_is_refuted(p, n, reported):
    result = scores.check(reported, scores.TestSet(positives=p, negatives=n), epsilon="0.005")
    assert result.verdict is Verdict.INCONSISTENT


def test_the_peer_s_false_alarm_is_not_raised():
    experiment = scores.KFold(
        fold_counts=((43, 61), (43, 61), (43, 60)), aggregation="mean-of-scores"
    )
    reported = {"sens": ".7209", "acc": ".6754", "bacc": ".6821", "spec": ".6433"}
    result = scores.check(reported, experiment, epsilon="0.00005")
    assert result.verdict is Verdict.CONSISTENT


def test_five_decimals_and_kappa_with_pt_are_decided():
    experiment = scores.TestSet(positives=100, negatives=200)
    result = scores.check({"kappa": "0.55556", "pt": "0.29289"}, experiment)
    assert result.verdict in (Verdict.CONSISTENT, Verdict.INCONSISTENT)


@pytest.mark.parametrize("name", ["sens", "spec"])
def test_a_mean_of_one_score_alone_is_decided(name):
    experiment = scores.KFold(positives=38, negatives=262, folds=5, aggregation="mean-of-scores")
    assert scores.check({name: "0.9"}, experiment).verdict is Verdict.CONSISTENT


def test_folds_by_the_older_class_by_class_rule_are_not_flagged():
    # 7 positives and 8 negatives in 5 folds: the older rule gives folds of 4, 4, 3, 2 and 2 items.
    folds = configurations.stratified_by_class(7, 8, 5)
    assert sorted(p + n for p, n in folds) == [2, 2, 3, 4, 4]
    experiment = scores.KFold(
        positives=7,
        negatives=8,
        folds=5,
        folding="stratified-by-class",
        aggregation="mean-of-scores",
    )
    # All correct but one positive of the first fold.
    reported = {"acc": "0.950", "sens": "0.900", "spec": "1.000"}
    assert scores.check(reported, experiment).verdict is Verdict.CONSISTENT
