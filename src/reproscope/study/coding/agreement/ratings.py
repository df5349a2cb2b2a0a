"""Answers of several coders to the units they share, equal rows counted once.

A hundred thousand papers with a yes-or-no question make a handful of different rows, so that every
coefficient and every bootstrap draw of it costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reproscope.study.statistics.statistical_test import is_missing

Codes = NDArray[np.int64]
Weights = NDArray[np.float64]
MISSING = -1


@dataclass(frozen=True, slots=True)
class Ratings:
    """Different rows of answers (``rows``, one column a coder) and how many units have each.

    An entry is the place of the answer in ``categories``, or ``MISSING``. ``numbers`` are the
    categories as numbers where they are such.
    """

    categories: tuple[str, ...]
    rows: Codes
    units: Weights
    numbers: NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls,
        units: Sequence[Sequence[str | None]],
        order: Sequence[str] = (),
        *,
        numeric: bool = False,
    ) -> Ratings:
        """Count rows of answers; categories stand in *order*, others behind, numbers by size."""
        found = {a for unit in units for a in unit if a is not None and not is_missing(a)}
        categories = _ordered(found, order, numeric)
        place = {name: i for i, name in enumerate(categories)}
        coded = np.array(
            [[MISSING if is_missing(a) else place[str(a)] for a in unit] for unit in units],
            dtype=np.int64,
        )
        return cls.of_codes(coded, categories, numeric=numeric)

    @classmethod
    def of_codes(cls, coded: Codes, categories: Sequence[str], *, numeric: bool = False) -> Ratings:
        """Count rows that are coded already."""
        coded = coded.reshape(len(coded), -1)
        # A unit that nobody answered tells nothing.
        coded = coded[(coded != MISSING).any(axis=1)]
        rows, which = distinct(coded, len(categories))
        counts = np.bincount(which, minlength=len(rows))
        numbers = np.array([float(name) for name in categories]) if numeric else None
        return cls(tuple(categories), rows, counts.astype(float), numbers)

    @property
    def coders(self) -> int:
        """How many columns there are."""
        return int(self.rows.shape[1])

    def counts(self) -> NDArray[np.float64]:
        """Return for each row how many coders gave each category."""
        table = np.zeros((len(self.rows), len(self.categories)))
        for column in self.rows.T:
            there = np.flatnonzero(column != MISSING)
            table[there, column[there]] += 1
        return table

    def given(self) -> NDArray[np.float64]:
        """Return for each row how many coders answered."""
        given: Weights = (self.rows != MISSING).sum(axis=1).astype(float)
        return given


def distinct(coded: Codes, categories: int) -> tuple[Codes, Codes]:
    """Return the different rows in order, and which of them each row is."""
    width = coded.shape[1]
    if (categories + 1) ** width >= 2**63:
        rows, which = np.unique(coded, axis=0, return_inverse=True)
        return rows, which.reshape(-1)
    # A row as one number, whose digits are its entries: sorting millions of them takes no second.
    digits = (categories + 1) ** np.arange(width - 1, -1, -1, dtype=np.int64)
    numbers, which = np.unique((coded - MISSING) @ digits, return_inverse=True)
    found: Codes = numbers[:, None] // digits % (categories + 1) + MISSING
    return found, which.reshape(-1)


def _ordered(found: set[str], order: Sequence[str], numeric: bool) -> tuple[str, ...]:
    if numeric:
        return tuple(sorted(found, key=float))
    first = [name for name in order if name in found]
    return (*first, *sorted(found - set(first)))
