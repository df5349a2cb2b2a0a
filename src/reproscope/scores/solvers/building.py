"""From a problem over leaves to an additive system of atoms: separable, or leaf by leaf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reproscope.scores.solvers import reported_sums
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


class TooLarge(Exception):
    """A leaf has more confusion matrices than can be listed; the message names it."""


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
    if lost == weight and policy == "skipped":
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
    coordinates = reported_sums.coordinates(problem, leaves)
    tables = [_allowed(leaf, coordinates, near) for leaf, _ in kinds]
    terms = len(leaves)
    scales = [
        Scale.choose((row[1][i] for t, _ in tables for row in t), terms)
        for i in range(len(coordinates))
    ]
    atoms = tuple(
        Atom(
            np.array(
                [
                    [scale.integer(v) for scale, v in zip(scales, values, strict=True)]
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


Table = list[tuple[tuple[int, int], list[Surd]]]


def _allowed(
    leaf: Leaf,
    coordinates: Sequence[Coordinate],
    near: Callable[[Leaf], list[tuple[int, int]]] | None,
) -> tuple[Table, bool]:
    """Return the states a leaf may be in with what each adds, and whether these are all."""
    complete = (leaf.p + 1) * (leaf.n + 1) <= MOST_STATES
    if complete:
        states = [(tp, tn) for tp in range(leaf.p + 1) for tn in range(leaf.n + 1)]
    else:
        states = near(leaf) if near else []
    table: Table = []
    for state in states:
        values = [c.contribution(leaf, *state) for c in coordinates]
        added = [v for v in values if v is not None]
        if len(added) == len(values):
            table.append((state, added))
    if complete and not table:
        raise Impossible(f"a set of {leaf.p} positives and {leaf.n} negatives fits nothing")
    if not table:
        raise TooLarge(f"a set of {leaf.p:,} positives and {leaf.n:,} negatives")
    return table, complete


def _verifier(
    problem: Problem, leaves: Sequence[Leaf], matrices: Callable[[Selection], list[tuple[int, int]]]
) -> Callable[[Selection], Check]:
    def verify(selection: Selection) -> Check:
        missed = shortfalls(problem, leaves, matrices(selection))
        if not missed:
            return Check.MET
        return Check.MISSED if max(m.amount for m in missed) > 1e-9 else Check.MARGINAL

    return verify
