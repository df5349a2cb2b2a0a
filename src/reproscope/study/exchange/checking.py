"""Checks columns of cells: each different text once, each wrong row by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import numpy as np

from reproscope.core import ReproscopeError, nearest
from reproscope.core.errors import shown_name
from reproscope.study.exchange.gathering import Gathered, Place, place_of
from reproscope.study.exchange.problems import Problems
from reproscope.study.exchange.sheet import Column, Sheet, Whole

_LISTED = 8


def checked(
    sheet: Sheet,
    column: Column,
    check: Callable[[str], str | None],
    problems: Problems,
    rows: Whole | None = None,
) -> tuple[list[str], Whole]:
    """Return the texts that *check* makes of the cells, and for each row which it has, or -1.

    *check* returns None where a cell is missing and raises where it is wrong. With *rows* only
    those are looked at.
    """
    codes = column.codes if rows is None else column.codes[rows]
    lines = sheet.lines if rows is None else sheet.lines[rows]
    values: dict[str, int] = {}
    places = np.full(len(column.texts), -1, np.int64)
    present = range(len(column.texts)) if rows is None else np.unique(codes).tolist()
    for code in present:
        try:
            value = check(column.texts[code])
            if value is not None and "\0" in value:
                raise ReproscopeError(f"a NUL character in {shown_name(value)}: take it out")
        except ReproscopeError as error:
            problems.add_rows(sheet, lines[codes == code], column.name, error.message)
            continue
        if value is not None:
            places[code] = values.setdefault(value, len(values))
    return list(values), places[codes] if len(places) else codes.astype(np.int64)


def check_header(
    sheet: Sheet, needed: Collection[str], optional: Collection[str], problems: Problems
) -> bool:
    """Note columns that are missing, unknown or there twice; return whether none is missing."""
    names = [column.name.strip() for column in sheet.columns]
    known = [*needed, *optional]
    unknown = [name for name in names if name and name not in known]
    for name in dict.fromkeys(names):
        if name and names.count(name) > 1:
            problems.add(sheet, None, name, f"there are {names.count(name)} columns of that name")
    for column in sheet.columns:
        if not column.name.strip() and any(text.strip() for text in column.texts):
            problems.add(sheet, None, "", "a column without a name has content: name it")
    missing = [name for name in dict.fromkeys(needed) if name not in names]
    for name in missing:
        near = nearest(name, unknown)
        advice = f"is {shown_name(near)} meant?" if near else f"there are {_listed(names)}"
        problems.add(sheet, None, name, f"the column is missing: {advice}")
    for name in dict.fromkeys(unknown):
        near = nearest(name, known)
        advice = f"did you mean {shown_name(near)}?" if near else f"known are {_listed(known)}"
        problems.add(sheet, None, name, f"unknown column: {advice}")
    return not missing


def _listed(names: Collection[str]) -> str:
    different = [name for name in dict.fromkeys(names) if name]
    few = ", ".join(shown_name(name) for name in different[:_LISTED])
    return few + (", …" if len(different) > _LISTED else "")


def repeated(keys: Whole) -> list[tuple[int, int]]:
    """Return the rows whose key stood before, each with the row where it first stood."""
    if not len(keys):
        return []
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.append(True, np.diff(ordered) != 0)
    firsts = order[np.maximum.accumulate(np.where(starts, np.arange(len(keys)), 0))]
    again = np.flatnonzero(~starts)
    return sorted(zip(order[again].tolist(), firsts[again].tolist(), strict=True))


def rows_in(
    sheet: Sheet, needed: tuple[str, ...], columns: Collection[str], into: Gathered
) -> Iterator[tuple[Place, Mapping[str, str]]]:
    """Yield the rows with their places, none where a column is missing; for small tables."""
    if not check_header(sheet, needed, columns, into.problems):
        return
    for row in range(sheet.height):
        yield place_of(sheet, row), {column.name: column.cell(row) for column in sheet.columns}
