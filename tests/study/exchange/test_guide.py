"""The guide to import and export: complete, and its example works as it says."""

import re
from pathlib import Path

import pytest

from reproscope.instruments import FileError
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.exchange import import_into, mapping_names
from reproscope.study.exchange.attempt_tables import ATTEMPT_COLUMNS, DISCREPANCY_COLUMNS
from reproscope.study.exchange.forms.choosing import SUFFIXES
from reproscope.study.exchange.mapping_reading import (
    ATTEMPT_KEYS,
    FILE_KEYS,
    TIME_KEYS,
    TOP_KEYS,
    read_mapping,
)
from reproscope.study.exchange.study_files import RESOLUTION_COLUMNS, TABLES
from reproscope.study.records import Paper, TimeKind, TimeTaken
from tests.study.exchange.samples import study_in, written

PAGE = (Path(__file__).parents[3] / "docs" / "study" / "exchange.md").read_text(encoding="utf-8")


def example() -> str:
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_example_imports_a_file_as_it_says(tmp_path: Path) -> None:
    mapping = written(tmp_path / "my.toml", example())
    header = "No.,Paper,Reader,Venue,Year,Code missing,Code in part,Level,Outcome,Hours,Experiments"
    path = written(
        tmp_path / "sharing.csv",
        f"{header},Same,Other,Days,Remarks,P3",
        "1,One,ada,A,2023,1,unclear,code,worked,2.5,3,2,1,?,hm,0",
        "2,Two,ada,n/a,2024,0,no,text,-,,,,,,,2",
    )
    with study_in(tmp_path) as study:
        import_into(study, path, mapping)
        assert study.papers() == (
            Paper(
                "sharing-1",
                "One",
                {"venue": "A", "period": "early", "field": "machine learning"},
            ),
            Paper("sharing-2", "Two", {"period": "late", "field": "machine learning"}),
        )
        answers = study.answers("discrepancies-2018", "ada")
        assert [(one.paper, one.variable, one.value) for one in answers] == [
            ("sharing-1", "P1", "1"),
            ("sharing-2", "P1", "0"),
            ("sharing-2", "P2", "0"),
            ("sharing-1", "P3", "0"),
            ("sharing-2", "P3", "2"),
        ]
        [attempt] = study.attempts()
        assert (attempt.paper, attempt.level, attempt.hours) == ("sharing-1", Level.R1, 2.5)
        assert attempt.tally == Tally(3, identical=2, different=1)
        assert attempt.time == TimeTaken(TimeKind.UNKNOWN)


def test_the_mistake_that_the_guide_shows_is_told_so() -> None:
    [shown] = re.findall(r"`(my\.toml:(\d+): unknown key .*?\?)`", PAGE)
    lines = example().splitlines()
    at = int(shown[1]) - 1
    assert lines[at].startswith("ignored")
    lines[at] = lines[at].replace("ignored", "ignore")
    with pytest.raises(FileError) as caught:
        read_mapping("\n".join(lines), "my.toml")
    assert caught.value.message == shown[0]


def test_the_guide_names_every_key_mapping_form_table_and_column() -> None:
    words = (
        *TOP_KEYS, *FILE_KEYS, *ATTEMPT_KEYS, *TIME_KEYS, *mapping_names(), *SUFFIXES, *TABLES,
        *ATTEMPT_COLUMNS, *DISCREPANCY_COLUMNS, *RESOLUTION_COLUMNS,
    )  # fmt: skip
    for word in words:
        assert re.search(rf"`(\[+file\.)?{re.escape(word)}(\]+)?`|\[\[{word}\]\]", PAGE), word


def test_the_python_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "evaluations.csv", "paper,coder,train", "p,ada,1")
    exec(compile(code, "exchange.md", "exec"), {})
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert made == {
        "evaluations.csv", "survey.db", "answers.xlsx", "papers.json", "survey/papers.parquet",
        "survey/answers.parquet", "survey/instruments/gundersen2018.toml",
    }  # fmt: skip
