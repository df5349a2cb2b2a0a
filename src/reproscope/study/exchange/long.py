"""Reads a sheet with a row for each answer: paper, instrument, variable, coder and value.

Evidence, seconds, the moment and the revision may stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument, Kind
from reproscope.study.exchange.attempt_parts import number, whole
from reproscope.study.exchange.checking import check_header, checked, repeated
from reproscope.study.exchange.gathering import Gathered, place_of
from reproscope.study.exchange.sheet import Sheet, Whole
from reproscope.study.store.batch import Batch, Note
from reproscope.study.store.moments import microseconds

NEEDED = ("paper", "instrument", "variable", "coder", "value")
OPTIONAL = ("evidence", "seconds", "given", "revision")


def read_long(sheet: Sheet, instruments: tuple[Instrument, ...], into: Gathered) -> None:
    """Add the answers of a sheet to what was gathered, one batch a question."""
    if not check_header(sheet, NEEDED, OPTIONAL, into.problems):
        return
    named = {instrument.name: instrument for instrument in instruments}
    papers, paper = checked(sheet, sheet.named("paper"), _name, into.problems)
    coders, coder = checked(sheet, sheet.named("coder"), _name, into.problems)
    revision = _numbers(sheet, "revision", _revision, 1, into)
    given = _numbers(sheet, "given", _moment, microseconds(None), into)
    usable = (paper >= 0) & (coder >= 0)
    firsts = np.unique(paper, return_index=True)
    for code, row in zip(*firsts, strict=True):
        if code >= 0:
            into.used.setdefault(papers[code], place_of(sheet, int(row)))
    for instrument, variable, rows in _questions(sheet, named, into):
        rows = rows[usable[rows]]
        into.instruments[instrument.name] = instrument
        width = max(len(coders), 1)
        keys = (paper[rows] * width + coder[rows]) * (2**31) + revision[rows]
        _refuse_repeated(sheet, rows, keys, variable, into)
        values, value = _values(sheet, instrument, variable, rows, into)
        told = value >= 0
        rows = rows[told]
        into.answers.append(
            Batch(
                [(instrument.name, variable)], coders, papers, values,
                np.zeros(len(rows), np.int64), coder[rows], paper[rows], value[told],
                given[rows], revision[rows], _notes(sheet, rows, into),
            )
        )  # fmt: skip


def _name(cell: str) -> str:
    if not cell.strip():
        raise ReproscopeError("the cell is empty")
    return cell


def _numbers(
    sheet: Sheet, name: str, check: Callable[[str], str | None], otherwise: int, into: Gathered
) -> Whole:
    """Return a column as whole numbers, with *otherwise* where it is empty or not there."""
    column = sheet.column(name)
    if column is None:
        return np.full(sheet.height, otherwise)
    texts, codes = checked(sheet, column, check, into.problems)
    numbers: Whole = np.array([*(int(text) for text in texts), otherwise], np.int64)
    return numbers[codes]


def _revision(cell: str) -> str | None:
    if not cell.strip():
        return None
    found = whole(cell, "a revision")
    if not 1 <= found < 2**31:
        raise ReproscopeError(f"revisions count from 1, not {shown_name(cell)}")
    return str(found)


def moment(cell: str) -> datetime:
    """Return a moment from its ISO form; one without a zone is in UTC."""
    try:
        found = datetime.fromisoformat(cell.strip())
    except ValueError:
        raise ReproscopeError(
            f"no moment: {shown_name(cell)}: write it as 2026-05-31T12:00:00+00:00"
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _moment(cell: str) -> str | None:
    return str(microseconds(moment(cell))) if cell.strip() else None


def _questions(
    sheet: Sheet, named: dict[str, Instrument], into: Gathered
) -> list[tuple[Instrument, str, Whole]]:
    """Return each question with its rows; unknown ones are problems."""
    instruments, of_instrument = sheet.named("instrument"), sheet.named("instrument").codes
    variables, of_variable = sheet.named("variable"), sheet.named("variable").codes
    pairs = of_instrument.astype(np.int64) * max(len(variables.texts), 1) + of_variable
    order = np.argsort(pairs, kind="stable")
    different, starts = np.unique(pairs[order], return_index=True)
    found = []
    for pair, rows in zip(different.tolist(), np.split(order, starts[1:]), strict=True):
        instrument_code, variable_code = divmod(pair, max(len(variables.texts), 1))
        name, variable = instruments.texts[instrument_code], variables.texts[variable_code]
        try:
            if name not in named:
                raise UnknownName("instrument", name, named)
            found.append((named[name], named[name].variable(variable).name, rows))
        except ReproscopeError as error:
            column = "variable" if name in named else "instrument"
            into.problems.add_rows(sheet, sheet.lines[rows], column, error.message)
    return found


def _refuse_repeated(sheet: Sheet, rows: Whole, keys: Whole, variable: str, into: Gathered) -> None:
    for later, first in repeated(keys):
        row, at = int(rows[later]), sheet.lines[rows[first]]
        coder = shown_name(sheet.named("coder").cell(row))
        message = f"{coder} answers {variable} twice about this paper: first at {sheet.unit} {at}"
        into.problems.add(sheet, row, "value", message)


def _values(
    sheet: Sheet, instrument: Instrument, name: str, rows: Whole, into: Gathered
) -> tuple[list[str], Whole]:
    variable = instrument.variable(name)

    def answer(cell: str) -> str:
        # An empty value withdraws an answer; words are kept as they were written.
        if not cell.strip() or variable.kind is Kind.TEXT:
            return cell
        return variable.checked(cell)

    return checked(sheet, sheet.named("value"), answer, into.problems, rows)


def _notes(sheet: Sheet, rows: Whole, into: Gathered) -> dict[int, Note]:
    """Return evidence and seconds by the answer's place, for those that have them."""
    evidence, seconds = sheet.column("evidence"), sheet.column("seconds")
    texts = [""] * len(rows) if evidence is None else [evidence.cell(row) for row in rows.tolist()]
    spent: list[float | None] = [None] * len(rows)
    if seconds is not None:
        known, codes = checked(sheet, seconds, _seconds, into.problems, rows)
        numbers = [*(float(text) for text in known), None]
        spent = [numbers[code] for code in codes.tolist()]
    return {
        place: (text, duration)
        for place, (text, duration) in enumerate(zip(texts, spent, strict=True))
        if text or duration is not None
    }


def _seconds(cell: str) -> str | None:
    return repr(number(cell, "seconds")) if cell.strip() else None
