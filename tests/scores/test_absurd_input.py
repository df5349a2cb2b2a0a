"""Input that no experiment can have had gets one clear line: neither memory nor a traceback."""

from __future__ import annotations

import pytest

from reproscope import scores
from reproscope.core import ReproscopeError, Verdict
from reproscope.scores.solvers import folds as solvers_folds
from reproscope.scores.solvers.columns import TooLarge

SET = scores.TestSet(positives=10, negatives=20)


@pytest.mark.parametrize(
    ("epsilon", "message"),
    [
        ("1e400", "epsilon is 1e400: it must not be more than 1000"),
        ("1e9", "epsilon is 1e9: it must not be more than 1000"),
        (1e300, "epsilon is 1e[+]300: it must not be more than 1000"),
        (float("inf"), "epsilon is inf: it must be a finite number"),
        (float("nan"), "epsilon is nan: it must be a finite number"),
        ("1e-9999999", "epsilon is 1E-9999999: less than 1e-60 is not meant"),
        ("-0.1", "epsilon is -0.1: it must not be negative"),
        ("1/0", "epsilon is '1/0': it must be a number"),
    ],
)
def test_an_absurd_epsilon_is_refused(epsilon, message):
    with pytest.raises(ReproscopeError, match=message):
        scores.check({"acc": "0.8"}, SET, epsilon=epsilon)


def test_an_epsilon_may_be_small_zero_or_wide():
    for epsilon in ("0", "1e-30", 0.0001, "100"):
        result = scores.check({"acc": "0.8"}, SET, epsilon=epsilon)
        assert result.verdict is Verdict.CONSISTENT


@pytest.mark.parametrize(
    ("decimals", "message"),
    [
        (-3, "acc: decimals is -3: it must lie between 0 and 60"),
        (10**9, "acc: decimals is 1000000000: it must lie between 0 and 60"),
        (2.5, "acc: decimals is 2.5: it must be a whole number"),
    ],
)
def test_absurd_decimals_are_refused(decimals, message):
    with pytest.raises(ReproscopeError, match=message):
        scores.check({"acc": 0.8}, SET, decimals=decimals)


@pytest.mark.parametrize("limit", [float("nan"), "5", True])
def test_a_time_limit_that_is_no_number_is_refused(limit):
    with pytest.raises(ReproscopeError, match="it must be a number of seconds"):
        scores.check({"acc": "0.8"}, SET, time_limit=limit)


def test_more_folds_than_can_be_looked_at_are_refused():
    with pytest.raises(ReproscopeError, match="1000000000 repeats of 5 folds: more than 10000"):
        scores.KFold(positives=10, negatives=20, folds=5, repeats=10**9)
    with pytest.raises(ReproscopeError, match="20000 folds in all: more than 10000"):
        scores.Datasets([SET] * 20_000)


@pytest.mark.parametrize("counts", [((1, 2, 3), (4, 5)), (3, 4), ("12", "34")])
def test_a_fold_that_is_no_pair_is_refused(counts):
    with pytest.raises(ReproscopeError, match="is not a pair: give its positives and negatives"):
        scores.KFold(fold_counts=counts)


def test_scores_without_names_are_refused():
    with pytest.raises(ReproscopeError, match="names with values"):
        scores.check(["acc"], SET)


def test_folds_of_a_hundred_million_million_items_fit_into_memory():
    experiment = scores.KFold(
        positives=10**14, negatives=10**14, folds=5, folding="unknown",
        aggregation="mean-of-scores",
    )  # fmt: skip
    result = scores.check({"acc": "0.8123", "f1": "0.7"}, experiment, time_limit=1)
    assert result.verdict in (Verdict.CONSISTENT, Verdict.UNDECIDED)


def test_folds_left_out_inside_an_averaged_set_are_not_passed_over():
    inner = scores.KFold(
        positives=4, negatives=6, folds=2, aggregation="mean-of-scores", undefined_folds="skipped"
    )
    experiment = scores.Datasets([inner, SET], aggregation="mean-of-scores")
    result = scores.check({"ppv": "0.5"}, experiment)
    assert result.verdict is Verdict.NOT_APPLICABLE
    assert "describe each set by itself" in result.detail


def test_a_sample_without_an_allowed_matrix_proves_nothing(monkeypatch):
    """How near the sample comes depends on the time there is; it once ended in a traceback."""

    def without_an_allowed_matrix(*_: object) -> None:
        raise TooLarge("a set of 200 items has too many confusion matrices")

    monkeypatch.setattr(solvers_folds, "sampled", without_an_allowed_matrix)
    experiment = scores.KFold(
        positives=10**14, negatives=10**14, folds=5, folding="unknown",
        aggregation="mean-of-scores",
    )  # fmt: skip
    result = scores.check({"acc": "0.8123", "f1": "0.7"}, experiment, time_limit=1)
    assert result.verdict is Verdict.UNDECIDED
