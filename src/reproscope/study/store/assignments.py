"""Who is to answer which instrument about which paper."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, insert, select

from reproscope.study.records import Assignment
from reproscope.study.store.ids import chunked, coder_ids, instrument_id, paper_ids
from reproscope.study.store.moments import microseconds, moment_of
from reproscope.study.store.schema import ASSIGNMENT, CODER, INSTRUMENT, PAPER


def assign(connection: Connection, assignments: Iterable[Assignment]) -> int:
    """Add assignments and return how many are new; one that was made before stays as it was."""
    said = {(entry.instrument, entry.coder, entry.paper): entry for entry in assignments}
    instruments, coders, papers = (
        list(dict.fromkeys(key[place] for key in said)) for place in range(3)
    )
    instrument_ids = {name: instrument_id(connection, name) for name in instruments}
    by_coder = dict(zip(coders, coder_ids(connection, coders), strict=True))
    by_paper = dict(zip(papers, paper_ids(connection, papers), strict=True))
    table = ASSIGNMENT.c
    known = {
        tuple(row)
        for row in connection.execute(
            select(table.instrument, table.coder, table.paper).where(
                table.instrument.in_(instrument_ids.values()), table.coder.in_(by_coder.values())
            )
        )
    }
    rows = []
    for (instrument, coder, paper), entry in said.items():
        key = (instrument_ids[instrument], by_coder[coder], by_paper[paper])
        if key not in known:
            names = dict(zip(("instrument", "coder", "paper"), key, strict=True))
            rows.append({**names, "given": microseconds(entry.given)})
    for chunk in chunked(rows):
        connection.execute(insert(ASSIGNMENT), chunk)
    return len(rows)


def assignments(
    connection: Connection, instrument: str | None, coder: str | None
) -> tuple[Assignment, ...]:
    """Return the assignments by instrument, coder and paper; of all, or of those named."""
    table = ASSIGNMENT.c
    query = (
        select(PAPER.c.key, INSTRUMENT.c.name, CODER.c.name, table.given)
        .select_from(ASSIGNMENT)
        .join(PAPER, PAPER.c.id == table.paper)
        .join(INSTRUMENT, INSTRUMENT.c.id == table.instrument)
        .join(CODER, CODER.c.id == table.coder)
        .order_by(table.instrument, table.coder, table.paper)
    )
    if instrument is not None:
        query = query.where(table.instrument == instrument_id(connection, instrument))
    if coder is not None:
        query = query.where(CODER.c.name == coder)
    return tuple(
        Assignment(key, name, who, moment_of(given))
        for key, name, who, given in connection.execute(query)
    )
