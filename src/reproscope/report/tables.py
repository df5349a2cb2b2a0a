"""How tables and figures are told: which tables share a heading, and what stands below a table.

The forms of a report share these words; each arranges them in its own way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from reproscope.core import Column, Figure, Report, Table


def numeric(column: Column) -> bool:
    """Whether a column stands to the right, as numbers do."""
    return column.kind != "text"


def below(table: Table) -> Iterator[tuple[str, str]]:
    """Yield what a reader needs besides the cells: n, what was missing, the recipe, notes."""
    if table.n is not None:
        yield "n", f"{table.n:,}"
    if table.missing:
        yield "Missing", table.missing
    yield "Recipe", table.recipe
    for note in table.notes:
        yield "Note", note


@dataclass(frozen=True, slots=True)
class Topic:
    """Tables of one heading, each with the figures that were drawn from it."""

    title: str
    parts: tuple[tuple[Table, tuple[Figure, ...]], ...]


def topics(report: Report) -> tuple[Topic, ...]:
    """Return the tables by topic; tables that only figures have come with those."""
    listed = {table.name for table in report.tables}
    unlisted = {f.data.name: f.data for f in report.figures if f.data.name not in listed}
    tables = (*report.tables, *unlisted.values())
    return tuple(
        Topic(title or "Tables", tuple((table, _drawn_from(table, report)) for table in group))
        for title, group in groupby(tables, key=lambda table: table.topic)
    )


def _drawn_from(table: Table, report: Report) -> tuple[Figure, ...]:
    return tuple(figure for figure in report.figures if figure.data.name == table.name)
