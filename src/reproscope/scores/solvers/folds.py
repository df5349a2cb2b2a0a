"""The verdict for means over leaves of known size: exhaustion, certificate, or search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.branching import branch
from reproscope.scores.solvers.building import (
    Built,
    Impossible,
    TooLarge,
    grouped,
    joint,
    separable,
)
from reproscope.scores.solvers.coordinates import Leaf
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.hull import Approach, approach
from reproscope.scores.solvers.means import Problem, fold_witness
from reproscope.scores.solvers.merging import Meeting
from reproscope.scores.solvers.system import System

EXHAUSTED = "exhaustion of all partial sums over the folds"
_CERTIFIED = "a linear certificate, checked in integers"
_BOUNDED = "bounds on what each fold can contribute"
_FOUND = "meet in the middle over the folds"
_QUICK_STATES = 1_500
_ATTEMPTS = 12
_NEIGHBOURS = 400


def decide_leaves(problem: Problem, leaves: Sequence[Leaf], budget: Budget) -> Decision:
    """Return the verdict for reported means over leaves of known size."""
    try:
        built = separable(problem, leaves) if problem.separable else joint(problem, leaves)
    except Impossible as reason:
        return Decision.inconsistent(f"arithmetic: {reason}")
    except TooLarge as reason:
        return Decision.undecided(f"{reason} has too many matrices for a mean of these scores")
    system = built.system
    if all(atom.spans for atom in system.atoms):
        pruned = system.pruned()
        if pruned is None:
            return Decision.inconsistent(_BOUNDED)
        system = pruned
    return _settle(problem, leaves, replace(built, system=system), budget)


def _settle(problem: Problem, leaves: Sequence[Leaf], built: Built, budget: Budget) -> Decision:
    """Try the cheap ways first: small systems by exhaustion, large ones by a certificate."""
    system = built.system
    complete = all(atom.complete for atom in system.atoms)
    looked_at = 0
    if complete and sum(len(a.sums) * a.repeat for a in system.atoms) <= _QUICK_STATES:
        met = Meeting(system, budget.part(0.05)).run()
        looked_at = met.looked_at
        if met.selection is not None:
            return _witnessed(leaves, built.matrices(met.selection))
        if met.exhaustive:
            return Decision.inconsistent(EXHAUSTED)
    near = approach(system)
    if near.refuted:
        return Decision.inconsistent(_CERTIFIED)
    for attempt in range(3 if complete and not problem.separable else _ATTEMPTS):
        if budget.spent:
            break
        guided = _guided(problem, leaves, built, near, attempt)
        met = Meeting(guided.system, budget.part(0.2), seed=attempt + 1).run()
        looked_at += met.looked_at
        if met.selection is not None:
            return _witnessed(leaves, guided.matrices(met.selection))
        if met.exhaustive:
            return Decision.inconsistent(EXHAUSTED)
    if complete and not problem.separable:
        return _branched(leaves, built, budget)
    return Decision.undecided(f"{looked_at:,} partial sums over the folds were looked at", _FOUND)


def _branched(leaves: Sequence[Leaf], built: Built, budget: Budget) -> Decision:
    """Search fold by fold; the class with fewer items is branched on."""
    key = 0 if sum(leaf.p for leaf in leaves) <= sum(leaf.n for leaf in leaves) else 1
    branched = branch(built.system, budget, key)
    if branched.selection is not None:
        return _witnessed(leaves, built.matrices(branched.selection))
    if branched.exhaustive:
        return Decision.inconsistent(f"exclusion of {branched.branches:,} branches over the folds")
    return Decision.undecided(
        f"{branched.branches:,} branches over the folds were looked at", "branch and bound"
    )


def _witnessed(leaves: Sequence[Leaf], matrices: list[tuple[int, int]]) -> Decision:
    return Decision.consistent({"folds": fold_witness(leaves, matrices)}, _FOUND)


def _guided(
    problem: Problem, leaves: Sequence[Leaf], built: Built, near: Approach, attempt: int
) -> Built:
    """Return a system to search in: the whole one at last, the states near the target before."""
    if problem.separable and not all(a.complete for a in built.system.atoms):
        return separable(problem, leaves, _shares(leaves, built.system, near))
    if attempt % 3 == 2:
        return built
    return replace(built, system=_focused(built.system, near, attempt))


def _shares(leaves: Sequence[Leaf], system: System, near: Approach) -> list[tuple[float, float]]:
    """Return which share of positives and of negatives of each kind the nearest point takes."""
    shares = []
    for k, _ in enumerate(grouped(leaves)):
        pair = []
        for side in (0, 1):
            atom, target = system.atoms[2 * k + side], near.targets[2 * k + side]
            reach = (atom.sums[-1] - atom.sums[0]).astype(float)
            best = int(np.abs(reach).argmax())
            pair.append(
                float(np.clip((target[best] - atom.sums[0][best]) / reach[best], 0, 1))
                if reach[best]
                else 0.5
            )
        shares.append((pair[0], pair[1]))
    return shares


def _focused(system: System, near: Approach, attempt: int) -> System:
    """Keep, of each atom, the states nearest to its target and a random few of the others."""
    random = np.random.default_rng(attempt)
    unit = np.maximum(system.high - system.low, 1).astype(float)
    unit = np.maximum(unit, np.max([np.ptp(a.sums, axis=0) for a in system.atoms], axis=0) / 50)
    atoms = []
    for atom, target in zip(system.atoms, near.targets, strict=True):
        far = (((atom.sums - target) / unit) ** 2).sum(axis=1)
        order = np.argsort(far, kind="stable")
        kept = order[: _NEIGHBOURS * (attempt + 1)]
        rest = order[_NEIGHBOURS * (attempt + 1) :]
        extra = random.choice(rest, min(len(rest), _NEIGHBOURS // 4), replace=False)
        atoms.append(atom.sample(np.sort(np.concatenate([kept, extra]))))
    return replace(system, atoms=tuple(atoms))
