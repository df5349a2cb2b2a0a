"""A bound on a quotient of the confusion matrix, in exact integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from reproscope.scores.definition import Definition, Quotient
from reproscope.scores.window import Window


@dataclass(frozen=True, slots=True)
class Constraint:
    """``low <= quotient(tp, tn, p, n) <= high``, the quotient monotone in tp and tn.

    Where the quotient is 0/0 the constraint counts as met if `undefined_ok`, or if one of the
    quotients that may stand `instead` of it meets the bound. If `cellwise`, it is
    monotone in each of the four cells too, so that p and n may vary.
    """

    label: str
    quotient: Quotient
    low: Fraction | None
    high: Fraction | None
    increasing: bool = True
    undefined_ok: bool = False
    instead: tuple[Quotient, ...] = ()
    cellwise: bool = True

    def admits(self, tp: int, tn: int, p: int, n: int) -> bool:
        """Whether one confusion matrix meets the bound: exact, integers only."""
        numerator, denominator = self.quotient(tp, tn, p, n)
        if denominator == 0:
            return self.undefined_ok or any(one.admits(tp, tn, p, n) for one in self.others())
        return not self.below(numerator, denominator) and not self.above(numerator, denominator)

    def others(self) -> list[Constraint]:
        """Return the bound on each quotient that may stand in the place of a 0/0."""
        return [replace(self, quotient=other, instead=()) for other in self.instead]

    def below(self, numerator: int, denominator: int) -> bool:
        """Whether the quotient falls short of `low`."""
        low = self.low
        return low is not None and numerator * low.denominator < low.numerator * denominator

    def above(self, numerator: int, denominator: int) -> bool:
        """Whether the quotient exceeds `high`."""
        high = self.high
        return high is not None and numerator * high.denominator > high.numerator * denominator


def from_definition(
    definition: Definition,
    window: Window,
    undefined: str,
    label: str = "",
    zeros: Sequence[int] = (0,),
) -> Constraint | None:
    """Return the constraint that a reported score puts on a matrix; ``None`` if no value fits.

    `undefined` says what a 0/0 may have been printed as: ``zero``, ``never`` or ``any``; `zeros`
    what the score is where zero was printed.
    """
    undefined_ok = undefined == "any" or (
        undefined == "zero" and any(zero in window for zero in zeros)
    )
    core = definition.transform.undo(window)
    if core is None and not undefined_ok:
        return None
    # Where only a 0/0 can have been printed so, no quotient is both at least 1 and at most 0.
    low, high = (Fraction(1), Fraction(0)) if core is None else (core.low, core.high)
    return Constraint(
        label or definition.id,
        definition.quotient,
        low,
        high,
        definition.trend == "increasing",
        undefined_ok,
        definition.instead if undefined == "zero" else (),
        definition.cellwise,
    )
