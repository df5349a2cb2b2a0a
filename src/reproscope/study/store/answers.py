"""Reads answers back: the history of one question, or all of an instrument as one long table.

The long table is for analysis: it has the current answers only, as small integers with
dictionaries, so that millions fit into memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Select, and_, select

from reproscope.study.records import Answer
from reproscope.study.store.bulk import Whole, fetched
from reproscope.study.store.ids import chunked, paper_ids, question_ids, variable_ids
from reproscope.study.store.moments import moment_of
from reproscope.study.store.schema import ANSWER, ANSWER_NOTE, CODER, PAPER, VALUE

if TYPE_CHECKING:
    import pandas as pd

_KEY = ("variable", "coder", "paper", "revision")


def history(connection: Connection, paper: str, instrument: str, variable: str) -> list[Answer]:
    """Return every answer that was given to one question about one paper, the earliest first.

    A coder's own answers stand in the order of their revisions, whatever moments they came with.
    """
    [number] = question_ids(connection, [(instrument, variable)])
    [paper_number] = paper_ids(connection, [paper])
    query = _written_out(number, paper_number)
    latest: dict[int, int] = {}
    placed: list[tuple[int, Answer]] = []
    for row in connection.execute(query):
        latest[row.coder] = max(row.given, latest.get(row.coder, row.given))
        placed.append((latest[row.coder], _answer(row, instrument, variable)))
    return [answer for _, answer in sorted(placed, key=lambda entry: entry[0])]


def coded_frame(connection: Connection, instrument: str) -> pd.DataFrame:
    """Return the current answers, one a row: paper, variable, coder and value as categories.

    An answer that was withdrawn, by an empty value, is not among them.
    """
    import pandas as pd

    variables = variable_ids(connection, instrument)
    columns = _current(connection, list(variables.values()))
    names = {number: name for name, number in variables.items()}
    tables = (
        ("paper", _texts(connection, select(PAPER.c.id, PAPER.c.key))),
        ("variable", names),
        ("coder", _texts(connection, select(CODER.c.id, CODER.c.name).order_by(CODER.c.name))),
        ("value", _values(connection, columns["value"])),
    )
    frame = pd.DataFrame(
        {name: _categories(columns.pop(name), texts) for name, texts in tables}, copy=False
    )
    return frame if "" not in frame["value"].cat.categories else frame[frame["value"] != ""]


def _written_out(variable: int, paper: int) -> Select[Any]:
    table, notes = ANSWER.c, ANSWER_NOTE.c
    return (
        select(
            table.coder,
            table.revision,
            table.given,
            PAPER.c.key,
            CODER.c.name,
            VALUE.c.text,
            notes.evidence,
            notes.seconds,
        )
        .select_from(CODER)
        .join(ANSWER, table.coder == CODER.c.id)
        .join(PAPER, PAPER.c.id == table.paper)
        .join(VALUE, VALUE.c.id == table.value)
        .outerjoin(ANSWER_NOTE, and_(*(table[name] == notes[name] for name in _KEY)))
        .where(table.variable == variable, table.paper == paper)
        .order_by(table.coder, table.revision)
    )


def _answer(row: Any, instrument: str, variable: str) -> Answer:
    return Answer(
        row.key,
        instrument,
        variable,
        row.name,
        row.text,
        row.evidence or "",
        row.seconds,
        row.revision,
        moment_of(row.given),
    )


def _current(connection: Connection, variables: list[int]) -> dict[str, Any]:
    """Return the columns of the current answers, in the smallest integers that do."""
    parts: dict[str, list[Any]] = {"paper": [], "variable": [], "coder": [], "value": []}
    table = ANSWER.c
    for variable in variables:
        coder, paper, value = fetched(
            connection,
            select(table.coder, table.paper, table.value)
            .where(table.variable == variable)
            .order_by(table.coder, table.paper, table.revision),
            3,
        )
        last = np.append((np.diff(coder) != 0) | (np.diff(paper) != 0), True)[: len(coder)]
        for name, column in (("paper", paper), ("coder", coder), ("value", value)):
            parts[name].append(column[last].astype(np.int32))
        parts["variable"].append(np.full(int(last.sum()), variable, np.int32))
    empty = [np.empty(0, np.int32)]
    return {name: np.concatenate(columns or empty) for name, columns in parts.items()}


def _categories(column: Whole, texts: dict[int, str]) -> pd.Categorical:
    import pandas as pd

    # From id to the place among the names; ids are small, so a table of all of them is short.
    places = np.zeros(max(texts, default=0) + 1, np.int32)
    places[list(texts)] = np.arange(len(texts))
    names = pd.Index(list(texts.values()), dtype=object)
    return pd.Categorical.from_codes(places[column], categories=names)


def _texts(connection: Connection, query: Select[Any]) -> dict[int, str]:
    return {row[0]: row[1] for row in connection.execute(query)}


def _values(connection: Connection, column: Whole) -> dict[int, str]:
    found: dict[int, str] = {}
    for chunk in chunked(np.unique(column).tolist()):
        query = select(VALUE.c.id, VALUE.c.text).where(VALUE.c.id.in_(chunk))
        found.update(_texts(connection, query))
    # By text and not by id, so that it does not show who answered first.
    return dict(sorted(found.items(), key=lambda entry: entry[1]))
