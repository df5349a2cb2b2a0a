import json
from typing import Any

import jsonschema
import pytest

from reproscope.core import Report
from reproscope.report.json import JSON_REPORT, SCHEMA_VERSION, schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    text: dict[str, Any] = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(text)
    return jsonschema.Draft202012Validator(
        text, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )


def test_a_full_report_is_valid(
    validator: jsonschema.Draft202012Validator, full_report: Report
) -> None:
    validator.validate(json.loads(JSON_REPORT.render(full_report)))


def test_an_empty_report_is_valid(
    validator: jsonschema.Draft202012Validator, empty_report: Report
) -> None:
    validator.validate(json.loads(JSON_REPORT.render(empty_report)))


def test_a_hostile_report_is_valid_and_complete(
    validator: jsonschema.Draft202012Validator, hostile_report: Report, hostile_text: str
) -> None:
    value = json.loads(JSON_REPORT.render(hostile_report))
    validator.validate(value)
    assert value["findings"][0]["details"] == {hostile_text: hostile_text}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("schema_version",), "2.0"),
        (("findings", 0, "answer"), "wrong"),
        (("findings", 0, "level"), "fatal"),
        (("findings", 2, "evidence", 0, "location", "line"), 0),
        (("scores", 0, "exact"), "a third"),
        (("provenance", "created"), "yesterday"),
    ],
)
def test_the_schema_refuses_what_no_report_says(
    validator: jsonschema.Draft202012Validator,
    full_report: Report,
    path: tuple[str | int, ...],
    wrong: object,
) -> None:
    value = json.loads(JSON_REPORT.render(full_report))
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = wrong
    assert not validator.is_valid(value)


def test_numbers_come_back_as_they_were(full_report: Report) -> None:
    value = json.loads(JSON_REPORT.render(full_report))
    assert value["findings"][2]["details"] == {"nearest": {"acc": 0.1 + 0.2, "count": 10**30}}
    assert [(s["value"], s["exact"]) for s in value["scores"]] == [
        (1 / 3, "1/3"),
        (0.1 + 0.2, None),
        (None, None),
    ]


def test_the_version_is_stated_and_the_order_of_findings_kept(full_report: Report) -> None:
    value = json.loads(JSON_REPORT.render(full_report))
    assert value["schema_version"] == SCHEMA_VERSION == "1.1"
    assert [f["subject"] for f in value["findings"]] == [f.subject for f in full_report.findings]
    assert value["summary"]["by_level"] == {"error": 1, "warning": 1, "note": 1, "none": 2}
