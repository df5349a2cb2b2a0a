"""What an analysis promises whatever the study: order, names and missing rows; odd groups."""

import random
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reproscope.core import Table, UnknownName
from reproscope.core.errors import ReproscopeError
from reproscope.instruments import read
from reproscope.study.analysis import Wish, analyse
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.holding import Coded, Holding
from reproscope.study.records import Attempt, Discrepancy, Experiment, TimeKind, TimeTaken
from tests.study.analysis.tables import named, row

TOYS = read(
    """
name = "toys"
title = "A toy instrument for the tests of the analysis"
source = "Reproscope's tests, 2026"
outcome = "reproduced"
features = ["pages", "style", "shared", "pages_shared"]
[groups]
open = "Open: what is shared"
[[variable]]
name = "reproduced"
question = "Was the paper reproduced?"
[[variable]]
name = "shared"
question = "Is the code shared?"
group = "open"
[[variable]]
name = "data"
question = "Are the data shared?"
group = "open"
[[variable]]
name = "pages"
question = "How many pages are there?"
kind = "count"
[[variable]]
name = "style"
question = "How is it written?"
kind = "ordinal"
values = { low = "badly", ok = "well enough", good = "well" }
[[metric]]
name = "openness"
title = "Share of what could be shared"
expression = "mean(open)"
[[metric]]
name = "pages_shared"
title = "Pages of what is shared"
expression = "pages * shared"
kind = "number"
""",
    "toys.toml",
)


def holding(seed: int, papers: int = 40) -> Holding:
    draw = np.random.default_rng(seed)
    keys = [f"p{i}" for i in range(papers)]
    index = pd.Index(keys, name="paper")

    def some(values: list[object]) -> list[object]:
        return [None if draw.random() < 0.1 else values[draw.integers(len(values))] for _ in keys]

    answers = pd.DataFrame(
        {
            "reproduced": pd.array(some([0.0, 1.0]), dtype=object),
            "shared": pd.array(some([0.0, 1.0]), dtype=object),
            "data": pd.array(some([0.0, 1.0]), dtype=object),
            "pages": pd.array(some([float(x) for x in range(5, 20)]), dtype=object),
            "style": pd.array(some(["low", "ok", "good"]), dtype=object),
        },
        index=index,
    )
    for name in ("reproduced", "shared", "data", "pages"):
        answers[name] = answers[name].astype(float)
    venues = [["A", "B"][draw.integers(2)] for _ in keys]
    frame = pd.DataFrame({"title": "", "venue": venues}, index=index)
    return Holding("toys", frame, {"toys": Coded(TOYS, answers)}, tuple(_attempts(keys, draw)))


def _attempts(keys: list[str], draw: np.random.Generator) -> list[Attempt]:
    made = []
    for key in keys:
        parts = [int(x) for x in draw.integers(0, 3, size=4)]
        parts[3] += sum(parts) == 0
        days = float(draw.integers(1, 300))
        time = TimeTaken(TimeKind.KNOWN if draw.random() < 0.7 else TimeKind.CENSORED, days)
        met = tuple(Discrepancy(x, 1) for x in ("P1", "A6", "E5") if draw.random() < 0.4)
        level = list(Level)[draw.integers(3)]
        made.append(
            Attempt(key, level=level, tally=Tally(sum(parts), *parts), discrepancies=met, time=time)
        )
    return made


def shuffled(held: Holding, order: list[int]) -> Holding:
    keys = [held.papers.index[i] for i in order]
    by_paper = {attempt.paper: attempt for attempt in held.attempts}
    coded = held.coded["toys"]
    return replace(
        held,
        papers=held.papers.loc[keys],
        coded={"toys": replace(coded, answers=coded.answers.loc[keys])},
        attempts=tuple(by_paper[key] for key in keys),
    )


PER_PAPER = {"attempt-results", "toys-papers", "discrepancies-by-paper", "discrepancy-map"}


def numbers(tables: tuple[Table, ...]) -> dict[str, list[tuple[object, ...]]]:
    """Return all cells, floats rounded; tables with a row or column a paper are left out."""
    return {
        table.name: [
            tuple(float(f"{cell:.9g}") if isinstance(cell, float) else cell for cell in line)
            for line in table.rows
        ]
        for table in tables
        if table.name not in PER_PAPER
    }


@settings(max_examples=6)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_the_order_of_papers_changes_no_table(seed: int, shuffler: random.Random) -> None:
    held = holding(seed)
    order = shuffler.sample(range(len(held.papers)), len(held.papers))
    wish = Wish(by="venue", predict=False)
    assert numbers(analyse(held, wish)) == numbers(analyse(shuffled(held, order), wish))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_relabelling_groups_relabels_rows_and_nothing_else(seed: int) -> None:
    held = holding(seed)
    renamed = held.papers.assign(venue=held.papers["venue"].map({"A": "A first", "B": "B second"}))
    names = {"A": "A first", "B": "B second"}
    before = named(analyse(held, Wish("venue", predict=False)), "toys-metrics")
    after = named(
        analyse(replace(held, papers=renamed), Wish("venue", predict=False)), "toys-metrics"
    )
    assert after.rows == tuple(
        (line[0], names.get(str(line[1]), line[1]), *line[2:]) for line in before.rows
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_papers_without_answers_are_counted_as_missing_and_change_no_mean(seed: int) -> None:
    held = holding(seed)
    coded = held.coded["toys"]
    empty = pd.DataFrame(np.nan, index=["q1", "q2"], columns=coded.answers.columns)
    empty["style"] = None
    more = replace(held, coded={"toys": replace(coded, answers=pd.concat([coded.answers, empty]))})
    before = row(named(analyse(held, Wish(predict=False)), "toys-metrics"), "openness")
    after = row(named(analyse(more, Wish(predict=False)), "toys-metrics"), "openness")
    assert (after["mean"], after["n"]) == (before["mean"], before["n"])
    assert after["missing"] == int(str(before["missing"])) + 2


def test_every_table_says_its_recipe_and_n() -> None:
    for table in analyse(holding(1), Wish(by="venue", predict=False)):
        assert table.recipe, table.name
        assert table.n is not None, table.name


def test_a_group_of_one_has_a_mean_without_an_interval_and_no_test() -> None:
    held = holding(1)
    one = held.papers.assign(venue=["A", *["B"] * (len(held.papers) - 1)])
    coded = held.coded["toys"]
    answers = coded.answers.fillna({"shared": 1.0, "data": 1.0})
    lonely = replace(held, papers=one, coded={"toys": replace(coded, answers=answers)})
    tables = analyse(lonely, Wish(by="venue", predict=False))
    found = row(named(tables, "toys-metrics"), "openness", "A")
    assert (found["n"], found["half"]) == (1, None)
    compared = row(named(tables, "toys-comparisons"), "openness")
    assert compared["p_welch"] is None
    assert compared["why_not"] == "a group has fewer than two values"


def test_columns_of_one_value_give_no_test_but_a_reason() -> None:
    held = holding(1)
    coded = held.coded["toys"]
    answers = coded.answers.assign(pages=10.0, style="ok", shared=1.0)
    same = replace(held, coded={"toys": replace(coded, answers=answers)})
    tables = analyse(same, Wish(predict=False))
    features = named(tables, "toys-features")
    assert row(features, "pages")["why_not"] == "all values are equal"
    assert row(features, "style")["why_not"] == "one of the two has a single value"
    assert "all values of pages are equal" in str(
        row(named(tables, "toys-hazards"), "pages")["why_not"]
    )


def test_an_empty_study_has_tables_of_nothing_and_no_error() -> None:
    papers = pd.DataFrame({"title": []}, index=pd.Index([], name="paper", dtype=object))
    columns = [variable.name for variable in TOYS.variables]
    nothing = Coded(TOYS, pd.DataFrame(columns=columns, index=papers.index, dtype=float))
    tables = analyse(Holding("empty", papers, {"toys": nothing}))
    assert [table.name for table in tables] == ["instruments"]
    assert analyse(Holding("none", papers)) == ()


def test_grouping_by_what_is_no_attribute_or_tells_all_papers_apart_is_refused() -> None:
    held = holding(1, papers=60)
    with pytest.raises(UnknownName, match="did you mean 'venue'"):
        analyse(held, Wish(by="veneu"))
    each = replace(held, papers=held.papers.assign(venue=list(held.papers.index)))
    with pytest.raises(ReproscopeError, match="makes 60 groups, too many to compare"):
        analyse(each, Wish(by="venue"))


def test_papers_without_a_group_are_in_the_total_alone_and_counted() -> None:
    held = holding(1)
    some = held.papers.assign(venue=["", "", *held.papers["venue"][2:]])
    tables = analyse(replace(held, papers=some), Wish(by="venue", predict=False))
    assert "2 papers without venue" in named(tables, "papers").missing
    assert row(named(tables, "papers"), "all papers")["papers"] == 40


def test_means_of_repeated_runs_are_compared_where_both_are_given() -> None:
    told = Repeated(Spread(0.004, 5), Spread(0.005, 10), 0.01)
    number = Printed.parse
    results = (
        Result("accuracy", number("0.930"), number("0.927"), repeated=told),
        Result("f1", number("0.90"), number("0.70"), repeated=told),
        Result("auc", number("0.95"), number("0.94")),
    )
    attempt = Attempt("p", experiments=(Experiment("net", "cifar", results),))
    papers = pd.DataFrame({"title": [""]}, index=pd.Index(["p"], name="paper"))
    table = named(analyse(Holding("one", papers, {}, (attempt,))), "repeated-results")
    assert [(line["measure"], line["conclusion"]) for line in table.records()] == [
        ("accuracy", "equivalent"),
        ("f1", "different"),
    ]
