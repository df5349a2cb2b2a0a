"""An additive system is solved: a verified selection, a proof that there is none, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.hull import approach
from reproscope.scores.solvers.merging import Meeting
from reproscope.scores.solvers.sampling import Sampling
from reproscope.scores.solvers.splitting import split
from reproscope.scores.solvers.system import Selection, System
from reproscope.scores.solvers.tilting import Tilter

EXHAUSTED = "exhaustion of all partial sums"
CERTIFIED = "a linear certificate, checked in integers"
BOUNDED = "bounds on what each part can contribute"
LATTICE = "divisibility: no sum of whole counts lies so near"
FOUND = "meet in the middle"
_QUICK_STATES = 1_500


@dataclass(frozen=True, slots=True)
class Solved:
    """A selection that was verified, or whether there is none; how that was found, how far."""

    selection: Selection | None
    refuted: bool
    method: str
    detail: str = ""


def solve(system: System, budget: Budget, certify_only: bool = False) -> Solved:
    """Solve a system: bounds and a certificate first, small ones by exhaustion, then by search."""
    if all(atom.spans for atom in system.atoms):
        tightened = system.tightened()
        if tightened is None:
            return Solved(None, True, LATTICE)
        pruned = tightened.pruned()
        if pruned is None:
            return Solved(None, True, BOUNDED)
        system = pruned
    complete = all(atom.complete for atom in system.atoms)
    if complete and sum(len(a.sums) * a.repeat for a in system.atoms) <= _QUICK_STATES:
        met = Meeting(system, budget.part(0.05)).run()
        if met.selection is not None or met.exhaustive:
            return Solved(met.selection, met.selection is None, EXHAUSTED)
    if approach(system).refuted:
        return Solved(None, True, CERTIFIED)
    if certify_only:
        return Solved(None, False, CERTIFIED)
    tilter = Tilter(system, budget.part(0.3))
    wide = tilter.solve()
    narrowed = system.pruned_along(wide.direction / wide.unit)
    if narrowed is None:
        return Solved(None, True, CERTIFIED)
    sampling = Sampling(system, tilter, wide)
    selection = sampling.run(budget.part(0.3))
    if selection is not None:
        return Solved(selection, False, FOUND)
    if not complete:
        return Solved(None, False, FOUND, f"{sampling.looked_at:,} sums were looked at")
    found = split(narrowed, budget)
    return Solved(
        found.selection,
        found.selection is None and found.exhaustive,
        f"exclusion of {found.branches:,} branches",
        f"{found.branches:,} branches were looked at",
    )
