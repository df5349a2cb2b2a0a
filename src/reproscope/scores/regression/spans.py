"""Intervals of exact rationals whose ends may be left out or missing, and short numbers in them.

`Window` is what a printed number can stand for, always closed; a `Span` is what relations leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from reproscope.scores.surds import rational_root
from reproscope.scores.window import Window


@dataclass(frozen=True, slots=True)
class Span:
    """The reals between two ends; an end that is ``None`` is unbounded, one that is open is out."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    @classmethod
    def of(cls, window: Window) -> Span:
        """Return a printed number's window."""
        return cls(window.low, window.high)

    @property
    def empty(self) -> bool:
        """Whether nothing lies between the ends."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    @property
    def single(self) -> bool:
        """Whether one number is all there is."""
        return self.low is not None and self.low == self.high

    def __contains__(self, value: Fraction) -> bool:
        above = self.low is None or self.low < value or (self.low == value and not self.low_open)
        below = (
            self.high is None or value < self.high or (self.high == value and not self.high_open)
        )
        return above and below

    def meet(self, other: Span) -> Span:
        """Return what lies in both."""
        low, low_open = _tighter(self.low, self.low_open, other.low, other.low_open, 1)
        high, high_open = _tighter(self.high, self.high_open, other.high, other.high_open, -1)
        return Span(low, high, low_open, high_open)

    def scaled(self, factor: Fraction) -> Span:
        """Return this times a positive number."""
        low, high = (None if x is None else x * factor for x in (self.low, self.high))
        return Span(low, high, self.low_open, self.high_open)

    def shifted(self, by: Fraction) -> Span:
        """Return this moved by a number."""
        low, high = (None if x is None else x + by for x in (self.low, self.high))
        return Span(low, high, self.low_open, self.high_open)

    def negated(self) -> Span:
        """Return this seen from the other side of 0."""
        low, high = (None if x is None else -x for x in (self.high, self.low))
        return Span(low, high, self.high_open, self.low_open)

    def square(self) -> Span:
        """Return the squares of the numbers in this, whose ends are closed."""
        if self.low is None or self.high is None:
            return Span(self.low**2 if self.low is not None and self.low > 0 else Fraction(0), None)
        most = max(abs(self.low), abs(self.high))
        least = Fraction(0) if self.low <= 0 <= self.high else min(abs(self.low), abs(self.high))
        return Span(least**2, most**2)

    def middle(self) -> Fraction:
        """Return a number in the midst of this, or near its only end."""
        if self.low is not None and self.high is not None:
            return (self.low + self.high) / 2
        if self.low is not None:
            return self.low * 2 if self.low > 0 else self.low + 1
        return Fraction(0) if self.high is None else self.high - 1

    def short(self) -> Fraction:
        """Return a number in this, with few decimals if there is one."""
        middle = self.middle()
        if self.single:
            return middle
        scale = 1
        while (near := Fraction(round(middle * scale), scale)) not in self:
            scale *= 10
        return near

    def short_root(self) -> Fraction | None:
        """Return a number >= 0 whose square is in this; none if one irrational root is all."""
        kept = self.meet(NOT_NEGATIVE)
        middle = kept.middle()
        if kept.empty:
            return None
        if kept.single:
            return rational_root(middle)
        scale = 1
        while True:
            near = Fraction(isqrt(int(middle * scale * scale)), scale)
            for root in (near, near + Fraction(1, scale)):
                if root * root in kept:
                    return root
            scale *= 10


NOT_NEGATIVE = Span(Fraction(0), None)


def _tighter(
    a: Fraction | None, a_open: bool, b: Fraction | None, b_open: bool, side: int
) -> tuple[Fraction | None, bool]:
    """Return the end that leaves less: the greater lower end, or the lesser upper one."""
    if a is None or b is None:
        return (b, b_open) if a is None else (a, a_open)
    if a == b:
        return a, a_open or b_open
    return (a, a_open) if (a - b) * side > 0 else (b, b_open)
