"""A repository on a terminal: the factors, what to mend first, then what is missing and where.

Every other form, and text in a file, is the report's own rendering.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reproscope.cli.terminal import (
    Look,
    indented,
    new_console,
    plain_lines,
    plain_table,
    print_footer,
    print_skipped,
)
from reproscope.core import Evidence, Level, Outcome, Report, is_answered
from reproscope.core.visible import visible_line
from reproscope.report.words import plural, score_line, summary
from reproscope.repository.checking import Examined
from reproscope.repository.judging.indicator import FACTORS, Judged
from reproscope.repository.judging.mending import worth_mending

STYLES = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.NOTE: "cyan"}
MARKS = {Outcome.ABSENT: "✗", Outcome.PARTIAL: "◐"}
MOST_EVIDENCE = 5
BAR = 10


def shown(
    examined: Examined,
    report: Report,
    look: Look,
    *,
    weights: Mapping[str, float] | None = None,
    change: str = "",
) -> str:
    """Show one repository; *change* says what differs from a baseline.

    *weights* is what the indicators count by the report's profile.
    """
    console, buffer = new_console(look)
    console.print(Text(visible_line(report.title), "bold"))
    console.print()
    console.print(_factors(examined.judged))
    _print_first(console, worth_mending(examined.judged, weights))
    _print_missing(console, examined.judged)
    _print_unknown(console, examined.judged)
    console.print()
    console.print(Text(summary(report), "bold"))
    if change:
        console.print(Text(change))
    for score in report.scores:
        console.print(Text(score_line(score)))
        if score.note:
            indented(console, Text(visible_line(score.note), "dim"))
    print_skipped(console, report)
    print_footer(console, report)
    return plain_lines(buffer)


def _factors(judged: Iterable[Judged]) -> Table:
    """One row a factor: how many of its indicators gave which answer."""
    counts: dict[str, Counter[Outcome]] = {}
    for one in judged:
        counts.setdefault(one.indicator.factor, Counter())[one.judgement.outcome] += 1
    numbers = ("present", "partial", "absent", "unknown")
    table = plain_table("factor", *numbers, "share present", numbers=numbers)
    for factor, title in FACTORS.items():
        if factor in counts:
            row = [str(counts[factor][Outcome(name)] or "·") for name in numbers]
            table.add_row(title, *row, _bar(counts[factor]))
    return table


def _bar(count: Counter[Outcome]) -> str:
    """Draw the share of present among answered; half a block for what is partial."""
    answered = sum(number for outcome, number in count.items() if is_answered(outcome))
    if not answered:
        return "not known" if count[Outcome.UNKNOWN] else "does not apply"
    halves = 2 * count[Outcome.PRESENT] + count[Outcome.PARTIAL]
    filled = halves * BAR // (2 * answered)
    return f"{'█' * filled}{'░' * (BAR - filled)} {count[Outcome.PRESENT]}/{answered}"


def _print_first(console: Console, first: Sequence[Judged]) -> None:
    if not first:
        return
    console.print()
    console.print(Text("Most worth mending first", "bold"))
    for number, one in enumerate(first, start=1):
        words = one.judgement.remedy or one.judgement.message
        where = _place(one)
        line = Text.assemble(
            (f"{number}. ", "bold"),
            visible_line(words),
            (f"  [{one.indicator.effort}, {one.indicator.rule.code}]", "dim"),
            (f"  {where}" if where else "", "dim"),
        )
        indented(console, line)


def _place(one: Judged) -> str:
    places = (item.location for item in one.judgement.evidence if item.location is not None)
    return visible_line(str(next(places, "")))


def _print_missing(console: Console, judged: Iterable[Judged]) -> None:
    """Show what is absent or partial, most severe first, each with its evidence."""
    missing = [one for one in judged if one.judgement.outcome in MARKS]
    for one in sorted(missing, key=lambda one: -one.finding("").level.severity):
        found = one.judgement
        style = STYLES.get(one.finding("").level, "dim")
        console.print()
        head = f"{MARKS[found.outcome]} {found.outcome.value}"
        rule = one.indicator.rule
        console.print(Text.assemble((head, style), "  ", (f"{rule.code} {rule.name}", "bold")))
        indented(console, Text(visible_line(found.message)))
        for item in found.evidence[:MOST_EVIDENCE]:
            indented(console, _evidence(item))
        more = len(found.evidence) - MOST_EVIDENCE
        if more > 0:
            words = f"and {plural(more, 'more place')}; --format json shows all"
            indented(console, Text(words, "dim"))
        if found.remedy:
            indented(console, Text.assemble(("To mend: ", "bold"), visible_line(found.remedy)))


def _print_unknown(console: Console, judged: Iterable[Judged]) -> None:
    """Show in one line each what could not be answered, and why: often an option would tell."""
    unknown = [one for one in judged if one.judgement.outcome is Outcome.UNKNOWN]
    if not unknown:
        return
    console.print()
    console.print(Text("Not known", "bold"))
    for one in unknown:
        rule, words = one.indicator.rule, visible_line(one.judgement.message)
        indented(console, Text.assemble((f"{rule.code} {rule.name}", "bold"), "  ", words))


def _evidence(item: Evidence) -> Text:
    place = "" if item.location is None else visible_line(str(item.location))
    text = visible_line(item.text)
    return Text.assemble(
        (place, "dim"), "  " if place and text != place else "", text * (text != place)
    )
