"""Samples as they were drawn, each with all that is needed to draw it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection, func, insert, select

from reproscope.study.records import Draw, Member, MemberStatus
from reproscope.study.store.ids import chunked, next_id, paper_ids
from reproscope.study.store.moments import microseconds, moment_of
from reproscope.study.store.numbers import storable_whole
from reproscope.study.store.schema import DRAW, MEMBER, PAPER, STRATUM
from reproscope.study.store.texts import storable, storable_name


def record_draw(connection: Connection, draw: Draw) -> Draw:
    """Add a draw as the next revision of its name and return it as it is kept now.

    One that says what the current one says is not added again.
    """
    storable_name(draw.name, "the name of a draw")
    earlier = list(_draws(connection, draw.name))
    if earlier:
        current = earlier[-1]
        if replace(draw, revision=current.revision, given=current.given) == current and dict(
            draw.strata
        ) == dict(current.strata):
            return current
    kept = replace(
        draw,
        revision=len(earlier) + 1,
        given=moment_of(microseconds(draw.given)),
        strata=dict(draw.strata),
    )
    _write(connection, kept)
    return kept


def draws(connection: Connection, history: bool) -> tuple[Draw, ...]:
    """Return the draws by name, the earliest name first: all revisions, or the last."""
    found = tuple(_draws(connection, None))
    if history:
        return found
    return tuple({draw.name: draw for draw in found}.values())


def _write(connection: Connection, draw: Draw) -> None:
    number = next_id(connection, DRAW)
    texts = {name: storable(getattr(draw, name), f"{name} of draw {draw.name}") for name in _TEXTS}
    connection.execute(
        insert(DRAW).values(
            id=number,
            name=draw.name,
            revision=draw.revision,
            population=storable_whole(draw.population, "the size of a population"),
            size=draw.size,
            seed=str(draw.seed),
            given=microseconds(draw.given),
            **texts,
        )
    )
    strata = [
        {
            "draw": number,
            "place": place,
            "name": storable(name, "a stratum"),
            "size": storable_whole(size, f"the size of stratum {name}"),
        }
        for place, (name, size) in enumerate(draw.strata.items())
    ]
    if strata:
        connection.execute(insert(STRATUM), strata)
    _write_members(connection, number, draw.members)


_TEXTS = ("source", "digest", "method", "by")


def _write_members(connection: Connection, number: int, members: tuple[Member, ...]) -> None:
    keys = [member.paper for member in members]
    ids = dict(zip(keys, paper_ids(connection, keys), strict=True))
    rows = (
        {
            "draw": number,
            "place": place,
            "paper": ids[member.paper],
            "stratum": storable(member.stratum, "a stratum"),
            "status": member.status.value,
            "reason": storable(member.reason, f"why {member.paper} is excluded"),
            # Empty where nothing replaces it.
            "replaced_by": ids.get(member.replaced_by),
        }
        for place, member in enumerate(members)
    )
    for chunk in chunked(rows):
        connection.execute(insert(MEMBER), chunk)


def _draws(connection: Connection, name: str | None) -> Iterator[Draw]:
    first = DRAW.alias("first").c
    began = select(func.min(first.id)).where(first.name == DRAW.c.name).scalar_subquery()
    query = select(DRAW).order_by(began, DRAW.c.revision)
    if name is not None:
        query = query.where(DRAW.c.name == name)
    for row in connection.execute(query).all():
        strata = connection.execute(
            select(STRATUM.c.name, STRATUM.c.size)
            .where(STRATUM.c.draw == row.id)
            .order_by(STRATUM.c.place)
        )
        yield Draw(
            row.name,
            row.source,
            row.digest,
            row.population,
            row.size,
            int(row.seed),
            row.method,
            _members(connection, row.id),
            row.by,
            {row[0]: row[1] for row in strata},
            row.revision,
            moment_of(row.given),
        )


def _members(connection: Connection, draw: int) -> tuple[Member, ...]:
    other = PAPER.alias("other")
    table = MEMBER.c
    rows = connection.execute(
        select(PAPER.c.key, table.stratum, table.status, table.reason, other.c.key)
        .select_from(MEMBER)
        .join(PAPER, PAPER.c.id == table.paper)
        .outerjoin(other, other.c.id == table.replaced_by)
        .where(table.draw == draw)
        .order_by(table.place)
    )
    return tuple(
        Member(key, stratum, MemberStatus(status), reason, replaced or "")
        for key, stratum, status, reason, replaced in rows
    )
