"""Reads answers one by one, in pages: each is a short transaction that keeps no writer waiting.

Texts are looked up once and kept, as the same papers and values come again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, select, tuple_

from reproscope.study.records import Answer
from reproscope.study.store.connecting import Database
from reproscope.study.store.ids import chunked, known_coder, paper_ids, variable_ids
from reproscope.study.store.moments import moment_of
from reproscope.study.store.schema import ANSWER, ANSWER_NOTE, CODER, PAPER, VALUE

_PAGE = 20_000
Key = tuple[int, int, int]


def answers(
    database: Database, instrument: str, coder: str | None, paper: str | None, history: bool
) -> Iterator[Answer]:
    """Yield an instrument's answers by variable, coder and paper, or only some of them.

    Without *history* each question stands once, even if it is answered anew in the meantime.
    """
    narrowed: list[ColumnElement[bool]] = []
    with database.reading() as connection:
        variables = variable_ids(connection, instrument)
        if coder is not None:
            narrowed.append(ANSWER.c.coder == known_coder(connection, coder))
        if paper is not None:
            [number] = paper_ids(connection, [paper])
            # Coder by coder, as the key begins with the coder and the paper comes after it.
            narrowed += [ANSWER.c.coder.in_(select(CODER.c.id)), ANSWER.c.paper == number]
    papers, coders = _Texts(PAPER.c.id, PAPER.c.key), _Texts(CODER.c.id, CODER.c.name)
    for name, variable in variables.items():
        values = _Texts(VALUE.c.id, VALUE.c.text)
        question = _Question(instrument, name, variable, narrowed, papers, coders, values)
        found = question.answers(database)
        yield from found if history else _last(found)


def _last(answers: Iterator[Answer]) -> Iterator[Answer]:
    """Yield of each coder and paper the last of its answers, which stand together."""
    held: Answer | None = None
    for answer in answers:
        if held is not None and (held.coder, held.paper) != (answer.coder, answer.paper):
            yield held
        held = answer
    if held is not None:
        yield held


@dataclass(slots=True)
class _Texts:
    """The texts of ids that were asked for so far."""

    number: Column[int]
    text: Column[str]
    found: dict[int, str] = field(default_factory=dict)

    def look_up(self, connection: Connection, numbers: Iterable[int]) -> dict[int, str]:
        """Return all known texts, those of *numbers* among them."""
        for chunk in chunked(set(numbers) - self.found.keys()):
            query = select(self.number, self.text).where(self.number.in_(chunk))
            self.found.update((row[0], row[1]) for row in connection.execute(query))
        return self.found


@dataclass(frozen=True, slots=True)
class _Question:
    """One variable, of which answers are read; ``narrowed`` says which of them."""

    instrument: str
    name: str
    variable: int
    narrowed: list[ColumnElement[bool]]
    papers: _Texts
    coders: _Texts
    values: _Texts

    def answers(self, database: Database) -> Iterator[Answer]:
        """Yield every revision by coder and paper."""
        last: Key | None = None
        while True:
            with database.reading() as connection:
                page, last = self._page(connection, last)
            yield from page
            if last is None:
                return

    def _page(self, connection: Connection, after: Key | None) -> tuple[list[Answer], Key | None]:
        """Return some answers and the key of the last, None at the end."""
        table = ANSWER.c
        query = select(table.coder, table.paper, table.revision, table.value, table.given).where(
            table.variable == self.variable, *self.narrowed
        )
        if after is not None:
            query = query.where(_key(ANSWER) > tuple_(*after))
        query = query.order_by(table.coder, table.paper, table.revision).limit(_PAGE)
        rows = connection.execute(query).all()
        if not rows:
            return [], None
        coders = self.coders.look_up(connection, (row[0] for row in rows))
        papers = self.papers.look_up(connection, (row[1] for row in rows))
        values = self.values.look_up(connection, (row[3] for row in rows))
        last: Key = (rows[-1][0], rows[-1][1], rows[-1][2])
        moments = {number: moment_of(number) for number in {row[4] for row in rows}}
        notes = self._notes(connection, rows[0], last)
        page = [
            Answer(
                papers[paper],
                self.instrument,
                self.name,
                coders[coder],
                values[value],
                *notes.get((coder, paper, revision), ("", None)),
                revision,
                moments[given],
            )
            for coder, paper, revision, value, given in rows
        ]
        return page, last if len(rows) == _PAGE else None

    def _notes(
        self, connection: Connection, first: Any, last: Key
    ) -> dict[Key, tuple[str, float | None]]:
        table = ANSWER_NOTE.c
        query: Select[Any] = select(
            table.coder, table.paper, table.revision, table.evidence, table.seconds
        ).where(
            table.variable == self.variable,
            _key(ANSWER_NOTE) >= tuple_(*first[:3]),
            _key(ANSWER_NOTE) <= tuple_(*last),
        )
        return {(row[0], row[1], row[2]): (row[3], row[4]) for row in connection.execute(query)}


def _key(table: Table) -> Any:
    return tuple_(table.c.coder, table.c.paper, table.c.revision)
