"""Agreement coefficients on published examples, against other packages, and on odd input."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.instruments import Kind
from reproscope.study.coding.agreement import Ratings, agreement_of
from reproscope.study.coding.agreement.alpha import Level, alpha
from reproscope.study.coding.agreement.kappas import (
    cohen,
    fleiss,
    gwet_ac1,
    linear_weights,
    percent,
    quadratic_weights,
)

# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: four observers.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
# Fleiss' kappa as Wikipedia works it out: ten subjects, fourteen raters, five categories.
FOURTEEN = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip


def observed() -> Ratings:
    columns = [[None if x == "." else x for x in row.split()] for row in OBSERVERS]
    return Ratings.of(list(zip(*columns, strict=True)), numeric=True)


@pytest.mark.parametrize(
    ("level", "value"),
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_alpha_of_krippendorffs_example(level: Level, value: float) -> None:
    ratings = observed()
    assert alpha(ratings, ratings.units, level) == pytest.approx(value, abs=5e-4)


@pytest.mark.parametrize(
    ("coefficient", "value"), [(percent, 0.81818), (fleiss, 0.76117), (gwet_ac1, 0.77544)]
)
def test_the_same_example_as_rs_irrcac_prints_it(coefficient: object, value: float) -> None:
    ratings = observed()
    assert callable(coefficient)
    assert coefficient(ratings, ratings.units) == pytest.approx(value, abs=5e-6)


def test_fleiss_kappa_of_fourteen_raters() -> None:
    units = [[str(k) for k, n in enumerate(row) for _ in range(n)] for row in FOURTEEN]
    ratings = Ratings.of(units)
    assert fleiss(ratings, ratings.units) == pytest.approx(0.20993, abs=5e-6)


def two_by_two(a: int, b: int, c: int, d: int) -> Ratings:
    pairs = [("y", "y")] * a + [("y", "n")] * b + [("n", "y")] * c + [("n", "n")] * d
    return Ratings.of(pairs)


@pytest.mark.parametrize(
    ("counts", "value"),
    [((20, 5, 10, 15), 0.4), ((45, 15, 25, 15), 0.1304), ((25, 35, 5, 35), 0.2593)],
)
def test_cohens_kappa_of_well_known_tables(counts: tuple[int, ...], value: float) -> None:
    ratings = two_by_two(*counts)
    assert cohen(ratings, ratings.units) == pytest.approx(value, abs=5e-5)


def test_rare_answers_hurt_kappa_and_not_ac1() -> None:
    """Feinstein and Cicchetti's paradox: 85% agreement may mean a kappa of 0.32."""
    ratings = two_by_two(80, 10, 5, 5)
    assert cohen(ratings, ratings.units) == pytest.approx(0.3182, abs=5e-5)
    # Chance is 2 x 0.875 x 0.125 = 0.21875 here: (0.85 - 0.21875) / 0.78125.
    assert gwet_ac1(ratings, ratings.units) == pytest.approx(0.808)


pairs = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=2, max_size=40
)


@given(pairs)
def test_cohens_kappas_agree_with_scikit_learn(rows: list[tuple[str, str]]) -> None:
    from sklearn.metrics import cohen_kappa_score

    ratings = Ratings.of(rows)
    size = len(ratings.categories)
    for name, weights in (
        (None, None),
        ("linear", linear_weights(size)),
        ("quadratic", quadratic_weights(size)),
    ):
        ours = cohen(ratings, ratings.units, weights)
        if size == 1:
            assert ours is None
            continue
        theirs = cohen_kappa_score([a for a, _ in rows], [b for _, b in rows], weights=name)
        assert ours == pytest.approx(theirs, abs=1e-9)


units = st.lists(
    st.lists(st.sampled_from("123") | st.none(), min_size=3, max_size=3), min_size=1, max_size=25
)


@given(units, st.randoms(use_true_random=False))
def test_neither_the_order_of_units_nor_of_coders_changes_a_coefficient(
    rows: list[list[str | None]], shuffler: random.Random
) -> None:
    columns = shuffler.sample(range(3), 3)
    mixed = [[row[i] for i in columns] for row in shuffler.sample(rows, len(rows))]
    if not any(answer for row in rows for answer in row):
        return
    before, after = (Ratings.of(x, "123", numeric=True) for x in (rows, mixed))
    for coefficient in (percent, fleiss, gwet_ac1, alpha):
        a, b = coefficient(before, before.units), coefficient(after, after.units)
        assert (a is None) == (b is None)
        assert a is None or b is None or math.isclose(a, b, abs_tol=1e-9)


@given(units)
def test_a_coefficient_is_at_most_one_and_one_where_all_agree(
    rows: list[list[str | None]],
) -> None:
    if not any(answer for row in rows for answer in row):
        return
    ratings = Ratings.of(rows, numeric=True)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        value = alpha(ratings, ratings.units, level)
        assert value is None or value <= 1 + 1e-12
    same = (
        Ratings.of([[row[0]] * 3 for row in rows if row[0]], numeric=True)
        if any(row[0] for row in rows)
        else None
    )
    if same is not None and len(same.categories) > 1:
        assert fleiss(same, same.units) == pytest.approx(1)
        assert alpha(same, same.units, "ordinal") == pytest.approx(1)


@given(units)
def test_alpha_agrees_with_its_definition(rows: list[list[str | None]]) -> None:
    """One less the mean distance within units over that among all values, pair by pair."""
    values = [[float(x) for x in row if x] for row in rows]
    pairable = [row for row in values if len(row) > 1]
    everything = [x for row in pairable for x in row]
    n = len(everything)
    within = sum(sum((a - b) ** 2 for a in row for b in row) / (len(row) - 1) for row in pairable)
    among = sum((a - b) ** 2 for a in everything for b in everything)
    if not any(values):
        return
    ratings = Ratings.of(rows, numeric=True)
    found = alpha(ratings, ratings.units, "interval")
    if among == 0:
        assert found is None
    else:
        assert found == pytest.approx(1 - (within / n) / (among / (n * (n - 1))))


def test_every_coefficient_that_fits_comes_with_an_interval_around_it() -> None:
    found = agreement_of(two_by_two(40, 9, 6, 45), Kind.BOOLEAN, draws=300)
    assert [one.coefficient for one in found] == [
        "percent agreement",
        "Cohen's kappa",
        "Fleiss' kappa",
        "Gwet's AC1",
        "Krippendorff's alpha, nominal",
    ]
    for one in found:
        assert one.low is not None
        assert one.value is not None
        assert one.high is not None
        assert one.low < one.value < one.high
        assert (one.units, one.coders, one.drawn) == (100, 2, 300)


def test_an_interval_is_that_of_the_textbook_for_many_units() -> None:
    found = agreement_of(two_by_two(400, 50, 50, 500), Kind.BOOLEAN, draws=2000)[0]
    half = 1.96 * math.sqrt(0.9 * 0.1 / 1000)
    assert found.value == pytest.approx(0.9)
    assert found.low == pytest.approx(0.9 - half, abs=0.003)
    assert found.high == pytest.approx(0.9 + half, abs=0.003)


def test_ordered_answers_have_weighted_kappas_and_numbers_an_interval_alpha() -> None:
    ordered = Ratings.of([("Low", "High"), ("High", "High")], ("Low", "Medium", "High"))
    names = [one.coefficient for one in agreement_of(ordered, Kind.ORDINAL, draws=0)]
    assert "weighted kappa, quadratic" in names
    assert names[-1] == "Krippendorff's alpha, ordinal"
    counted = Ratings.of([("3", "4"), ("10", "9")], numeric=True)
    names = [one.coefficient for one in agreement_of(counted, Kind.COUNT, draws=0)]
    assert names == ["percent agreement", "Krippendorff's alpha, interval"]


def test_units_with_one_answer_are_counted_as_missing() -> None:
    found = agreement_of(Ratings.of([("y", "n"), ("y", None), (None, None)]), Kind.BOOLEAN, draws=0)
    assert (found[0].units, found[0].missing) == (1, 1)


def test_nothing_to_compare_is_no_number() -> None:
    alone = agreement_of(Ratings.of([("y", None), (None, "n")]), Kind.BOOLEAN)
    assert all(one.value is None and one.low is None for one in alone)
    equal = Ratings.of([("y", "y"), ("y", "y")])
    assert cohen(equal, equal.units) is None
    assert alpha(equal, equal.units) is None


def test_what_a_coefficient_is_not_for_is_refused() -> None:
    three = Ratings.of([("y", "n", "y")])
    with pytest.raises(ValueError, match="two coders, not 3"):
        cohen(three, three.units)
    words = Ratings.of([("y", "n"), ("n", "n")])
    with pytest.raises(ReproscopeError, match="the interval level is for numbers"):
        alpha(words, words.units, "interval")
    below = Ratings.of([("-1", "1"), ("1", "2")], numeric=True)
    with pytest.raises(ReproscopeError, match="numbers from 0 up"):
        alpha(below, below.units, "ratio")
    many = Ratings.of([(str(i), str(i + 1)) for i in range(2100)], numeric=True)
    with pytest.raises(ReproscopeError, match="too many for the ratio level"):
        alpha(many, many.units, "ratio")


def test_a_hundred_thousand_units_are_a_handful_of_rows() -> None:
    coded = np.random.default_rng(0).integers(-1, 2, size=(100_000, 3))
    ratings = Ratings.of_codes(coded, ("0", "1"))
    assert len(ratings.rows) == 26  # 27 less the row that nobody answered
    assert ratings.units.sum() < 100_000
