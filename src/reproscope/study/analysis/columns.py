"""Columns that many tables share, so that the same thing has the same name everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from reproscope.core import Cell, Column

N = Column("n", "n", "count")
MISSING = Column("missing", "missing", "count")
SHARE = Column("share", "share", "share", 1)
LOW = Column("low", "from", "number", 3)
HIGH = Column("high", "to", "number", 3)
SHARE_LOW = Column("low", "from", "share", 1)
SHARE_HIGH = Column("high", "to", "share", 1)
P = Column("p", "p", "p")
HOLM = Column("p_holm", "p, Holm", "p")
BENJAMINI_HOCHBERG = Column("p_bh", "p, BH", "p")
EFFECT = Column("effect", "effect", "number", 3)
EFFECT_NAME = Column("effect_name", "effect is")
WHY_NOT = Column("why_not", "no test because")


def spread_columns(digits: int = 3) -> tuple[Column, ...]:
    """Return the columns of ``spread``: what a box plot shows."""
    titles = {
        "least": "least", "q1": "lower quartile", "median": "median", "q3": "upper quartile",
        "most": "most", "mean": "mean",
    }  # fmt: skip
    return (N, *(Column(name, title, "number", digits) for name, title in titles.items()))


def spread(values: Iterable[float]) -> tuple[Cell, ...]:
    """Return the cells of ``spread_columns``, of the values that there are.

    >>> spread([1, 2, 4, float("nan")])
    (3, 1.0, 1.5, 2.0, 3.0, 4.0, 2.3333333333333335)
    """
    import numpy as np

    found = np.array([value for value in values if value == value], dtype=float)
    if not len(found):
        return (0, *(None,) * 6)
    five = np.quantile(found, (0, 0.25, 0.5, 0.75, 1))
    return (len(found), *(float(value) for value in five), float(found.mean()))


def text(name: str, title: str) -> Column:
    """Return a column of words."""
    return Column(name, title)


def number(name: str, title: str, digits: int = 3) -> Column:
    """Return a column of numbers."""
    return Column(name, title, "number", digits)


def count(name: str, title: str) -> Column:
    """Return a column of counts."""
    return Column(name, title, "count")


def share(name: str, title: str, digits: int = 1) -> Column:
    """Return a column of shares."""
    return Column(name, title, "share", digits)


def p(name: str, title: str) -> Column:
    """Return a column of p-values."""
    return Column(name, title, "p")
