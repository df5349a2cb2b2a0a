"""Averages that are not linear: listed where there are few matrices, else bounded and sampled.

All matrices with between so many and so many errors are a region. In a region no class has more
errors, missed and wrongly called together, than the region allows; that is a little less than the
link between the classes asks (see `linking`), so that what is refuted is impossible. Where what is
found is of no one matrix, the region is split by its number of errors, down to a single one, and
there nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reproscope.scores.budget import Budget
from reproscope.scores.multiclass.exact import Classes, checked
from reproscope.scores.multiclass.linear import Answer
from reproscope.scores.multiclass.linking import linked
from reproscope.scores.multiclass.sums import Region, coordinates, slots_of
from reproscope.scores.multiclass.terms import Question
from reproscope.scores.solvers.cells import intervals, over_cells
from reproscope.scores.solvers.columns import States, TooLarge
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.folds import sampled
from reproscope.scores.solvers.hull import approach
from reproscope.scores.solvers.joint import MOST_STATES, Built, Impossible, assembled
from reproscope.scores.solvers.listing import Listing, spaced
from reproscope.scores.solvers.means import Matrices
from reproscope.scores.solvers.slots import Slot, kinds_of
from reproscope.scores.solvers.solving import BOUNDED, CERTIFIED, Solved, solve
from reproscope.scores.solvers.system import Check

_MOST_CELLS = 50_000
_FINEST, _COARSEST = 64, 6
_STEPS = 48
_FEW = 4
_MOST_KINDS = 40
_SAMPLED_FIRST, _LARGE = 3_000, 20_000
_CELLS = f"{CERTIFIED}, over cells of confusion matrices"


def states_in(slot: Slot, misses: Ints, calls: Ints, region: Region) -> States:
    """Return the states of a class with these misses and wrong calls, as a region allows them."""
    fn, fp = (side.ravel() for side in np.meshgrid(misses, calls, indexing="ij"))
    keep = fn + fp <= region.most
    return _states(slot, fn[keep], fp[keep])


def _states(slot: Slot, fn: Ints, fp: Ints) -> States:
    p = np.full(len(fn), slot.least, dtype=np.int64)
    n = slot.size - p
    return States(p, n, p - fn, n - fp)


def _limits(slot: Slot, region: Region) -> tuple[int, int]:
    """Return how often a class can be missed and wrongly called at most."""
    return min(slot.least, region.most), min(slot.size - slot.least, region.most)


def states_count(slot: Slot, region: Region) -> int:
    """Return how many states of a class a region has."""
    misses, calls = _limits(slot, region)
    cut = max(0, misses + calls - region.most)
    return (misses + 1) * (calls + 1) - cut * (cut + 1) // 2


@dataclass(frozen=True)
class Search:
    """One question and its classes as slots."""

    question: Question
    slots: Sequence[Slot]

    def built(self, region: Region, listing: Listing) -> Built:
        """Return the system of a region over the states that are listed."""
        return assembled(coordinates(self.question, region), self.slots, listing, self._check)

    def _check(self, matrices: Matrices) -> Check:
        return checked(self.question, self.classes(matrices))

    def classes(self, matrices: Matrices) -> Classes:
        """Read a selection of states as classes."""
        right = tuple(tp for _, (tp, _) in matrices)
        called = tuple(leaf.n - tn for leaf, (_, tn) in matrices)
        return Classes(self.question.counts, right, called)

    def every(self, region: Region) -> Listing:
        """Return the listing of all states of a region."""

        def states(slot: Slot) -> States:
            fn, fp = (np.arange(most + 1, dtype=np.int64) for most in _limits(slot, region))
            return states_in(slot, fn, fp, region)

        return Listing(states, complete=True, spans=True)

    def some(self, region: Region) -> Listing:
        """Return states spaced over a region."""

        def states(slot: Slot) -> States:
            fn, fp = (spaced(most, _STEPS) for most in _limits(slot, region))
            return states_in(slot, fn, fp, region)

        return Listing(states)

    def near(self, region: Region, drawn: Mapping[Slot, Ints], seed: int) -> Listing:
        """Return states near some that were drawn, each moved a little."""
        random = np.random.default_rng(seed)

        def states(slot: Slot) -> States:
            rows = drawn[slot]
            moved = []
            for known, most in zip(
                (rows[:, 0] - rows[:, 2], rows[:, 1] - rows[:, 3]),
                _limits(slot, region),
                strict=True,
            ):
                reach = max(2, most // _STEPS)
                shift = random.integers(-reach, reach + 1, len(rows))
                moved.append(np.clip(known + shift, 0, most))
            fn, fp = np.unique(np.stack(moved, axis=1), axis=0).T
            keep = fn + fp <= region.most
            return _states(slot, fn[keep], fp[keep])

        return Listing(states)

    def size(self, region: Region) -> int:
        """Return how many states of classes a region has."""
        return sum(states_count(slot, region) for slot, _ in kinds_of(self.slots))

    def likely(self, region: Region) -> Region:
        """Return the few numbers of errors that a mixture of states points to, if there are many.

        A search aims at the middle of what is allowed, and of many errors that is no good aim.
        """
        if region.most - region.least < _FEW:
            return region
        system = self.built(region, self.some(region)).system
        near = approach(system)
        missed = [
            atom.repeat * float(near.weights @ (atom.states[rows, 0] - atom.states[rows, 2]))
            for atom, rows in zip(system.atoms, near.rows, strict=True)
        ]
        middle = round(sum(missed))
        return Region(max(region.least, middle - 1), min(region.most, middle + 1))

    def excluded(self, region: Region) -> bool:
        """Whether bounds over cells of matrices rule a region out."""
        kinds = kinds_of(self.slots)
        steps = int(max(_COARSEST, min(_FINEST, (_MOST_CELLS / len(kinds)) ** 0.5)))
        corners = [_corners(slot, region, steps) for slot, _ in kinds]
        found = coordinates(self.question, region, of_cells=True)
        system = over_cells(found, self.slots, corners).pruned()
        return system is None or approach(system).refuted

    def narrowed(self, region: Region, budget: Budget) -> Region | None:
        """Return the region without ends that bounds rule out; ``None`` if nothing is left."""
        if self.excluded(region):
            return None
        share = 2 if len(kinds_of(self.slots)) <= _MOST_KINDS else 8
        while share <= 4 and region.least < region.most and not budget.spent:
            part = max(1, (region.most - region.least + 1) // share)
            lower = Region(region.least, region.least + part - 1)
            upper = Region(region.most - part + 1, region.most)
            if self.excluded(upper):
                region = Region(region.least, upper.least - 1)
            elif self.excluded(lower):
                region = Region(lower.most + 1, region.most)
            else:
                share *= 2
        return region


def _corners(slot: Slot, region: Region, steps: int) -> list[States]:
    """Return the four corners of cells that cover all states of a class in a region."""
    fn, fp = (intervals(most, steps) for most in _limits(slot, region))
    first = np.add.outer(fn[0], fp[0]).ravel() <= region.most
    found = []
    for a in (0, 1):
        for b in (0, 1):
            x, y = (side.ravel()[first] for side in np.meshgrid(fn[a], fp[b], indexing="ij"))
            found.append(_states(slot, x, y))
    return found


def solve_curved(question: Question, least: int, most: int, budget: Budget) -> Answer:
    """Answer a question that is not linear."""
    search = Search(question, slots_of(question))
    try:
        region = search.narrowed(Region(least, most), budget.part(0.2))
        if region is None:
            return Answer(None, True, _CELLS)
        sizes = len(kinds_of(search.slots))
        if sizes > _MOST_KINDS:
            detail = f"classes of {sizes} sizes are too many for averages of these scores"
            return Answer(None, False, _CELLS, detail)
        return _search(search, region, budget)
    except TooLarge as reason:
        return Answer(None, False, "search", f"{reason} for averages of these scores")


def _search(search: Search, region: Region, budget: Budget) -> Answer:
    """Solve region by region; those whose solution is of no one matrix are split."""
    size = search.size(region)
    if size > _SAMPLED_FIRST:
        share = 0.3 if size > _LARGE else 0.05
        found, solved = _sampled(search, search.likely(region), budget.part(share))
        if found is not None and linked(found.missed, found.called):
            return Answer(found, False, solved.method)
    waiting = [region]
    method, unsure = BOUNDED, ""
    while waiting:
        region = waiting.pop()
        if budget.spent:
            return Answer(None, False, method, unsure or "the time ran out between regions")
        found, solved = _solved(search, region, budget.part(1 / (len(waiting) + 1)))
        method = solved.method
        if found is None:
            unsure = unsure if solved.refuted else solved.detail or "no more could be looked at"
            continue
        if linked(found.missed, found.called):
            return Answer(found, False, solved.method)
        waiting.extend(_parts(region, sum(found.missed)))
    return Answer(None, not unsure, method, unsure)


def _parts(region: Region, errors: int) -> Iterator[Region]:
    """Yield the region in parts, the one with just so many errors last."""
    if region.least < errors:
        yield Region(region.least, errors - 1)
    if errors < region.most:
        yield Region(errors + 1, region.most)
    yield Region(errors, errors)


def _solved(search: Search, region: Region, budget: Budget) -> tuple[Classes | None, Solved]:
    if search.size(region) > MOST_STATES:
        return _sampled(search, region, budget)
    try:
        built = search.built(region, search.every(region))
    except Impossible:
        return None, Solved(None, True, BOUNDED)
    solved = solve(built.system, budget)
    if solved.selection is None:
        return None, solved
    return search.classes(built.matrices(solved.selection)), solved


def _sampled(search: Search, region: Region, budget: Budget) -> tuple[Classes | None, Solved]:
    """Look for a witness among some states."""
    found = sampled(
        lambda listing: search.built(region, listing),
        search.slots,
        search.some(region),
        lambda drawn, seed: search.near(region, drawn, seed),
        budget,
    )
    if found is None:
        detail = f"{search.question.total:,} items have too many confusion matrices to list"
        return None, Solved(None, False, "search in a sample", detail)
    built, solved = found
    assert solved.selection is not None
    return search.classes(built.matrices(solved.selection)), solved
