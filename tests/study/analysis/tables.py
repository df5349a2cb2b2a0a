"""Looking a number up in the tables of an analysis."""

from collections.abc import Iterable

from reproscope.core import Cell, Table


def named(tables: Iterable[Table], name: str) -> Table:
    return next(table for table in tables if table.name == name)


def row(table: Table, *first: Cell) -> dict[str, Cell]:
    """Return the row whose first cells are these."""
    for record in table.records():
        if tuple(record.values())[: len(first)] == first:
            return dict(record)
    raise AssertionError(f"no row {first} in {table.name}")


def number(value: Cell) -> float:
    assert isinstance(value, int | float)
    return float(value)
