"""The report as CSV, one row a finding, score, cell of a table or skipped item, for spreadsheets.

Evidence is joined into one cell; whoever needs it apart asks for JSON.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from reproscope.core import Evidence, Finding, Report, Score, Skipped, Table
from reproscope.core.visible import visible

COLUMNS = (
    "record",
    "rule",
    "subject",
    "answer",
    "level",
    "message",
    "path",
    "line",
    "page",
    "evidence",
    "remedy",
    "value",
    "answered",
    "asked",
    "profile",
    "row",
    "column",
)
# Only a report on several targets has this one.
TARGET = "target"
# A spreadsheet would run a cell that begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")


def cell(text: str) -> str:
    """Make text safe for a spreadsheet: what looks like a formula gets a leading apostrophe.

    >>> cell("=1+1")
    "'=1+1"
    """
    shown = visible(text)
    return f"'{shown}" if shown.lstrip(" ").startswith(_FORMULA) else shown


@dataclass(frozen=True, slots=True)
class CsvRenderer:
    """Renders rows under ``COLUMNS``; cells that do not apply are empty."""

    name: str = "csv"
    suffixes: tuple[str, ...] = (".csv",)

    def render(self, report: Report) -> str:
        """Return the rows with a header line."""
        buffer = io.StringIO()
        columns = (*COLUMNS, TARGET) if report.parts else COLUMNS
        writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(_rows(report))
        return buffer.getvalue()


def _rows(report: Report) -> Iterator[dict[str, object]]:
    for finding in report.ranked():
        yield _finding(finding) | _target(finding.target)
    for score in report.scores:
        yield _score(score) | _target(score.target)
    for table in report.tables:
        yield from _cells(table)
    for item in report.skipped:
        yield _skipped(item) | _target(item.target)


def _target(target: str | None) -> dict[str, object]:
    return {} if target is None else {TARGET: cell(target)}


def _finding(finding: Finding) -> dict[str, object]:
    place = finding.location
    return {
        "record": "finding",
        "rule": cell(finding.rule),
        "subject": cell(finding.subject),
        "answer": finding.answer.value,
        "level": finding.level.value,
        "message": cell(finding.message),
        "path": cell(place.path) if place and place.path else "",
        "line": place.line if place and place.line else "",
        "page": place.page if place and place.page else "",
        "evidence": cell("\n".join(map(_evidence, finding.evidence))),
        "remedy": cell(finding.remedy or ""),
        "profile": "",
    }


def _evidence(item: Evidence) -> str:
    place = f" ({item.location})" if item.location and str(item.location) else ""
    quote = f" “{item.location.quote}”" if item.location and item.location.quote else ""
    return f"{item.kind}: {item.text}{quote}{place}"


def _score(score: Score) -> dict[str, object]:
    value = score.value
    return {
        "record": "score",
        "subject": cell(score.name),
        "message": cell(score.note),
        "value": "" if value is None else (str(value) if isinstance(value, Fraction) else value),
        "answered": score.coverage.answered,
        "asked": score.coverage.asked,
        "profile": cell(score.profile),
    }


def _cells(table: Table) -> Iterator[dict[str, object]]:
    """Yield a line for each cell that has a value, so that tables of any shape go into one file."""
    for number, row in enumerate(table.rows, 1):
        for column, value in zip(table.columns, row, strict=True):
            if value is not None:
                yield {
                    "record": "cell",
                    "subject": cell(table.name),
                    "row": number,
                    "column": cell(column.name),
                    "value": cell(value) if isinstance(value, str) else value,
                }


def _skipped(item: Skipped) -> dict[str, object]:
    record = "unreadable" if item.unreadable else "skipped"
    return {"record": record, "subject": cell(item.what), "message": cell(item.why)}


CSV = CsvRenderer()
