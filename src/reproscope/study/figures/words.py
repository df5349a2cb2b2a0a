"""The words of figures: labels for names that machines use, lists of numbers for alt texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reproscope.core import Cell, Column, Table
from reproscope.core.cells import shown

_PERCENT = Column("share", "share", "share", 0)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+")


def plain(name: Cell) -> str:
    """Write a variable's or metric's name in words; other texts stay as they are.

    >>> plain("problem_description"), plain("R1D_by_factor (gundersen2018)"), plain("a_ $x_1$")
    ('problem description', 'R1D by factor (gundersen2018)', 'a_ $x_1$')
    """
    text = "" if name is None else str(name)
    first, space, rest = text.partition(" (")
    return (first.replace("_", " ") if _NAME.fullmatch(first) else first) + space + rest


def told(table: Table, column: str, cell: Cell) -> str:
    """Write a cell as the table shows it."""
    found = next(one for one in table.columns if one.name == column)
    return shown(cell, found)


def percent(share: float | None) -> str:
    """Write a share in whole percent, a half rounded up as in tables.

    >>> percent(0.625), percent(None)
    ('63%', '–')
    """
    return shown(share, _PERCENT)


def listed(parts: Iterable[str], most: int = 12) -> str:
    """Join parts by semicolons, and say how many more there are.

    >>> listed(["a 1", "b 2", "c 3"], most=2)
    'a 1; b 2; and 1 more in the table'
    """
    every = list(parts)
    left = len(every) - most
    return "; ".join(every[:most] + ([f"and {left} more in the table"] if left > 0 else []))


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun.

    >>> counted(1, "paper"), counted(7, "paper"), counted(2, "category", "categories")
    ('1 paper', '7 papers', '2 categories')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
