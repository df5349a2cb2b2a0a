"""What reports over folds add up: means, squares for spreads, counts for extremes and groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from reproscope.scores.solvers.columns import Column, Coordinate, Mask, States, quotient, within
from reproscope.scores.solvers.means import Asked, Problem
from reproscope.scores.solvers.slots import Group, Slot
from reproscope.scores.window import Window

_ONE = Fraction(1)
Contribution = Callable[[States, Slot], Column]


def coordinates(problem: Problem, terms: int) -> list[Coordinate]:
    """Return every quantity that is added up over so many folds, but for those of groups."""
    found: list[Coordinate] = []
    for asked in problem.asked:
        if asked.statistic == "value":
            found += _mean(asked, problem)
        elif asked.statistic == "sd":
            found += _spread(asked, problem, terms)
        else:
            found.append(_extreme(asked, problem))
    if problem.auc is not None:
        found += _auc(problem.auc, problem.policy)
    return found


def of_group(number: int, group: Group) -> list[Coordinate]:
    """Return what the folds of one cross-validation add up to: its positives, each class twice.

    A class that does not fit into the largest fold is in two folds anyway.
    """

    def counted(pick: Callable[[States], npt.NDArray[Any]]) -> Contribution:
        return lambda states, slot: _whole(
            pick(states) if slot.group == number else np.zeros(len(states))
        )

    largest = -(-(group.p + group.n) // group.k)
    whole = Fraction(group.p)
    found = [Coordinate("positives", counted(lambda s: s.p), whole, whole)]
    if 2 <= group.p <= largest:
        column = counted(lambda s: s.p > 0)
        found.append(Coordinate("folds with positives", column, Fraction(2), None))
    if 2 <= group.n <= largest:
        column = counted(lambda s: s.n > 0)
        found.append(Coordinate("folds with negatives", column, Fraction(2), None))
    return found


def _whole(values: npt.NDArray[Any]) -> Column:
    return Column(values.astype(np.int64), np.ones(len(values), dtype=np.int64))


def _mean(asked: Asked, problem: Problem) -> list[Coordinate]:
    window = asked.window
    if problem.policy in ("undefined", "zero"):
        return [_summed(asked, window, problem.policy)]
    if problem.policy == "skipped":
        # A mean over the defined folds only: the sum of (value - end) needs no divisor.
        # That one fold was defined is counted: a sum of 0 says as much of none as of a fold at 0.
        ends = ((window.low, Fraction(0), None), (window.high, None, Fraction(0)))
        found = [
            Coordinate(asked.label, _skipping(asked, end), low, high)
            for end, low, high in ends
            if end is not None
        ]
        return [*found, _count_defined(asked)]
    bottom, top = asked.definition.low, asked.definition.high
    found = []
    if bottom is not None:
        found.append(Coordinate(asked.label, _filled(asked, Fraction(bottom)), None, window.high))
    if top is not None:
        found.append(Coordinate(asked.label, _filled(asked, Fraction(top)), window.low, None))
    return found


def _summed(asked: Asked, window: Window, policy: str, power: int = 1) -> Coordinate:
    """The plain sum; a 0/0 counts as zero, or is not allowed."""
    label = asked.label + ("²" if power == 2 else "")
    column = _filled(asked, asked.zero, power=power)
    if policy == "undefined":
        return Coordinate(label, column, window.low, window.high, _defined(asked))
    return Coordinate(label, column, window.low, window.high)


def _defined(asked: Asked) -> Callable[[States], Mask]:
    return lambda states: np.asarray(quotient(asked.definition, states)[1] != 0, dtype=bool)


def _filled(asked: Asked, fill: Fraction, power: int = 1) -> Contribution:
    """Return the column of a score with `fill` (-1, 0 or 1) in the place of a 0/0."""

    def column(states: States, slot: Slot) -> Column:
        num, den = quotient(asked.definition, states)
        empty = np.asarray(den == 0, dtype=bool)
        num, den = np.where(empty, fill.numerator, num), np.where(empty, 1, den)
        return Column(num, den, slot.weight, asked.definition.transform, power=power)

    return column


def _skipping(asked: Asked, end: Fraction) -> Contribution:
    """Return the column of a score less an end of its window; a 0/0 adds nothing."""

    def column(states: States, slot: Slot) -> Column:
        num, den = quotient(asked.definition, states)
        empty = np.asarray(den == 0, dtype=bool)
        num, den = np.where(empty, 0, num), np.where(empty, 1, den)
        return Column(num, den, slot.weight, asked.definition.transform, end, blank=empty)

    return column


def _spread(asked: Asked, problem: Problem, terms: int) -> list[Coordinate]:
    """The mean and the mean of squares, between ends that hold for every mean the report admits.

    var = mean of squares - square of mean; the exact check settles what this leaves open. Both sums
    are kept, so that folds with the same sums have the same spread.
    """
    mean = next(
        (
            a.window
            for a in problem.asked
            if a.statistic == "value" and a.definition == asked.definition
        ),
        asked.definition.range,
    )
    low, high = max(asked.window.low or Fraction(0), Fraction(0)), asked.window.high
    # Folds left out make the divisor unknown: between one and all of them were counted.
    fewer = Fraction(terms - 1, terms)
    skips = problem.policy == "skipped"
    shrink = Fraction(0) if skips else fewer if problem.spread != "population" else _ONE
    grow = _ONE if problem.spread != "sample" or skips else fewer
    least, most = _squares(mean)
    if skips:
        least = Fraction(0)
    ends = Window(
        low**2 * shrink + least, None if high is None or most is None else high**2 * grow + most
    )
    return [
        _summed(asked, Window(None, None), problem.policy),
        _summed(asked, ends, problem.policy, power=2),
        *([_count_defined(asked)] if skips else []),
    ]


def _squares(window: Window) -> tuple[Fraction, Fraction | None]:
    """Return the least and greatest square of the values in a window."""
    low, high = window.low, window.high
    if low is None or high is None:
        return Fraction(0), None
    ends = (low**2, high**2)
    return Fraction(0) if low <= 0 <= high else min(ends), max(ends)


def _count_defined(asked: Asked) -> Coordinate:
    defined = _defined(asked)
    return Coordinate(
        f"{asked.label} defined", lambda states, slot: _whole(defined(states)), _ONE, None
    )


def _extreme(asked: Asked, problem: Problem) -> Coordinate:
    """How many folds attain the least (greatest) value; states beyond it are not allowed."""
    definition, window = asked.definition, asked.window
    core = definition.transform.undo(window)
    is_least = asked.statistic == "min"

    def inside(states: States) -> Mask:
        found = np.zeros(len(states), dtype=bool)
        if core is not None:
            found = within(definition, states, core.low, core.high)
        if problem.policy == "any" or (problem.policy == "zero" and asked.zero in window):
            found = found | ~defined(states)
        return found

    def allowed(states: States) -> Mask:
        found = np.zeros(len(states), dtype=bool)
        if core is not None:
            low, high = (core.low, None) if is_least else (None, core.high)
            found = within(definition, states, low, high)
        if problem.policy in ("any", "skipped") or (problem.policy == "zero" and _zero_fits()):
            found = found | ~defined(states)
        return found

    def _zero_fits() -> bool:
        end = window.low if is_least else window.high
        return end is None or (end <= asked.zero if is_least else end >= asked.zero)

    defined = _defined(asked)
    return Coordinate(asked.label, lambda states, slot: _whole(inside(states)), _ONE, None, allowed)


def _auc(window: Window, policy: str) -> list[Coordinate]:
    """With tp and tn at some threshold, between tp·tn and p·n - fp·fn pairs are in order.

    A fold without one of the classes has no AUC: it counts 0, nothing, or (`fill`) anything.
    """

    def pairs(
        pick: Callable[[States], npt.NDArray[Any]], fill: int, end: Fraction | None
    ) -> Contribution:
        def column(states: States, slot: Slot) -> Column:
            den = states.p * states.n
            empty = np.asarray(den == 0, dtype=bool)
            num, den = np.where(empty, fill, pick(states)), np.where(empty, 1, den)
            if policy != "skipped":
                return Column(num, den, slot.weight)
            return Column(num, den, slot.weight, shift=end or Fraction(0), blank=empty)

        return column

    def ranked(states: States) -> Mask:
        return np.asarray(states.p * states.n > 0, dtype=bool)

    def most(s: States) -> npt.NDArray[Any]:
        return np.asarray(s.p * s.n - (s.p - s.tp) * (s.n - s.tn))

    low, high = window.low, window.high
    if policy == "skipped":
        # A mean over the defined folds only: the sum of (value - end) needs no divisor.
        low, high = (None if end is None else Fraction(0) for end in (low, high))
    allowed = ranked if policy == "undefined" else None
    return [
        Coordinate("auc", pairs(lambda s: s.tp * s.tn, 0, window.high), None, high, allowed),
        Coordinate("auc", pairs(most, int(policy == "any"), window.low), low, None, allowed),
    ]


def allowed_rows(found: Sequence[Coordinate], states: States) -> States:
    """Return the states that every coordinate allows."""
    for coordinate in found:
        if coordinate.allowed is not None:
            states = states.keep(coordinate.allowed(states))
    return states
