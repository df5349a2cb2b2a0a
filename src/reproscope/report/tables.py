"""How tables and figures are told: cells with their digits, and what stands below a table.

The forms of a report share these words; each arranges them in its own way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby

from reproscope.core import Cell, Column, Figure, Report, Table

NO_VALUE = "–"
_SMALLEST_P = 0.0001


def shown(cell: Cell, column: Column) -> str:
    """Write a cell as its column asks: what has no value is a dash, never a 0.

    >>> shown(0.2341, Column("r1d", "R1D")), shown(0.4862, Column("share", "Share", "share", 1))
    ('0.23', '48.6%')
    >>> shown(0.625, Column("share", "Share", "share", 0)), shown(1234.5, Column("x", "", "number"))
    ('63%', '1,234.50')
    >>> shown(1.4e-9, Column("p", "p", "p")), shown(1234, Column("n", "n", "count"))
    ('1.4e-09', '1,234')
    """
    if cell is None:
        return NO_VALUE
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if column.kind == "share":
        return f"{_rounded(100 * Decimal(repr(cell)), column.digits)}%"
    if column.kind == "p":
        return _p_value(cell)
    if column.kind == "count" or isinstance(cell, int):
        return f"{cell:,.0f}"
    return f"{_rounded(Decimal(repr(cell)), column.digits):,}"


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


def _rounded(value: Decimal, digits: int) -> Decimal:
    """Round a half up, as papers do: 62.5% is 63%, not 62%."""
    return value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _p_value(value: float) -> str:
    if value != 0 and abs(value) < _SMALLEST_P:
        return f"{value:.2g}"
    return f"{value:.4f}" if value < 1 else "1"
