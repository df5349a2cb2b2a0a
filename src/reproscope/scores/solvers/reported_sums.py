"""What reports over folds add up: means, squares for spreads, counts for extremes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from reproscope.scores.solvers.coordinates import Coordinate, Leaf
from reproscope.scores.solvers.means import Asked, Problem
from reproscope.scores.surds import Surd
from reproscope.scores.window import Window


def coordinates(problem: Problem, leaves: Sequence[Leaf]) -> list[Coordinate]:
    """Return every quantity that is added up: means, squares for spreads, counts for extremes."""
    found: list[Coordinate] = []
    for asked in problem.asked:
        if asked.statistic == "value":
            found += _mean_coordinates(asked, problem)
        elif asked.statistic == "sd":
            found += _spread_coordinates(asked, problem, leaves)
        else:
            found.append(_extreme_coordinate(asked, problem))
    if problem.auc is not None:
        found += _auc_coordinates(problem.auc)
    return found


def _mean_coordinates(asked: Asked, problem: Problem) -> list[Coordinate]:
    value = _leaf_value(asked, problem.policy)
    window = asked.window
    if problem.policy in ("undefined", "zero"):
        return [
            Coordinate(
                asked.label,
                lambda leaf, tp, tn: _weighed(value(leaf, tp, tn), leaf),
                window.low,
                window.high,
            )
        ]
    if problem.policy == "skipped":
        # A mean over the defined leaves only: the sum of (value - end) needs no divisor.
        return [
            Coordinate(asked.label, _shifted(asked, end), low, high)
            for end, low, high in (
                (window.low, Fraction(0), None),
                (window.high, None, Fraction(0)),
            )
            if end is not None
        ]
    return [
        Coordinate(asked.label, _filled(asked, asked.definition.low), None, window.high),
        Coordinate(asked.label, _filled(asked, asked.definition.high), window.low, None),
    ]


def _leaf_value(asked: Asked, policy: str) -> Callable[[Leaf, int, int], Surd | None]:
    @cache
    def value(p: int, n: int, tp: int, tn: int) -> Surd | None:
        found = asked.definition.value(tp, tn, p, n)
        return Surd() if found is None and policy == "zero" else found

    return lambda leaf, tp, tn: value(leaf.p, leaf.n, tp, tn)


def _weighed(value: Surd | None, leaf: Leaf) -> Surd | None:
    return None if value is None else value.scaled(leaf.weight)


def _shifted(asked: Asked, end: Fraction) -> Callable[[Leaf, int, int], Surd]:
    def contribution(leaf: Leaf, tp: int, tn: int) -> Surd:
        value = asked.definition.value(tp, tn, leaf.p, leaf.n)
        return Surd() if value is None else (value + Surd(-end)).scaled(leaf.weight)

    return contribution


def _filled(asked: Asked, end: int | None) -> Callable[[Leaf, int, int], Surd]:
    def contribution(leaf: Leaf, tp: int, tn: int) -> Surd:
        value = asked.definition.value(tp, tn, leaf.p, leaf.n)
        return (value if value is not None else Surd(Fraction(end or 0))).scaled(leaf.weight)

    return contribution


def _spread_coordinates(asked: Asked, problem: Problem, leaves: Sequence[Leaf]) -> list[Coordinate]:
    """The mean of squares, between ends that hold for every mean the report admits.

    var = mean of squares - square of mean; the exact check settles what this leaves open.
    """
    value = _leaf_value(asked, problem.policy)
    mean = next(
        (
            a.window
            for a in problem.asked
            if a.statistic == "value" and a.definition == asked.definition
        ),
        asked.definition.range,
    )
    low = max(asked.window.low or Fraction(0), Fraction(0))
    high = asked.window.high
    k = len(leaves)
    shrink = Fraction(k - 1, k) if problem.spread != "population" else Fraction(1)
    grow = Fraction(k - 1, k) if problem.spread == "sample" else Fraction(1)
    mean_low, mean_high = mean.low, mean.high
    bounded = mean_low is not None and mean_high is not None
    most = max(mean_low**2, mean_high**2) if bounded else None  # type: ignore[operator]
    least = (
        Fraction(0)
        if not bounded or mean_low <= 0 <= mean_high  # type: ignore[operator]
        else min(mean_low**2, mean_high**2)  # type: ignore[operator]
    )
    equal = Fraction(1, k)

    def square(leaf: Leaf, tp: int, tn: int) -> Surd | None:
        found = value(leaf, tp, tn)
        return None if found is None else found.square().scaled(equal)

    return [
        Coordinate(
            f"{asked.label}²",
            square,
            low**2 * shrink + least,
            None if high is None or most is None else high**2 * grow + most,
        )
    ]


def _extreme_coordinate(asked: Asked, problem: Problem) -> Coordinate:
    """How many leaves attain the least (greatest) value; states beyond it are not allowed."""
    value = _leaf_value(asked, problem.policy)
    low, high = asked.window.low, asked.window.high

    def attains(leaf: Leaf, tp: int, tn: int) -> Surd | None:
        found = value(leaf, tp, tn)
        if found is None:
            return Surd() if problem.policy == "skipped" else None
        under = low is not None and found.sign_against(low) < 0
        over = high is not None and found.sign_against(high) > 0
        if under if asked.statistic == "min" else over:
            return None
        return Surd(Fraction(0 if under or over else 1))

    return Coordinate(asked.label, attains, Fraction(1), None)


def _auc_coordinates(window: Window) -> list[Coordinate]:
    def least(leaf: Leaf, tp: int, tn: int) -> Surd | None:
        pairs = leaf.p * leaf.n
        return Surd(leaf.weight * tp * tn / pairs) if pairs else None

    def most(leaf: Leaf, tp: int, tn: int) -> Surd | None:
        pairs = leaf.p * leaf.n
        wrong = (leaf.p - tp) * (leaf.n - tn)
        return Surd(leaf.weight * (pairs - wrong) / pairs) if pairs else None

    return [
        Coordinate("auc", least, None, window.high),
        Coordinate("auc", most, window.low, None),
    ]
