"""What many states of a fold add to a reported quantity, as 64-bit integers, all at once.

A column holds quotients of integers, one a state, and what is done to them: a root, a shift, a
weight. It becomes integers by its common denominator where that is small, and then it is exact;
else by a power of two, rounded down, and the ends are widened by what the rounding can have lost.
Widening only ever admits too much: what it admits is verified in exact arithmetic, what it excludes
is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from reproscope.scores.definition import Definition, Transform
from reproscope.scores.solvers.coordinates import FAR, LOSS, Ints, ceil, floor
from reproscope.scores.solvers.slots import Slot

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
_BITS = 44
_SAFE = float(1 << 61)
# Dividing, taking a root, shifting and weighing each err by a unit in the last place or two.
_RELATIVE = 2.0**-49
_SLACK = 0.05


class TooLarge(Exception):
    """Numbers do not fit: the message says what of."""


@dataclass(frozen=True)
class States:
    """Confusion matrices, one a row, possibly of different sizes."""

    p: Ints
    n: Ints
    tp: Ints
    tn: Ints

    def __len__(self) -> int:
        return len(self.tp)

    def keep(self, rows: Any) -> States:
        """Return some of the rows."""
        return States(self.p[rows], self.n[rows], self.tp[rows], self.tn[rows])

    def table(self) -> Ints:
        """Return the states as rows ``p, n, tp, tn``."""
        return np.stack([self.p, self.n, self.tp, self.tn], axis=1)


@dataclass(frozen=True)
class Column:
    """``weight · (transform(num / den)^power - shift)``, row by row; 0 in `blank` rows."""

    num: npt.NDArray[Any]
    den: npt.NDArray[Any]
    weight: Fraction = Fraction(1)
    transform: Transform = Transform.IDENTITY
    shift: Fraction = Fraction(0)
    power: int = 1
    blank: Mask | None = None

    def floats(self) -> tuple[Floats, Floats]:
        """Return the values and bounds on their errors."""
        root, size = self._transformed()
        powered, shift = root**self.power, float(self.shift)
        error = _RELATIVE * (np.abs(size) ** self.power + abs(shift))
        weight = float(self.weight)
        value = (powered - shift) * weight
        if self.blank is not None:
            value = np.where(self.blank, 0.0, value)
        return value, error * abs(weight)

    def _transformed(self) -> tuple[Floats, Floats]:
        den = self.den.astype(np.float64)
        quotient = self.num.astype(np.float64) / den
        if self.transform is Transform.IDENTITY:
            return quotient, quotient
        if self.transform is Transform.ODDS_ROOT:
            rest = np.sqrt((self.den - self.num).astype(np.float64) / den)
            odds = np.sqrt(quotient)
            return odds / (odds + rest), np.ones_like(odds)
        root = np.sign(quotient) * np.sqrt(np.abs(quotient))
        return root, root

    def divisor(self, most: int) -> int | None:
        """Return the common denominator of all values, or ``None`` if it exceeds `most`."""
        if self.transform is not Transform.IDENTITY or self._size() > _SAFE:
            return None
        num, den = self._shifted()
        common = 1
        for one in np.unique(den // np.gcd(num, den)).tolist():
            common = lcm(common, one * self.weight.denominator)
            if common > most:
                return None
        return common

    def _size(self) -> float:
        """Return how large the integers behind an exact value get, about."""
        largest = max(float(np.abs(side).max(initial=0)) for side in (self.num, self.den))
        shift = abs(self.shift.numerator) + self.shift.denominator
        return float(largest**self.power) * float(shift)

    def _shifted(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return numerator and denominator of an exact value before its weight."""
        num, den = self.num**self.power, self.den**self.power
        if self.shift:
            num = num * self.shift.denominator - den * self.shift.numerator
            den = den * self.shift.denominator
        if self.blank is not None:
            num, den = np.where(self.blank, 0, num), np.where(self.blank, 1, den)
        return num, den

    def exact(self, factor: int) -> Ints:
        """Return the values times a factor that makes them whole."""
        num, den = self._shifted()
        scale = self.weight * factor
        common = np.gcd(num, den)
        num, den = (num // common).astype(object), (den // common).astype(object)
        return np.asarray(num * scale.numerator // (den * scale.denominator), dtype=np.int64)

    def rounded(self, factor: int) -> Ints:
        """Return the values times a power of two, rounded down by less than `LOSS`."""
        value, error = self.floats()
        scaled = value * factor
        return np.floor(scaled - error * factor - _SLACK).astype(np.int64)


@dataclass(frozen=True)
class Coordinate:
    """A quantity summed over folds, and the ends its total must lie between.

    `column` says what states of a slot add; `allowed`, which states there may be.
    """

    label: str
    column: Callable[[States, Slot], Column]
    low: Fraction | None
    high: Fraction | None
    allowed: Callable[[States], Mask] | None = None


@dataclass(frozen=True, slots=True)
class Scaled:
    """A coordinate as integers: what each kind's states add, the ends, and whether all is exact."""

    sums: list[Ints]
    low: int
    high: int
    exact: bool


def scaled(
    coordinate: Coordinate, columns: Sequence[Column], terms: int, complete: bool = True
) -> Scaled:
    """Turn what each kind's states add into integers, `terms` of which are added up.

    All coordinates get about the same size, so that directions between them have small numbers.
    Where states were left out, theirs may have other denominators: then nothing counts as exact.
    """
    biggest = max((float(np.abs(c.floats()[0]).max(initial=0)) for c in columns), default=0.0)
    bounds = [abs(float(e)) for e in (coordinate.low, coordinate.high) if e is not None]
    room = _BITS - int(max([biggest * terms, *bounds]) * 2 + 2).bit_length()
    if room < 8:
        raise TooLarge(f"{coordinate.label} has too large values")
    common: int | None = 1 if complete else None
    for column in columns:
        divisor = None if common is None else column.divisor(1 << room)
        common = None if divisor is None or common is None else lcm(common, divisor)
    if common is not None and common.bit_length() <= room:
        factor = common << (room - common.bit_length())
        ends = _ends(coordinate, factor, 0)
        return Scaled([c.exact(factor) for c in columns], *ends, True)
    factor = 1 << room
    ends = _ends(coordinate, factor, LOSS * terms)
    return Scaled([c.rounded(factor) for c in columns], *ends, False)


def _ends(coordinate: Coordinate, factor: int, loss: int) -> tuple[int, int]:
    low, high = coordinate.low, coordinate.high
    least = -FAR if low is None else ceil(low * factor) - loss
    most = FAR if high is None else floor(high * factor)
    return max(least, -FAR), min(most, FAR)


def quotient(definition: Definition, states: States) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return numerator and denominator of a score for many states; a denominator 0 marks a 0/0."""
    cells = (states.tp, states.tn, states.p, states.n)
    floats = definition.quotient(*(c.astype(np.float64) for c in cells))
    largest = max(float(np.abs(np.asarray(f, dtype=np.float64)).max(initial=0)) for f in floats)
    if definition.beta is not None:
        return _whole_beta(definition, cells)
    if largest > _SAFE:
        cells = tuple(c.astype(object) for c in cells)  # type: ignore[assignment]
    num, den = definition.quotient(*cells)
    shape = states.tp.shape
    return np.broadcast_to(np.asarray(num), shape), np.broadcast_to(np.asarray(den), shape)


def _whole_beta(
    definition: Definition, cells: Sequence[Ints]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """F-beta has rational factors: both sides are multiplied by their common denominator."""
    assert definition.beta is not None
    scale = definition.beta.denominator**2
    num, den = definition.quotient(*(c.astype(object) for c in cells))
    return tuple(  # type: ignore[return-value]
        np.array([int(v * scale) for v in side], dtype=np.int64) for side in (num, den)
    )


def within(
    definition: Definition, states: States, low: Fraction | None, high: Fraction | None
) -> Mask:
    """Return which states have a score's quotient between two ends, exactly; a 0/0 has not."""
    num, den = (side.astype(object) for side in quotient(definition, states))
    keep = np.asarray(den != 0, dtype=bool)
    if low is not None:
        keep &= np.asarray(num * low.denominator >= den * low.numerator, dtype=bool)
    if high is not None:
        keep &= np.asarray(num * high.denominator <= den * high.numerator, dtype=bool)
    return keep
