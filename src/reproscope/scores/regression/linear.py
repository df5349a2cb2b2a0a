"""A few linear inequalities in a few unknowns, decided by elimination in exact rationals.

Fourier's elimination squares the number of inequalities with every unknown; here are three
unknowns and a dozen inequalities, so it is quick, and strict inequalities stay strict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from reproscope.scores.regression.spans import Span

Point = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class AtMost:
    """``sum(coefficient · unknown) <= bound``, or ``<`` where it is strict."""

    terms: Mapping[str, Fraction]
    bound: Fraction = Fraction(0)
    strict: bool = False

    def given(self, known: Point) -> AtMost:
        """Return the inequality with some unknowns replaced by their values."""
        left = {name: c for name, c in self.terms.items() if name not in known}
        moved = sum(
            (c * known[name] for name, c in self.terms.items() if name in known), Fraction(0)
        )
        return AtMost(left, self.bound - moved, self.strict)

    @property
    def fails(self) -> bool:
        """Whether it has no unknown left and is false."""
        return not self.terms and (self.bound < 0 or (self.strict and self.bound == 0))


def at_most(bound: Fraction | int = 0, *, strict: bool = False, **terms: Fraction | int) -> AtMost:
    """Write an inequality: ``at_most(3, x=1, y=-2)`` is ``x - 2y <= 3``."""
    named = {name: Fraction(c) for name, c in terms.items() if c}
    return AtMost(named, Fraction(bound), strict)


def within(name: str, span: Span) -> list[AtMost]:
    """Return the inequalities that keep one unknown in a span."""
    found = []
    if span.low is not None:
        found.append(at_most(-span.low, strict=span.low_open, **{name: -1}))
    if span.high is not None:
        found.append(at_most(span.high, strict=span.high_open, **{name: 1}))
    return found


def eliminate(system: Iterable[AtMost], name: str) -> list[AtMost]:
    """Return what the inequalities say about the other unknowns."""
    above: list[AtMost] = []
    below: list[AtMost] = []
    rest: list[AtMost] = []
    for one in system:
        c = one.terms.get(name, Fraction(0))
        (above if c > 0 else below if c < 0 else rest).append(one)
    for high in above:
        for low in below:
            rest.append(_sum(high, -low.terms[name], low, high.terms[name], name))
    return list({(tuple(sorted(o.terms.items())), o.bound, o.strict): o for o in rest}.values())


def _sum(a: AtMost, by: Fraction, b: AtMost, times: Fraction, gone: str) -> AtMost:
    terms = {
        name: c
        for name in {*a.terms, *b.terms} - {gone}
        if (c := by * a.terms.get(name, Fraction(0)) + times * b.terms.get(name, Fraction(0)))
    }
    return AtMost(terms, by * a.bound + times * b.bound, a.strict or b.strict)


def span_of(system: Iterable[AtMost], name: str, known: Point | None = None) -> Span | None:
    """Return the values of one unknown for which the others can be chosen; ``None`` if none."""
    left = [one.given(known or {}) for one in system]
    for other in sorted({n for one in left for n in one.terms} - {name}):
        left = eliminate(left, other)
    if any(one.fails for one in left):
        return None
    span = Span()
    for one in left:
        if one.terms:
            c = one.terms[name]
            end = one.bound / c
            span = span.meet(
                Span(None, end, False, one.strict) if c > 0 else Span(end, None, one.strict, False)
            )
    return None if span.empty else span
