"""The whole numbers by which papers, variables, coders and values are kept.

They are given by the writer whose transaction it is; there is never another one at that time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from sqlalchemy import Column, Connection, Table, func, insert, select

from reproscope.core import UnknownName
from reproscope.study.store.schema import CODER, INSTRUMENT, PAPER, VALUE, VARIABLE
from reproscope.study.store.texts import storable, storable_name

T = TypeVar("T")
_CHUNK = 5_000


def chunked(items: Iterable[T], size: int = _CHUNK) -> Iterator[list[T]]:
    """Yield the items in lists of at most *size*."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def next_id(connection: Connection, table: Table) -> int:
    """Return the first id that no row of the table has."""
    return int(connection.scalar(select(func.coalesce(func.max(table.c.id), 0))) or 0) + 1


def found_ids(
    connection: Connection, table: Table, column: Column[T], names: Sequence[T]
) -> dict[T, int]:
    """Return the ids of those names that the table has."""
    found: dict[T, int] = {}
    for chunk in chunked(names):
        rows = connection.execute(select(column, table.c.id).where(column.in_(chunk)))
        found.update((name, number) for name, number in rows)
    return found


def paper_ids(connection: Connection, keys: Sequence[str]) -> list[int]:
    """Return the papers' ids in order; raise UnknownName for a paper that is not in the study."""
    found = found_ids(connection, PAPER, PAPER.c.key, [storable(key, "a paper") for key in keys])
    for key in keys:
        if key not in found:
            raise UnknownName("paper", key, connection.scalars(select(PAPER.c.key).limit(20_000)))
    return [found[key] for key in keys]


def instrument_id(connection: Connection, name: str) -> int:
    """Return the instrument's id; raise UnknownName if the study does not use it."""
    found = connection.scalar(select(INSTRUMENT.c.id).where(INSTRUMENT.c.name == name))
    if found is None:
        raise UnknownName("instrument", name, connection.scalars(select(INSTRUMENT.c.name)))
    return int(found)


def variable_ids(connection: Connection, instrument: str) -> dict[str, int]:
    """Return the ids of an instrument's variables by name, in the order of the instrument."""
    number = instrument_id(connection, instrument)
    rows = connection.execute(
        select(VARIABLE.c.name, VARIABLE.c.id)
        .where(VARIABLE.c.instrument == number)
        .order_by(VARIABLE.c.id)
    )
    return {row[0]: row[1] for row in rows}


def question_ids(connection: Connection, questions: Sequence[tuple[str, str]]) -> list[int]:
    """Return the ids of variables named with their instrument, in order."""
    known = {
        name: variable_ids(connection, name) for name in dict.fromkeys(q[0] for q in questions)
    }
    for instrument, variable in questions:
        if variable not in known[instrument]:
            raise UnknownName("variable", variable, known[instrument], where=instrument)
    return [known[instrument][variable] for instrument, variable in questions]


def coder_ids(connection: Connection, names: Sequence[str]) -> list[int]:
    """Return the coders' ids in order; whoever is new is added."""
    for name in names:
        storable_name(name, "a coder's name")
    known = found_ids(connection, CODER, CODER.c.name, names)
    new = [name for name in names if name not in known]
    if new:
        first = next_id(connection, CODER)
        added = {name: first + place for place, name in enumerate(new)}
        rows = [{"id": number, "name": name} for name, number in added.items()]
        connection.execute(insert(CODER), rows)
        known |= added
    return [known[name] for name in names]


def known_coder(connection: Connection, name: str) -> int:
    """Return a coder's id; raise UnknownName for one who is not in the study."""
    found = connection.scalar(select(CODER.c.id).where(CODER.c.name == name))
    if found is None:
        raise UnknownName("coder", name, connection.scalars(select(CODER.c.name)))
    return int(found)


def value_ids(connection: Connection, texts: Sequence[str]) -> list[int]:
    """Return the values' ids in order; texts that were never a value are added."""
    digests = {text: _digest(storable(text, "an answer")) for text in texts}
    known = found_ids(connection, VALUE, VALUE.c.digest, list(digests.values()))
    new = [text for text, digest in digests.items() if digest not in known]
    first = next_id(connection, VALUE)
    for place, text in enumerate(new):
        known[digests[text]] = first + place
    for chunk in chunked(new):
        rows = [{"id": known[digests[t]], "digest": digests[t], "text": t} for t in chunk]
        connection.execute(insert(VALUE), rows)
    return [known[digests[text]] for text in texts]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()
