"""Arrays of floating-point intervals, every operation rounded outwards.

An `Outward` holds bounds between which the exact result certainly lies. It is used to exclude
boxes of confusion matrices; it never confirms anything.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def _down(x: Floats) -> Floats:
    return np.nextafter(x, -np.inf)


def _up(x: Floats) -> Floats:
    return np.nextafter(x, np.inf)


class Outward:
    """An array of intervals ``[low, high]`` that contain the exact values."""

    __array_ufunc__ = None  # keep numpy from taking the operators over element by element
    __slots__ = ("high", "low")

    def __init__(self, low: Floats, high: Floats) -> None:
        self.low, self.high = low, high

    @classmethod
    def integers(cls, values: npt.NDArray[np.int64]) -> Outward:
        """Return integer values; beyond 2**53 they are widened by one unit."""
        floats = values.astype(np.float64)
        if values.size and np.abs(floats).max() > 2.0**53:
            return cls(_down(floats), _up(floats))
        return cls(floats, floats)

    @classmethod
    def constant(cls, value: int | Fraction) -> Outward:
        """Return one exact rational as an interval of neighbouring floats."""
        centre = float(value)
        if Fraction(centre) == value:
            exact = np.asarray(centre)
            return cls(exact, exact)
        near = np.asarray(centre)
        return cls(_down(near), _up(near))

    @staticmethod
    def _of(other: Any) -> Outward:
        return other if isinstance(other, Outward) else Outward.constant(other)

    def __add__(self, other: Any) -> Outward:
        other = self._of(other)
        return Outward(_down(self.low + other.low), _up(self.high + other.high))

    def __neg__(self) -> Outward:
        return Outward(-self.high, -self.low)

    def __sub__(self, other: Any) -> Outward:
        return self + (-self._of(other))

    def __rsub__(self, other: Any) -> Outward:
        return self._of(other) + (-self)

    def __mul__(self, other: Any) -> Outward:
        other = self._of(other)
        ends = (
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        )
        low = np.minimum(np.minimum(ends[0], ends[1]), np.minimum(ends[2], ends[3]))
        high = np.maximum(np.maximum(ends[0], ends[1]), np.maximum(ends[2], ends[3]))
        return Outward(_down(low), _up(high))

    def __abs__(self) -> Outward:
        crosses = (self.low < 0) & (self.high > 0)
        smallest = np.minimum(np.abs(self.low), np.abs(self.high))
        return Outward(
            np.where(crosses, 0.0, smallest), np.maximum(np.abs(self.low), np.abs(self.high))
        )

    __radd__ = __add__
    __rmul__ = __mul__
