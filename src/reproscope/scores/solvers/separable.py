"""An additive system in which the positives and the negatives of known folds are separate atoms.

It serves scores that are a term in tp plus a term in tn, of folds of any size. Folds of one
composition are one atom each for their positives and negatives: only their total matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np

from reproscope.scores.definition import Definition
from reproscope.scores.solvers.columns import TooLarge
from reproscope.scores.solvers.coordinates import FAR, LOSS, Ints, ceil, floor
from reproscope.scores.solvers.joint import Built, Impossible
from reproscope.scores.solvers.listing import spaced
from reproscope.scores.solvers.means import Asked, Matrices, Problem, checked
from reproscope.scores.solvers.polygon import affine_quotient
from reproscope.scores.solvers.slots import Leaf
from reproscope.scores.solvers.system import Atom, Check, Selection, System
from reproscope.scores.window import Window

_MOST_LISTED = 4_000
_BITS = 44
_NEAR = 40
_SPACED = 64
Kinds = Sequence[tuple[Leaf, int]]
Large = Literal["ends", "spaced"] | Sequence[int]


@dataclass(frozen=True, slots=True)
class Slopes:
    """What one more tp and one more tn of each kind of leaf add to a mean, and its window."""

    of_kinds: tuple[tuple[Fraction, Fraction], ...]
    window: Window


def kinds_of(leaves: Sequence[Leaf]) -> list[tuple[Leaf, int]]:
    """Return the distinct leaves with how often each occurs."""
    return list(Counter(leaves).items())


def separable(problem: Problem, leaves: Sequence[Leaf], large: Large = "ends") -> Built:
    """Build the system of means over leaves; `large` is as in `progressions`."""
    kinds = kinds_of(leaves)
    rows = [slopes_of(asked, kinds, problem.policy) for asked in problem.asked]

    def read(selection: Selection) -> Matrices:
        return dealt(leaves, kinds, [chosen[0][0] for chosen in selection])

    system = progressions(rows, kinds, large, lambda selection: checked(problem, read(selection)))
    return Built(replace(system, labels=tuple(asked.label for asked in problem.asked)), read)


def progressions(
    rows: Sequence[Slopes], kinds: Kinds, large: Large, verify: Callable[[Selection], Check]
) -> System:
    """Build the system; `large` says what stands for the states of atoms too large to list.

    Their two ends are enough for a certificate, spaced ones for a guess, and those near a guess
    (a number for each atom) for a witness.
    """
    steps = [
        _progression(count, large if isinstance(large, str) else large[2 * k + side])
        for k, (leaf, m) in enumerate(kinds)
        for side, count in enumerate((leaf.p * m, leaf.n * m))
    ]
    columns, low, high, exact = [], [], [], []
    for row in rows:
        factor, is_exact = _factor(row, kinds)
        loss = 0 if is_exact else LOSS * 2 * len(kinds)
        window = row.window
        low.append(-FAR if window.low is None else max(-FAR, ceil(window.low * factor) - loss))
        high.append(FAR if window.high is None else min(FAR, floor(window.high * factor)))
        slopes = [slope for pair in row.of_kinds for slope in pair]
        columns.append([_multiples(s, factor, p[0]) for s, p in zip(slopes, steps, strict=True)])
        exact.append(is_exact)
    atoms = tuple(
        Atom(
            np.stack([column[i] for column in columns], axis=1),
            states[:, None],
            divmod(i, 2),
            1,
            complete,
            spans,
        )
        for i, (states, complete, spans) in enumerate(steps)
    )
    return System(
        atoms,
        np.array(low, dtype=np.int64),
        np.array(high, dtype=np.int64),
        tuple(exact),
        verify,
    )


def _progression(count: int, large: str | int) -> tuple[Ints, bool, bool]:
    """Return the states 0..count, or what stands for them; whether that is all, and spans all."""
    if count <= _MOST_LISTED:
        return np.arange(count + 1, dtype=np.int64), True, True
    if large == "ends":
        return np.array([0, count], dtype=np.int64), False, True
    if isinstance(large, str):
        return spaced(count, _SPACED), False, False
    # All numbers near the guess, and ever wider steps away from it, should it be a bad one.
    steps = 1 << np.arange(5, max(6, count.bit_length()), dtype=np.int64)
    far = np.concatenate([large - steps, large + steps])
    near = np.concatenate([np.arange(large - _NEAR, large + _NEAR + 1, dtype=np.int64), far])
    return np.unique(near[(near >= 0) & (near <= count)]), False, False


def _factor(row: Slopes, kinds: Kinds) -> tuple[int, bool]:
    """Return what makes a row's numbers whole, or nearly so, and whether it is exact."""
    reach = Fraction(1)
    divisor: int = 1
    for (a, b), (leaf, m) in zip(row.of_kinds, kinds, strict=True):
        reach += abs(a) * leaf.p * m + abs(b) * leaf.n * m
        if divisor.bit_length() < _BITS:
            divisor = int(np.lcm.reduce(np.array([divisor, a.denominator, b.denominator], object)))
    bounds = [abs(end) for end in (row.window.low, row.window.high) if end is not None]
    room = _BITS - int(max([reach, *bounds])).bit_length()
    if room < 8:
        raise TooLarge("the scores have too large values")
    if divisor.bit_length() > room:
        return 1 << room, False
    return divisor << (room - divisor.bit_length()), True


def _multiples(slope: Fraction, factor: int, states: Ints) -> Ints:
    top, bottom = slope.numerator * factor, slope.denominator
    if abs(top) * max(1, int(states[-1] if len(states) else 0)) < 1 << 62:
        return np.asarray(states * top // bottom)
    return np.array([int(t) * top // bottom for t in states.tolist()], dtype=np.int64)


def slopes_of(asked: Asked, kinds: Kinds, policy: str) -> Slopes:
    """Return the slopes of a mean; the constant part is taken off its window.

    A separable score is undefined for a leaf whatever its matrix, so the policy is settled here.
    """
    forms = [form_of(asked.definition, leaf) for leaf, _ in kinds]
    weights = [leaf.weight * m for leaf, m in kinds]
    weight = sum(weights, Fraction(0))
    lost = sum((w for w, form in zip(weights, forms, strict=True) if form is None), Fraction(0))
    if lost and policy == "undefined":
        raise Impossible(f"{asked.definition.title} is undefined on a set without such items")
    if lost == weight and policy == "skipped":
        raise Impossible(f"{asked.definition.title} is undefined on every set")
    factor = weight / (weight - lost) if policy == "skipped" and lost < weight else Fraction(1)
    slopes, constant = [], Fraction(0)
    for (leaf, m), form in zip(kinds, forms, strict=True):
        filled = asked.zero if policy == "zero" else Fraction(0)
        x, y, c = form or (Fraction(0), Fraction(0), filled)
        share = leaf.weight * factor
        slopes.append((x * share, y * share))
        constant += c * share * m
    low, high = asked.window.low, asked.window.high
    if policy == "any" and lost:
        low = None if low is None else low - lost * (asked.definition.high or 0)
        high = None if high is None else high - lost * (asked.definition.low or 0)
    shifted = (None if end is None else end - constant for end in (low, high))
    return Slopes(tuple(slopes), Window(*shifted))


def form_of(definition: Definition, leaf: Leaf) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return a score as ``x·tp + y·tn + c``, or ``None`` where it is 0/0."""
    forms = affine_quotient(definition.quotient, leaf.p, leaf.n)
    if forms is None:
        raise ValueError(f"{definition.id} is not a term in tp plus a term in tn")
    numerator, denominator = forms
    if not denominator.c:
        return None
    whole = Fraction(denominator.c)
    return numerator.x / whole, numerator.y / whole, numerator.c / whole


def dealt(leaves: Sequence[Leaf], kinds: Kinds, totals: Sequence[int]) -> Matrices:
    """Deal the totals of each kind out to its leaves as evenly as they go."""
    hands: dict[Leaf, list[tuple[int, int]]] = {}
    for k, (leaf, m) in enumerate(kinds):
        tp, tn = totals[2 * k], totals[2 * k + 1]
        hands[leaf] = [((tp + i) // m, (tn + i) // m) for i in range(m)]
    return [(leaf, hands[leaf].pop()) for leaf in leaves]
