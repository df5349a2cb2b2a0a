"""How the value of a cell is written: with its column's digits, and a dash where there is none.

Reports and figures write the same number in the same way.
"""

from decimal import ROUND_HALF_UP, Decimal

from reproscope.core.table import Cell, Column

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


def _rounded(value: Decimal, digits: int) -> Decimal:
    """Round a half up, as papers do: 62.5% is 63%, not 62%."""
    return value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _p_value(value: float) -> str:
    if value != 0 and abs(value) < _SMALLEST_P:
        return f"{value:.2g}"
    return f"{value:.4f}" if value < 1 else "1"
