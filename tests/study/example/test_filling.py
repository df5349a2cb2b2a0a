"""The example as a study holds it, the same as the published tables; and filled twice."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from reproscope.core import Cell, ReproscopeError, Table
from reproscope.study import example
from reproscope.study.analysis import analyse
from reproscope.study.holding import Coded, Holding
from reproscope.study.records import Paper
from reproscope.study.store import Study, create, open_study
from tests.study.analysis.published import cappelen
from tests.study.oracles import needs_oracles


@cache
def held() -> Holding:
    with TemporaryDirectory() as folder, example.make(Path(folder) / "example.db") as study:
        return study.holding()


def everything(study: Study) -> tuple[object, ...]:
    answers = [
        answer for one in study.instruments() for answer in study.answers(one.name, history=True)
    ]
    return study.papers(), study.instruments(), answers, study.attempts(history=True)


def test_it_has_the_thesis_s_papers_answers_and_attempts(address: str) -> None:
    with example.make(address) as study:
        assert study.name == "Cappelen and Mølnå 2018"
        levels = [paper.attributes["level"] for paper in study.papers()]
        assert {level: levels.count(level) for level in levels} == {"R1": 7, "R2-D": 15, "R3": 8}
        assert {paper.attributes["year"] for paper in study.papers()} == {"2012", "2014", "2016"}
        assert len(study.attempts()) == 22
        assert len(list(study.answers("article-model-2018"))) == 318
        # 50 categories for 22 attempts, but no errors where there was no result to be wrong.
        assert len(list(study.answers("discrepancies-2018"))) == 22 * 50 - 5 * 15
        assert all(attempt.hours_limit == 40 for attempt in study.attempts())


def test_filled_twice_it_is_the_same(address: str) -> None:
    with example.make(address) as study:
        before = everything(study)
        example.fill(study)
        assert everything(study) == before


def test_a_study_with_another_paper_of_the_same_key_is_left_alone(tmp_path: Path) -> None:
    with create(tmp_path / "other.db") as study:
        study.add_papers([Paper("1", "Quite another paper")])
        before = everything(study)
        with pytest.raises(ReproscopeError, match="1"):
            example.fill(study)
        assert everything(study) == before


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "example.db"
    example.make(file).close()
    with pytest.raises(ReproscopeError, match="there is a file already"):
        example.make(file)
    with open_study(file) as study:
        assert len(study.papers()) == 30


def test_paper_17_says_what_the_thesis_prints_of_it() -> None:
    noted = {a.paper: a.note for a in held().attempts if a.note}
    assert noted == {
        "17": "Table 4.2 prints the outcome failure; by the thesis's rule it is partial-success."
    }


def rows(tables: Iterable[Table]) -> dict[str, list[list[Cell]]]:
    """The tables' rows without the reasons why not, which the oracle's study leaves out."""
    return {
        table.name: [
            [cell for c, cell in zip(table.columns, row, strict=True) if c.name != "why"]
            for row in table.rows
        ]
        for table in tables
    }


def near(cell: Cell) -> object:
    return pytest.approx(cell, rel=1e-12, abs=1e-12) if isinstance(cell, float) else cell


@needs_oracles
def test_the_tables_are_those_of_the_published_files() -> None:
    published = cappelen()
    [coded] = published.coded.values()
    answers = coded.answers.copy()
    answers.loc["29", "implementation"] = np.nan  # above the scale
    same = Holding(
        published.name,
        published.papers,
        {coded.instrument.name: Coded(coded.instrument, answers)},
        published.attempts,
    )
    expected, found = rows(analyse(same)), rows(analyse(held()))
    # How many coders and instruments there are is another matter.
    del expected["instruments"]
    assert len(expected) > 10
    # Papers come in another order: sums differ in their last bit, and rows of papers in place.
    for name, lines in expected.items():
        of_papers = name.endswith("-papers")
        here, there = (sorted(x, key=str) if of_papers else x for x in (found[name], lines))
        assert here == [[near(cell) for cell in line] for line in there], name
