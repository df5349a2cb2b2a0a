"""The report for a terminal, in colour if asked, most important findings first.

Not for machines: ask for JSON.
"""

import io
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from reproscope.core import Evidence, Finding, Level, Outcome, Report, Table, Verdict
from reproscope.core.cells import shown
from reproscope.core.visible import visible, visible_line
from reproscope.report.tables import below, numeric, topics
from reproscope.report.words import about, provenance_facts, score_line, summary

STYLES = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.NOTE: "cyan", Level.NONE: "green"}
MARKS = {Level.ERROR: "✗", Level.WARNING: "!", Level.NOTE: "•"}
GOOD = (Outcome.PRESENT, Verdict.CONSISTENT)
DEFAULT_WIDTH = 100
NARROWEST = 40


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders for a terminal of *width* columns, with or without colour."""

    width: int | None = None
    color: bool = False
    name: str = "text"
    suffixes: tuple[str, ...] = (".txt",)

    def render(self, report: Report) -> str:
        """Return the report as plain or coloured lines."""
        buffer = io.StringIO()
        console = Console(
            file=buffer,
            width=max(self.width or DEFAULT_WIDTH, NARROWEST),
            color_system="standard" if self.color else None,
            force_terminal=self.color,
            no_color=not self.color,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        _print_report(console, report)
        # rich pads lines to the full width; nobody needs the spaces.
        return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


def _print_report(console: Console, report: Report) -> None:
    console.print(Text(visible_line(report.title), "bold"))
    for target in report.parts or report.targets:
        console.print(Text(visible_line(target), "dim"))
    for finding in report.ranked():
        console.print()
        _print_finding(console, finding)
    for topic in topics(report):
        console.print()
        console.print(Text(visible_line(topic.title).upper(), "bold"))
        for table, figures in topic.parts:
            _print_table(console, table)
            for figure in figures:
                console.print(Text(f"figure: {visible_line(figure.alt)}", "dim"))
    console.print()
    console.print(Text(summary(report), "bold"))
    for score in report.scores:
        console.print(Text(score_line(score)))
        if score.note:
            _indented(console, Text(visible_line(score.note), "dim"))
    _print_skipped(console, report)
    facts = " · ".join(
        text if label in ("Made by", "With") else f"{label.lower()} {text}"
        for label, text in provenance_facts(report.provenance)
        if label != "Command"
    )
    console.print(Text(facts, "dim"))


def _print_finding(console: Console, finding: Finding) -> None:
    mark = MARKS.get(finding.level, "✓" if finding.answer in GOOD else "-")
    style = STYLES[finding.level] if finding.level > Level.NONE or mark == "✓" else "dim"
    head = Text.assemble(
        (f"{mark} {finding.answer.value}", style),
        "  ",
        (visible_line(about(finding.target, finding.subject)), "bold"),
        "  ",
        (visible_line(finding.rule), "dim"),
    )
    console.print(head)
    _indented(console, Text(visible(finding.message)))
    for item in finding.evidence:
        _indented(console, _evidence(item))
    if finding.remedy:
        _indented(console, Text.assemble(("To mend: ", "bold"), visible(finding.remedy)))


def _print_table(console: Console, table: Table) -> None:
    console.print()
    console.print(Text(visible_line(table.title), "bold"))
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for column in table.columns:
        grid.add_column(
            Text(visible_line(column.title)), justify="right" if numeric(column) else "left"
        )
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        grid.add_row(*(Text(visible_line(shown(cell, column))) for cell, column in cells))
    console.print(grid)
    for label, text in below(table):
        console.print(Text(f"{label.lower()}: {visible_line(text)}", "dim"))


def _evidence(item: Evidence) -> Text:
    line = Text.assemble((f"{visible_line(item.kind)}: ", "dim"), visible(item.text))
    if item.location is not None:
        if item.location.quote:
            line.append(f" “{visible_line(item.location.quote)}”", "italic")
        place = visible_line(str(item.location))
        if place:
            line.append(f" ({place})", "dim")
    return line


def _indented(console: Console, text: Text) -> None:
    console.print(Padding(text, (0, 0, 0, 2)))


def _print_skipped(console: Console, report: Report) -> None:
    if not report.skipped:
        return
    console.print(Text("Skipped", "bold"))
    for item in report.skipped:
        what = visible_line(about(item.target, item.what))
        _indented(console, Text(f"{what}: {visible_line(item.why)}"))


TEXT = TextRenderer()
