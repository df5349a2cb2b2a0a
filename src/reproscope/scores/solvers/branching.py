"""Branch on the true positives of the folds, one fold after the other, and bound each branch.

With its true positives fixed, a fold's scores depend on one number only, and their means are tied
together so closely that a certificate excludes most branches at once; what is left is small enough
to be exhausted. Folds of one size are interchangeable, so their values are taken in falling order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.hull import approach
from reproscope.scores.solvers.merging import Meeting
from reproscope.scores.solvers.system import Atom, Check, Selection, System


@dataclass(frozen=True, slots=True)
class Branch:
    """For each kind of fold, the true positives fixed so far, in falling order."""

    fixed: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Branched:
    """A verified selection, or whether every branch was excluded; and how many were looked at."""

    selection: Selection | None
    exhaustive: bool
    branches: int


def branch(system: System, budget: Budget, key: int = 0) -> Branched:
    """Search a system of leaf atoms (states ``(tp, tn)``) by branching on column `key`."""
    stack = [Branch(tuple(() for _ in system.atoms))]
    seen, exhaustive = 0, all(atom.complete for atom in system.atoms)
    while stack:
        if budget.spent:
            return Branched(None, False, seen)
        node = stack.pop()
        seen += 1
        narrowed, origin = _narrowed(system, node, key)
        bounded = None if narrowed is None else narrowed.pruned()
        if bounded is None or approach(bounded).refuted:
            continue
        open_kind = _next_kind(system, node)
        if open_kind is not None:
            # Most promising last, so that it is looked at first.
            stack.extend(reversed(list(_children(system, bounded, origin, node, open_kind, key))))
            continue
        met = Meeting(bounded, budget.part(0.3, at_least=1.0)).run()
        if met.selection is not None:
            return Branched(_gathered(met.selection, origin, len(system.atoms)), exhaustive, seen)
        exhaustive = exhaustive and met.exhaustive
    return Branched(None, exhaustive, seen)


def _next_kind(system: System, node: Branch) -> int | None:
    for kind, (atom, fixed) in enumerate(zip(system.atoms, node.fixed, strict=True)):
        if len(fixed) < atom.repeat:
            return kind
    return None


def _narrowed(system: System, node: Branch, key: int) -> tuple[System | None, list[int]]:
    """Return the system under a branch, and the kind that each of its atoms comes from."""
    atoms: list[Atom] = []
    origin: list[int] = []
    for kind, (atom, fixed) in enumerate(zip(system.atoms, node.fixed, strict=True)):
        values = atom.states[:, key]
        for value in sorted(set(fixed), reverse=True):
            rows = np.flatnonzero(values == value)
            atoms.append(replace(atom.keep(rows), repeat=fixed.count(value)))
            origin.append(kind)
        left = atom.repeat - len(fixed)
        if left:
            rows = np.flatnonzero(values <= fixed[-1]) if fixed else np.arange(len(values))
            atoms.append(replace(atom.keep(rows), repeat=left))
            origin.append(kind)
    if any(len(atom.sums) == 0 for atom in atoms):
        return None, origin
    return replace(system, atoms=tuple(atoms), verify=_verifier(system, origin)), origin


def _verifier(system: System, origin: list[int]) -> Callable[[Selection], Check]:
    return lambda selection: system.verify(_gathered(selection, origin, len(system.atoms)))


def _gathered(selection: Selection, origin: list[int], kinds: int) -> Selection:
    gathered: list[list[tuple[int, ...]]] = [[] for _ in range(kinds)]
    for states, kind in zip(selection, origin, strict=True):
        gathered[kind].extend(states)
    return gathered


def _children(
    system: System, bounded: System, origin: list[int], node: Branch, kind: int, key: int
) -> Iterator[Branch]:
    """Yield the branches that fix one more fold of a kind, the middle values first."""
    place = max(i for i, k in enumerate(origin) if k == kind)
    values = sorted(set(bounded.atoms[place].states[:, key].tolist()))
    left = system.atoms[kind].repeat - len(node.fixed[kind])
    # The largest of what is left: a little above the middle of what can still be taken.
    guess = values[min(len(values) - 1, (len(values) * (left + 1)) // (left + 2))]
    for value in sorted(values, key=lambda v: abs(v - guess)):
        fixed = list(node.fixed)
        fixed[kind] = (*fixed[kind], int(value))
        yield Branch(tuple(fixed))
