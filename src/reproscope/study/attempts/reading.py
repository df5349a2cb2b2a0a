"""An attempt from a TOML file: what a reproducer writes down while trying.

Strict, as instruments are: an unknown key or an impossible number is an error with file and line.
How such a file is written is told in docs/study/attempts.md.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from reproscope.core import UnknownName
from reproscope.core.textfile import text_of
from reproscope.instruments import load
from reproscope.instruments.toml import Table, parsed
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.records import Attempt, Discrepancy, Experiment, TimeKind, TimeTaken

CODEBOOK = "discrepancies-2018"
_LARGEST = 10_000_000
_TOP = (
    "paper", "key", "by", "level", "hours", "hours_limit", "tally", "experiment",
    "why_not_conducted", "reproduced", "criteria", "contacted", "replied", "time", "discrepancy",
    "note",
)  # fmt: skip
_TALLY = ("experiments", "identical", "consistent", "different", "not_conducted")
Word = TypeVar("Word", bound=StrEnum)


def read_attempt(path: Path) -> Attempt:
    """Read the attempt in a file."""
    text = text_of(path, _LARGEST, "attempt")
    return attempt_of(parsed(text, str(path)))


def attempt_of(table: Table) -> Attempt:
    """Return the attempt that a document tells."""
    table.refuse_unknown(_TOP)
    level = _word(table, "level", Level)
    with table.blamed():
        return Attempt(
            paper=table.text("paper", "the key of the paper in the study"),
            key=table.text("key") or "1",
            by=table.text("by"),
            level=level,
            hours=_number(table, "hours"),
            hours_limit=_number(table, "hours_limit"),
            experiments=tuple(_experiment(one) for one in table.tables("experiment")),
            tally=_tally(table),
            why_not_conducted=table.text("why_not_conducted"),
            reproduced=_truth(table, "reproduced"),
            criteria=table.text("criteria"),
            contacted=_truth(table, "contacted"),
            replied=_truth(table, "replied"),
            time=_time(table),
            discrepancies=tuple(_discrepancy(one) for one in table.tables("discrepancy")),
            note=table.text("note"),
        )


def category_of(name: str) -> str:
    """Return the name of a discrepancy's category; raise UnknownName if there is none such."""
    known = [variable.name for variable in load(CODEBOOK).variables]
    if name.upper() not in known:
        raise UnknownName("category of discrepancy", name, known)
    return name.upper()


def _experiment(table: Table) -> Experiment:
    table.refuse_unknown(("method", "data", "result"))
    return Experiment(
        method=table.text("method", "the method that was tried"),
        data=table.text("data", "the data set that it was tried on"),
        results=tuple(_result(one) for one in table.tables("result")),
    )


def _result(table: Table) -> Result:
    table.refuse_unknown(("measure", "original", "reproduced", "baselines", "repeated"))
    baselines = table.table("baselines")
    repeated = _repeated(table.table("repeated"))
    with table.blamed("repeated"):
        return Result(
            measure=table.text("measure", "what was measured, such as accuracy"),
            original=_printed(table, "original", "the number as the paper prints it, in quotes"),
            reproduced=_printed(table, "reproduced") if "reproduced" in table.values else None,
            baselines={
                name: _printed(baselines, name, "the baseline's number, in quotes")
                for name in baselines.values
            },
            repeated=repeated,
        )


def _repeated(table: Table) -> Repeated | None:
    if not table.values:
        return None
    table.refuse_unknown(("original", "reproduced", "margin"))
    with table.blamed():
        return Repeated(
            _spread(table.table("original")),
            _spread(table.table("reproduced")),
            _sized(table, "margin", "within which two means count as equal"),
        )


def _spread(table: Table) -> Spread:
    table.refuse_unknown(("deviation", "runs"))
    with table.blamed():
        deviation = _sized(table, "deviation", "the deviation over the runs")
        return Spread(deviation, _count(table, "runs"))


def _sized(table: Table, key: str, needed: str) -> float:
    """Return a number that is written like the result it belongs to: 0.4 or 0.4%."""
    value = table.values.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return table.number(key, 0)
    with table.blamed(key):
        return float(Printed.parse(table.text(key, needed)).value)


def _printed(table: Table, key: str, needed: str = "a number in quotes") -> Printed:
    """Return a number with its digits; without quotes TOML would lose the last zeros."""
    value = table.values.get(key)
    if value is not None and not isinstance(value, str):
        raise table.wrong(f'{key} must stand in quotes, as "0.940": its digits count', key)
    with table.blamed(key):
        return Printed.parse(table.text(key, needed))


def _tally(table: Table) -> Tally | None:
    counts = table.table("tally")
    if not counts.values:
        return None
    counts.refuse_unknown(_TALLY)
    numbers = {name: _count(counts, name) for name in _TALLY}
    if "experiments" not in counts.values:
        numbers["experiments"] = sum(numbers.values())
    with counts.blamed():
        return Tally(**numbers)


def _count(table: Table, key: str) -> int:
    number = table.number(key, 0)
    if number != int(number):
        raise table.wrong(f"{key} is a count, not {number:g}", key)
    return int(number)


def _discrepancy(table: Table) -> Discrepancy:
    table.refuse_unknown(("category", "count", "severity", "note"))
    with table.blamed("category"):
        category = category_of(table.text("category", "such as P9, A6 or E5"))
    with table.blamed("count"):
        return Discrepancy(
            category,
            _count(table, "count") if "count" in table.values else 1,
            table.text("severity"),
            table.text("note"),
        )


def _time(table: Table) -> TimeTaken | None:
    time = table.table("time")
    if not time.values:
        return None
    time.refuse_unknown(("kind", "days"))
    kind = _word(time, "kind", TimeKind) or TimeKind.KNOWN
    with time.blamed():
        return TimeTaken(kind, _number(time, "days"))


def _number(table: Table, key: str) -> float | None:
    return table.number(key, 0) if key in table.values else None


def _truth(table: Table, key: str) -> bool | None:
    value = table.values.get(key)
    if value is not None and not isinstance(value, bool):
        raise table.wrong(f"{key} must be true or false", key)
    return value


def _word(table: Table, key: str, words: type[Word]) -> Word | None:
    text = table.text(key)
    if not text:
        return None
    known = {word.value.casefold(): word for word in words}
    if text.casefold() not in known:
        with table.blamed(key):
            raise UnknownName(key, text, [word.value for word in words])
    return known[text.casefold()]
