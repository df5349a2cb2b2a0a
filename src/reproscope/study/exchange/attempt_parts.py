"""Puts attempts together from what one or several sheets say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.errors import shown_name
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.exchange.checking import check_header
from reproscope.study.exchange.gathering import Gathered, Place, place_of
from reproscope.study.exchange.mapping import (
    NUMBERS,
    TRUTHS,
    AttemptSource,
    FileMapping,
    Source,
    TimeSource,
)
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.records import Attempt, Discrepancy, TimeKind, TimeTaken

_TRUE, _FALSE = ("1", "yes", "true"), ("0", "no", "false")


def add_attempt_parts(
    sheet: Sheet, mapping: FileMapping, source: AttemptSource, papers: list[str], into: Gathered
) -> None:
    """Take the attempt of each row; *papers* are the rows' papers, "" where there is none."""
    missing = ("", *mapping.missing)
    given_by = sheet.named(source.given_by) if source.given_by else None
    for row, paper in enumerate(papers):
        if not paper or (given_by is not None and given_by.cell(row).strip() in missing):
            continue
        place = place_of(sheet, row)
        cells = _cells(sheet, row, source, missing)
        fields = _plain(cells, source.fields, place, into)
        if source.tally:
            _add_tally(fields, cells, source.tally, place, into)
        if source.time is not None:
            _add_time(fields, cells, source.time, place, into)
        part = into.part(paper, str(fields.pop("key", "1")), 1, place)
        for name, value in fields.items():
            if part.fields.setdefault(name, value) != value:
                into.wrong(place, "", f"{name} of this attempt is another one elsewhere: {value}")


def _cells(
    sheet: Sheet, row: int, source: AttemptSource, missing: tuple[str, ...]
) -> dict[str, str]:
    """Return the row's cells by column, "" where they are missing."""
    names = [field.column for field in source.fields.values() if field.column]
    names += [*source.tally.values(), *([source.time.days] if source.time else [])]
    cells = {name: sheet.named(name).cell(row).strip() for name in names}
    return {name: "" if cell in missing else cell for name, cell in cells.items()}


def _plain(
    cells: Mapping[str, str], sources: Mapping[str, Source], place: Place, into: Gathered
) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, source in sources.items():
        cell = source.constant or cells[source.column]
        cell = source.values.get(cell, cell)
        if not cell:
            continue
        try:
            fields[name] = field_of(name, cell)
        except ReproscopeError as error:
            into.wrong(place, source.column, error.message)
    return fields


def field_of(name: str, cell: str) -> object:
    """Return a plain field of an attempt from its text."""
    if name == "level":
        if cell not in set(Level):
            raise UnknownName("level", cell, [level.value for level in Level])
        return Level(cell)
    if name in TRUTHS:
        if cell.casefold() not in (*_TRUE, *_FALSE):
            raise ReproscopeError(f"{name} is 1 or 0, yes or no, not {shown_name(cell)}")
        return cell.casefold() in _TRUE
    return number(cell, name) if name in NUMBERS else cell


def number(cell: str, what: str) -> float:
    """Return a number that is finite and not below 0."""
    try:
        found = float(cell)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise ReproscopeError(f"{what} is a number from 0 up, not {shown_name(cell)}")
    return found


def whole(cell: str, what: str) -> int:
    """Return a whole number that is not below 0; 3.0 is one."""
    found = number(cell, what)
    if found != int(found) or found > 2**53:
        raise ReproscopeError(f"{what} is a whole number, not {shown_name(cell)}")
    return int(found)


def _add_tally(
    fields: dict[str, object],
    cells: Mapping[str, str],
    columns: Mapping[str, str],
    place: Place,
    into: Gathered,
) -> None:
    """Count the experiments; what no column counts was not met."""
    counts: dict[str, int] = {}
    for name, column in columns.items():
        try:
            counts[name] = whole(cells[column] or "0", f"the count {name}")
        except ReproscopeError as error:
            into.wrong(place, column, error.message)
    if len(counts) < len(columns):
        return
    try:
        fields["tally"] = Tally(**counts)
    except ReproscopeError as error:
        into.wrong(place, columns["experiments"], error.message)


def _add_time(
    fields: dict[str, object],
    cells: Mapping[str, str],
    source: TimeSource,
    place: Place,
    into: Gathered,
) -> None:
    if "reproduced" not in fields:
        return
    try:
        fields["time"] = _time(cells[source.days], source, bool(fields["reproduced"]))
    except ReproscopeError as error:
        into.wrong(place, source.days, error.message)


def _time(cell: str, source: TimeSource, reproduced: bool) -> TimeTaken:
    if cell in source.unknown:
        if not reproduced:
            raise ReproscopeError(f"{cell!r} is for papers that were reproduced: leave it blank")
        return TimeTaken(TimeKind.UNKNOWN)
    if not reproduced:
        return TimeTaken(TimeKind.CENSORED, number(cell, "a time in days") if cell else None)
    if not cell:
        words = " or ".join(repr(word) for word in source.unknown) or "known"
        raise ReproscopeError(f"the time of a reproduced paper is a number of days, or {words}")
    return TimeTaken(TimeKind.KNOWN, number(cell, "a time in days"))


def add_discrepancies(sheet: Sheet, mapping: FileMapping, prefix: str, into: Gathered) -> None:
    """Take a sheet with a category a row and a paper a column; 0 is no discrepancy."""
    papers = [column.name.strip() for column in sheet.columns]
    if not check_header(sheet, [mapping.category], papers, into.problems):
        return
    categories = sheet.named(mapping.category)
    seen: dict[str, int] = {}
    for row in range(sheet.height):
        category = categories.cell(row).strip()
        place = place_of(sheet, row)
        if not category or category in seen:
            at = f"{sheet.unit} {seen[category]}" if category else ""
            message = f"{category} stands at {at} already" if category else "no category is named"
            into.wrong(place, mapping.category, message)
            continue
        seen[category] = place[1]
        for column in sheet.columns:
            if column is not categories and column.name.strip():
                cell = column.cell(row).strip()
                cell = "" if cell in mapping.missing else cell
                _add_count(prefix + column.name.strip(), category, cell, place, column.name, into)


def _add_count(
    paper: str, category: str, cell: str, place: Place, column: str, into: Gathered
) -> None:
    try:
        count = whole(cell or "0", f"the count of {category}")
    except ReproscopeError as error:
        into.wrong(place, column, error.message)
        return
    if count:
        into.used.setdefault(paper, place)
        fields = into.part(paper, "1", 1, place).fields
        found: list[Discrepancy] = fields.setdefault("discrepancies", [])  # type: ignore[assignment]
        found.append(Discrepancy(category, count))


def attempts_of(into: Gathered) -> tuple[Attempt, ...]:
    """Make the attempts; what is impossible is noted where the attempt was begun."""
    made: list[Attempt] = []
    for (paper, key, revision), part in into.attempts.items():
        fields: dict[str, object] = dict(part.fields)
        for name in ("discrepancies", "experiments"):
            if name in fields:
                fields[name] = tuple(fields[name])  # type: ignore[arg-type]
        try:
            build: Callable[..., Attempt] = Attempt
            made.append(build(paper, key, revision=revision, **fields))
        except ReproscopeError as error:
            into.wrong(part.place, "", error.message)
    return tuple(made)
