import json
from collections.abc import Callable
from pathlib import Path

import pytest

Install = Callable[..., None]


@pytest.fixture
def toy(toy_target: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.toy").write_text("error wheel")
    return "a.toy"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("r.html", "<!DOCTYPE html>"),
        ("r.HTML", "<!DOCTYPE html>"),
        ("r.json", '{\n  "schema_version"'),
        ("r.sarif", '{\n  "$schema"'),
        ("r.sarif.json", '{\n  "$schema"'),
        ("r.xml", "<?xml"),
        ("r.md", "# Toys"),
        ("r.csv", "record,"),
        ("r.txt", "Toys\n"),
        ("report", "Toys\n"),
    ],
)
def test_the_ending_of_the_file_decides_the_form(
    reproscope: Install, toy: str, name: str, start: str
) -> None:
    done = reproscope("check", toy, "-o", name)
    assert (done.status, done.stdout) == (1, "")
    assert f"report written to {name}\n" in done.stderr
    assert Path(name).read_text(encoding="utf-8").startswith(start)


def test_the_format_option_wins_over_the_ending(reproscope: Install, toy: str) -> None:
    reproscope("check", toy, "-o", "r.txt", "--format=json")
    assert json.loads(Path("r.txt").read_text())["title"] == "Toys"


def test_a_dash_means_stdout(reproscope: Install, toy: str) -> None:
    assert reproscope("check", toy, "-o", "-").stdout.startswith("Toys\n")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("r.docx", "cannot tell the format of 'r.docx': give --format"),
        ("gone/r.html", "cannot write 'gone/r.html': gone is not a directory"),
        (".", "cannot write '.': it is a directory"),
    ],
)
def test_an_impossible_output_is_refused_before_the_work(
    reproscope: Install, toy: str, output: str, message: str
) -> None:
    done = reproscope("check", toy, "-o", output)
    assert (done.status, done.stdout) == (2, "")
    assert f"error: {message}\n" in done.stderr


def test_colour_is_for_those_who_ask(reproscope: Install, toy: str) -> None:
    assert "\x1b" not in reproscope("check", toy).stdout
    assert "\x1b[" in reproscope("check", toy, "--color=always").stdout
    assert "\x1b" not in reproscope("check", toy, "--color=always", "--format=json").stdout
