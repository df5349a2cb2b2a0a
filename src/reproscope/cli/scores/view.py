"""Results on a terminal: the verdict first, then the scores, the witness, the conflict, the power.

Every other form, and text in a file, is the report's own rendering.
"""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reproscope.cli.scores.witness import print_witness, scores_in_witness
from reproscope.cli.terminal import (
    Look,
    indented,
    new_console,
    plain_lines,
    plain_table,
    print_footer,
    print_skipped,
)
from reproscope.core import Report, Verdict
from reproscope.core.visible import visible_line
from reproscope.report.words import summary
from reproscope.scores.claims import ClaimsFile
from reproscope.scores.findings import (
    conflict_text,
    is_weak,
    message,
    power_text,
    rule_of,
    scores_text,
    undefined_text,
)
from reproscope.scores.result import Nearest, Result
from reproscope.scores.target import Checked

STYLES = {
    Verdict.CONSISTENT: "green",
    Verdict.INCONSISTENT: "bold red",
    Verdict.UNDECIDED: "cyan",
    Verdict.NOT_APPLICABLE: "yellow",
}
MARKS = {Verdict.CONSISTENT: "✓", Verdict.INCONSISTENT: "✗"}
ROUNDINGS = {
    "any": "any: a printed value may have been rounded up, down or to the nearest",
    "nearest": "nearest: half a unit of the last digit",
    "exact": "exact: the printed value is the value",
}


def one(result: Result, report: Report, look: Look) -> str:
    """Show one result."""
    console, buffer = new_console(look)
    _print_result(console, result, scores_text(result))
    print_footer(console, report)
    return plain_lines(buffer)


def many(
    tables: Sequence[tuple[ClaimsFile, tuple[Checked, ...]]],
    report: Report,
    look: Look,
) -> str:
    """Show a table of all claims, then each that is not plainly consistent, then the rest."""
    console, buffer = new_console(look)
    for claims, checked in tables:
        title = claims.paper.title or claims.path
        console.print(Text(visible_line(title), "bold"))
        if claims.paper.title:
            console.print(Text(visible_line(claims.path), "dim"))
        console.print()
        _print_claims(console, checked)
    for claims, checked in tables:
        for item in checked:
            if item.result is not None and item.result.verdict is not Verdict.CONSISTENT:
                console.print()
                _print_result(
                    console, item.result, f"{item.entry.id} ({claims.path}:{item.entry.line})"
                )
    console.print()
    console.print(Text(summary(report), "bold"))
    print_skipped(console, report)
    print_footer(console, report)
    return plain_lines(buffer)


def _verdict(result: Result) -> Text:
    mark = MARKS.get(result.verdict, "•")
    return Text(f"{mark} {result.verdict.value}", STYLES[result.verdict])


def _print_claims(console: Console, checked: tuple[Checked, ...]) -> None:
    table = plain_table("claim", "verdict", "scores", "power", numbers=("power",))
    for item in checked:
        name = Text(visible_line(item.entry.id))
        said = Text(visible_line(" ".join(f"{k}={v}" for k, v in item.entry.reported.items())))
        if item.result is None:
            table.add_row(name, Text("skipped", "yellow"), said, "")
            continue
        table.add_row(name, _verdict(item.result), said, _power_cell(item.result))
    console.print(table)


def _power_cell(result: Result) -> str:
    power = result.power
    if power is None or not power.tried:
        return ""
    return f"{'≥ ' if power.undecided else ''}{power.share:.0%}"


def _print_result(console: Console, result: Result, subject: str) -> None:
    console.print(Text.assemble(_verdict(result), "  ", (visible_line(subject), "bold")))
    indented(console, Text(visible_line(message(result))))
    console.print()
    indented(console, _scores(result))
    if result.witness is not None:
        console.print()
        print_witness(console, result, result.witness)
    console.print()
    grid = Table.grid(padding=(0, 2, 0, 0))
    for label, words in _lines(result):
        grid.add_row(Text(label, "dim"), Text(visible_line(words)))
    indented(console, grid)


def _scores(result: Result) -> Table:
    """One row a score: what was printed, and what it is in the witness or what would fit."""
    near = {n.name: n for n in result.nearest or ()}
    inside = scores_in_witness(result)
    headings = ["score", "reported"]
    headings += ["in the witness"] if inside else []
    headings += ["nearest that fits"] if near else []
    table = plain_table(*headings, numbers=headings[1:])
    for claim in result.claims:
        row = [visible_line(claim.name), visible_line(claim.text)]
        row += [inside.get(claim.name, "")] if inside else []
        if near:
            row.append(_near(near.get(claim.name)))
        table.add_row(*map(Text, row))
    return table


def _near(found: Nearest | None) -> str:
    """Return the value that fits, or why there is none: the others conflict, or time ran out."""
    if found is None or (found.value is None and not found.searched):
        return "not found in time"
    return found.value or "none alone"


def _lines(result: Result) -> Iterable[tuple[str, str]]:
    if len(result.under) > 1:
        yield "read as", ", ".join(f"{k}: {v.value}" for k, v in result.under.items())
    if result.undefined:
        yield "0/0", undefined_text(result)
    if result.verdict is Verdict.INCONSISTENT:
        yield "proof", result.method
    elif result.detail and result.verdict is not Verdict.CONSISTENT:
        yield "so far", result.detail
    if result.conflict:
        yield "conflict", conflict_text(result.conflict)
    if result.power is not None and result.power.tried:
        weak = ": a weak test" if is_weak(result.power) else ""
        yield "power", power_text(result.power) + weak
    yield "rounding", ROUNDINGS.get(result.rounding, result.rounding)
    yield "more", f"reproscope explain {rule_of(result)}"
