"""From a problem over leaves to an additive system of atoms: separable, or leaf by leaf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from reproscope.scores.solvers.coordinates import Coordinate, Ints, Leaf, Scale
from reproscope.scores.solvers.means import Asked, Problem, shortfalls
from reproscope.scores.solvers.polygon import affine_quotient
from reproscope.scores.solvers.system import Atom, Check, Selection, System
from reproscope.scores.surds import Surd
from reproscope.scores.window import Window

MOST_STATES = 40_000
_MOST_PROGRESSION = 4_000


@dataclass(frozen=True)
class Built:
    """A system, and how a selection of its states is read back as matrices of the leaves."""

    system: System
    matrices: Callable[[Selection], list[tuple[int, int]]]


class Impossible(Exception):
    """A leaf cannot have contributed at all; the message says why."""


def grouped(leaves: Sequence[Leaf]) -> list[tuple[Leaf, int]]:
    """Return the distinct leaves with how often each occurs."""
    return list(Counter(leaves).items())


def separable(
    problem: Problem, leaves: Sequence[Leaf], around: Sequence[tuple[float, float]] | None = None
) -> Built:
    """Build one atom for the positives and one for the negatives of each kind of leaf.

    Kinds with very many items get only the states near `around` (shares of tp and tn), or the two
    extreme ones if there is no such hint: enough for a certificate, not for exhaustion.
    """
    kinds = grouped(leaves)
    rows = [_slopes(asked, kinds, problem.policy) for asked in problem.asked]
    terms = 2 * len(kinds)
    scales, ends = [], []
    for slopes, window in rows:
        values = [Surd(s) for pair in slopes for s in pair]
        reach = [
            Surd(s * c)
            for (a, b), (leaf, m) in zip(slopes, kinds, strict=True)
            for s, c in ((a, leaf.p * m), (b, leaf.n * m))
        ]
        scale = Scale.choose(values + reach, terms)
        scales.append(scale)
        ends.append(scale.ends(window.low, window.high, terms))
    atoms = []
    for k, (leaf, m) in enumerate(kinds):
        for side, count in ((0, leaf.p * m), (1, leaf.n * m)):
            states, complete, spans = _progression(count, around[k][side] if around else None)
            columns = [
                _multiples(slopes[k][side], scale, states)
                for (slopes, _), scale in zip(rows, scales, strict=True)
            ]
            sums = np.stack(columns, axis=1)
            atoms.append(Atom(sums, states[:, None], (k, side), 1, complete, spans))
    low, high = (np.array(x, dtype=np.int64) for x in zip(*ends, strict=True))
    exact = all(scale.exact for scale in scales)

    def matrices(selection: Selection) -> list[tuple[int, int]]:
        return _dealt(leaves, kinds, [chosen[0][0] for chosen in selection])

    system = System(
        tuple(atoms),
        low,
        high,
        exact,
        _verifier(problem, leaves, matrices),
        tuple(a.label for a in problem.asked),
    )
    return Built(system, matrices)


def _progression(count: int, around: float | None) -> tuple[Ints, bool, bool]:
    """Return the states 0..count, or what stands for them; whether that is all, and spans all."""
    if count <= _MOST_PROGRESSION:
        return np.arange(count + 1, dtype=np.int64), True, True
    if around is None:
        return np.array([0, count], dtype=np.int64), False, True
    centre = int(around * count)
    near = np.arange(max(0, centre - 40), min(count, centre + 40) + 1, dtype=np.int64)
    return near, False, False


def _multiples(slope: Fraction, scale: Scale, states: Ints) -> Ints:
    top, bottom = slope.numerator * scale.factor, slope.denominator
    if abs(top) * int(states[-1] if len(states) else 0) < 1 << 62:
        return np.asarray(states * top // bottom)
    return np.array([int(t) * top // bottom for t in states.tolist()], dtype=np.int64)


def _slopes(
    asked: Asked, kinds: Sequence[tuple[Leaf, int]], policy: str
) -> tuple[list[tuple[Fraction, Fraction]], Window]:
    """Return what one more tp and one more tn of each kind add to a mean, and its window.

    A separable score is undefined for a leaf whatever its matrix, so the policy is settled here.
    """
    forms = [_form(asked, leaf.p, leaf.n) for leaf, _ in kinds]
    weight = sum((leaf.weight * m for leaf, m in kinds), Fraction(0))
    lost = sum(
        (leaf.weight * m for (leaf, m), form in zip(kinds, forms, strict=True) if form is None),
        Fraction(0),
    )
    if lost and policy == "undefined":
        raise Impossible(f"{asked.definition.title} is undefined on a set without such items")
    if lost == weight and policy != "any":
        raise Impossible(f"{asked.definition.title} is undefined on every set")
    factor = weight / (weight - lost) if policy == "skipped" and lost < weight else Fraction(1)
    slopes = []
    constant = Fraction(0)
    for (leaf, m), form in zip(kinds, forms, strict=True):
        if form is None:
            slopes.append((Fraction(0), Fraction(0)))
            continue
        share = leaf.weight * factor
        slopes.append((form[0] * share, form[1] * share))
        constant += form[2] * share * m
    low, high = asked.window.low, asked.window.high
    if policy == "any" and lost:
        bottom, top = asked.definition.low or 0, asked.definition.high or 0
        low, high = (
            None if low is None else low - lost * top,
            None if high is None else high - lost * bottom,
        )
    return slopes, Window(
        None if low is None else low - constant, None if high is None else high - constant
    )


def _form(asked: Asked, p: int, n: int) -> tuple[Fraction, Fraction, Fraction] | None:
    forms = affine_quotient(asked.definition.quotient, p, n)
    if forms is None:
        raise ValueError(f"{asked.definition.id} is not a term in tp plus a term in tn")
    numerator, denominator = forms
    if not denominator.c:
        return None
    x, y, c = (
        Fraction(v) / Fraction(denominator.c) for v in (numerator.x, numerator.y, numerator.c)
    )
    return x, y, c


def _dealt(
    leaves: Sequence[Leaf], kinds: Sequence[tuple[Leaf, int]], totals: Sequence[int]
) -> list[tuple[int, int]]:
    """Deal the totals of each kind out to its leaves as evenly as they go."""
    hands: dict[Leaf, list[tuple[int, int]]] = {}
    for k, (leaf, m) in enumerate(kinds):
        tp, tn = totals[2 * k], totals[2 * k + 1]
        hands[leaf] = [((tp + i) // m, (tn + i) // m) for i in range(m)]
    return [hands[leaf].pop() for leaf in leaves]


def joint(
    problem: Problem,
    leaves: Sequence[Leaf],
    near: Callable[[Leaf], list[tuple[int, int]]] | None = None,
) -> Built:
    """Build one atom for each kind of leaf, its states the leaf's confusion matrices.

    `near` proposes the states to keep where a leaf has more than can be listed.
    """
    kinds = grouped(leaves)
    coordinates = _coordinates(problem, leaves)
    tables = []
    for leaf, _ in kinds:
        complete = (leaf.p + 1) * (leaf.n + 1) <= MOST_STATES
        states = (
            [(tp, tn) for tp in range(leaf.p + 1) for tn in range(leaf.n + 1)]
            if complete
            else (near(leaf) if near else [])
        )
        rows = [(s, [c.contribution(leaf, *s) for c in coordinates]) for s in states]
        allowed = [(s, values) for s, values in rows if None not in values]
        if not allowed:
            raise Impossible(f"a set of {leaf.p} positives and {leaf.n} negatives fits nothing")
        tables.append((allowed, complete))
    terms = len(leaves)
    scales = [
        Scale.choose((row[1][i] for t, _ in tables for row in t), terms)  # type: ignore[misc]
        for i in range(len(coordinates))
    ]
    atoms = tuple(
        Atom(
            np.array(
                [
                    [
                        scale.integer(v)
                        for scale, v in zip(scales, values, strict=True)
                        if v is not None
                    ]
                    for _, values in table
                ],
                dtype=np.int64,
            ),
            np.array([s for s, _ in table], dtype=np.int64),
            (k,),
            kinds[k][1],
            complete,
            complete,
        )
        for k, (table, complete) in enumerate(tables)
    )
    ends = [scale.ends(c.low, c.high, terms) for scale, c in zip(scales, coordinates, strict=True)]
    low, high = (np.array(x, dtype=np.int64) for x in zip(*ends, strict=True))

    def matrices(selection: Selection) -> list[tuple[int, int]]:
        hands = {
            leaf: [(tp, tn) for tp, tn in chosen]
            for (leaf, _), chosen in zip(kinds, selection, strict=True)
        }
        return [hands[leaf].pop() for leaf in leaves]

    system = System(
        atoms,
        low,
        high,
        all(s.exact for s in scales),
        _verifier(problem, leaves, matrices),
        tuple(c.label for c in coordinates),
    )
    return Built(system, matrices)


def _verifier(
    problem: Problem, leaves: Sequence[Leaf], matrices: Callable[[Selection], list[tuple[int, int]]]
) -> Callable[[Selection], Check]:
    def verify(selection: Selection) -> Check:
        missed = shortfalls(problem, leaves, matrices(selection))
        if not missed:
            return Check.MET
        return Check.MISSED if max(m.amount for m in missed) > 1e-9 else Check.MARGINAL

    return verify


def _coordinates(problem: Problem, leaves: Sequence[Leaf]) -> list[Coordinate]:
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
