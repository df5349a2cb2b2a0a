"""``reproscope repository check``: what a user sees, and what decides the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reproscope.core import Level, Outcome
from reproscope.repository.judging.indicator import Indicator, Judge, at
from reproscope.repository.profiles import load_profile, profile_text
from tests.conftest import Run
from tests.repository.judged import always, indicator
from tests.repository.making import MOMENT, committed, needs_git, written

Reproscope = Callable[..., Run]
Toys = dict[str, tuple[Indicator, Judge]]


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Toys:
    """Indicators of the test's own in place of the real ones; change them as you like."""
    seed = at("train.py", 7, "random.random()")
    found = {
        "R101": (indicator("R101"), always(Outcome.PRESENT)),
        "R102": (
            indicator("R102", severity=Level.ERROR, effort="days"),
            always(Outcome.ABSENT, remedy="Write it."),
        ),
        "R201": (
            indicator("R201", "hardware", effort="minutes"),
            always(Outcome.ABSENT, remedy="Say which GPU."),
        ),
        "R501": (
            indicator("R501", "seeds", weight=3),
            always(Outcome.ABSENT, evidence=(seed,) * 7, remedy="Seed it."),
        ),
        "R502": (indicator("R502", "seeds"), always(Outcome.PARTIAL, remedy="Seed more.")),
        "R901": (indicator("R901", "leakage"), always(Outcome.UNKNOWN)),
        "RN101": (indicator("RN101", "notebooks"), always(Outcome.NOT_APPLICABLE)),
    }
    monkeypatch.setattr("reproscope.repository.checking.indicators", lambda: tuple(found.values()))
    monkeypatch.setattr(
        "reproscope.cli.repository.check.rules", lambda: tuple(i.rule for i, _ in found.values())
    )
    return found


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return written(tmp_path / "work", {"train.py": "x = 1\n"})


def test_the_factors_come_first_then_what_to_mend_then_what_is_missing(
    reproscope: Reproscope, toys: Toys, work: Path
) -> None:
    done = reproscope("repository", "check", work)
    assert done.status == 1
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == f"Repository: {work}"
    assert "Availability and documentation 1 · 1 · █████░░░░░ 1/2" in lines
    assert "Random seed control · 1 1 · ██░░░░░░░░ 0/2" in lines
    assert "Leakage · · · 1 not known" in lines
    assert "Notebooks · · · · does not apply" in lines
    first = lines.index("Most worth mending first")
    assert lines[first + 1 : first + 4] == [
        "1. Write it. [days, R102]",
        "2. Seed it. [an hour, R501] train.py:7",
        "3. Say which GPU. [minutes, R201]",
    ]
    missing = [line for line in lines if line.startswith(("✗", "◐"))]
    assert missing == [
        "✗ absent R102 toy-r102",
        "✗ absent R201 toy-r201",
        "✗ absent R501 toy-r501",
        "◐ partial R502 toy-r502",
    ]
    unknown = lines.index("Not known")
    assert unknown > lines.index(missing[-1])
    assert lines[unknown + 1].startswith("R901 toy-r901")
    assert lines.count("train.py:7 random.random()") == 5
    assert "and 2 more places; --format json shows all" in lines


def test_of_equal_severity_weight_counts_before_effort(
    reproscope: Reproscope, toys: Toys, work: Path
) -> None:
    toys["R102"] = toys["R101"]
    done = reproscope("repository", "check", work)
    assert done.stdout.index("1. Seed it.") < done.stdout.index("2. Say which GPU.")
    assert done.status == 0
    assert reproscope("repository", "check", work, "--fail-on", "warning").status == 1


def test_what_to_mend_first_goes_by_the_weights_of_the_profile(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    opening = 'name = "ours"\nkind = "indicators"\ntitle = "t"\nsource = "s"\n'
    ours.write_text(opening + "[indicator.R201]\nweight = 9\n")
    done = reproscope("repository", "check", work, "--profile", ours)
    assert done.stdout.index("2. Say which GPU.") < done.stdout.index("3. Seed it.")


def test_only_asks_the_indicators_that_are_named(
    reproscope: Reproscope, toys: Toys, work: Path
) -> None:
    done = reproscope("repository", "check", work, "--only", "r101, toy-r901", "--format", "json")
    assert [f["rule"] for f in json.loads(done.stdout)["findings"]] == ["R101", "R901"]
    wrong = reproscope("repository", "check", work, "--only", "R1O1")
    assert wrong.status == 2
    assert "unknown indicator 'R1O1': did you mean 'R101'?" in wrong.stderr
    assert reproscope("repository", "check", work, "--only", ",").status == 2


def test_what_the_baseline_knew_does_not_fail_again_and_what_is_new_does(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier.json"
    assert reproscope("repository", "check", work, "-o", earlier).status == 1
    again = reproscope("repository", "check", work, "--baseline", earlier)
    assert again.status == 0
    assert "against the baseline: 0 new, 0 mended, 4 as before" in again.stdout
    toys["R101"] = (indicator("R101", severity=Level.ERROR), always(Outcome.ABSENT))
    toys["R201"] = (indicator("R201", "hardware"), always(Outcome.PRESENT))
    toys["R502"] = (indicator("R502", "seeds"), always(Outcome.ABSENT))
    worse = reproscope("repository", "check", work, "--baseline", earlier, "--format", "json")
    assert worse.status == 1
    assert "2 (R101, R502) new, 1 (R201) mended, 2 as before" in worse.stderr
    assert len(json.loads(worse.stdout)["findings"]) == 7


def test_an_answer_that_became_better_is_not_new(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier.json"
    reproscope("repository", "check", work, "-o", earlier)
    toys["R102"] = (indicator("R102", severity=Level.ERROR), always(Outcome.PARTIAL))
    better = ("repository", "check", work, "--baseline", earlier, "--fail-on", "note")
    done = reproscope(*better)
    assert (done.status, "0 new, 0 mended, 4 as before" in done.stdout) == (0, True)


def test_a_baseline_of_several_repositories_is_refused(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path
) -> None:
    other = written(tmp_path / "other", {"train.py": "x = 2\n"})
    earlier = tmp_path / "earlier.json"
    reproscope("check", work, other, "-o", earlier)
    done = reproscope("repository", "check", work, "--baseline", earlier)
    assert (done.status, "is a report on several targets" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    "address", ["https://git.example.org/a.git", "git@git.example.org:a/b.git"]
)
def test_an_address_is_told_how_to_allow_the_network(
    reproscope: Reproscope, toys: Toys, address: str
) -> None:
    for command in (("check",), ("repository", "check")):
        done = reproscope(*command, address)
        words = f"error: '{address}' would have to be fetched: give --online to allow it\n"
        assert (done.status, done.stderr) == (2, words)


def test_an_address_is_tried_once_the_network_is_allowed(
    reproscope: Reproscope, toys: Toys
) -> None:
    for command in (("check",), ("repository", "check")):
        done = reproscope(*command, "https://localhost/a.git", "--online")
        assert done.status == 2
        assert "the host 'localhost' leads to" in done.stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"findings": [1]}', "[" * 100_000])
def test_a_baseline_that_is_no_report_is_one_clear_line(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path, text: str
) -> None:
    (tmp_path / "earlier.json").write_text(text)
    done = reproscope("repository", "check", work, "--baseline", tmp_path / "earlier.json")
    assert (done.status, done.stdout) == (2, "")
    assert "is no JSON report of reproscope: make one with --format json" in done.stderr
    gone = reproscope("repository", "check", work, "--baseline", tmp_path / "gone.json")
    assert (gone.status, "cannot read the baseline" in gone.stderr) == (2, True)


def test_the_badge_says_how_many_of_the_answered_are_present(
    reproscope: Reproscope, toys: Toys, work: Path, tmp_path: Path
) -> None:
    reproscope("repository", "check", work, "--badge", tmp_path / "badge.json")
    assert json.loads((tmp_path / "badge.json").read_text()) == {
        "schemaVersion": 1,
        "label": "reproducibility indicators",
        "message": "1 of 5 present (5 of 6 answered)",
        "color": "orange",
    }
    reproscope("repository", "check", work, "--only", "R901", "--badge", tmp_path / "badge.json")
    badge = json.loads((tmp_path / "badge.json").read_text())
    assert (badge["message"], badge["color"]) == ("none of 1 answered", "lightgrey")
    done = reproscope("repository", "check", work, "--badge", tmp_path / "no" / "badge.json")
    assert (done.status, "cannot write" in done.stderr) == (2, True)


@needs_git
def test_the_report_names_commit_date_and_branch(
    reproscope: Reproscope, toys: Toys, tmp_path: Path
) -> None:
    commit = committed(tmp_path / "work", {"a.py": ""})
    done = reproscope("repository", "check", tmp_path / "work", "--format", "json")
    title = f"Repository: {tmp_path}/work (commit {commit} of {MOMENT} on main)"
    assert json.loads(done.stdout)["title"] == title


def test_strangers_words_cannot_act_on_the_terminal(
    reproscope: Reproscope, toys: Toys, tmp_path: Path
) -> None:
    evil = at("a\x1b[2J.py", 1, "\x1b]0;title\x07 [bold]not markup[/bold]")
    toys["R501"] = (
        indicator("R501", "seeds"),
        always(Outcome.ABSENT, evidence=(evil,), remedy="\x1b[31mred\x1b[0m\nnew line"),
    )
    root = written(tmp_path / "a\x1b[31m", {"a.py": ""})
    done = reproscope("repository", "check", root)
    assert "\x1b" not in done.stdout
    assert "[bold]not markup[/bold]" in done.stdout
    assert "\\x1b[31mred\\x1b[0m new line" in done.stdout


def test_passwords_of_an_address_are_shown_nowhere(reproscope: Reproscope, toys: Toys) -> None:
    url = "https://me:secret@127.0.0.1/a/b.git"
    for command in (("repository", "check", url, "--online"), ("repository", "check", url)):
        done = reproscope(*command)
        assert done.status == 2
        assert "secret" not in done.stdout + done.stderr


@pytest.mark.parametrize("form", ["json", "markdown", "html", "sarif", "junit", "csv"])
def test_every_form_of_a_report_holds_the_findings(
    reproscope: Reproscope, toys: Toys, work: Path, form: str
) -> None:
    done = reproscope("repository", "check", work, "--format", form)
    assert done.status == 1
    assert "R501" in done.stdout


def test_a_target_that_cannot_be_opened_is_one_line_and_status_two(
    reproscope: Reproscope, toys: Toys, tmp_path: Path
) -> None:
    done = reproscope("repository", "check", tmp_path / "gone")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"error: cannot read '{tmp_path}/gone': no such file or directory\n"


@pytest.mark.parametrize("option", ["--badge", "--feedback"])
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    reproscope: Reproscope, tmp_path: Path, option: str
) -> None:
    done = reproscope("repository", "check", tmp_path / "gone", option, tmp_path / "no" / "x")
    assert done.status == 2
    assert done.stderr.endswith(f"{tmp_path}/no is not a directory\n")


def test_an_unknown_profile_is_told_before_the_work(reproscope: Reproscope, tmp_path: Path) -> None:
    done = reproscope("repository", "check", tmp_path / "gone", "--profile", "defalt")
    assert done.stderr == "error: unknown profile 'defalt': did you mean 'default'?\n"


def test_a_profile_that_names_one_indicator_serves_when_another_alone_is_asked(
    reproscope: Reproscope, work: Path, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    opening = 'name = "ours"\nkind = "indicators"\ntitle = "t"\nsource = "s"\n'
    ours.write_text(opening + "[indicator.R101]\nweight = 3\n")
    check = ("repository", "check", work, "--profile", ours, "--format", "json")
    done = reproscope(*check, "--only", "R102")
    assert {score["profile"] for score in json.loads(done.stdout)["scores"]} == {"ours"}


def test_the_feedback_is_by_the_fitted_profile_where_the_report_is(
    reproscope: Reproscope, work: Path, tmp_path: Path
) -> None:
    ours, said = tmp_path / "ours.toml", tmp_path / "feedback.md"
    fitted = replace(load_profile("loos2022"), name="fitted", source="our own sets")
    rules = {**fitted.indicators}
    rules["readme-length"] = replace(rules["readme-length"], high=70.0)
    ours.write_text(profile_text(replace(fitted, indicators=rules)))
    for profile, words in (("default", "desired 82 lines"), (ours, "desired 70 lines")):
        check = ("repository", "check", work, "--profile", profile, "--feedback", said)
        assert reproscope(*check).status in (0, 1)
        assert words in said.read_text()
    assert "the profile fitted: our own sets" in said.read_text()
