"""An additive system: atoms that each choose one state, and totals that must lie between ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from reproscope.scores.solvers.coordinates import Ints


@dataclass(frozen=True)
class Atom:
    """Something that is in exactly one of its states; a row of `sums` is what a state adds.

    `states` says what each row stands for. `repeat` is how many atoms of this very kind there are.
    `complete` is false when states were left out; `spans` says that the rows still have all the
    states between them (as the two ends of a progression do), so that bounds from them hold.
    """

    sums: Ints
    states: Ints
    tag: tuple[int, ...]
    repeat: int = 1
    complete: bool = True
    spans: bool = True

    def keep(self, rows: Ints) -> Atom:
        """Return the atom with only the states that can still matter."""
        return replace(self, sums=self.sums[rows], states=self.states[rows])

    def sample(self, rows: Ints) -> Atom:
        """Return the atom with some of its states, from which nothing can be refuted."""
        whole = len(rows) == len(self.sums)
        return replace(
            self.keep(rows), complete=self.complete and whole, spans=self.spans and whole
        )


class Check(Enum):
    """The exact check of a selection; `MARGINAL` misses are too near to tell from rounded sums."""

    MET = "met"
    MISSED = "missed"
    MARGINAL = "marginal"


# The chosen states of each atom, one for each of its repeats.
Selection = Sequence[Sequence[tuple[int, ...]]]


@dataclass(frozen=True)
class System:
    """Atoms, the ends of every coordinate, and the exact check of a proposed selection."""

    atoms: tuple[Atom, ...]
    low: Ints
    high: Ints
    exact: bool
    verify: Callable[[Selection], Check]
    labels: tuple[str, ...] = field(default=())

    def pruned(self) -> System | None:
        """Drop states that no choice of the others can complete; ``None`` if an atom is emptied."""
        atoms = list(self.atoms)
        while True:
            smallest = [a.sums.min(axis=0) for a in atoms]
            largest = [a.sums.max(axis=0) for a in atoms]
            repeats = np.array([a.repeat for a in atoms], dtype=np.int64)[:, None]
            floor_all = (np.array(smallest) * repeats).sum(axis=0)
            ceil_all = (np.array(largest) * repeats).sum(axis=0)
            changed = False
            for i, atom in enumerate(atoms):
                if not atom.complete:
                    continue
                least = self.low - (ceil_all - largest[i])
                most = self.high - (floor_all - smallest[i])
                keep = ((atom.sums >= least) & (atom.sums <= most)).all(axis=1)
                if not keep.any():
                    return None
                if not keep.all():
                    atoms[i] = atom.keep(np.flatnonzero(keep))
                    changed = True
            if not changed:
                return replace(self, atoms=tuple(atoms))
