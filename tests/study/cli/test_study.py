"""A study on the command line, as a meta-researcher goes through it; and what mistakes say."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope.study.store import open_study
from tests.conftest import Run

Call = Callable[..., Run]
PAPERS = "A first paper\nB second paper\nC third paper\nD fourth paper\n"


@pytest.fixture
def study(tmp_path: Path, reproscope: Call) -> Path:
    """A study of three drawn papers, none coded."""
    address, accepted = tmp_path / "survey.db", tmp_path / "accepted.txt"
    accepted.write_text(PAPERS)
    assert reproscope("study", "init", address, "--instrument", "gundersen2018").status == 0
    drawn = reproscope(
        "study", "sample", address, "--population", accepted, "--size", "3", "--seed", "7"
    )
    assert drawn.stdout.startswith("drew 3 of 4 papers, margin of error")
    return address


def key_of(study: Path, place: int = 0) -> str:
    with open_study(study) as opened:
        return opened.papers()[place].key


def test_what_was_drawn_coded_and_tried_is_shown(study: Path, reproscope: Call) -> None:
    paper = key_of(study)
    coded = reproscope(
        "study", "code", study, "--coder", "ann", "--paper", paper,
        "research_type=E", "pseudocode=yes", "train=0", "--evidence", "p. 3", "--minutes", "4",
    )  # fmt: skip
    assert coded.stdout == f"{paper}: recorded 3 answers of ann\n"
    tried = reproscope(
        "study", "attempt", study, "--paper", paper, "--implementation", "original",
        "--data", "none", "--hours", "50", "--limit", "40", "--identical", "3", "--different", "1",
        "--discrepancy", "P9", "--discrepancy", "a6=2",
    )  # fmt: skip
    assert tried.stdout == (
        f"{paper}: partial-success, level R2-M (cappelen2018), over its time limit\n"
    )
    shown = reproscope("study", "show", study).stdout
    for words in ("3 papers", "draw sample: 3 of 4", "3 answers by ann", "attempts: 1"):
        assert words in shown


def test_an_answer_that_is_changed_stays_in_the_history(study: Path, reproscope: Call) -> None:
    paper = key_of(study)
    for value in ("1", "0"):
        reproscope("study", "code", study, "--coder", "ann", "--paper", paper, f"train={value}")
    told = reproscope("study", "history", study, paper, "train").stdout
    assert "ann, answer 1: 1" in told
    assert "ann, answer 2: 0" in told


def test_a_question_can_be_left_open_on_purpose(study: Path, reproscope: Call) -> None:
    paper = key_of(study)
    told = reproscope(
        "study", "code", study, "--coder", "ann", "--paper", paper, "train=1", "test="
    )
    assert told.stdout == f"{paper}: recorded 2 answers of ann\n"
    with open_study(study) as opened:
        given = {one.variable: one.value for one in opened.answers("gundersen2018", "ann")}
    assert given == {"train": "1", "test": ""}


def test_minutes_are_spent_once_not_on_each_answer(study: Path, reproscope: Call) -> None:
    paper = key_of(study)
    reproscope(
        "study", "code", study, "--coder", "ann", "--paper", paper,
        "train=0", "test=0", "--minutes", "3",
    )  # fmt: skip
    with open_study(study) as opened:
        seconds = [answer.seconds for answer in opened.answers("gundersen2018")]
    assert sorted(seconds, key=lambda x: x or 0) == [None, 180]


def test_an_analysis_has_every_form(study: Path, reproscope: Call, tmp_path: Path) -> None:
    paper = key_of(study)
    reproscope(
        "study", "code", study, "--coder", "ann", "--paper", paper, "research_type=E", "train=1"
    )
    text = reproscope("study", "analyse", study, "--no-prediction")
    assert text.status == 0
    assert "Metrics of gundersen2018" in text.stdout
    value = json.loads(reproscope("study", "analyse", study, "--format", "json").stdout)
    assert {table["name"] for table in value["tables"]} >= {"instruments", "gundersen2018-metrics"}
    page = tmp_path / "survey.html"
    assert reproscope("study", "analyse", study, "-o", page).status == 0
    assert "gundersen2018" in page.read_text(encoding="utf-8")


def test_a_paper_that_does_not_fit_is_replaced_with_the_reason(
    study: Path, reproscope: Call, tmp_path: Path
) -> None:
    paper = key_of(study)
    told = reproscope(
        "study", "exclude", study, paper, "--reason", "not empirical",
        "--population", tmp_path / "accepted.txt",
    )  # fmt: skip
    with open_study(study) as opened:
        (draw,) = opened.draws()
    gone = next(member for member in draw.members if member.paper == paper)
    assert gone.reason == "not empirical"
    assert f"replaced by {gone.replaced_by!r}" in told.stdout


def test_questions_are_asked_one_by_one(
    study: Path, reproscope: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two questions are answered, one of them after a mistake; the others are left open."""
    said = iter(["?", "X", "E", "p. 1"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(said, ""))
    told = reproscope("study", "code", study, "--coder", "ann", "--paper", key_of(study))
    assert told.stdout.endswith("recorded 1 answer of ann\n")
    assert "unknown value of research_type 'X'" in told.stderr
    with open_study(study) as opened:
        (answer,) = opened.answers("gundersen2018")
    assert (answer.variable, answer.value, answer.evidence) == ("research_type", "E", "p. 1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["code", "--coder", "a", "--paper", "Z", "train=1"], "unknown paper 'Z'"),
        (["code", "--coder", "a", "--paper", "{key}", "trian=1"], "did you mean 'train'"),
        (["code", "--coder", "a", "--paper", "{key}", "train=2"], "answered by 1 or 0, not by '2'"),
        (["code", "--coder", "a", "--paper", "{key}", "train"], "write VARIABLE=VALUE"),
        (["code", "--coder", "a", "--paper", "{key}", "train=1", "train=0"], "answered twice"),
        (["code", "--coder", "a", "train=1"], "nothing is assigned to a"),
        (["code", "--coder", "a", "--instrument", "raff"], "instrument of the study 'raff'"),
        (["attempt", "--paper", "{key}", "--identical", "-3"], "a count is never below 0"),
        (["attempt", "--paper", "Z", "--identical", "1"], "Z"),
        (["attempt"], "say which paper was tried"),
        (["attempt", "--paper", "{key}", "--data", "none"], "both --implementation and --data"),
        (["attempt", "--paper", "{key}", "--discrepancy", "P21"], "category of discrepancy 'P21'"),
        (["attempt", "--paper", "{key}", "--discrepancy", "P1=x"], "write CODE or CODE=COUNT"),
        (["analyse", "--by", "venue"], "unknown attribute of papers 'venue'"),
        (["history", "{key}", "trian"], "unknown variable 'trian'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_records_nothing(
    study: Path, reproscope: Call, arguments: list[str], message: str
) -> None:
    command, *rest = [part.replace("{key}", key_of(study)) for part in arguments]
    run = reproscope("study", command, study, *rest)
    assert run.status == 2
    assert message in run.stderr
    assert run.stderr.count("\n") == 1
    with open_study(study) as opened:
        assert not list(opened.answers("gundersen2018"))
        assert not opened.attempts()


def test_what_is_no_study_is_said(tmp_path: Path, reproscope: Call) -> None:
    assert "no such" in reproscope("study", "show", tmp_path / "none.db").stderr.lower()
    other = tmp_path / "other.db"
    other.write_text("hello")
    assert reproscope("study", "show", other).status == 2


def test_a_wrong_instrument_leaves_no_study_behind(tmp_path: Path, reproscope: Call) -> None:
    run = reproscope("study", "init", tmp_path / "s.db", "--instrument", "gundersen")
    assert run.status == 2
    assert "did you mean 'gundersen2018'" in run.stderr
    assert not (tmp_path / "s.db").exists()


def test_drawing_twice_under_one_name_is_refused(
    study: Path, reproscope: Call, tmp_path: Path
) -> None:
    again = reproscope(
        "study", "sample", study, "--population", tmp_path / "accepted.txt",
        "--size", "2", "--seed", "1",
    )  # fmt: skip
    assert again.status == 2
    assert "has a draw named 'sample' already" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--population", "413", "--size", "100"], "100 of 413 papers: margin of error 8.54%"),
        (["--population", "1726", "--size", "400"], "margin of error 4.30%"),
        (["--population", "1000", "--margin", "5%"], "of 1,000 papers needs 278"),
        (["--compare", "50%,65%"], "each group needs 170"),
        (["--compare", "0.5,0.65", "--size", "170"], "with a power of 80"),
    ],
)
def test_a_plan_is_computed(reproscope: Call, arguments: list[str], told: str) -> None:
    assert told in reproscope("study", "plan", *arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give --size, --margin or --compare"),
        (["--compare", "50%"], "not two shares"),
        (["--margin", "wide"], "no share such as 0.05 or 5%"),
        (["--population", "5", "--size", "9"], "a sample of 9 from a population of 5"),
    ],
)
def test_an_impossible_plan_is_refused(
    reproscope: Call, arguments: list[str], message: str
) -> None:
    run = reproscope("study", "plan", *arguments)
    assert (run.status, message in run.stderr) == (2, True)
