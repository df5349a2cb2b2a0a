"""An additive system whose atoms are folds and whose states are their confusion matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from reproscope.scores.solvers import reported_sums
from reproscope.scores.solvers.columns import Coordinate, TooLarge, scaled
from reproscope.scores.solvers.listing import EVERY, Listing
from reproscope.scores.solvers.means import Matrices, Problem, checked
from reproscope.scores.solvers.slots import Group, Leaf, Slot, kinds_of
from reproscope.scores.solvers.system import Atom, Check, Selection, System

MOST_STATES = 250_000


class Impossible(Exception):
    """A fold cannot have contributed at all; the message says why."""


@dataclass(frozen=True)
class Built:
    """A system, and how a selection of its states is read back as matrices of the slots."""

    system: System
    matrices: Callable[[Selection], Matrices]


def joint(
    problem: Problem, slots: Sequence[Slot], groups: Sequence[Group], listing: Listing = EVERY
) -> Built:
    """Build one atom for each kind of slot, with the states that are listed."""
    if listing.complete and sum(slot.matrices for slot, _ in kinds_of(slots)) > MOST_STATES:
        largest = max(slot.size for slot in slots)
        raise TooLarge(f"a set of {largest:,} items has too many confusion matrices")
    found = reported_sums.coordinates(problem, len(slots))
    for number, group in enumerate(groups):
        found += reported_sums.of_group(number, group)
    return assembled(
        found, slots, listing, lambda matrices: checked(problem, matrices), problem.decisive
    )


def assembled(
    found: Sequence[Coordinate],
    slots: Sequence[Slot],
    listing: Listing,
    check: Callable[[Matrices], Check],
    decisive: bool = True,
) -> Built:
    """Build the system of some coordinates, with the check of the matrices that are selected."""
    kinds = kinds_of(slots)
    tables = []
    for slot, _ in kinds:
        states = reported_sums.allowed_rows(found, listing.states(slot))
        if not len(states):
            if not listing.spans:
                raise TooLarge(f"a set of {slot.size:,} items has too many confusion matrices")
            raise Impossible(f"no confusion matrix of a set of {slot.size} items fits")
        tables.append(states)
    ready = [
        scaled(
            coordinate,
            [
                coordinate.column(states, slot)
                for (slot, _), states in zip(kinds, tables, strict=True)
            ],
            len(slots),
            complete=listing.complete,
        )
        for coordinate in found
    ]
    atoms = tuple(
        Atom(
            np.stack([column.sums[k] for column in ready], axis=1),
            states.table(),
            (k,),
            kinds[k][1],
            listing.complete,
            listing.spans,
        )
        for k, states in enumerate(tables)
    )
    read = _reader(slots, kinds)
    system = System(
        atoms,
        np.array([column.low for column in ready], dtype=np.int64),
        np.array([column.high for column in ready], dtype=np.int64),
        tuple(column.exact for column in ready),
        lambda selection: check(read(selection)),
        tuple(coordinate.label for coordinate in found),
        decisive,
    )
    return Built(system, read)


def _reader(
    slots: Sequence[Slot], kinds: Sequence[tuple[Slot, int]]
) -> Callable[[Selection], Matrices]:
    def read(selection: Selection) -> Matrices:
        hands = {slot: list(chosen) for (slot, _), chosen in zip(kinds, selection, strict=True)}
        found = []
        for slot in slots:
            p, n, tp, tn = hands[slot].pop()
            found.append((Leaf(p, n, slot.weight), (tp, tn)))
        return found

    return read
