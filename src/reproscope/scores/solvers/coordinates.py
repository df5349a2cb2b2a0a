"""What is added up over folds, in 64-bit integers.

A leaf (a fold, a test set) in a certain state adds a number to each coordinate; what was reported
holds if every total lies between the coordinate's ends. Numbers are scaled by their common
denominator where that is small, and then they are exact; else by a power of two and rounded down,
and the ends are widened by what the rounding can have lost. Widening only ever admits too much:
what it admits is verified in exact arithmetic, what it excludes is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm

import numpy as np
import numpy.typing as npt

from reproscope.scores.surds import Surd

Ints = npt.NDArray[np.int64]
FAR = 1 << 60
_BITS = 44
# What rounding down one number can lose: a unit for its rational part, and one for each root.
_LOSS = 3


@dataclass(frozen=True, slots=True)
class Leaf:
    """One evaluated set of known size, and its weight in the mean."""

    p: int
    n: int
    weight: Fraction


# What a leaf in state (tp, tn) adds; ``None`` where that state is not allowed at all.
Contribution = Callable[[Leaf, int, int], Surd | None]


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A quantity that is summed over leaves, and the ends its total must lie between."""

    label: str
    contribution: Contribution
    low: Fraction | None
    high: Fraction | None


@dataclass(frozen=True, slots=True)
class Scale:
    """How a coordinate becomes integers: a factor, and whether nothing is rounded."""

    factor: int
    exact: bool

    @classmethod
    def choose(cls, values: Iterable[Surd], terms: int) -> Scale:
        """Choose the scale for the values that can occur, `terms` of which are added up."""
        divisor, biggest, exact = 1, Fraction(1), True
        for value in values:
            exact = exact and not value.roots and divisor.bit_length() < _BITS
            if exact:
                divisor = lcm(divisor, value.rational.denominator)
            size = abs(value.rational) if not value.roots else Fraction(abs(float(value)))
            biggest = max(biggest, size)
        room = _BITS - int(biggest * terms + 1).bit_length()
        if exact and divisor.bit_length() <= room:
            return cls(divisor, True)
        return cls(1 << max(room, 4), False)

    def ends(self, low: Fraction | None, high: Fraction | None, terms: int) -> tuple[int, int]:
        """Return the integer ends, widened by what rounding down `terms` numbers can lose."""
        loss = 0 if self.exact else _LOSS * terms
        least = -FAR if low is None else ceil(low * self.factor) - loss
        most = FAR if high is None else floor(high * self.factor)
        return max(least, -FAR), min(most, FAR)

    def integer(self, value: Surd) -> int:
        """Return the value in units of the scale, rounded down by less than `_LOSS`."""
        total = floor(value.rational * self.factor)
        for coefficient, radicand in value.roots:
            square = (coefficient * self.factor) ** 2 * radicand
            root = isqrt(square.numerator // square.denominator)
            total += root if coefficient > 0 else -root - 1
        return total


def ceil(x: Fraction) -> int:
    """Return the smallest integer not below x."""
    return -((-x.numerator) // x.denominator)


def floor(x: Fraction) -> int:
    """Return the largest integer not above x."""
    return x.numerator // x.denominator
