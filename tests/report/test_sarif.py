import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reproscope.core import Report
from reproscope.report.places import relative_uri
from reproscope.report.sarif import SARIF

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text())


def run_of(report: Report) -> dict[str, Any]:
    """Render, validate against the official schema, and return the one run."""
    log = json.loads(SARIF.render(report))
    jsonschema.Draft202012Validator(
        SCHEMA, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    ).validate(log)
    [run] = log["runs"]
    return dict(run)


def test_an_empty_report_is_a_valid_run_without_results(empty_report: Report) -> None:
    assert run_of(empty_report)["results"] == []


def test_a_hostile_report_is_valid(hostile_report: Report) -> None:
    [result] = run_of(hostile_report)["results"]
    assert result["level"] == "error"


def test_a_result_has_level_message_and_place(full_report: Report) -> None:
    result = run_of(full_report)["results"][2]
    assert result["level"] == "error"
    assert result["kind"] == "fail"
    assert result["message"]["text"] == (
        "Table 2, row 3: inconsistent. acc and sens cannot hold together "
        "To mend: Check the number of folds."
    )
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "claims.yaml"},
        "region": {"startLine": 12, "startColumn": 5, "snippet": {"text": "accuracy of 0.94"}},
    }


def test_what_is_no_failure_has_level_none_and_a_kind_that_says_why(full_report: Report) -> None:
    results = run_of(full_report)["results"]
    told = {r["properties"]["answer"]: (r["kind"], r["level"]) for r in results}
    assert told["consistent"] == ("pass", "none")
    assert told["unknown"] == ("open", "none")
    assert told["absent"] == ("fail", "warning")


def test_every_result_has_a_place_because_code_scanning_demands_one(full_report: Report) -> None:
    for result in run_of(full_report)["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert not uri.startswith("/")
    unplaced = run_of(full_report)["results"][0]["locations"][0]
    assert unplaced["message"]["text"].startswith("the target as a whole")


def test_rules_carry_their_documentation(
    full_report: Report, toy_rule: Callable[..., None]
) -> None:
    toy_rule()
    rules = {rule["id"]: rule for rule in run_of(full_report)["tool"]["driver"]["rules"]}
    assert list(rules) == ["T101", "T102", "T103"]
    assert rules["T101"]["name"] == "ToyRule"
    assert "## Known problems" in rules["T101"]["help"]["markdown"]


def test_fingerprints_stay_when_a_line_moves_and_tell_twins_apart(full_report: Report) -> None:
    finding = full_report.findings[2]
    evidence = finding.evidence[0]
    assert evidence.location is not None
    moved = replace(
        finding, evidence=[replace(evidence, location=replace(evidence.location, line=99))]
    )

    def prints(*findings: object) -> list[str]:
        results = run_of(replace(full_report, findings=findings))["results"]
        return [r["partialFingerprints"]["primaryLocationLineHash"] for r in results]

    assert prints(finding) == prints(moved)
    first, second = prints(finding, finding)
    assert first != second
    assert prints(replace(finding, subject="other")) != prints(finding)


def test_unreadable_input_makes_the_invocation_unsuccessful(
    full_report: Report, empty_report: Report
) -> None:
    [invocation] = run_of(full_report)["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [n["level"] for n in invocation["toolExecutionNotifications"]] == ["error", "note"]
    assert run_of(empty_report)["invocations"][0]["executionSuccessful"] is True


def test_a_path_below_the_working_directory_becomes_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert relative_uri(str(tmp_path / "a: b" / "c#d.yaml")) == "a%3A%20b/c%23d.yaml"
    assert relative_uri("../up.yaml") == "../up.yaml"
