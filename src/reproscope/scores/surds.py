"""Sums of square roots of rationals, compared with rationals exactly.

Means of scores such as the Matthews coefficient are such sums. A comparison narrows an interval
until it leaves the bound; that it ends is assured by testing equality first, which is decidable:
roots whose radicands have no square ratio are linearly independent over the rationals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt


def rational_root(x: Fraction) -> Fraction | None:
    """Return the square root of x >= 0 if it is rational."""
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom)
    return None


@dataclass(frozen=True, slots=True)
class Surd:
    """``rational + sum(coefficient · sqrt(radicand))``."""

    rational: Fraction = Fraction(0)
    roots: tuple[tuple[Fraction, Fraction], ...] = ()

    @classmethod
    def root(cls, radicand: Fraction, coefficient: Fraction = Fraction(1)) -> Surd:
        """Return ``coefficient · sqrt(radicand)``, simplified if the root is rational."""
        whole = rational_root(radicand)
        if whole is not None:
            return cls(coefficient * whole)
        return cls(Fraction(0), ((coefficient, radicand),)) if coefficient else cls()

    def __add__(self, other: Surd) -> Surd:
        return Surd(self.rational + other.rational, _gathered(self.roots + other.roots))

    def scaled(self, factor: Fraction) -> Surd:
        """Return this times a rational."""
        return Surd(self.rational * factor, tuple((c * factor, r) for c, r in self.roots if factor))

    def square(self) -> Surd:
        """Return the square, for at most one root."""
        if not self.roots:
            return Surd(self.rational**2)
        if len(self.roots) > 1:
            return self.product(self)
        ((c, r),) = self.roots
        return Surd(self.rational**2 + c * c * r) + Surd.root(r, 2 * self.rational * c)

    def product(self, other: Surd) -> Surd:
        """Return the product of two sums of roots."""
        total = Surd(self.rational * other.rational)
        total += Surd(Fraction(0), tuple((c * other.rational, r) for c, r in self.roots))
        total += Surd(Fraction(0), tuple((c * self.rational, r) for c, r in other.roots))
        for c, r in self.roots:
            for d, s in other.roots:
                total += Surd.root(r * s, c * d)
        return total

    def sign_against(self, bound: Fraction) -> int:
        """Return -1, 0 or 1 as this is below, equal to or above a rational, exactly."""
        offset = self.rational - bound
        if not self.roots:
            return (offset > 0) - (offset < 0)
        bits = 64
        while True:
            low, high = self._bounds(bits)
            if low - bound > 0:
                return 1
            if high - bound < 0:
                return -1
            bits *= 2

    def _bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        low = high = self.rational
        for c, r in self.roots:
            floor = isqrt((r.numerator << (2 * bits)) // r.denominator)
            ends = c * Fraction(floor, 1 << bits), c * Fraction(floor + 1, 1 << bits)
            low, high = low + min(ends), high + max(ends)
        return low, high

    def __float__(self) -> float:
        low, high = self._bounds(64)
        return float((low + high) / 2)


def _gathered(
    roots: tuple[tuple[Fraction, Fraction], ...],
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Add up roots that are rational multiples of each other; drop those that cancel."""
    gathered: list[tuple[Fraction, Fraction]] = []
    for c, r in roots:
        for i, (d, s) in enumerate(gathered):
            ratio = rational_root(r / s)
            if ratio is not None:
                gathered[i] = (d + c * ratio, s)
                break
        else:
            gathered.append((c, r))
    return tuple((c, r) for c, r in gathered if c)
