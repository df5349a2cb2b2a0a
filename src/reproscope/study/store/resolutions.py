"""What was settled on where coders disagreed; a later settlement stands beside the earlier ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, func, insert, select

from reproscope.study.records import Resolution
from reproscope.study.store.ids import coder_ids, paper_ids, question_ids, value_ids
from reproscope.study.store.moments import microseconds, moment_of
from reproscope.study.store.schema import CODER, PAPER, RESOLUTION, VALUE, VARIABLE
from reproscope.study.store.texts import storable

if TYPE_CHECKING:
    import pandas as pd


def resolve(connection: Connection, resolutions: Iterable[Resolution]) -> int:
    """Add resolutions and return how many say something new.

    Those of one question are taken in the order of their revisions, which the store then counts.
    """
    said = sorted(resolutions, key=lambda resolution: resolution.revision)
    if not said:
        return 0
    questions = list(dict.fromkeys((entry.instrument, entry.variable) for entry in said))
    variables = dict(zip(questions, question_ids(connection, questions), strict=True))
    papers = _ids(paper_ids, connection, (entry.paper for entry in said))
    coders = _ids(coder_ids, connection, (entry.by for entry in said))
    values = _ids(value_ids, connection, (entry.value for entry in said))
    added = 0
    for entry in said:
        row: dict[str, object] = {
            "variable": variables[entry.instrument, entry.variable],
            "paper": papers[entry.paper],
            "value": values[entry.value],
            "coder": coders[entry.by],
            "note": storable(entry.note, "the note of a resolution"),
        }
        added += _add(connection, row, microseconds(entry.given))
    return added


def resolutions(
    connection: Connection, instrument: str, variables: list[int], history: bool
) -> list[Resolution]:
    """Return what was settled, by variable and paper; the current ones, or all of them."""
    return [
        Resolution(
            row.key,
            instrument,
            row.variable_name,
            row.text,
            row.coder_name,
            row.note,
            row.revision,
            moment_of(row.given),
        )
        for row in connection.execute(_query(variables, history))
    ]


def resolutions_frame(settled: list[Resolution]) -> pd.DataFrame:
    """Return resolutions as a table: paper, variable, value, by and note."""
    import pandas as pd

    columns = ("paper", "variable", "value", "by", "note")
    return pd.DataFrame(
        {name: [getattr(entry, name) for entry in settled] for name in columns}, dtype=object
    )


def _ids(find: Any, connection: Connection, names: Iterable[str]) -> dict[str, int]:
    distinct = list(dict.fromkeys(names))
    return dict(zip(distinct, find(connection, distinct), strict=True))


def _add(connection: Connection, row: dict[str, object], given: int) -> int:
    table = RESOLUTION.c
    current = connection.execute(
        select(RESOLUTION)
        .where(table.variable == row["variable"], table.paper == row["paper"])
        .order_by(table.revision.desc())
        .limit(1)
    ).one_or_none()
    if current is not None and all(current._mapping[name] == row[name] for name in row):
        return 0
    revision = 1 if current is None else current.revision + 1
    connection.execute(insert(RESOLUTION).values(**row, revision=revision, given=given))
    return 1


def _query(variables: list[int], history: bool) -> Select[Any]:
    table = RESOLUTION.c
    query = (
        select(
            PAPER.c.key,
            VARIABLE.c.name.label("variable_name"),
            VALUE.c.text,
            CODER.c.name.label("coder_name"),
            table.note,
            table.revision,
            table.given,
        )
        .join(PAPER, PAPER.c.id == table.paper)
        .join(VARIABLE, VARIABLE.c.id == table.variable)
        .join(VALUE, VALUE.c.id == table.value)
        .join(CODER, CODER.c.id == table.coder)
        .where(table.variable.in_(variables))
        .order_by(table.variable, table.paper, table.revision)
    )
    if history:
        return query
    later = RESOLUTION.alias("later").c
    newest = (
        select(func.max(later.revision))
        .where(later.variable == table.variable, later.paper == table.paper)
        .scalar_subquery()
    )
    return query.where(table.revision == newest)
