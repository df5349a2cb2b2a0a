"""Reads the tables that ``exporting`` writes: papers, answers, resolutions and attempts.

A folder of them is a whole study; each can also be read alone, or be written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument, load, names, read
from reproscope.study.exchange.attempt_parts import whole
from reproscope.study.exchange.attempt_tables import read_attempts, read_discrepancies
from reproscope.study.exchange.checking import rows_in
from reproscope.study.exchange.experiments import read_experiments
from reproscope.study.exchange.forms.choosing import SUFFIXES, read_sheet
from reproscope.study.exchange.gathering import Gathered, Place
from reproscope.study.exchange.long import moment, read_long
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.records import Paper, Resolution

STUDY = "study"
INSTRUMENTS = "instruments"
RESOLUTION_COLUMNS = (
    "paper",
    "instrument",
    "variable",
    "value",
    "by",
    "note",
    "revision",
    "given",
)
_LARGEST_INSTRUMENT = 500_000


def read_study(folder: Path, known: tuple[Instrument, ...], into: Gathered) -> None:
    """Read every table that a folder has."""
    if not folder.is_dir():
        raise ReproscopeError(f"{folder}: {STUDY} takes a folder that was exported")
    known = (*known, *_instruments(folder / INSTRUMENTS, known, into))
    found = False
    for table in TABLES:
        files = [folder / f"{table}{suffix}" for suffix in SUFFIXES]
        there = [file for file in files if file.is_file()]
        if len(there) > 1:
            raise ReproscopeError(f"{folder}: {there[0].name} and {there[1].name}: keep one")
        for file in there:
            found = True
            read_table(table, file, known, into)
    if not found:
        raise ReproscopeError(f"{folder}: none of {', '.join(TABLES)} is in this folder")


def _instruments(
    folder: Path, known: tuple[Instrument, ...], into: Gathered
) -> Iterator[Instrument]:
    """Yield the folder's instruments that the study does not have, and bring them along."""
    there = {instrument.name for instrument in known}
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        with path.open("rb") as opened:
            data = opened.read(_LARGEST_INSTRUMENT)
        try:
            instrument = read(data.decode("utf-8-sig"), str(path))
        except UnicodeDecodeError:
            raise ReproscopeError(f"{path}: not UTF-8 text") from None
        into.instruments[instrument.name] = instrument
        if instrument.name not in there:
            yield instrument


def read_table(table: str, path: Path, known: tuple[Instrument, ...], into: Gathered) -> None:
    """Read one table by its name."""
    sheet = read_sheet(path, into.problems)
    if table in _WITH_INSTRUMENTS:
        used = {text for column in sheet.columns if column.name == "instrument"
                for text in column.texts}  # fmt: skip
        there = {instrument.name for instrument in known}
        shipped = tuple(load(name) for name in names() if name in used - there)
        _WITH_INSTRUMENTS[table](sheet, (*known, *shipped), into)
    else:
        _ALONE[table](sheet, into)


def _read_papers(sheet: Sheet, into: Gathered) -> None:
    seen: dict[str, Place] = {}
    attributes = tuple(column.name for column in sheet.columns)
    for place, cells in rows_in(sheet, ("paper",), attributes, into):
        key = cells["paper"]
        if not key.strip():
            into.wrong(place, "paper", "the paper has no key: give it one that no other paper has")
            continue
        if key in seen:
            at = f"{place[2]} {seen[key][1]}"
            into.wrong(place, "paper", f"duplicate paper {shown_name(key)}: it stands at {at}")
            continue
        seen[key] = place
        rest = {name: text for name, text in cells.items() if name not in ("paper", "title")}
        into.papers[key] = Paper(
            key, cells.get("title", ""), {name: text for name, text in rest.items() if text}
        )


def _read_resolutions(sheet: Sheet, instruments: tuple[Instrument, ...], into: Gathered) -> None:
    named = {instrument.name: instrument for instrument in instruments}
    seen: dict[tuple[str, ...], Place] = {}
    for place, cells in rows_in(sheet, RESOLUTION_COLUMNS[:5], RESOLUTION_COLUMNS[5:], into):
        try:
            found = _resolution(cells, named)
        except ReproscopeError as error:
            into.wrong(place, "", error.message)
            continue
        question = (found.paper, found.instrument, found.variable, str(found.revision))
        if question in seen:
            at = f"{place[2]} {seen[question][1]}"
            into.wrong(place, "", f"{found.variable} of this paper is settled at {at} already")
        seen[question] = place
        into.used.setdefault(found.paper, place)
        into.instruments[found.instrument] = named[found.instrument]
        into.resolutions.append(found)


def _resolution(cells: Mapping[str, str], named: Mapping[str, Instrument]) -> Resolution:
    name = cells["instrument"]
    if name not in named:
        raise ReproscopeError(f"unknown instrument {shown_name(name)}: add it to the study first")
    if not cells["by"].strip():
        raise ReproscopeError("nobody is named who settled this")
    variable = named[name].variable(cells["variable"])
    given = cells.get("given", "")
    return Resolution(
        cells["paper"],
        name,
        variable.name,
        variable.checked(cells["value"]),
        cells["by"],
        cells.get("note", ""),
        whole(cells.get("revision") or "1", "a revision"),
        moment(given) if given else None,
    )


_ALONE: Mapping[str, Callable[[Sheet, Gathered], None]] = {
    "papers": _read_papers,
    "attempts": read_attempts,
    "experiments": read_experiments,
    "discrepancies": read_discrepancies,
}
_WITH_INSTRUMENTS: Mapping[str, Callable[[Sheet, tuple[Instrument, ...], Gathered], None]] = {
    "answers": read_long,
    "resolutions": _read_resolutions,
}
# In the order in which they are read: an attempt's row before what belongs to it.
TABLES = ("papers", "answers", "resolutions", "attempts", "experiments", "discrepancies")
assert set(TABLES) == {*_ALONE, *_WITH_INSTRUMENTS}
