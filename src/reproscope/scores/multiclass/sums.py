"""What the classes add up: right calls, errors on both sides, means, and what agreements need.

These are the coordinates of an additive system (see `solvers`) whose atoms are classes. For a
number of errors within a range, bounds that are not linear are replaced by linear ones that hold
wherever they do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from reproscope.scores.multiclass.terms import Agreement, Mean, Question
from reproscope.scores.solvers import reported_sums
from reproscope.scores.solvers.columns import Column, Coordinate, States, quotient
from reproscope.scores.solvers.means import Asked, Problem
from reproscope.scores.solvers.slots import Slot
from reproscope.scores.window import Window

# Up to so many classes, the link between each class and the others is a coordinate of its own.
MOST_LINKED = 3
_BITS = 64
_SLOPE = 1 << 20
_INT_BITS = 61
_ZERO = Fraction(0)
Values = npt.NDArray[Any]


@dataclass(frozen=True)
class Region:
    """Matrices with between `least` and `most` errors."""

    least: int
    most: int


def slots_of(question: Question) -> list[Slot]:
    """Return the classes as slots; those that are not interchangeable are told apart."""
    share = Fraction(1, len(question.counts))
    marked = _told_apart(question)
    return [
        Slot(question.total, n, n, share, i if i in marked else -1)
        for i, n in enumerate(question.counts)
    ]


def _told_apart(question: Question) -> frozenset[int]:
    if len(question.counts) <= MOST_LINKED:
        return frozenset(range(len(question.counts)))
    return question.marked


def coordinates(question: Question, region: Region, of_cells: bool = False) -> list[Coordinate]:
    """Return all that is added up; `of_cells`: monotone in tp and in tn, so that corners do."""
    total = question.total
    found = [
        Coordinate(
            "misses",
            lambda states, slot: _whole(states.p - states.tp),
            Fraction(region.least),
            Fraction(region.most),
        ),
        Coordinate(
            "wrong calls less misses",
            lambda states, slot: _whole((states.n - states.tn) - (states.p - states.tp)),
            _ZERO,
            _ZERO,
        ),
    ]
    if len(question.counts) <= MOST_LINKED:
        found += [_link(i) for i in range(len(question.counts))]
    for mean in question.means:
        found += _mean(mean, question)
    for agreement in question.agreements:
        if agreement.form == "kappa":
            found += _kappa(agreement, total)
        else:
            found += _matthews(agreement, question, region, of_cells)
    if any(a.form == "mcc" for a in question.agreements):
        # Mixtures of states have squares beyond what matrices have: where they count, bound them.
        span = _spread_of_calls(question.counts, region)
        found += _calls(total, Window(1 - span[1], 1 - span[0]) if of_cells else None)
    return found


def _whole(values: Values) -> Column:
    return Column(values, np.ones(len(values), dtype=np.int64))


def _link(place: int) -> Coordinate:
    """A class is called wrongly no more often than the others are missed."""
    return Coordinate(
        "link",
        lambda states, slot: _whole(
            states.tn - states.n if slot.group == place else states.p - states.tp
        ),
        _ZERO,
        None,
    )


def _mean(mean: Mean, question: Question) -> list[Coordinate]:
    """The mean as for folds, but with a weight that depends on the score."""
    marked = _told_apart(question)
    weights = {
        (n, i if i in marked else -1): weight
        for i, (n, weight) in enumerate(zip(question.counts, mean.weights, strict=True))
    }

    def weighed(coordinate: Coordinate) -> Coordinate:
        def column(states: States, slot: Slot) -> Column:
            weight = weights[slot.least, slot.group]
            if not weight:
                return _whole(np.zeros(len(states), dtype=np.int64))
            return coordinate.column(states, replace(slot, weight=weight))

        return replace(coordinate, column=column, allowed=None)

    asked = Asked(mean.label, mean.definition, mean.window)
    policy = "zero" if question.policy == "undefined" else question.policy
    problem = Problem((asked,), policy)
    found = [weighed(c) for c in reported_sums.coordinates(problem, len(question.counts))]
    if question.policy == "undefined":

        def undefined(states: States, slot: Slot) -> Column:
            return _whole((quotient(mean.definition, states)[1] == 0).astype(np.int64))

        counter = Coordinate(f"{mean.label} undefined", undefined, _ZERO, _ZERO)
        found.append(weighed(counter))
    return found


def _kappa(agreement: Agreement, total: int) -> list[Coordinate]:
    """``N·A - S >= low·(N² - S)``, and the like for the upper end, over N²."""
    ends = ((agreement.window.low, True), (agreement.window.high, False))
    return [
        Coordinate(
            agreement.label,
            _agreed(total, 1 - end, _ZERO),
            end if is_low else None,
            None if is_low else end,
        )
        for end, is_low in ends
        if end is not None
    ]


def _agreed(total: int, share: Fraction, curve: Fraction) -> Callable[[States, Slot], Column]:
    """Return what a class adds to ``(N·A - share·S + curve·Q) / N²``."""
    scale = share.denominator * curve.denominator
    linear, square = int(share * scale), int(curve * scale)

    def column(states: States, slot: Slot) -> Column:
        kind = _integers(scale * total**2 * 4)
        tp, n = states.tp.astype(kind), states.p.astype(kind)
        calls = _called(states).astype(kind)
        num = scale * total * tp - linear * n * calls + square * calls * calls
        return Column(num, np.full(len(states), scale * total**2, dtype=kind))

    return column


def _integers(largest: int) -> Any:
    """Return the type that holds integers so large."""
    return object if largest.bit_length() > _INT_BITS else np.int64


def _called(states: States) -> Values:
    return np.asarray(states.tp + (states.n - states.tn))


def _calls(total: int, squares: Window | None) -> list[Coordinate]:
    """The sums that, with the right calls, settle the Matthews coefficient: S and Q over N²."""

    kind = _integers(total**2)

    def over(pick: Callable[[States], Values]) -> Callable[[States, Slot], Column]:
        def column(states: States, slot: Slot) -> Column:
            factors = pick(states).astype(kind) * _called(states).astype(kind)
            return Column(factors, np.full(len(states), total**2, dtype=kind))

        return column

    return [
        Coordinate("chance", over(lambda states: states.p), None, None),
        Coordinate(
            "squares",
            over(_called),
            None if squares is None else squares.low,
            None if squares is None else squares.high,
        ),
    ]


def _matthews(
    agreement: Agreement, question: Question, region: Region, of_cells: bool
) -> list[Coordinate]:
    """Lines that bound ``X = R_K·sqrt(K)·sqrt(Y)``, where ``X = (N·A - S)/N²``, ``Y = 1 - Q/N²``.

    Below the root lies its chord, above it every tangent: ``sqrt(Y) <= Y/(2m) + m/2``. Over cells
    a constant stands for the tangent, because a line less a square has its extremes anywhere.
    """
    total, counts = question.total, question.counts
    constant = Fraction(total**2 - sum(n * n for n in counts), total**2)
    if not constant:
        return []
    span = _spread_of_calls(counts, region)
    found = []
    for end, is_low in ((agreement.window.low, True), (agreement.window.high, False)):
        if end is None:
            continue
        towards = end >= 0 if is_low else end < 0
        slope, offset = _chord(end, constant, span) if towards else _tangent(end, constant, span)
        if not towards and of_cells:
            slope, offset = _ZERO, end * _root(constant)[1] * _root(span[1])[1]
        # X against slope·Y + offset, with Y = 1 - Q/N².
        bound = offset + slope
        found.append(
            Coordinate(
                agreement.label,
                _agreed(total, Fraction(1), slope),
                bound if is_low else None,
                None if is_low else bound,
            )
        )
    return found


def _spread_of_calls(counts: tuple[int, ...], region: Region) -> tuple[Fraction, Fraction]:
    """Return between what ``1 - Q/N²`` lies: calls of a class differ from its items by errors."""
    total, most = sum(counts), region.most
    square = sum(n * n for n in counts)
    reach = 2 * most * (max(counts) - min(counts)) + 2 * most**2
    low = max(Fraction(0), 1 - Fraction(square + reach, total**2))
    high = min(1 - Fraction(1, len(counts)), 1 - Fraction(square - reach, total**2))
    return low, max(low, high)


def _root(x: Fraction) -> tuple[Fraction, Fraction]:
    """Return rationals a little below and above a square root."""
    floor = isqrt((x.numerator << (2 * _BITS)) // x.denominator)
    return Fraction(floor, 1 << _BITS), Fraction(floor + 1, 1 << _BITS)


def _chord(
    end: Fraction, constant: Fraction, span: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Return slope and offset of a line no farther from 0 than ``end·sqrt(constant·Y)``."""
    factor = abs(end) * _root(constant)[0]
    first, last = (factor * _root(y)[0] for y in span)
    slope = _ZERO
    if span[1] > span[0]:
        slope = Fraction(int((last - first) / (span[1] - span[0]) * _SLOPE), _SLOPE)
    slope = max(slope, _ZERO)
    offset = first - slope * span[0]
    return (slope, offset) if end >= 0 else (-slope, -offset)


def _tangent(
    end: Fraction, constant: Fraction, span: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Return slope and offset of a line no nearer to 0 than ``end·sqrt(constant·Y)``."""
    factor = abs(end) * _root(constant)[1]
    if not factor:
        return _ZERO, _ZERO
    middle = _root((span[0] + span[1]) / 2)[1]
    slope = Fraction(int(factor / (2 * middle) * _SLOPE) + 1, _SLOPE)
    offset = factor**2 / (4 * slope)
    return (slope, offset) if end >= 0 else (-slope, -offset)
