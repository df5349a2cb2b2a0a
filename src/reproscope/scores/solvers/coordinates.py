"""Whole numbers behind sums over folds: their type, their unbounded ends, and exact rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
FAR = 1 << 60
# What rounding down one number can lose: less than a unit, and the slack on both sides.
LOSS = 2


def ceil(x: Fraction) -> int:
    """Return the smallest integer not below x."""
    return -((-x.numerator) // x.denominator)


def floor(x: Fraction) -> int:
    """Return the largest integer not above x."""
    return x.numerator // x.denominator
