"""Branch and bound: split the states of a fold in two, and bound what each side can still reach.

A certificate sees only the convex hull of a fold's states, which a mixture of far-apart states can
fill; one fold is in one state. So the states are split where the nearest mixture mixes most, until
the certificate holds, the mixture is a selection, or what is left can be exhausted. Of m folds of
one kind, j go to one side and m - j to the other: folds of a kind are interchangeable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import lgamma, log

import numpy as np
import numpy.typing as npt

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.hull import Approach, approach
from reproscope.scores.solvers.merging import Meeting
from reproscope.scores.solvers.system import Check, Selection, System

_EXHAUSTIBLE = log(1e9)
_AT_LEAST = 0.5


@dataclass(frozen=True)
class Share:
    """So many of one kind of atom, which may be in these of its states."""

    kind: int
    rows: Ints
    repeat: int


@dataclass(frozen=True)
class Branch:
    """What each atom may still be, and the direction that bounded the branch above."""

    shares: tuple[Share, ...]
    direction: npt.NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """A verified selection, or whether every branch was excluded; and how many were looked at."""

    selection: Selection | None
    exhaustive: bool
    branches: int


def split(system: System, budget: Budget) -> Split:
    """Search a system branch by branch."""
    whole = tuple(
        Share(kind, np.arange(len(atom.sums), dtype=np.int64), atom.repeat)
        for kind, atom in enumerate(system.atoms)
    )
    stack = [Branch(whole)]
    seen, exhaustive = 0, all(atom.complete for atom in system.atoms)
    while stack:
        if budget.spent:
            return Split(None, False, seen)
        branch = stack.pop()
        seen += 1
        bounded = _bounded(system, branch)
        if bounded is None:
            continue
        branch, narrowed, near = bounded
        selection, closed = _settled(system, branch, narrowed, near, budget)
        if selection is not None:
            return Split(selection, exhaustive, seen)
        if closed:
            continue
        children = list(_children(system, branch, narrowed, near))
        if not children:
            exhaustive = False
        # Most promising last, so that it is looked at first.
        stack.extend(reversed(children))
    return Split(None, exhaustive, seen)


def _bounded(system: System, branch: Branch) -> tuple[Branch, System, Approach] | None:
    """Return the branch with the states that may still matter; ``None`` if it is excluded.

    In the system returned, a state is the row of a kind's state in the whole system.
    """
    narrowed: System | None = replace(
        system,
        atoms=tuple(
            replace(
                system.atoms[share.kind],
                sums=system.atoms[share.kind].sums[share.rows],
                states=share.rows[:, None],
                repeat=share.repeat,
            )
            for share in branch.shares
        ),
    )
    if branch.direction is not None and narrowed is not None:
        narrowed = narrowed.pruned_along(branch.direction)
    narrowed = None if narrowed is None else narrowed.pruned()
    near = None if narrowed is None else approach(narrowed)
    if narrowed is None or near is None or near.refuted:
        return None
    kept = tuple(
        replace(share, rows=atom.states[:, 0])
        for share, atom in zip(branch.shares, narrowed.atoms, strict=True)
    )
    return Branch(kept), narrowed, near


def _settled(
    system: System, branch: Branch, narrowed: System, near: Approach, budget: Budget
) -> tuple[Selection | None, bool]:
    """Try the mixture if it is a selection; exhaust what is small. Say also whether that is all."""

    def read(selection: Selection) -> Selection:
        return _gathered(system, branch, selection)

    if len(near.weights) == 1:
        chosen = [
            [(int(atom.states[rows[0], 0]),)] * atom.repeat
            for atom, rows in zip(narrowed.atoms, near.rows, strict=True)
        ]
        if system.verify(read(chosen)) is Check.MET:
            return read(chosen), True
    if _selections(narrowed) > _EXHAUSTIBLE:
        return None, False
    searched = replace(narrowed, verify=lambda selection: system.verify(read(selection)))
    met = Meeting(searched, budget.part(0.5, at_least=_AT_LEAST)).run()
    return (None if met.selection is None else read(met.selection)), met.exhaustive


def _selections(system: System) -> float:
    """Return the logarithm of the number of selections."""
    return sum(
        lgamma(len(a.sums) + a.repeat) - lgamma(a.repeat + 1) - lgamma(len(a.sums))
        for a in system.atoms
    )


def _gathered(system: System, branch: Branch, selection: Selection) -> Selection:
    """Return the states behind rows, gathered by the kinds of the whole system."""
    gathered: list[list[tuple[int, ...]]] = [[] for _ in system.atoms]
    for rows, share in zip(selection, branch.shares, strict=True):
        states = system.atoms[share.kind].states
        gathered[share.kind].extend(tuple(states[row].tolist()) for (row,) in rows)
    return gathered


def _children(system: System, branch: Branch, narrowed: System, near: Approach) -> Iterator[Branch]:
    """Yield the branches that split one share in two, those like the mixture first."""
    place = _most_mixed(narrowed, near)
    if place is None:
        return
    share = branch.shares[place]
    states, mixed = system.atoms[share.kind].states[share.rows], near.rows[place]
    column, cut = _cut(states, states[mixed], near.weights)
    side = states[:, column] <= cut
    left_weight = float(near.weights @ side[mixed])
    parts = share.rows[side], share.rows[~side]
    wanted = left_weight * share.repeat
    for left in sorted(range(share.repeat + 1), key=lambda j: abs(j - wanted)):
        made = [
            Share(share.kind, rows, repeat)
            for rows, repeat in zip(parts, (left, share.repeat - left), strict=True)
            if repeat
        ]
        rest = (*branch.shares[:place], *made, *branch.shares[place + 1 :])
        yield Branch(rest, near.direction)


def _most_mixed(system: System, near: Approach) -> int | None:
    """Return the atom whose states the mixture mixes most, in units of the box."""
    unit = np.maximum(system.high - system.low, 1).astype(float)
    best, place = 0.0, None
    for i, (atom, rows) in enumerate(zip(system.atoms, near.rows, strict=True)):
        if len(atom.sums) < 2:
            continue
        sums = atom.sums[rows] / unit
        spread = near.weights @ (sums - near.weights @ sums) ** 2
        # Where nothing is mixed, the atom with most states is split.
        value = float(spread.sum()) * atom.repeat + 1e-12 * len(atom.sums)
        if value > best:
            best, place = value, i
    return place


def _cut(states: Ints, mixed: Ints, weights: npt.NDArray[np.float64]) -> tuple[int, int]:
    """Return the column of the states in which the mixture is widest, and where to cut it."""
    centre = weights @ mixed
    reach = np.ptp(states, axis=0)
    spread = (weights @ (mixed - centre) ** 2) / np.maximum(reach, 1) ** 2
    spread = np.where(reach > 0, spread + 1e-9 * reach / max(1, reach.max()), -1.0)
    column = int(spread.argmax())
    values = states[:, column]
    if weights @ (mixed[:, column] - centre[column]) ** 2 < 1e-9:
        cut = int(np.median(values))
    else:
        cut = int(np.floor(centre[column]))
    return column, int(np.clip(cut, values.min(), values.max() - 1))
