"""Closed intervals of exact rationals: all the values a printed number can stand for.

Nothing here is floating point. What is printed is turned into a `Window` once, and every later
decision compares integers or fractions with its two ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Literal

from reproscope.core.errors import ReproscopeError, UnknownName

RoundingMode = Literal["nearest", "any", "exact"]
LARGEST_EPSILON = 1000
_SMALLEST_EXPONENT = -60
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


def _half_width(epsilon: Fraction | Decimal | str | float) -> Fraction:
    """Return an epsilon as an exact number, or raise and say what is wrong."""
    if isinstance(epsilon, Fraction):
        value = epsilon
    else:
        try:
            number = Decimal(str(epsilon))
        except InvalidOperation:
            raise ReproscopeError(
                f"epsilon is {str(epsilon)[:20]!r}: it must be a number"
            ) from None
        if not number.is_finite():
            raise ReproscopeError(f"epsilon is {epsilon}: it must be a finite number")
        # Looked at before it becomes a fraction: 1e-9999999 would fill the memory with zeros.
        if number and number.adjusted() < _SMALLEST_EXPONENT:
            raise ReproscopeError(
                f"epsilon is {number}: less than 1e{_SMALLEST_EXPONENT} is not meant"
            )
        value = Fraction(number) if number.adjusted() < 20 else Fraction(LARGEST_EPSILON + 1)
    if value < 0:
        raise ReproscopeError(f"epsilon is {epsilon}: it must not be negative")
    if value > LARGEST_EPSILON:
        raise ReproscopeError(f"epsilon is {epsilon}: it must not be more than {LARGEST_EPSILON}")
    return value


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
    def parse(
        cls, rounding: str | Rounding = "any", epsilon: Fraction | str | float | None = None
    ) -> Rounding:
        """Return a checked rounding from what a user wrote."""
        if isinstance(rounding, Rounding):
            return rounding
        if rounding not in ROUNDING_MODES:
            raise UnknownName("rounding", rounding, ROUNDING_MODES)
        return cls(rounding, None if epsilon is None else _half_width(epsilon))

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
