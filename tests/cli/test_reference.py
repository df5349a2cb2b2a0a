"""``explain``, ``rules`` and ``schema``: what there is to look up."""

import json
from collections.abc import Callable

import pytest

from reproscope.core.registry import load_rules

Install = Callable[..., None]


@pytest.mark.parametrize("spelling", ["T101", "t101", "toy-rule", "TOY-RULE"])
def test_explain_prints_the_documentation_of_a_rule(
    reproscope: Install, toy_rule: Install, spelling: str
) -> None:
    toy_rule()
    done = reproscope("explain", spelling)
    assert done.status == 0
    assert done.stdout.startswith("# T101 toy-rule\n\nLooks at toys")
    assert "## Known problems\nIt is a toy.\n" in done.stdout


def test_explain_suggests_the_nearest_rule(reproscope: Install, toy_rule: Install) -> None:
    toy_rule()
    done = reproscope("explain", "T102")
    assert done.status == 2
    assert "error: unknown rule 'T102': did you mean 'T101'?" in done.stderr


def test_every_rule_there_is_can_be_explained(reproscope: Install, toy_rule: Install) -> None:
    toy_rule()
    for code in load_rules().found:
        assert f"# {code} " in reproscope("explain", code).stdout


def test_rules_lists_one_rule_a_line(reproscope: Install, toy_rule: Install) -> None:
    toy_rule()
    lines = reproscope("rules").stdout.splitlines()
    assert len(lines) == len(load_rules().found)
    assert any(line.split()[:2] == ["T101", "toy-rule"] for line in lines)


def test_rules_as_json_holds_the_whole_documentation(
    reproscope: Install, toy_rule: Install
) -> None:
    toy_rule()
    listed = {
        rule["code"]: rule for rule in json.loads(reproscope("rules", "--format=json").stdout)
    }
    assert listed["T101"]["sections"]["Known problems"] == "It is a toy."


def test_rules_as_markdown_keeps_a_hostile_summary_in_its_cell(
    reproscope: Install, toy_rule: Install
) -> None:
    toy_rule()
    text = reproscope("rules", "--format=markdown").stdout
    [row] = [line for line in text.splitlines() if "T101" in line]
    assert row == "| T101 | toy-rule | toys | Looks at toys \\| \\<b\\>closely\\</b\\> |"


def test_schema_prints_a_schema_or_the_names_there_are(reproscope: Install) -> None:
    assert "report\n" in reproscope("schema").stdout
    assert json.loads(reproscope("schema", "report").stdout)["title"] == "Reproscope report"


def test_an_unknown_schema_gets_the_nearest_name(reproscope: Install) -> None:
    done = reproscope("schema", "reprot")
    assert done.status == 2
    assert "error: unknown schema 'reprot': did you mean 'report'?" in done.stderr
