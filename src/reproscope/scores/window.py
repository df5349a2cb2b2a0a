"""Closed intervals of exact rationals: all the values a printed number can stand for.

Nothing here is floating point. What is printed is turned into a `Window` once, and every later
decision compares integers or fractions with its two ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from reproscope.core.errors import ReproscopeError, UnknownName

RoundingMode = Literal["nearest", "any", "exact"]
ROUNDING_MODES: tuple[RoundingMode, ...] = ("nearest", "any", "exact")


@dataclass(frozen=True, slots=True)
class Window:
    """The closed interval ``[low, high]``; an end that is ``None`` is unbounded."""

    low: Fraction | None
    high: Fraction | None

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ReproscopeError(f"the interval [{self.low}, {self.high}] is empty")

    def __contains__(self, value: Fraction | int) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def complement(self) -> Window:
        """Return the window of ``1 - x``, for error rates and the like."""
        return Window(
            None if self.high is None else 1 - self.high,
            None if self.low is None else 1 - self.low,
        )


@dataclass(frozen=True, slots=True)
class Rounding:
    """How far the true value may lie from the printed one.

    - ``nearest``: half a unit of the last digit, both ends included, because ties go up in one
      program and to the even digit in another;
    - ``any``: a whole unit, so that rounding up, down and to the nearest are all admitted. The
      ends are included: a program that truncates the floating-point neighbour of 0.29 prints 0.28;
    - ``exact``: the printed number is the value itself;
    - an ``epsilon`` replaces all of these by a stated half-width.
    """

    mode: RoundingMode = "any"
    epsilon: Fraction | None = None

    @classmethod
    def parse(cls, rounding: str | Rounding = "any", epsilon: Fraction | None = None) -> Rounding:
        """Return a checked rounding from what a user wrote."""
        if isinstance(rounding, Rounding):
            return rounding
        if rounding not in ROUNDING_MODES:
            raise UnknownName("rounding", rounding, ROUNDING_MODES)
        if epsilon is not None and epsilon < 0:
            raise ReproscopeError(f"epsilon is {float(epsilon):g}: it must not be negative")
        return cls(rounding, epsilon)

    def window(self, value: Fraction, unit: Fraction | None) -> Window:
        """Return the values that may have been printed as `value` with last digit `unit`."""
        width = self.half_width(unit)
        return Window(value - width, value + width)

    def half_width(self, unit: Fraction | None) -> Fraction:
        """Return how far a true value may lie from a printed one with last digit `unit`."""
        if self.epsilon is not None:
            return self.epsilon
        if self.mode == "exact":
            return Fraction(0)
        if unit is None:
            raise ReproscopeError(
                "a floating-point value has no printed digits: "
                "give it as text, or say epsilon= or decimals="
            )
        return unit / 2 if self.mode == "nearest" else unit

    def __str__(self) -> str:
        return f"within {float(self.epsilon):g}" if self.epsilon is not None else self.mode
