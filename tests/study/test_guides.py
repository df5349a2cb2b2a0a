"""The examples on the pages about coding and privacy run, and give what the pages say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from reproscope.instruments import load
from reproscope.study.records import Answer, Paper
from reproscope.study.store import create

PAGES = Path(__file__).parents[2] / "docs" / "study"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (PAGES / page).read_text(), re.DOTALL)


def test_the_example_of_sharing_out_prints_what_the_page_shows() -> None:
    [code], [shown] = blocks("coding.md", "python"), blocks("coding.md", "text")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == shown


def test_the_example_of_a_release_makes_its_tables_and_spends_its_epsilon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with create("study.db", [load("gundersen2018")]) as study:
        study.add_papers([Paper("a", attributes={"conference": "AAAI 14"})])
        study.record([Answer("a", "gundersen2018", "open_source_code", "ann", "1")])
        names: dict[str, object] = {}
        [code] = blocks("privacy.md", "python")
        exec(code, names)
        tables = names["tables"]
        assert isinstance(tables, tuple)
        assert [len(table.rows) for table in tables] == [3, 3, 1, 5]
        assert [one.epsilon for one in study.releases()] == [1.0]
