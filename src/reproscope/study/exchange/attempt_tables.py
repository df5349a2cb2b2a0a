"""Reads the tables of attempts and of their discrepancies; ``experiments`` reads the third one."""

from __future__ import annotations

from collections.abc import Mapping

from reproscope.core import ReproscopeError
from reproscope.study.attempts.outcome import Tally
from reproscope.study.exchange.attempt_parts import field_of, number, whole
from reproscope.study.exchange.checking import rows_in
from reproscope.study.exchange.gathering import Gathered, Place
from reproscope.study.exchange.long import moment
from reproscope.study.exchange.mapping import COUNTS, NUMBERS, TEXTS, TRUTHS
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.records import Discrepancy, TimeKind, TimeTaken

ATTEMPT_COLUMNS = (
    "paper",
    "key",
    "revision",
    "given",
    "level",
    *NUMBERS,
    *TRUTHS,
    *(name for name in TEXTS if name != "key"),
    "time",
    "days",
    *COUNTS,
)
DISCREPANCY_COLUMNS = ("paper", "attempt", "revision", "category", "count", "severity", "note")


def read_attempts(sheet: Sheet, into: Gathered) -> None:
    """Take the fields of each attempt."""
    seen: dict[tuple[str, str, int], Place] = {}
    for place, cells in rows_in(sheet, ATTEMPT_COLUMNS[:1], ATTEMPT_COLUMNS[1:], into):
        try:
            revision = whole(cells.get("revision") or "1", "a revision")
            name = (cells["paper"], cells.get("key") or "1", revision)
            if name in seen:
                at = f"{place[2]} {seen[name][1]}"
                raise ReproscopeError(f"attempt {name[1]} at this paper stands at {at} already")
            seen[name] = place
            part = into.part(*name, place)
            part.place = place
            part.fields.update(_attempt(cells))
        except ReproscopeError as error:
            into.wrong(place, "", error.message)


def _attempt(cells: Mapping[str, str]) -> dict[str, object]:
    told = {name: cells[name] for name in cells if cells[name]}
    plain = ("level", *NUMBERS, *TRUTHS, *(name for name in TEXTS if name != "key"))
    fields = {name: field_of(name, told[name]) for name in plain if name in told}
    if "given" in told:
        fields["given"] = moment(told["given"])
    if "experiments" in told:
        counts = {name: whole(told.get(name, "0"), f"the count {name}") for name in COUNTS}
        fields["tally"] = Tally(**counts)
    if "time" in told:
        kinds = [kind.value for kind in TimeKind]
        if told["time"] not in kinds:
            raise ReproscopeError(f"time is one of {', '.join(kinds)}, not {told['time']!r}")
        days = number(told["days"], "a time in days") if "days" in told else None
        fields["time"] = TimeTaken(TimeKind(told["time"]), days)
    return fields


def read_discrepancies(sheet: Sheet, into: Gathered) -> None:
    """Add the discrepancies to the attempts that they belong to."""
    needed = ("paper", "category")
    for place, cells in rows_in(sheet, needed, DISCREPANCY_COLUMNS, into):
        try:
            found = Discrepancy(
                cells["category"],
                whole(cells.get("count") or "1", "a count"),
                cells.get("severity", ""),
                cells.get("note", ""),
            )
            revision = whole(cells.get("revision") or "1", "a revision")
        except ReproscopeError as error:
            into.wrong(place, "", error.message)
            continue
        part = into.part(cells["paper"], cells.get("attempt") or "1", revision, place)
        listed: list[Discrepancy] = part.fields.setdefault("discrepancies", [])  # type: ignore[assignment]
        listed.append(found)
