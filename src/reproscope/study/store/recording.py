"""Adds answers to a study: each becomes the next revision of its question, none is ever lost.

An answer that says what the coder's current one says (value, evidence and seconds) adds nothing, so
that a file may be imported twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, insert, select

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.store.batch import NOW, Batch, Note, Whole
from reproscope.study.store.bulk import fetched, write_answers
from reproscope.study.store.ids import chunked, coder_ids, paper_ids, question_ids, value_ids
from reproscope.study.store.moments import microseconds
from reproscope.study.store.schema import ANSWER, ANSWER_NOTE
from reproscope.study.store.texts import storable

_NO_NOTE: Note = ("", None)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Answers by their ids, sorted by question, coder and paper; ``row`` counts in the batch."""

    variable: Whole
    coder: Whole
    paper: Whole
    value: Whole
    given: Whole
    row: Whole

    def part(self, which: slice | npt.NDArray[Any]) -> _Rows:
        """Return some of the rows, or the rows in another order."""
        return _Rows(*(getattr(self, column.name)[which] for column in fields(self)))


def record(connection: Connection, batch: Batch) -> int:
    """Add a batch of answers and return how many were new or changed."""
    for evidence, _ in batch.notes.values():
        storable(evidence, "the evidence of an answer")
    rows, order = _sorted(_with_ids(connection, batch), batch.order)
    again = _same_key(rows)
    _check_twice(batch, rows, order, again)
    # The first answers to all questions, then the second ones, ...: each round asks anew what
    # is there.
    turn = _turns(again)
    return sum(
        _append(connection, rows.part(turn == number), batch.notes)
        for number in range(int(turn.max(initial=-1)) + 1)
    )


def _with_ids(connection: Connection, batch: Batch) -> _Rows:
    def ids(numbers: list[int], column: Whole) -> Whole:
        return np.array(numbers, np.int64)[column]

    return _Rows(
        ids(question_ids(connection, batch.questions), batch.question),
        ids(coder_ids(connection, batch.coders), batch.coder),
        ids(paper_ids(connection, batch.papers), batch.paper),
        ids(value_ids(connection, batch.values), batch.value),
        # Only now is it our turn: whoever waits has given nothing yet.
        np.where(batch.given == NOW, microseconds(None), batch.given),
        np.arange(len(batch.given)),
    )


def _sorted(rows: _Rows, order: Whole) -> tuple[_Rows, Whole]:
    by_key = np.lexsort((order, rows.paper, rows.coder, rows.variable))
    return rows.part(by_key), order[by_key]


def _same_key(rows: _Rows) -> Whole:
    """Return which rows answer the question of the row before them, of the same coder."""
    again = np.zeros(len(rows.row), bool)
    again[1:] = (
        (np.diff(rows.variable) == 0) & (np.diff(rows.coder) == 0) & (np.diff(rows.paper) == 0)
    )
    return again.astype(np.int64)


def _turns(again: Whole) -> Whole:
    """Return for each row how many rows before it have its key."""
    places = np.arange(len(again))
    starts = np.maximum.accumulate(np.where(again == 0, places, 0))
    return places - starts


def _check_twice(batch: Batch, rows: _Rows, order: Whole, again: Whole) -> None:
    """Refuse two different answers at once that do not say by their revisions which is later."""
    for place in np.flatnonzero(again):
        if order[place] != order[place - 1]:
            continue
        notes = [batch.notes.get(int(rows.row[at]), _NO_NOTE) for at in (place - 1, place)]
        if rows.value[place] != rows.value[place - 1] or notes[0] != notes[1]:
            row = rows.row[place]
            variable = ".".join(batch.questions[batch.question[row]])
            raise ReproscopeError(
                f"{shown_name(batch.papers[batch.paper[row]])}: "
                f"{shown_name(batch.coders[batch.coder[row]])} answers {variable} twice"
            )


def _append(connection: Connection, rows: _Rows, notes: dict[int, Note]) -> int:
    """Add answers to different questions as their next revisions."""
    revision = np.ones(len(rows.row), np.int64)
    new = np.ones(len(rows.row), bool)
    for run in _runs(rows):
        part = rows.part(run)
        there, revisions, values = _current(connection, part)
        if not len(there):
            continue
        place = np.minimum(np.searchsorted(there, part.paper), len(there) - 1)
        known = there[place] == part.paper
        revision[run] = np.where(known, revisions[place] + 1, 1)
        same = known & (values[place] == part.value)
        if same.any():
            new[run] = ~_same_notes(connection, part, same, revisions[place], notes)
    rows, revision = rows.part(new), revision[new]
    write_answers(
        connection, (rows.variable, rows.coder, rows.paper, revision, rows.value, rows.given)
    )
    _write_notes(connection, rows, revision, notes)
    return len(rows.row)


def _runs(rows: _Rows) -> Iterator[slice]:
    """Yield where a question and a coder stay the same."""
    changes = (np.diff(rows.variable) != 0) | (np.diff(rows.coder) != 0)
    bounds = [0, *(np.flatnonzero(changes) + 1).tolist(), len(rows.row)]
    for start, end in pairwise(bounds):
        if start < end:
            yield slice(start, end)


def _current(connection: Connection, part: _Rows) -> tuple[Whole, Whole, Whole]:
    """Return paper, revision and value of the coder's current answers to the question."""
    table = ANSWER.c
    found = fetched(
        connection,
        select(table.paper, table.revision, table.value)
        .where(
            table.variable == int(part.variable[0]),
            table.coder == int(part.coder[0]),
            table.paper.between(int(part.paper[0]), int(part.paper[-1])),
        )
        .order_by(table.paper, table.revision),
        3,
    )
    last = np.append(np.diff(found[0]) != 0, True)[: len(found[0])]
    return found[0][last], found[1][last], found[2][last]


def _same_notes(
    connection: Connection, part: _Rows, same: Whole, current: Whole, notes: dict[int, Note]
) -> Whole:
    """Return which of the answers with the same value have the same evidence and seconds too."""
    table = ANSWER_NOTE.c
    found = connection.execute(
        select(table.paper, table.revision, table.evidence, table.seconds).where(
            table.variable == int(part.variable[0]),
            table.coder == int(part.coder[0]),
            table.paper.between(int(part.paper[0]), int(part.paper[-1])),
        )
    )
    there = {(paper, revision): (evidence, seconds) for paper, revision, evidence, seconds in found}
    if not there and not notes:
        return same
    same = same.copy()
    for place in np.flatnonzero(same):
        earlier = there.get((int(part.paper[place]), int(current[place])), _NO_NOTE)
        same[place] = notes.get(int(part.row[place]), _NO_NOTE) == earlier
    return same


def _write_notes(
    connection: Connection, rows: _Rows, revision: Whole, notes: dict[int, Note]
) -> None:
    if not notes:
        return
    written = (
        {
            "variable": int(rows.variable[place]),
            "coder": int(rows.coder[place]),
            "paper": int(rows.paper[place]),
            "revision": int(revision[place]),
            "evidence": notes[row][0],
            "seconds": notes[row][1],
        }
        for place, row in enumerate(rows.row.tolist())
        if row in notes
    )
    for chunk in chunked(written):
        connection.execute(insert(ANSWER_NOTE), chunk)
