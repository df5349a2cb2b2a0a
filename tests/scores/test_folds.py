"""Means over folds and sets: no false alarm, brute force in both directions, exact witnesses."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reproscope import scores
from reproscope.core import ReproscopeError, Verdict
from reproscope.scores import configurations
from tests.scores.oracle import SCORES, admits, printed, textbook

BOUNDED = [s for s in SCORES if s not in ("lr+", "lr-", "dor")]
LINEAR = ["acc", "sens", "spec", "bacc", "bm"]


def mean(name, matrices, policy="zero"):
    """The mean of a score over folds; an undefined fold counts 0 or is left out."""
    values = [textbook(name, tp, p - tp, n - tn, tn) for p, n, tp, tn in matrices]
    if policy == "skipped":
        values = [v for v in values if v is not None]
        if not values:
            return None
    return sum((v or Decimal(0) for v in values), Decimal(0)) / len(values)


@st.composite
def folds(draw, most=5, largest=9):
    k = draw(st.integers(2, most))
    sizes = st.tuples(st.integers(0, largest), st.integers(0, largest)).filter(any)
    chosen = []
    for p, n in draw(st.lists(sizes, min_size=k, max_size=k)):
        chosen.append((p, n, draw(st.integers(0, p)), draw(st.integers(0, n))))
    return chosen


def known(matrices, **rest):
    return scores.KFold(
        fold_counts=tuple((p, n) for p, n, _, _ in matrices), aggregation="mean-of-scores", **rest
    )


def assert_fold_witness(result, reported, rounding, policy="zero"):
    cells = [[f[c] for c in ("tp", "fn", "fp", "tn")] for f in result.witness["folds"]]
    assert all(isinstance(c, int) and c >= 0 for fold in cells for c in fold)
    matrices = [(tp + fn, fp + tn, tp, tn) for tp, fn, fp, tn in cells]
    for name, text in reported.items():
        assert admits(mean(name, matrices, policy), text, rounding), (name, text, cells)


@given(
    folds(),
    st.lists(st.sampled_from(BOUNDED), min_size=1, max_size=4, unique=True),
    st.integers(1, 4),
    st.sampled_from(["nearest", "floor", "ceiling"]),
    st.sampled_from(["zero", "skipped"]),
)
@settings(max_examples=150, deadline=None)
def test_means_of_real_folds_are_never_called_inconsistent(matrices, names, digits, mode, policy):
    reported = {}
    for name in names:
        value = mean(name, matrices, policy)
        assume(value is not None)
        reported[name] = printed(value, digits, mode)
    rounding = "nearest" if mode == "nearest" else "any"
    experiment = known(matrices, undefined_folds=policy)
    result = scores.check(reported, experiment, rounding=rounding, time_limit=20)
    assert result.verdict is not Verdict.INCONSISTENT
    if result.verdict is Verdict.CONSISTENT:
        assert_fold_witness(result, reported, rounding, policy)


@given(
    folds(most=3, largest=3),
    st.lists(st.sampled_from(BOUNDED), min_size=1, max_size=3, unique=True),
    st.sampled_from(["nearest", "any"]),
    st.integers(-30, 30),
)
@settings(max_examples=150, deadline=None)
def test_small_folds_are_decided_as_brute_force_decides(matrices, names, rounding, slip):
    reported = {name: printed(mean(name, matrices), 2, "nearest") for name in names}
    moved = Decimal(reported[names[0]]) + slip * Decimal("0.01")
    reported[names[0]] = str(moved)
    result = scores.check(reported, known(matrices), rounding=rounding)
    options = [
        [(p, n, tp, tn) for tp in range(p + 1) for tn in range(n + 1)] for p, n, _, _ in matrices
    ]
    expected = any(
        all(admits(mean(name, chosen), text, rounding) for name, text in reported.items())
        for chosen in product(*options)
    )
    assert result.verdict is (Verdict.CONSISTENT if expected else Verdict.INCONSISTENT)


@given(
    st.integers(2, 30),
    st.integers(2, 40),
    st.integers(2, 5),
    st.lists(st.sampled_from(LINEAR), min_size=1, max_size=3, unique=True),
    st.integers(2, 4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60, deadline=None)
def test_shuffled_folds_of_unknown_composition_are_never_called_inconsistent(
    p, n, k, names, digits, random
):
    labels = [1] * p + [0] * n
    assume(k <= p + n)
    random.shuffle(labels)
    size, more = divmod(p + n, k)
    matrices, start = [], 0
    for i in range(k):
        fold = labels[start : start + size + (i < more)]
        start += len(fold)
        ones = sum(fold)
        right = [random.random() < 0.8 for _ in fold]
        tp = sum(r for r, x in zip(right, fold, strict=True) if x)
        matrices.append((ones, len(fold) - ones, tp, sum(right) - tp))
    assume(sum(m[0] > 0 for m in matrices) >= 2 and sum(m[1] > 0 for m in matrices) >= 2)
    reported = {name: printed(mean(name, matrices), digits, "nearest") for name in names}
    experiment = scores.KFold(
        positives=p, negatives=n, folds=k, folding="unknown", aggregation="mean-of-scores"
    )
    result = scores.check(reported, experiment, rounding="nearest", time_limit=10)
    assert result.verdict is not Verdict.INCONSISTENT
    if result.verdict is Verdict.CONSISTENT:
        assert_fold_witness(result, reported, "nearest")


@given(folds(most=4, largest=8), st.sampled_from(["acc", "sens", "f1", "mcc"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_least_greatest_and_spread_of_real_folds_are_never_called_inconsistent(
    matrices, name, sample
):
    values = [textbook(name, tp, p - tp, n - tn, tn) or Decimal(0) for p, n, tp, tn in matrices]
    average = sum(values) / len(values)
    divisor = len(values) - sample
    spread = (sum((v - average) ** 2 for v in values) / divisor).sqrt()
    reported = {
        name: printed(average, 3, "nearest"),
        f"{name}.min": printed(min(values), 3, "nearest"),
        f"{name}.max": printed(max(values), 3, "nearest"),
        f"{name}.sd": printed(spread, 3, "nearest"),
    }
    result = scores.check(reported, known(matrices), rounding="nearest", time_limit=20)
    assert result.verdict is not Verdict.INCONSISTENT


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
    assert result.witness["aggregation"] == "mean-of-scores"


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


def test_stratified_folds_equal_those_of_scikit_learn_s_rule():
    for p, n, k in product(range(2, 14), range(2, 14), range(2, 6)):
        made = configurations.stratified(p, n, k)
        assert sum(a for a, _ in made) == p
        assert sum(b for _, b in made) == n
        for column in (*zip(*made, strict=True), [a + b for a, b in made]):
            assert max(column) - min(column) <= 1


def test_a_spread_of_one_matrix_is_refused_with_a_reason():
    with pytest.raises(ReproscopeError, match=r"acc\.sd: a sd is over several folds or sets"):
        scores.check({"acc": "0.9", "acc.sd": "0.1"}, scores.TestSet(positives=5, negatives=5))


def test_means_of_curved_scores_over_large_folds_are_found_or_refuted_by_bounds():
    experiment = scores.KFold(
        positives=50_000, negatives=70_000, folds=5, aggregation="mean-of-scores"
    )
    reported = {"f1": "0.8123", "mcc": "0.6712"}
    result = scores.check(reported, experiment)
    assert result.verdict is Verdict.CONSISTENT
    assert_fold_witness(result, reported, "any")
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
