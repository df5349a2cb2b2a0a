"""A table and a figure of a report, each with the data and the recipe behind it.

They hold values, not text: how many digits are shown is said by a column and done by a renderer.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Cell = str | int | float | bool | None
CellKind = Literal["text", "count", "number", "share", "p"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name for machines, its title for people, and how a value is shown.

    A ``share`` is stored from 0 to 1 and shown as a percentage; ``p`` is a p-value.
    """

    name: str
    title: str
    kind: CellKind = "text"
    digits: int = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values with how they came about: how many, what was missing, by which recipe.

    ``None`` in a cell means that there is no value, and is shown as such, never as 0. ``topic`` is
    the heading that tables of one kind share in a long report.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    recipe: str
    n: int | None = None
    missing: str = ""
    notes: tuple[str, ...] = ()
    topic: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"table {self.name!r} has two columns of one name: {names}")
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(names):
                raise ValueError(
                    f"row {number} of table {self.name!r} has {len(row)} cells for "
                    f"{len(names)} columns"
                )
            if any(isinstance(cell, float) and not math.isfinite(cell) for cell in row):
                raise ValueError(f"row {number} of table {self.name!r} has a number that is none")

    def records(self) -> Iterator[Mapping[str, Cell]]:
        """Yield each row by its columns' names."""
        names = [column.name for column in self.columns]
        for row in self.rows:
            yield dict(zip(names, row, strict=True))


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with a text that says the same, and the table it was drawn from."""

    name: str
    title: str
    alt: str
    svg: str = field(repr=False)
    data: Table = field(repr=False)
    png: bytes = field(default=b"", repr=False)
