"""``reproscope study demo``: the report of the study that comes along, from one command."""

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from reproscope.cli.main import run
from reproscope.report.markdown import escaped
from reproscope.study.store import open_study
from tests.conftest import Run

Call = Callable[..., Run]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the report in three forms, its figures and the study itself."""
    folder = tmp_path_factory.mktemp("demo")
    forms = [word for name in ("html", "markdown", "json") for word in ("--format", name)]
    keep = ["--keep", str(folder / "thesis.db")]
    assert run(["study", "demo", "-o", str(folder / "report"), *forms, *keep]) == 0
    return folder


def report_of(written: Path) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads(
        (written / "report" / "report.json").read_text(encoding="utf-8")
    )
    return found


def test_html_and_markdown_name_every_table_and_figure(written: Path) -> None:
    page = unescape((written / "report" / "report.html").read_text(encoding="utf-8"))
    text = (written / "report" / "report.md").read_text(encoding="utf-8")
    report = report_of(written)
    assert len(report["tables"]) > 15
    assert len(report["figures"]) > 10
    for table in report["tables"]:
        assert f"<h3>{table['title']}</h3>" in page
        assert f"### {escaped(table['title'])}\n" in text
    for figure in report["figures"]:
        assert figure["title"] in page
        assert f"](figures/{figure['name']}.svg)" in text


def test_every_figure_that_markdown_shows_is_there_in_both_forms(written: Path) -> None:
    folder = written / "report" / "figures"
    for figure in report_of(written)["figures"]:
        assert (folder / f"{figure['name']}.svg").read_text(encoding="utf-8").startswith("<svg")
        assert (folder / f"{figure['name']}.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_loads_nothing(written: Path) -> None:
    page = (written / "report" / "report.html").read_text(encoding="utf-8")
    assert 'src="http' not in page
    assert "<script" not in page


def test_the_study_is_kept_where_asked_to_be_worked_on(written: Path, reproscope: Call) -> None:
    with open_study(written / "thesis.db") as study:
        assert len(study.papers()) == 30
    shown = reproscope("study", "show", written / "thesis.db").stdout
    assert "article-model-2018: 48 questions, 318 answers by Cappelen and Mølnå 2018" in shown
    assert "attempts: 22" in shown


def test_a_study_that_is_there_already_is_not_overwritten(
    written: Path, tmp_path: Path, reproscope: Call
) -> None:
    before = (written / "thesis.db").read_bytes()
    again = reproscope("study", "demo", "-o", tmp_path, "--keep", written / "thesis.db")
    assert again.status == 2
    assert "there is a file already" in again.stderr
    assert (written / "thesis.db").read_bytes() == before


def test_an_unknown_form_is_refused_before_the_work(tmp_path: Path, reproscope: Call) -> None:
    refused = reproscope("study", "demo", "-o", tmp_path / "out", "--format", "htlm")
    assert refused.status == 2
    assert "did you mean 'html'" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_folder_s_place_is_said(tmp_path: Path, reproscope: Call) -> None:
    (tmp_path / "out").write_text("mine")
    refused = reproscope("study", "demo", "-o", tmp_path / "out")
    assert refused.status == 2
    assert "the report needs a folder" in refused.stderr
    assert (tmp_path / "out").read_text() == "mine"
