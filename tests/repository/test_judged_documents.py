"""Answers that depend on more than files: the network, ruff, tags, and what was left out."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

from reproscope.core import Outcome, Skipped
from reproscope.repository.checking import examine
from reproscope.repository.collect.python.style import Style, collect_style, find_ruff
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import indicators
from reproscope.repository.judging.indicator import Judgement
from tests.repository.gathered import facts_of

CODES = (
    *(f"R{number}" for number in (*range(101, 116), *range(201, 204), 301, 302)),
    *(f"R{number}" for number in range(801, 807)),
)
OURS = [pair for pair in indicators() if pair[0].rule.code in CODES]
LINKS = "# A\n\nhttps://a.org/1 and https://a.org/2 and https://a.org/3\n"


def judged(facts: Facts, code: str) -> Judgement:
    return next(one.judgement for one in examine(facts).judged if one.indicator.rule.code == code)


@pytest.mark.parametrize(
    ("answers", "outcome", "share"),
    [
        (None, Outcome.UNKNOWN, None),
        ({}, Outcome.UNKNOWN, None),
        ({"1": None, "2": None, "3": None}, Outcome.UNKNOWN, None),
        ({"1": True, "2": True, "3": True}, Outcome.PRESENT, None),
        ({"1": True, "2": True, "3": None}, Outcome.PRESENT, None),
        ({"1": True, "2": True, "3": False}, Outcome.PARTIAL, 0.667),
        ({"1": True, "2": False, "3": None}, Outcome.PARTIAL, 0.5),
        ({"1": False, "2": False, "3": False}, Outcome.ABSENT, 0.0),
    ],
)
def test_a_link_counts_as_dead_only_if_it_said_so(
    tmp_path: Path, answers: dict[str, bool | None] | None, outcome: Outcome, share: float | None
) -> None:
    (tmp_path / "README.md").write_text(LINKS)
    said = None if answers is None else {f"https://a.org/{n}": a for n, a in answers.items()}
    found = judged(dataclasses.replace(facts_of(tmp_path), links_answered=said), "R107")
    assert (found.outcome, found.share) == (outcome, share)
    assert found.measured["links"] == 3


@pytest.mark.parametrize(
    ("style", "outcome"),
    [
        (None, Outcome.UNKNOWN),
        (Style(problem="ruff is not installed"), Outcome.UNKNOWN),
        (Style(1), Outcome.PRESENT),
        (Style(1, (("F401", 5),), (("F401", "a.py", 1),)), Outcome.PARTIAL),
        (Style(1, (("F401", 90),), (("F401", "a.py", 1),)), Outcome.ABSENT),
    ],
)
def test_style_is_rated_by_findings_for_a_hundred_lines(
    tmp_path: Path, style: Style | None, outcome: Outcome
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n" * 100)
    assert judged(facts_of(tmp_path, style=style), "R112").outcome == outcome


@pytest.mark.skipif(find_ruff(Path("/nowhere")) is None, reason="ruff is not installed")
def test_the_audited_tree_cannot_switch_findings_off(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# ruff: noqa\nimport os  # noqa\nprint(undefined)\n")
    (tmp_path / "ruff.toml").write_text('exclude = ["*.py"]\nlint.select = []\n')
    (tmp_path / "pyproject.toml").write_text('[tool.ruff]\nexclude = ["a.py"]\n')
    (tmp_path / ".gitignore").write_text("*.py\n")
    style = collect_style(facts_of(tmp_path).tree, ["a.py"])
    assert dict(style.counts) == {"F401": 1, "F821": 1}
    assert ("F821", "a.py", 3) in style.places


@pytest.mark.skipif(find_ruff(Path("/nowhere")) is None, reason="ruff is not installed")
def test_ruff_that_takes_too_long_leaves_the_style_unknown(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    style = collect_style(facts_of(tmp_path).tree, ["a.py"] * 500, seconds=-10.0)
    assert style.problem is None or "too long" in style.problem


def test_a_ruff_inside_the_audited_tree_is_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = tmp_path / "bin" / "ruff"
    planted.parent.mkdir()
    planted.write_text("#!/bin/sh\ntouch /tmp/never\n")
    planted.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    assert find_ruff(tmp_path) is None


@pytest.mark.parametrize(
    ("tags", "outcome"),
    [(None, Outcome.UNKNOWN), ((), Outcome.ABSENT), (("v1.0",), Outcome.PARTIAL)],
)
def test_a_release_is_absent_only_where_the_history_is_known(
    tmp_path: Path, tags: tuple[str, ...] | None, outcome: Outcome
) -> None:
    (tmp_path / "README.md").write_text("# A\n")
    assert judged(facts_of(tmp_path, tags=tags), "R115").outcome == outcome


def test_nothing_is_absent_in_a_tree_that_was_not_listed_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    facts = facts_of(tmp_path)
    cut = (Skipped("the rest of the tree", "more than 100,000 files"),)
    tree = dataclasses.replace(facts.tree, skipped=cut, truncated=True)
    facts = dataclasses.replace(facts, tree=tree)
    absent = [one.rule.code for one, judge in OURS if judge(facts).outcome is Outcome.ABSENT]
    assert absent == ["R110"]  # a measure of what was parsed


@pytest.mark.parametrize(
    "text",
    [
        "[" * 120_000,
        "[" * 60_000 + "]" * 60_000,
        "- " * 100_000 + "x",
        "{a: " * 50_000,
        "a: *b\n" * 99,
    ],
    ids=["open lists", "closed lists", "lists in lists", "maps", "aliases"],
)
@pytest.mark.parametrize("name", ["CITATION.cff", "codemeta.json", ".zenodo.json"])
def test_a_hostile_citation_file_is_named_and_ends_nothing(
    tmp_path: Path, text: str, name: str
) -> None:
    (tmp_path / name).write_text(text)
    found = judged(facts_of(tmp_path), "R113")
    assert found.outcome is Outcome.PARTIAL
    assert found.evidence[0].location is not None
    assert found.evidence[0].location.path == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "a = " + "[" * 100_000),
        ("pyproject.toml", "not toml"),
        ("package.json", "[" * 100_000),
        ("setup.cfg", "no section"),
    ],
)
def test_hostile_metadata_are_named_as_unreadable(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    facts = facts_of(tmp_path)
    assert facts.documents.unreadable == (name,)
    assert judged(facts, "R101").outcome is Outcome.UNKNOWN


def test_a_setup_that_does_not_parse_may_name_a_licence(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("print 'MIT'\n")
    assert judged(facts_of(tmp_path), "R101").outcome is Outcome.UNKNOWN


def test_an_unreadable_pipeline_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / ".travis.yml").write_bytes(b"\0\0")
    assert judged(facts_of(tmp_path), "R806").outcome is Outcome.UNKNOWN


def test_a_readme_without_end_is_unknown_and_not_absent(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("word\n" * 200_000)
    found = judged(facts_of(tmp_path), "R103")
    assert found.outcome is Outcome.UNKNOWN
    assert "left out" in found.message


@pytest.mark.parametrize("pair", OURS, ids=lambda pair: pair[0].rule.code)
def test_an_empty_repository_is_judged_without_praise(tmp_path: Path, pair: object) -> None:
    assert isinstance(pair, tuple)
    indicator, judge = pair
    found = judge(facts_of(tmp_path))
    assert found.outcome is not Outcome.PRESENT
    assert found.message.endswith(".")
    if found.outcome in (Outcome.ABSENT, Outcome.PARTIAL) and indicator.weight:
        assert found.remedy
