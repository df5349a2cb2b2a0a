"""Folds of unknown composition: witnesses that could be folds, and the clock."""

from __future__ import annotations

import numpy as np
import pytest

from reproscope import scores
from reproscope.core import Verdict
from reproscope.scores import configurations
from tests.scores.describing import compositions, stratified, stratified_by_class, trains_on_both


@pytest.mark.parametrize(("p", "n", "k"), [(2, 5, 4), (3, 2, 3), (7, 2, 6), (2, 2, 2)])
def test_drawn_folds_leave_both_classes_to_train_on(p, n, k):
    random = np.random.default_rng(3)
    for turn in range(300):
        folds = configurations.sample(p, n, k, random, bool(turn % 2))
        assert trains_on_both(folds)
        assert tuple(map(sum, zip(*folds, strict=True))) == (p, n)


def test_a_witness_of_unknown_folds_could_be_folds():
    # Both positives in one fold, so that the other one trains on none, would give (1/2 + 0) / 2.
    experiment = scores.KFold(
        positives=2, negatives=2, folds=2, folding="unknown", aggregation="mean-of-scores"
    )
    for sens, expected in (("0.25", Verdict.INCONSISTENT), ("0.5", Verdict.CONSISTENT)):
        assert scores.check({"sens": sens}, experiment, rounding="exact").verdict is expected


@pytest.mark.parametrize(("p", "n", "k"), [(3, 4, 3), (2, 5, 2), (1, 4, 2), (0, 5, 3), (4, 4, 5)])
def test_every_configuration_is_listed_once(p, n, k):
    ours = sorted(sorted(folds) for folds in configurations.every(p, n, k))
    theirs = {tuple(sorted(sizes)) for sizes in compositions(p, n, k)}
    assert ours == sorted(list(sizes) for sizes in theirs)
    assert configurations.count(p, n, k) == len(theirs)


@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_stratified_folds_are_dealt_as_scikit_learn_deals_them(k):
    for p in range(25):
        for n in range(25):
            if p + n >= k:
                ours = configurations.stratified(p, n, k)
                assert sorted(ours) == sorted(stratified(p, n, k))
                ours = configurations.stratified_by_class(p, n, k)
                assert sorted(ours) == sorted(stratified_by_class(p, n, k))


def test_thousands_of_unknown_folds_are_undecided_when_the_time_is_over():
    experiment = scores.KFold(
        positives=5000, negatives=5000, folds=2000, folding="unknown", aggregation="mean-of-scores"
    )
    reported = {"acc": "0.8123", "sens": "0.7351", "f1": "0.77"}
    result = scores.check(reported, experiment, time_limit=0.2)
    assert result.verdict is Verdict.UNDECIDED
    assert result.detail
