"""Contract tests over every score of the table: formula, range, trend, complement, names."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from reproscope.core import UnknownName
from reproscope.scores.definitions import DEFINITIONS
from reproscope.scores.naming import definition, resolve
from tests.scores.oracle import SCORES, textbook

SIZES = [(1, 1), (3, 5), (6, 4)]
TABLE = [d for d in DEFINITIONS if not d.takes_beta]


def matrices(p, n):
    return product(range(p + 1), range(n + 1))


@pytest.mark.parametrize("name", SCORES)
def test_a_score_equals_its_textbook_formula(name):
    found = definition(resolve(name).id)
    for p, n in SIZES:
        for tp, tn in matrices(p, n):
            expected = textbook(name, tp, p - tp, n - tn, tn)
            value = found.value(tp, tn, p, n)
            if value is None or expected is None:
                # 0/0 in the textbook form of upm and pt may have a limit, never the reverse.
                assert expected is None
            else:
                assert float(value) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("score", TABLE, ids=lambda d: d.id)
def test_a_score_stays_in_its_range(score):
    for p, n in SIZES:
        for tp, tn in matrices(p, n):
            value = score.value(tp, tn, p, n)
            if value is None:
                continue
            assert score.low is None or value.sign_against(Fraction(score.low)) >= 0
            assert score.high is None or value.sign_against(Fraction(score.high)) <= 0


@pytest.mark.parametrize("score", TABLE, ids=lambda d: d.id)
def test_a_score_follows_its_trend_at_fixed_class_counts(score):
    sign = 1 if score.trend == "increasing" else -1
    for p, n in SIZES:
        for tp, tn in matrices(p, n):
            here = score.exact(tp, tn, p, n)
            for more in ((tp + 1, tn), (tp, tn + 1)):
                if more[0] > p or more[1] > n or here is None:
                    continue
                there = score.exact(*more, p, n)
                assert there is None or sign * (there - here) >= 0


@pytest.mark.parametrize("score", [d for d in TABLE if d.cellwise], ids=lambda d: d.id)
def test_a_cellwise_score_follows_its_trend_in_each_cell(score):
    sign = 1 if score.trend == "increasing" else -1
    for tp, fn, fp, tn in product(range(5), repeat=4):
        here = score.exact(tp, tn, tp + fn, fp + tn)
        if here is None:
            continue
        steps = [
            (score.exact(tp + 1, tn, tp + 1 + fn, fp + tn), 1),
            (score.exact(tp, tn + 1, tp + fn, fp + tn + 1), 1),
            (score.exact(tp, tn, tp + fn + 1, fp + tn), -1),
            (score.exact(tp, tn, tp + fn, fp + 1 + tn), -1),
        ]
        for there, way in steps:
            assert there is None or sign * way * (there - here) >= 0


@pytest.mark.parametrize("score", [d for d in TABLE if d.swapped], ids=lambda d: d.id)
def test_a_score_turns_into_its_counterpart_when_the_classes_swap(score):
    other = definition(score.swapped)
    for p, n in SIZES:
        for tp, tn in matrices(p, n):
            assert score.exact(tp, tn, p, n) == other.exact(tn, tp, n, p)


@pytest.mark.parametrize("score", DEFINITIONS, ids=lambda d: d.id)
def test_every_name_of_a_score_leads_to_it(score):
    for name in (score.id, score.title, *score.synonyms):
        assert resolve(name).id == score.id
        assert resolve(name.upper()).id == score.id
        assert not resolve(name).complement
    for name in score.complements:
        assert resolve(name).id == score.id
        assert resolve(name).complement
    assert score.source
    assert score.undefined


@pytest.mark.parametrize(
    ("written", "nearest"), [("acuracy", "accuracy"), ("sensitivty", "sensitivity")]
)
def test_a_misspelt_score_is_an_error_with_the_nearest_name(written, nearest):
    with pytest.raises(UnknownName, match=f"did you mean '{nearest}'"):
        resolve(written)


def test_f_beta_takes_its_beta_from_the_name():
    assert definition(resolve("f2").id).beta == 2
    assert definition(resolve("F0.5").id).beta == Fraction(1, 2)
    assert resolve("f1").id == "f1"
    assert definition("f1").exact(3, 4, 5, 6) == definition("fbeta:1").exact(3, 4, 5, 6)
