"""Raff 2019 and 2021 through the tables of an analysis: features, crossings, times."""

from functools import cache

import pytest

from reproscope.core import Table
from reproscope.study.analysis import Wish, analyse
from tests.study.analysis.published import raff2019, raff2021
from tests.study.analysis.tables import named, number, row
from tests.study.oracles import needs_oracles

pytestmark = needs_oracles


@cache
def tables() -> tuple[Table, ...]:
    return analyse(raff2019(), Wish(predict=False))


@cache
def later() -> tuple[Table, ...]:
    return analyse(raff2021(), Wish(predict=False))


@pytest.mark.parametrize(
    ("feature", "p"),
    [
        ("year", 0.964076), ("year_attempted", 0.673631), ("venue_type", 0.501581),
        ("rigor_vs_empirical", 1.54496e-9), ("has_appendix", 0.329644),
        ("looks_intimidating", 0.828563), ("readability", 9.68144e-25),
        ("algorithm_difficulty", 2.93850e-5), ("pseudo_code", 2.30829e-4),
        ("primary_topic", 7.03931e-4), ("exemplar_problem", 0.719806), ("exact_compute", 0.256911),
        ("hyperparameters", 8.44991e-6), ("compute_needed", 8.8746e-5),
        ("authors_reply", 6.0159e-8), ("code_available", 0.183532), ("pages", 0.363513),
        ("references_per_page", 0.740160), ("equations_per_page", 0.004117),
        ("proofs_per_page", 0.129533), ("tables_per_page", 0.010031),
        ("graphs_per_page", 0.139262), ("other_figures_per_page", 0.217083),
        ("conceptualization_per_page", 0.364911), ("authors", 0.497174),
    ],
)  # fmt: skip
def test_table_1(feature: str, p: float) -> None:
    found = row(named(tables(), "raff2019-features"), feature)
    assert number(found["p"]) == pytest.approx(p, rel=2e-4, abs=5e-7 if p > 1e-3 else 0)
    assert number(found["p"]) <= number(found["p_bh"]) <= number(found["p_holm"])


def test_what_has_no_data_has_no_test_and_says_why() -> None:
    found = row(named(tables(), "raff2019-features"), "venue")
    assert found["p"] is None
    assert found["why_not"] == "no pair has both values"
    assert found["missing"] == 255


def test_questions_that_do_not_apply_are_left_out() -> None:
    found = row(named(tables(), "raff2019-features"), "authors_reply")
    assert (found["n"], found["missing"]) == (50, 205)


def test_table_2() -> None:
    table = named(tables(), "raff2019-readability-pseudo_code")
    found = row(table, "Low")
    by_title = {column.title: found[column.name] for column in table.columns}
    assert (by_title["No"], by_title["Step-Code"], by_title["Yes"], by_title["Code-Like"]) == (
        22, 29, 21, 3,
    )  # fmt: skip
    assert by_title["No, expected"] == pytest.approx(23.2353, abs=5e-5)
    assert "p 9.127e-06" in table.notes[0]


@pytest.mark.parametrize(
    ("feature", "by", "p"),
    [
        ("pages", "readability", 0.0351459),
        ("equations_per_page", "readability", 0.00101434),
        ("equations_per_page", "algorithm_difficulty", 0.238717),
        ("conceptualization_per_page", "readability", 0.926364),
    ],
)
def test_numbers_by_ordered_features(feature: str, by: str, p: float) -> None:
    found = row(named(tables(), "raff2019-kruskal-wallis"), feature, by)
    assert found["p"] == pytest.approx(p, abs=5e-7)


def test_pairs_are_compared_where_the_whole_differs() -> None:
    dunn = named(tables(), "raff2019-dunn")
    found = row(dunn, "pages", "readability", "Low", "Ok")
    assert found["one_sided"] == pytest.approx(0.003527, abs=5e-7)
    assert all(record["by"] != "algorithm_difficulty" for record in dunn.records()
               if record["feature"] == "equations_per_page")  # fmt: skip


def test_shapes_of_pages() -> None:
    found = row(named(tables(), "raff2019-shapes"), "pages")
    assert found["w_no"] == pytest.approx(0.7885, abs=5e-5)
    assert found["w_yes"] == pytest.approx(0.6970, abs=5e-5)
    assert found["p_levene"] == pytest.approx(0.0222, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 90), ("mean", 218.8222), ("deviation", 361.0089), ("least", 0), ("q1", 3.25),
        ("median", 53.5), ("q3", 248), ("most", 1687), ("censored", 93), ("unknown", 72),
    ],
)  # fmt: skip
def test_times_of_raff_2021(name: str, value: float) -> None:
    found = next(named(later(), "times").records())
    assert number(found[name]) == pytest.approx(value, abs=5e-5)


def test_the_curve_of_known_times_falls_to_nothing_and_the_other_does_not() -> None:
    steps = list(named(later(), "time-curves").records())
    ends = {step["curve"]: number(step["left"]) for step in steps}
    assert ends["reproduced, time known"] == 0
    assert ends["with those given up"] == pytest.approx(93 / 183)


def test_hazards_come_with_their_assumption_checked() -> None:
    table = named(later(), "raff2019-hazards")
    readability = row(table, "readability")
    assert number(readability["ratio"]) > 1
    assert number(readability["p"]) < 1e-6
    assert readability["p_proportional"] is not None
    assert "primary_topic" not in {record["feature"] for record in table.records()}
