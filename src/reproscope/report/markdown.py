"""The report as Markdown, for pull requests, reviews and notes.

Strangers' text is escaped so that it can neither format nor link.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import Cell, Column, Evidence, Figure, Finding, Level, Report, Table
from reproscope.core.cells import shown
from reproscope.core.visible import visible_line
from reproscope.report.tables import below, numeric, topics
from reproscope.report.words import about, number, provenance_facts, summary

# Where the pictures of a Markdown report lie, from the report's own place.
FIGURES_FOLDER = "figures"
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#|~!&])")
# At the start of a line these would begin a list, a heading or a rule.
_LEADING = re.compile(r"^([-+=]|\d+(?=[.)]))")
# A bare address would become a link.
_SCHEME = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=www)\.|@", re.IGNORECASE)


def escaped(text: str) -> str:
    r"""Put text on one line and take every special character's meaning away.

    >>> escaped("*a* <b>")
    '\\*a\\* \\<b\\>'
    """
    line = _SPECIAL.sub(r"\\\1", visible_line(text))
    line = _SCHEME.sub(lambda match: f"&#{ord(match[0])};", line)
    return _LEADING.sub(lambda match: "".join(f"&#{ord(c)};" for c in match[0]), line)


@dataclass(frozen=True, slots=True)
class MarkdownRenderer:
    """Renders a title, the counts, a table of findings and a section for each."""

    name: str = "markdown"
    suffixes: tuple[str, ...] = (".md", ".markdown")

    def render(self, report: Report) -> str:
        """Return the report as GitHub-flavoured Markdown."""
        return "\n".join(_lines(report)).rstrip("\n") + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"# {escaped(report.title)}"
    yield ""
    yield f"**{summary(report)}**"
    yield ""
    for target in report.parts or report.targets:
        yield f"- {escaped(target)}"
    if report.targets:
        yield ""
    if report.findings:
        yield "## Findings"
        yield ""
        for finding in report.ranked():
            yield from _finding(finding)
    yield from _scores(report)
    for topic in topics(report):
        yield f"## {escaped(topic.title)}"
        yield ""
        for table, figures in topic.parts:
            yield from _table(table)
            for figure in figures:
                yield from _figure(figure)
    if report.skipped:
        yield "## Skipped"
        yield ""
        for item in report.skipped:
            yield f"- {escaped(about(item.target, item.what))}: {escaped(item.why)}"
        yield ""
    yield "## Provenance"
    yield ""
    for label, text in provenance_facts(report.provenance):
        yield f"- {label}: {escaped(text)}"


def _finding(finding: Finding) -> Iterator[str]:
    level = f" ({finding.level.value})" if finding.level > Level.NONE else ""
    yield f"### {escaped(about(finding.target, finding.subject))}: {finding.answer.value}"
    yield ""
    yield f"**{escaped(finding.rule)}**{level} {escaped(finding.message)}"
    yield ""
    for item in finding.evidence:
        yield f"- {_evidence(item)}"
    if finding.evidence:
        yield ""
    if finding.remedy:
        yield f"To mend: {escaped(finding.remedy)}"
        yield ""


def _evidence(item: Evidence) -> str:
    parts = [f"*{escaped(item.kind)}*: {escaped(item.text)}"]
    if item.location is not None:
        if item.location.quote:
            parts.append(f"“{escaped(item.location.quote)}”")
        if str(item.location):
            parts.append(f"({escaped(str(item.location))})")
    return " ".join(parts)


def _scores(report: Report) -> Iterator[str]:
    if not report.scores:
        return
    yield "## Scores"
    yield ""
    yield "| score | value | coverage | profile | note |"
    yield "|---|---|---|---|---|"
    for score in report.scores:
        name = escaped(about(score.target, score.name))
        yield (
            f"| {name} | {number(score.value)} | {score.coverage} "
            f"| {escaped(score.profile)} | {escaped(score.note)} |"
        )
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield f"### {escaped(table.title)}"
    yield ""
    yield f"| {' | '.join(escaped(column.title) for column in table.columns)} |"
    yield f"|{'|'.join('---:' if numeric(column) else '---' for column in table.columns)}|"
    for row in table.rows:
        cells = (_cell(c, column) for c, column in zip(row, table.columns, strict=True))
        yield f"| {' | '.join(cells)} |"
    yield ""
    for label, text in below(table):
        yield f"- {label}: {escaped(text)}"
    yield ""


def _cell(cell: Cell, column: Column) -> str:
    """Write a cell; only words can hold markup, and a number stays as it is read."""
    text = shown(cell, column)
    return escaped(text) if isinstance(cell, str) else text


def _figure(figure: Figure) -> Iterator[str]:
    """Show a figure from the folder that is written beside the report."""
    yield f"![{escaped(figure.alt)}]({FIGURES_FOLDER}/{figure.name}.svg)"
    yield ""
    yield f"*{escaped(figure.title)}*"
    yield ""


MARKDOWN = MarkdownRenderer()
