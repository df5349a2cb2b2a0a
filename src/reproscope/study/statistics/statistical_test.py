"""The result of a test, and how missing values are told from values.

A test that cannot be made is a result too: it has no p-value and says why.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = Sequence[float] | NDArray[np.float64]
Floats = NDArray[np.float64]
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class StatisticalTest:
    """A statistic with its p-value, the effect's size, n, and the recipe in words."""

    test: str
    n: int
    missing: int
    recipe: str
    statistic: float | None = None
    p: float | None = None
    freedom: float | None = None
    effect: float | None = None
    effect_name: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A test that is about to be made: its name, how many values it has, and its recipe."""

    test: str
    n: int
    missing: int
    recipe: str

    def not_made(self, why: str) -> StatisticalTest:
        """Return the result of a test that cannot be made."""
        return StatisticalTest(self.test, self.n, self.missing, self.recipe, why_not=why)

    def made(
        self,
        statistic: float,
        p: float,
        *,
        freedom: float | None = None,
        effect: float | None = None,
        effect_name: str = "",
    ) -> StatisticalTest:
        """Return the result of a test that was made."""
        return StatisticalTest(
            self.test, self.n, self.missing, self.recipe,
            float(statistic), float(p), freedom, effect, effect_name,
        )  # fmt: skip


def present(values: Numbers) -> Floats:
    """Return the values that are there, as floats."""
    array: Floats = np.asarray(values, dtype=float)
    return array[np.flatnonzero(~np.isnan(array))]


def both_present(first: Numbers, second: Numbers) -> tuple[Floats, Floats, int]:
    """Return the pairs of which both values are there, and how many were left out."""
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.shape != b.shape:
        raise ValueError(f"{len(a)} values cannot be paired with {len(b)}")
    there = ~(np.isnan(a) | np.isnan(b))
    return a[there], b[there], int((~there).sum())


def is_missing(value: object) -> bool:
    """Whether a cell has no value.

    >>> is_missing(None), is_missing(float("nan")), is_missing("N/A")
    (True, True, False)
    """
    return value is None or (isinstance(value, float) and math.isnan(value))


def labels_present(values: Iterable[K | None]) -> list[K]:
    """Return the labels that are there."""
    return [value for value in values if value is not None and not is_missing(value)]
