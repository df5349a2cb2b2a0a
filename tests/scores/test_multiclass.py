"""Several classes: no false alarm, brute force in both directions, witnesses that are matrices."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reproscope import scores
from reproscope.core import ReproscopeError, Verdict
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.multiclass.linking import errors, linked, matrix_of, wrong_calls
from reproscope.scores.multiclass.names import resolve
from tests.scores.oracle import printed
from tests.scores.several_oracle import admits, several

AVERAGED = ("sens", "spec", "ppv", "npv", "f1", "f2", "bacc", "gm", "mcc", "ji", "fm", "mk", "bm")
OVERALL = ("acc", "bacc", "kappa", "mcc")
NAMES = [
    *OVERALL,
    "macro-acc",
    *(f"{average}-{score}" for average in ("macro", "micro", "weighted") for score in AVERAGED),
]
IRIS = {"setosa": 50, "versicolor": 50, "virginica": 50}


def value(name, matrix):
    """A score of the oracle; a whole matrix without it prints 0."""
    return several(name, matrix) or Decimal(0)


def described(matrix, **rest):
    return scores.Multiclass({str(i): sum(row) for i, row in enumerate(matrix)}, **rest)


def assert_witness(result, reported, rounding):
    matrix = result.witness["matrix"]
    assert [sum(row) for row in matrix] == list(result.experiment.counts)
    assert all(isinstance(cell, int) and cell >= 0 for row in matrix for cell in row)
    for name, text in reported.items():
        assert admits(several(name, matrix), text, rounding), (name, text, matrix)


@st.composite
def matrices(draw, classes=6, largest=14):
    """Real confusion matrices, with empty classes and classes that are never called."""
    c = draw(st.integers(2, classes))
    counts = draw(st.lists(st.integers(0, largest), min_size=c, max_size=c).filter(any))
    random = draw(st.randoms(use_true_random=False))
    skill = draw(st.sampled_from([0.0, 0.5, 0.8, 0.95, 1.0]))
    called = draw(st.lists(st.integers(0, c - 1), min_size=1, max_size=c, unique=True))
    matrix = [[0] * c for _ in range(c)]
    for i, n in enumerate(counts):
        for _ in range(n):
            right = i in called and random.random() < skill
            matrix[i][i if right else random.choice(called)] += 1
    return matrix


@given(
    matrices(),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True),
    st.integers(1, 5),
    st.sampled_from(["nearest", "floor", "ceiling"]),
)
@settings(max_examples=450, deadline=None)
def test_scores_of_a_real_matrix_are_never_called_inconsistent(matrix, names, digits, mode):
    reported = {name: printed(value(name, matrix), digits, mode) for name in names}
    rounding = "nearest" if mode == "nearest" else "any"
    result = scores.check(reported, described(matrix), rounding=rounding, time_limit=5)
    assert result.verdict is not Verdict.INCONSISTENT
    if result.verdict is Verdict.CONSISTENT:
        assert_witness(result, reported, rounding)


@given(matrices(classes=4, largest=12), st.data())
@settings(max_examples=150, deadline=None)
def test_a_table_of_every_class_is_never_called_inconsistent(matrix, data):
    score = data.draw(st.sampled_from(["sens", "ppv", "f1"]))
    names = [f"{score}[{i}]" for i in range(len(matrix))]
    names.append(data.draw(st.sampled_from(NAMES)))
    reported = {name: printed(value(name, matrix), 3, "nearest") for name in names}
    result = scores.check(reported, described(matrix), rounding="nearest", time_limit=5)
    assert result.verdict is not Verdict.INCONSISTENT
    if result.verdict is Verdict.CONSISTENT:
        assert_witness(result, reported, "nearest")


def rows(n, c):
    if c == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in rows(n - first, c - 1):
            yield (first, *rest)


def all_matrices(counts):
    return list(product(*(list(rows(n, len(counts))) for n in counts)))


@given(
    st.lists(st.integers(0, 2), min_size=3, max_size=3).filter(any)
    | st.lists(st.integers(0, 6), min_size=2, max_size=2).filter(any),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True),
    st.integers(1, 3),
    st.sampled_from(["nearest", "any"]),
    st.integers(-4, 4),
    st.data(),
)
@settings(max_examples=350, deadline=None)
def test_small_matrices_are_decided_as_brute_force_decides(
    counts, names, digits, rounding, slip, data
):
    every = all_matrices(counts)
    matrix = data.draw(st.sampled_from(every))
    reported = {name: printed(value(name, matrix), digits, "nearest") for name in names}
    moved = Decimal(reported[names[0]]) + Decimal(slip).scaleb(-digits)
    reported[names[0]] = str(moved)
    result = scores.check(reported, described(matrix), rounding=rounding)
    expected = any(
        all(admits(several(name, found), text, rounding) for name, text in reported.items())
        for found in every
    )
    assert result.verdict is (Verdict.CONSISTENT if expected else Verdict.INCONSISTENT)


@pytest.mark.parametrize("c", [2, 3, 4])
def test_errors_are_of_one_matrix_just_when_no_class_has_more_than_all(c):
    most = {2: 5, 3: 3, 4: 2}[c]
    seen = set()
    for cells in product(range(most + 1), repeat=c * c - c):
        values = iter(cells)
        matrix = [[0 if i == j else next(values) for j in range(c)] for i in range(c)]
        missed = tuple(map(sum, matrix))
        if sum(missed) <= most:
            seen.add((missed, tuple(map(sum, zip(*matrix, strict=True)))))
    for missed in product(range(most + 1), repeat=c):
        for called in product(range(most + 1), repeat=c):
            if sum(missed) <= most:
                assert linked(missed, called) is ((missed, called) in seen)


@given(st.lists(st.lists(st.integers(0, 10**6), min_size=5, max_size=5), min_size=5, max_size=5))
@settings(max_examples=100, deadline=None)
def test_errors_of_any_size_are_joined_into_a_matrix(cells):
    for i in range(5):
        cells[i][i] = 0
    missed, called = [sum(row) for row in cells], [sum(column) for column in zip(*cells)]  # noqa: B905
    made = errors(missed, called)
    assert [sum(row) for row in made] == missed
    assert [sum(column) for column in zip(*made, strict=True)] == called
    assert not any(made[i][i] for i in range(5))
    assert all(cell >= 0 for row in made for cell in row)


def test_whatever_is_missed_there_are_wrong_calls_that_fit():
    for counts in product(range(4), repeat=3):
        if not any(counts):
            continue
        for right in product(*(range(n + 1) for n in counts)):
            matrix = matrix_of(counts, right, wrong_calls(counts, right))
            assert tuple(map(sum, matrix)) == counts


# rows: true class; hand-computed: class recalls 3/4, 2/3, 2/3; precisions 3/4, 2/4, 2/2.
KNOWN = [[3, 1, 0], [1, 2, 0], [0, 1, 2]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("acc", "0.7000"),
        ("bacc", "0.6944"),
        ("macro-sens", "0.6944"),
        ("macro-ppv", "0.7500"),
        ("macro-f1", "0.7071"),  # (3/4 + 4/7 + 4/5) / 3
        ("weighted-ppv", "0.7500"),  # (4·3/4 + 3·1/2 + 3·1) / 10
        ("weighted-f1", "0.7114"),  # (4·3/4 + 3·4/7 + 3·4/5) / 10
        ("weighted-sens", "0.7000"),
        ("micro-f1", "0.7000"),
        ("micro-spec", "0.8500"),
        ("macro-acc", "0.8000"),
        ("kappa", "0.5455"),  # (10·7 - 34) / (100 - 34)
        ("mcc", "0.5539"),  # 36 / sqrt((100 - 36)·(100 - 34))
        ("f1[1]", "0.5714"),
    ],
)
def test_hand_computed_scores_agree_with_the_oracle_and_the_checker(name, expected):
    assert printed(several(name, KNOWN), 4, "nearest") == expected
    result = scores.check({name: expected}, described(KNOWN), rounding="nearest")
    assert result.verdict is Verdict.CONSISTENT
    assert float(result.witness["scores"][name]) == pytest.approx(float(expected), abs=6e-5)


@given(matrices(classes=5, largest=30))
@settings(max_examples=100, deadline=None)
def test_ordinary_accuracy_with_macro_recall_is_not_flagged(matrix):
    reported = {n: printed(value(n, matrix), 4, "nearest") for n in ("acc", "macro-sens")}
    result = scores.check(reported, described(matrix), rounding="nearest", time_limit=5)
    assert result.verdict is Verdict.CONSISTENT
    assert_witness(result, reported, "nearest")


# Pairs that follow from one number, the items called rightly, each off by more than rounding.
MICRO = [
    ({"acc": "0.9533", "micro-f1": "0.9433"}, 3),
    ({"acc": "0.9533", "micro-precision": "0.9600"}, 3),
    ({"acc": "0.9533", "micro-recall": "0.9467"}, 3),
    ({"acc": "0.9533", "weighted-recall": "0.9467"}, 3),
    ({"micro-precision": "0.80", "micro-recall": "0.77"}, 3),
    ({"micro-f1": "0.800", "micro-recall": "0.790"}, 4),
    ({"micro-f1": "0.800", "micro-spec": "0.800"}, 4),
    ({"acc": "0.90", "micro-spec": "0.90"}, 5),
    ({"acc": "0.90", "macro-acc": "0.90"}, 5),
    ({"acc": "0.700", "macro-acc": "0.850"}, 5),
    ({"err": "0.10", "micro-f1": "0.93"}, 2),
    ({"err": "0.10", "micro-fnr": "0.13"}, 3),
    ({"micro-npv": "0.95", "acc": "0.95"}, 3),
    ({"micro-ji": "0.80", "micro-f1": "0.80"}, 3),
    ({"micro-f2": "0.85", "micro-f1": "0.80"}, 3),
    ({"micro-f0.5": "0.85", "acc": "0.80"}, 6),
    ({"micro-mcc": "0.90", "acc": "0.90"}, 3),
    ({"micro-gm": "0.90", "acc": "0.90"}, 3),
    ({"micro-bm": "0.90", "acc": "0.90"}, 3),
    ({"micro-fm": "0.85", "micro-recall": "0.80"}, 3),
    ({"micro-fdr": "0.10", "micro-fnr": "0.15"}, 3),
    ({"micro-kappa": "0.90", "micro-bacc": "0.90"}, 3),
]


@pytest.mark.parametrize(("reported", "classes"), MICRO)
@pytest.mark.parametrize("size", [50, 50_000])
def test_micro_averages_that_cannot_be_together_are_refuted(reported, classes, size):
    result = scores.check(reported, scores.Multiclass([size] * classes))
    assert result.verdict is Verdict.INCONSISTENT
    assert result.method.startswith("arithmetic")


@pytest.mark.parametrize(("classes", "size"), [(10, 1_000), (1_000, 50), (3, 10**9)])
def test_linear_averages_of_any_size_are_decided(classes, size):
    experiment = scores.Multiclass([size] * classes)
    reported = {"acc": "0.7613", "macro-recall": "0.7613"}
    fits = scores.check(reported, experiment)
    assert fits.verdict is Verdict.CONSISTENT
    assert sum(map(sum, fits.witness["matrix"])) == classes * size
    slip = scores.check({**reported, "macro-recall": "0.7643"}, experiment)
    assert slip.verdict is Verdict.INCONSISTENT


def test_accuracy_recall_and_kappa_of_uneven_classes_are_decided():
    matrix = [[900, 80, 20], [30, 250, 20], [10, 5, 85]]
    reported = {n: printed(value(n, matrix), 4, "nearest") for n in ("acc", "macro-sens", "kappa")}
    result = scores.check(reported, described(matrix), rounding="nearest")
    assert result.verdict is Verdict.CONSISTENT
    assert_witness(result, reported, "nearest")
    off = {**reported, "kappa": "0.9012"}
    assert scores.check(off, described(matrix)).verdict is Verdict.INCONSISTENT


def test_curved_averages_over_ten_large_classes_are_found_and_refuted():
    experiment = scores.Multiclass([1_000] * 10)
    reported = {"acc": "0.9533", "macro-f1": "0.9533", "macro-precision": "0.9535"}
    result = scores.check(reported, experiment)
    assert result.verdict is Verdict.CONSISTENT
    assert_witness(result, {"acc": "0.9533", "macro-f1": "0.9533", "macro-ppv": "0.9535"}, "any")
    off = scores.check({**reported, "macro-f1": "0.9833"}, experiment)
    assert off.verdict is Verdict.INCONSISTENT


@pytest.mark.parametrize(
    ("classes", "reported"),
    [
        ([10**15, 10**15], {"macro-f1": "0.9123", "macro-precision": "0.9211"}),
        ([10**15, 10**14, 1], {"mcc": "0.9123", "kappa": "0.9111", "acc": "0.99"}),
        ([50] * 1_000, {"acc": "0.7613", "macro-f1": "0.7599"}),
        (list(range(1, 120)), {"macro-f1": "0.7613", "weighted-precision": "0.7599"}),
    ],
)
def test_what_is_too_large_is_at_most_undecided(classes, reported):
    result = scores.check(reported, scores.Multiclass(classes), time_limit=1)
    assert result.verdict in (Verdict.UNDECIDED, Verdict.CONSISTENT)
    assert result.detail or result.witness


def test_a_bare_name_means_the_average_that_is_stated():
    for average, expected in (("micro", Verdict.INCONSISTENT), ("macro", Verdict.CONSISTENT)):
        experiment = scores.Multiclass(IRIS, average=average)
        result = scores.check({"acc": "0.9533", "f1": "0.9531"}, experiment, rounding="nearest")
        assert result.verdict is expected


def test_an_unknown_average_is_tried_each_way_and_told():
    experiment = scores.Multiclass({"a": 90, "b": 10}, average="unknown")
    result = scores.check({"acc": "0.900", "recall": "0.500"}, experiment, rounding="nearest")
    assert result.under == {
        "macro": Verdict.CONSISTENT,
        "micro": Verdict.INCONSISTENT,
        "weighted": Verdict.INCONSISTENT,
    }
    assert result.witness["reading"] == "macro"
    assert result.witness["matrix"] == [[90, 0], [10, 0]]


def test_a_class_that_is_never_called_counts_zero_unless_that_is_excluded():
    # All ten items of two classes called 'a': precisions 1/2 and 0/0.
    reported, experiment = {"macro-precision": "0.25"}, scores.Multiclass({"a": 5, "b": 5})
    result = scores.check({**reported, "recall[a]": "1.00", "recall[b]": "0.00"}, experiment)
    assert result.verdict is Verdict.CONSISTENT
    assert result.undefined == ("macro-precision of b",)
    every = {**reported, "recall[a]": "1.00", "recall[b]": "0.00"}
    never = scores.check(every, experiment, undefined="never")
    assert never.verdict is Verdict.INCONSISTENT
    free = scores.check({**every, "macro-precision": "0.70"}, experiment, undefined="any")
    assert free.verdict is Verdict.CONSISTENT


def test_a_mean_of_complements_may_have_counted_an_undefined_class_as_zero():
    # Precisions 1/2 and 0/0: one minus their mean is 0.75, the mean of the complements 0.25.
    experiment = scores.Multiclass({"a": 5, "b": 5})
    for printed_value, reading in (
        ("0.75", "complement of the mean"),
        ("0.25", "mean of complements"),
    ):
        result = scores.check(
            {"macro-fdr": printed_value, "recall[a]": "1.00", "recall[b]": "0.00"}, experiment
        )
        assert result.verdict is Verdict.CONSISTENT
        assert result.under[reading] is Verdict.CONSISTENT


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("accuracy", ("acc", False)),
        ("Overall accuracy", ("acc", False)),
        ("error rate", ("acc", True)),
        ("macro-acc", ("macro:acc", False)),
        ("one-vs-rest accuracy", ("macro:acc", False)),
        ("balanced accuracy", ("bacc", False)),
        ("Macro F1", ("macro:f1", False)),
        ("f1_macro", ("macro:f1", False)),
        ("macro-averaged f1-score", ("macro:f1", False)),
        ("precision_weighted", ("weighted:ppv", False)),
        ("macro avg recall", ("macro:sens", False)),
        ("micro-f2", ("micro:fbeta:2", False)),
        ("macro-fnr", ("macro:sens", True)),
        ("recall[Iris setosa]", ("class[Iris setosa]:sens", False)),
        ("setosa.recall", ("class[setosa]:sens", False)),
        ("Cohen's kappa", ("kappa", False)),
        ("MCC", ("mcc", False)),
        ("macro-mcc", ("macro:mcc", False)),
        ("precision", ("bare:ppv", False)),
    ],
)
def test_names_are_read_as_papers_write_them(written, meant):
    found = resolve(written)
    assert (found.id, found.complement) == meant


BAD = {
    "one class": (
        lambda: scores.Multiclass({"a": 5}),
        "1 class is given: there must be at least 2",
    ),
    "no class": (lambda: scores.Multiclass({}), "0 class"),
    "negative": (lambda: scores.Multiclass({"a": 5, "b": -1}), "class 'b' is -1"),
    "fraction": (
        lambda: scores.Multiclass([5, 2.5]),
        "class '2' is 2.5: it must be a whole number",
    ),
    "empty": (lambda: scores.Multiclass([0, 0]), "the test set is empty: every class has 0 items"),
    "too many": (lambda: scores.Multiclass([1] * 1001), "more than 1000 is not supported"),
    "a number": (lambda: scores.Multiclass(5), "classes is 5: it must be the items of each class"),
    "average": (
        lambda: scores.Multiclass(IRIS, average="makro"),
        "unknown average 'makro': did you mean 'macro'?",
    ),
    "bare": (
        lambda: scores.check({"precision": "0.9"}, scores.Multiclass(IRIS)),
        "'precision' of several classes is an average: write macro-precision, micro-precision",
    ),
    "unclear": (
        lambda: scores.check({"average accuracy": "0.9"}, scores.Multiclass(IRIS)),
        "'average accuracy' can mean three scores: write acc",
    ),
    "unclear weights": (
        lambda: scores.check({"weighted accuracy": "0.9"}, scores.Multiclass(IRIS)),
        "can mean three scores",
    ),
    "weighted kappa": (
        lambda: scores.check({"weighted kappa": "0.9"}, scores.Multiclass(IRIS)),
        "kappa with linear or quadratic weights is not supported",
    ),
    "unknown": (
        lambda: scores.check({"macro-recal": "0.9"}, scores.Multiclass(IRIS)),
        "unknown score 'macro-recal': did you mean 'macro-recall'?",
    ),
    "unknown class": (
        lambda: scores.check({"recall[setoza]": "0.9"}, scores.Multiclass(IRIS)),
        "unknown class 'setoza': did you mean 'setosa'?",
    ),
    "auc": (
        lambda: scores.check({"macro-auc": "0.9"}, scores.Multiclass(IRIS)),
        "the AUC of several classes is not supported",
    ),
    "spread": (
        lambda: scores.check({"acc": "0.9±0.1"}, scores.Multiclass(IRIS)),
        "a sd is over several folds or sets, and this is one matrix",
    ),
    "percentage": (
        lambda: scores.check({"macro-f1": "94.0"}, scores.Multiclass(IRIS)),
        "is it a percentage? write 94.0% or say percent",
    ),
    "same twice": (
        lambda: scores.check({"macro-f1": "0.9", "f1_macro": "0.9"}, scores.Multiclass(IRIS)),
        "'f1_macro' and 'macro-f1' are the same score: give it once",
    ),
}


@pytest.mark.parametrize(("ask", "told"), BAD.values(), ids=BAD)
def test_bad_input_is_told_what_is_wrong(ask, told):
    with pytest.raises(ReproscopeError) as raised:
        ask()
    assert told in raised.value.message


def test_a_description_names_itself_and_becomes_plain_data():
    experiment = scores.Multiclass([30, 20], average="macro", name="two")
    assert experiment.describe() == "two of 50 items in 2 classes (1 30, 2 20, macro)"
    assert experiment.as_data() == {
        "kind": "multiclass", "classes": {"1": 30, "2": 20}, "average": "macro", "name": "two",
    }  # fmt: skip


def test_a_conflict_its_nearest_values_and_the_power_are_found():
    reported = {"acc": "0.9533", "macro-recall": "0.9467", "macro-f1": "0.9532"}
    result = scores.check(reported, scores.Multiclass(IRIS), rounding="nearest")
    assert result.verdict is Verdict.INCONSISTENT
    result = diagnose(result, budget_seconds=5)
    assert result.conflict == ("acc", "macro-recall")
    assert {n.name: n.value for n in result.nearest}["macro-recall"] == "0.9533"
    assert result.power.tried > 10


def test_macro_and_weighted_averages_of_classes_of_one_size_are_the_same():
    reported = {"macro-f1": "0.7244", "weighted-f1": "0.7344"}
    even = scores.check(reported, scores.Multiclass([1_000] * 10))
    assert even.verdict is Verdict.INCONSISTENT
    assert even.method.startswith("arithmetic")
    uneven = [[50, 5, 5], [4, 14, 2], [3, 2, 5]]
    reported = {n: printed(value(n, uneven), 4, "nearest") for n in reported}
    assert len(set(reported.values())) == 2
    assert scores.check(reported, described(uneven)).verdict is Verdict.CONSISTENT


def test_a_perfect_matrix_with_many_digits_is_found():
    reported = {"micro-mcc": "1.00000", "kappa": "1.00000", "macro-mcc": "1.00000"}
    result = scores.check(reported, scores.Multiclass([5, 1, 13, 1, 1]), rounding="nearest")
    assert result.verdict is Verdict.CONSISTENT
    assert [row[i] for i, row in enumerate(result.witness["matrix"])] == [5, 1, 13, 1, 1]
