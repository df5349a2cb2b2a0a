"""``reproscope study attempt``: record what came of trying to reproduce a paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError

if TYPE_CHECKING:
    from reproscope.study.attempts.level import Level
    from reproscope.study.attempts.outcome import Tally
    from reproscope.study.records import Attempt, Discrepancy, TimeTaken

_FOUND = click.Choice(["original", "other", "none"])


@click.command()
@study_argument
@click.argument("files", nargs=-1, metavar="[FILE.toml]...", type=click.Path(path_type=Path))
@click.option("--paper", metavar="KEY", help="Which paper was tried.")
@click.option("--by", default="", help="Who tried.")
@click.option("--key", default="1", show_default=True, help="Tells attempts on one paper apart.")
@click.option("--level", type=click.Choice(["R1", "R2-D", "R2-M", "R3"]), help="If it is known.")
@click.option(
    "--implementation", type=_FOUND, help="Which implementation was found; decides the level."
)
@click.option("--data", type=_FOUND, help="Which data were found; decides the level.")
@click.option("--hours", type=float, help="Hours spent.")
@click.option("--limit", type=float, help="Hours after which the attempt is given up.")
@click.option("--identical", type=int, help="Experiments with identical results.")
@click.option("--consistent", type=int, help="Experiments with consistent results.")
@click.option("--different", type=int, help="Experiments with different results.")
@click.option("--not-conducted", type=int, help="Experiments that were not conducted.")
@click.option("--why-not", default="", help="Why some were not conducted.")
@click.option(
    "--discrepancy",
    "discrepancies",
    multiple=True,
    metavar="CODE[=COUNT]",
    help="A problem, assumption or error that was met: P9, A6=2; may be given several times.",
)
@click.option("--days", type=float, help="Days until it was reproduced, or given up.")
@click.option("--reproduced/--given-up", default=None, help="What came of it by --criteria.")
@click.option("--criteria", default="", help="By which criteria, as raff2019.")
@click.option("--note", default="", help="Anything else.")
@needs_extra
def attempt(
    address: str,
    files: tuple[Path, ...],
    paper: str | None,
    by: str,
    key: str,
    level: str | None,
    implementation: str | None,
    data: str | None,
    hours: float | None,
    limit: float | None,
    identical: int | None,
    consistent: int | None,
    different: int | None,
    not_conducted: int | None,
    why_not: str,
    discrepancies: tuple[str, ...],
    days: float | None,
    reproduced: bool | None,
    criteria: str,
    note: str,
) -> None:
    """Record an attempt to reproduce a paper, from files or on the line.

    \b
    reproscope study attempt survey.db attempts/*.toml
    reproscope study attempt survey.db --paper "Deep Nets" --implementation original \\
        --data none --hours 12 --limit 40 --identical 3 --different 1 --discrepancy P9

    A file can list every experiment with its original, baseline and reproduced results; each
    result's class is then computed. An attempt recorded again becomes a new revision.
    """
    from reproscope.study.attempts.judging import outcome_of
    from reproscope.study.attempts.reading import read_attempt
    from reproscope.study.records import Attempt

    if files and paper is not None:
        raise ReproscopeError("give files or --paper, not both")
    if not files and paper is None:
        raise ReproscopeError("say which paper was tried: --paper, or a file")
    counts = (identical, consistent, different, not_conducted)
    attempts = [read_attempt(path) for path in files] or [
        Attempt(
            paper=paper or "",
            key=key,
            by=by,
            level=_level(level, implementation, data),
            hours=hours,
            hours_limit=limit,
            tally=_tally(counts),
            why_not_conducted=why_not,
            reproduced=reproduced,
            criteria=criteria,
            time=_time(days, reproduced),
            discrepancies=tuple(map(_discrepancy, discrepancies)),
            note=note,
        )
    ]
    with opened(address) as study:
        study.add_attempts(attempts)
    for one in attempts:
        outcome = outcome_of(one)
        told = "no experiment recorded" if outcome is None else outcome.value
        at = f", level {one.level.value} ({one.scheme})" if one.level else ""
        write_stdout(f"{one.paper}: {told}{at}{_over(one)}\n")


def _over(attempt: Attempt) -> str:
    if attempt.hours is None or attempt.hours_limit is None:
        return ""
    return ", over its time limit" if attempt.hours > attempt.hours_limit else ""


def _level(named: str | None, implementation: str | None, data: str | None) -> Level | None:
    """Decide the level from what was found, unless it is named."""
    from reproscope.study.attempts.level import DataFound, Implementation, Level, level_of

    if named is not None:
        if implementation or data:
            raise ReproscopeError("give --level, or what was found, not both")
        return Level(named)
    if implementation is None and data is None:
        return None
    if implementation is None or data is None:
        raise ReproscopeError("the level follows from both --implementation and --data")
    return level_of(
        None if implementation == "none" else Implementation(implementation == "original"),
        None if data == "none" else DataFound(data == "original"),
    )


def _tally(counts: Iterable[int | None]) -> Tally | None:
    from reproscope.study.attempts.outcome import Tally

    given = list(counts)
    if all(count is None for count in given):
        return None
    numbers = [count or 0 for count in given]
    return Tally(sum(numbers), *numbers)


def _time(days: float | None, reproduced: bool | None) -> TimeTaken | None:
    from reproscope.study.records import TimeKind, TimeTaken

    if reproduced is False:
        return TimeTaken(TimeKind.CENSORED, days)
    if days is not None:
        return TimeTaken(TimeKind.KNOWN, days)
    return TimeTaken(TimeKind.UNKNOWN) if reproduced else None


def _discrepancy(text: str) -> Discrepancy:
    from reproscope.study.attempts.reading import category_of
    from reproscope.study.records import Discrepancy

    name, equals, count = text.partition("=")
    try:
        return Discrepancy(category_of(name.strip()), int(count) if equals else 1)
    except ValueError:
        raise ReproscopeError(f"{text!r} is no discrepancy: write CODE or CODE=COUNT") from None
