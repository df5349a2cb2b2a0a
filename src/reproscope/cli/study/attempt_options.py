"""The options of an attempt that belong together, each handed over as one value of the records."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from reproscope.core import ReproscopeError

if TYPE_CHECKING:
    from reproscope.study.attempts.level import Level
    from reproscope.study.attempts.outcome import Tally
    from reproscope.study.records import Discrepancy, TimeTaken

F = TypeVar("F", bound=Callable[..., Any])
_FOUND = click.Choice(["original", "other", "none"])


def level_options(command: F) -> Callable[..., Any]:
    """Add --level, or what it follows from, handed over as ``level``."""

    @click.option("--level", type=click.Choice(["R1", "R2-D", "R2-M", "R3"]), help="If known.")
    @click.option("--implementation", type=_FOUND, help="Which code was found; decides the level.")
    @click.option("--data", type=_FOUND, help="Which data were found; decides the level.")
    @functools.wraps(command)
    def decided(*args: Any, **kwargs: Any) -> Any:
        found = (kwargs.pop("implementation"), kwargs.pop("data"))
        return command(*args, level=_level(kwargs.pop("level"), *found), **kwargs)

    return decided


def tally_options(command: F) -> Callable[..., Any]:
    """Add the counts of experiments by class, handed over as ``tally``."""

    @click.option("--identical", type=int, help="Experiments with identical results.")
    @click.option("--consistent", type=int, help="Experiments with consistent results.")
    @click.option("--different", type=int, help="Experiments with different results.")
    @click.option("--not-conducted", type=int, help="Experiments that were not conducted.")
    @functools.wraps(command)
    def counted(*args: Any, **kwargs: Any) -> Any:
        names = ("identical", "consistent", "different", "not_conducted")
        return command(*args, tally=_tally([kwargs.pop(name) for name in names]), **kwargs)

    return counted


def discrepancy_option(command: F) -> Callable[..., Any]:
    """Add --discrepancy, handed over as ``discrepancies``."""

    @click.option(
        "--discrepancy",
        "discrepancies",
        multiple=True,
        metavar="CODE[=COUNT]",
        help="A problem, assumption or error that was met: P9, A6=2; may be given several times.",
    )
    @functools.wraps(command)
    def listed(*args: Any, **kwargs: Any) -> Any:
        found = tuple(map(_discrepancy, kwargs.pop("discrepancies")))
        return command(*args, discrepancies=found, **kwargs)

    return listed


def time_options(command: F) -> Callable[..., Any]:
    """Add --days and what came of them, handed over as ``time`` and ``reproduced``."""

    @click.option("--days", type=float, help="Days until it was reproduced, or given up.")
    @click.option("--reproduced/--given-up", default=None, help="What came of it by --criteria.")
    @functools.wraps(command)
    def timed(*args: Any, **kwargs: Any) -> Any:
        time = _time(kwargs.pop("days"), kwargs["reproduced"])
        return command(*args, time=time, **kwargs)

    return timed


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
