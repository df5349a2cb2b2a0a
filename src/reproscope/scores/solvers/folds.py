"""The verdict for means over folds and sets of known composition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from reproscope.core.answers import Verdict
from reproscope.scores.budget import Budget
from reproscope.scores.solvers.cells import cell_system
from reproscope.scores.solvers.columns import TooLarge
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.joint import Built, Impossible, joint
from reproscope.scores.solvers.listing import SPACED, Listing, around
from reproscope.scores.solvers.means import Problem, fold_witness
from reproscope.scores.solvers.separable import separable
from reproscope.scores.solvers.slots import Group, Leaf, Slot, kinds_of, slots_of
from reproscope.scores.solvers.solving import CERTIFIED, Solved, solve
from reproscope.scores.solvers.system import System
from reproscope.scores.solvers.tilting import Tilter

_ATTEMPTS = 3
_DRAWN = 4_000


def decide_leaves(problem: Problem, leaves: Sequence[Leaf], budget: Budget) -> Decision:
    """Return the verdict for reported means over leaves of known size."""
    try:
        if problem.separable:
            return _decide_separable(problem, leaves, budget)
        linear = problem.linear_part()
        if linear is not None:
            decision = _decide_separable(linear, leaves, budget.part(0.1))
            if decision.verdict is Verdict.INCONSISTENT:
                return decision
        slots = slots_of(leaves, ())
        try:
            built = joint(problem, slots, ())
        except TooLarge as reason:
            return _decide_large(problem, leaves, str(reason), budget)
        return concluded(built, solve(built.system, budget))
    except Impossible as reason:
        return Decision.inconsistent(f"arithmetic: {reason}")
    except TooLarge as reason:
        return Decision.undecided(f"{reason} for a mean of these scores")


def _decide_separable(problem: Problem, leaves: Sequence[Leaf], budget: Budget) -> Decision:
    """Positives and negatives apart; large ones are searched near the likeliest counts."""
    built = separable(problem, leaves)
    if all(atom.complete for atom in built.system.atoms):
        return concluded(built, solve(built.system, budget))
    solved = solve(built.system, budget, certify_only=True)
    if solved.refuted:
        return concluded(built, solved)
    spaced = separable(problem, leaves, "spaced").system
    near = separable(problem, leaves, likeliest(spaced, budget))
    return concluded(near, solve(near.system, budget))


def likeliest(spaced: System, budget: Budget) -> list[int]:
    """Return about the likeliest state of each atom whose states are numbers."""
    shares = Tilter(spaced, budget.part(0.3)).solve().weights
    return [
        round(float(share @ atom.states[:, 0]))
        for share, atom in zip(shares, spaced.atoms, strict=True)
    ]


def _decide_large(
    problem: Problem, leaves: Sequence[Leaf], reason: str, budget: Budget
) -> Decision:
    """Folds too large to list: bounds over cells refute, a sample may hold a witness."""
    cells = cell_system(problem, slots_of(leaves, ()))
    if cells is not None and solve(cells, budget.part(0.1), certify_only=True).refuted:
        return Decision.inconsistent(f"{CERTIFIED}, over cells of confusion matrices")
    decision = search_sample(problem, slots_of(leaves, ()), (), budget)
    if decision is not None:
        return decision
    return Decision.undecided(f"{reason} for a mean of these scores", "search in a sample")


def search_sample(
    problem: Problem, slots: Sequence[Slot], groups: Sequence[Group], budget: Budget
) -> Decision | None:
    """Look for a witness among some matrices: spaced ones first, then near the likeliest."""
    try:
        found = sampled(
            lambda listing: joint(problem, slots, groups, listing), slots, SPACED, around, budget
        )
    except TooLarge:
        return None  # no matrix of the sample is allowed, which proves nothing
    return None if found is None else concluded(*found)


def sampled(
    build: Callable[[Listing], Built],
    slots: Sequence[Slot],
    first: Listing,
    near: Callable[[Mapping[Slot, Ints], int], Listing],
    budget: Budget,
) -> tuple[Built, Solved] | None:
    """Return a selection from some states, and the system it is of: a few rounds, ever nearer."""
    built = build(first)
    random = np.random.default_rng(0)
    for attempt in range(_ATTEMPTS):
        if budget.spent:
            break
        shares = Tilter(built.system, budget.part(0.3)).solve().weights
        drawn = {
            slot: atom.states[random.choice(len(share), _DRAWN, p=share)]
            for (slot, _), atom, share in zip(
                kinds_of(slots), built.system.atoms, shares, strict=True
            )
        }
        built = build(near(drawn, attempt))
        solved = solve(built.system, budget.part(0.3))
        if solved.selection is not None:
            return built, solved
    return None


def concluded(built: Built, solved: Solved) -> Decision:
    """Return the verdict that a solved system stands for."""
    if solved.selection is not None:
        witness = {"folds": fold_witness(built.matrices(solved.selection))}
        return Decision.consistent(witness, f"{solved.method} over the folds")
    if solved.refuted:
        return Decision.inconsistent(solved.method)
    return Decision.undecided(solved.detail, solved.method)
