"""The report as JSON, complete and versioned; ``reproscope schema report`` prints its schema.

The output is ASCII with everything else escaped, so nothing in it can act on a terminal.
"""

import json
from dataclasses import asdict, dataclass
from fractions import Fraction
from importlib import resources

from reproscope.core import JSON, Evidence, Figure, Finding, Location, Report, Score, Skipped, Table

SCHEMA_VERSION = "1.1"
_SCHEMA_FILE = "report-1.json"


def schema() -> str:
    """Return the text of the published JSON Schema (2020-12) of this form."""
    folder = resources.files("reproscope.report") / "schema"
    return (folder / _SCHEMA_FILE).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class JsonRenderer:
    """Renders every field of a report; the findings stand in the order they were found."""

    name: str = "json"
    suffixes: tuple[str, ...] = (".json",)

    def render(self, report: Report) -> str:
        """Return the report as indented JSON."""
        return json.dumps(as_json(report), indent=2, allow_nan=False) + "\n"


def as_json(report: Report) -> dict[str, JSON]:
    """Return the report as the JSON value the schema describes."""
    return {
        "schema_version": SCHEMA_VERSION,
        "title": report.title,
        "targets": report.targets,
        **({"parts": list(report.parts)} if report.parts else {}),
        "summary": {
            "by_answer": report.count_by_answer(),
            "by_level": {level.value: n for level, n in report.count_by_level().items()},
        },
        "findings": [_finding(finding) for finding in report.findings],
        "scores": [_score(score) for score in report.scores],
        "tables": [_table(table) for table in report.tables],
        "figures": [_figure(figure) for figure in report.figures],
        "skipped": [_skipped(item) for item in report.skipped],
        "provenance": asdict(report.provenance),
    }


def _finding(finding: Finding) -> dict[str, JSON]:
    return {
        "rule": finding.rule,
        "subject": finding.subject,
        "answer": finding.answer.value,
        "level": finding.level.value,
        "message": finding.message,
        "remedy": finding.remedy,
        "evidence": [_evidence(item) for item in finding.evidence],
        "details": finding.details,
        **_target(finding.target),
    }


def _evidence(item: Evidence) -> dict[str, JSON]:
    return {
        "kind": item.kind,
        "text": item.text,
        "location": None if item.location is None else _location(item.location),
        "data": item.data,
    }


def _location(place: Location) -> dict[str, JSON]:
    return {name: value for name, value in asdict(place).items() if value is not None}


def _score(score: Score) -> dict[str, JSON]:
    """Write the value as a number, and a fraction also exactly, as ``"11/15"``."""
    return {
        "name": score.name,
        "value": None if score.value is None else float(score.value),
        "exact": str(score.value) if isinstance(score.value, Fraction) else None,
        "coverage": asdict(score.coverage),
        "profile": score.profile,
        "note": score.note,
        **_target(score.target),
    }


def _skipped(item: Skipped) -> dict[str, JSON]:
    return {
        "what": item.what,
        "why": item.why,
        "unreadable": item.unreadable,
        **_target(item.target),
    }


def _target(target: str | None) -> dict[str, JSON]:
    """Say whom something is about; in a report on one target there is nothing to say."""
    return {} if target is None else {"target": target}


def _table(table: Table) -> dict[str, JSON]:
    return {
        "name": table.name,
        "title": table.title,
        "topic": table.topic,
        "columns": [asdict(column) for column in table.columns],
        "rows": [list(row) for row in table.rows],
        "n": table.n,
        "missing": table.missing,
        "recipe": table.recipe,
        "notes": list(table.notes),
    }


def _figure(figure: Figure) -> dict[str, JSON]:
    return {
        "name": figure.name,
        "title": figure.title,
        "alt": figure.alt,
        "svg": figure.svg,
        "data": _table(figure.data),
    }


JSON_REPORT = JsonRenderer()
