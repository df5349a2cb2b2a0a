"""Columns that many tables share, so that the same thing has the same name everywhere."""

from __future__ import annotations

from reproscope.core import Column

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
