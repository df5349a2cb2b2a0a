"""What a score is: a quotient of two polynomials in the confusion matrix, and a monotone transform.

The quotient is written once, for any kind of number: exact integers when a witness is verified,
affine forms when a bound becomes a half-plane, intervals of floating-point numbers when a whole box
of matrices is excluded at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from reproscope.scores.surds import Surd
from reproscope.scores.window import Window

# One formula serves ints, affine forms and outward-rounded arrays, which share only operators.
Quotient = Callable[[Any, Any, Any, Any], tuple[Any, Any]]


class Transform(Enum):
    """The monotone function that turns a quotient into the score.

    Each is undone exactly on a rational bound, so that no root is ever taken to decide anything.
    """

    IDENTITY = "q"
    ROOT = "sqrt(q)"
    SIGNED_ROOT = "sign(q)·sqrt(|q|)"
    ODDS_ROOT = "sqrt(q) / (sqrt(q) + sqrt(1 - q))"

    def undo(self, window: Window) -> Window | None:
        """Return the window of the quotient for a window of the score; ``None`` if it is empty."""
        low, high = window.low, window.high
        if self is Transform.IDENTITY:
            return window
        if self is Transform.SIGNED_ROOT:
            return Window(
                None if low is None else low * abs(low), None if high is None else high * abs(high)
            )
        if high is not None and high < 0:
            return None
        low = None if low is None or low < 0 else low
        if self is Transform.ROOT:
            return Window(None if low is None else low**2, None if high is None else high**2)
        if low is not None and low > 1:
            return None
        high = None if high is None or high > 1 else high
        return Window(*(None if x is None else x**2 / ((1 - x) ** 2 + x**2) for x in (low, high)))

    def apply(self, q: Fraction) -> Surd:
        """Return the score exactly: a rational, or a rational and a square root."""
        if self is Transform.IDENTITY:
            return Surd(q)
        if self is Transform.ROOT:
            return Surd.root(q)
        if self is Transform.SIGNED_ROOT:
            return Surd.root(abs(q), Fraction(1 if q >= 0 else -1))
        if 2 * q == 1:
            return Surd(q)
        # sqrt(q) / (sqrt(q) + sqrt(1-q)), its denominator made rational.
        return Surd(-q / (1 - 2 * q)) + Surd.root(q * (1 - q), 1 / (1 - 2 * q))


@dataclass(frozen=True)
class Definition:
    """A score: its formula, its properties as data, its names, and where it comes from."""

    id: str
    title: str
    formula: str
    quotient: Quotient
    low: int | None
    high: int | None
    undefined: str
    transform: Transform = Transform.IDENTITY
    trend: Literal["increasing", "decreasing"] = "increasing"
    synonyms: tuple[str, ...] = ()
    complements: tuple[str, ...] = ()
    swapped: str = ""
    takes_beta: bool = False
    # Whether the trend holds cell by cell (tp, tn against fp, fn) also when p and n may change.
    cellwise: bool = True
    beta: Fraction | None = None
    # What may be printed where only a part of the score is 0/0: the part counts 0, or is left out.
    instead: tuple[Quotient, ...] = ()
    source: str = "seed 003, Table of scores"

    def completed(self) -> tuple[Definition, ...]:
        """Return the score as it is with each way to go on where only a part of it is 0/0."""
        return _completed(self)

    @property
    def range(self) -> Window:
        """The values the score can have at all."""
        return Window(*(None if x is None else Fraction(x) for x in (self.low, self.high)))

    def exact(self, tp: int, tn: int, p: int, n: int) -> Fraction | None:
        """Return the exact quotient (before the transform), or ``None`` where it is 0/0."""
        numerator, denominator = self.quotient(tp, tn, p, n)
        return None if denominator == 0 else Fraction(numerator) / Fraction(denominator)

    def value(self, tp: int, tn: int, p: int, n: int) -> Surd | None:
        """Return the exact score, or ``None`` where it is undefined."""
        quotient = self.exact(tp, tn, p, n)
        return None if quotient is None else self.transform.apply(quotient)


@cache
def _completed(definition: Definition) -> tuple[Definition, ...]:
    # Kept, so that a mean and a spread of one score have one definition and not two equal ones.
    return tuple(
        replace(definition, quotient=_filled(definition.quotient, other), instead=())
        for other in definition.instead
    )


def _filled(quotient: Quotient, instead: Quotient) -> Quotient:
    """Return a quotient with another in its place where it is 0/0; whole arrays too."""

    def filled(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
        num, den = quotient(tp, tn, p, n)
        other = instead(tp, tn, p, n)
        if not hasattr(den, "dtype"):
            return (num, den) if den else other
        import numpy as np

        empty = den == 0
        return np.where(empty, other[0], num), np.where(empty, other[1], den)

    return filled
