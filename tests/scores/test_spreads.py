"""Least, greatest and standard deviation across folds: worked examples."""

from __future__ import annotations

import pytest

from reproscope import scores
from reproscope.core import ReproscopeError, Verdict


def test_a_least_value_above_the_mean_is_inconsistent():
    experiment = scores.KFold(positives=20, negatives=30, folds=5, aggregation="mean-of-scores")
    result = scores.check({"acc": "0.80", "acc.min": "0.90"}, experiment)
    assert result.verdict is Verdict.INCONSISTENT
    result = scores.check({"acc": "0.80", "acc.min": "0.70", "acc.max": "0.90"}, experiment)
    assert result.verdict is Verdict.CONSISTENT


def test_a_spread_too_small_for_the_folds_is_inconsistent():
    # Folds of ten items: an accuracy of 0.82 needs folds of 0.8 and 0.9 at least.
    experiment = scores.KFold(positives=20, negatives=30, folds=5, aggregation="mean-of-scores")
    result = scores.check({"acc": "0.820±0.000"}, experiment, rounding="nearest")
    assert result.verdict is Verdict.INCONSISTENT
    result = scores.check({"acc": "0.820±0.040"}, experiment, rounding="nearest")
    assert result.verdict is Verdict.CONSISTENT


def test_a_spread_of_one_matrix_is_refused_with_a_reason():
    with pytest.raises(ReproscopeError, match=r"acc\.sd: a sd is over several folds or sets"):
        scores.check({"acc": "0.9", "acc.sd": "0.1"}, scores.TestSet(positives=5, negatives=5))
