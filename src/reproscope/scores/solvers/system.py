"""An additive system: atoms that each choose one state, and totals that must lie between ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import gcd

import numpy as np
import numpy.typing as npt

from reproscope.scores.solvers.coordinates import FAR, LOSS, Ints

_DIRECTION_BITS = 14


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
    """Atoms, the ends of every coordinate, and the exact check of a proposed selection.

    `exact` says which coordinates were not rounded; `decisive`, that selections with the same sums
    all pass the check or all fail it, so that one of them can stand for all.
    """

    atoms: tuple[Atom, ...]
    low: Ints
    high: Ints
    exact: tuple[bool, ...]
    verify: Callable[[Selection], Check]
    labels: tuple[str, ...] = field(default=())
    decisive: bool = True

    def tightened(self) -> System | None:
        """Move the ends of exact coordinates to sums that can occur; ``None`` if there is none.

        All totals differ by multiples of the common divisor of the differences between states.
        """
        if not all(atom.complete for atom in self.atoms):
            return self
        low, high = self.low.copy(), self.high.copy()
        for c in np.flatnonzero(self.exact):
            divisor, base = 0, 0
            for atom in self.atoms:
                first = int(atom.sums[0, c])
                divisor = gcd(divisor, int(np.gcd.reduce(atom.sums[:, c] - first)))
                base += first * atom.repeat
            step = divisor or 2 * FAR
            if low[c] > -FAR:
                low[c] += (base - int(low[c])) % step
            if high[c] < FAR:
                high[c] -= (int(high[c]) - base) % step
            if low[c] > high[c]:
                return None
        return replace(self, low=low, high=high)

    def pruned(self) -> System | None:
        """Drop states that no choice of the others can complete; ``None`` if an atom is emptied."""
        atoms = list(self.atoms)
        loss = self._between()
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
                least = self.low - (ceil_all - largest[i]) - loss
                most = self.high - (floor_all - smallest[i]) + loss
                keep = ((atom.sums >= least) & (atom.sums <= most)).all(axis=1)
                if not keep.any():
                    return None
                if not keep.all():
                    atoms[i] = atom.keep(np.flatnonzero(keep))
                    changed = True
            if not changed:
                return replace(self, atoms=tuple(atoms))

    def pruned_along(self, direction: npt.NDArray[np.float64]) -> System | None:
        """Drop states too low along a direction for the others to make up; ``None`` if all are.

        Whatever the direction, this is a proof: it is rounded to integers first, and the sums are
        integers. An end that is unbounded can only be used by a direction that does not ask for it.
        """
        units = whole_direction(direction)
        wanted = self._wanted(units)
        if wanted is None or not all(atom.spans for atom in self.atoms):
            return self
        heights = [atom.sums @ units for atom in self.atoms]
        tops = [int(height.max()) for height in heights]
        reach = sum(top * atom.repeat for top, atom in zip(tops, self.atoms, strict=True))
        slack = reach + int(np.abs(units) @ self._between()) - wanted
        if slack < 0:
            return None
        atoms = [
            atom.keep(np.flatnonzero(height >= top - slack)) if atom.complete else atom
            for atom, height, top in zip(self.atoms, heights, tops, strict=True)
        ]
        return replace(self, atoms=tuple(atoms))

    def _wanted(self, units: Ints) -> int | None:
        """Return how far along a direction the box begins; ``None`` if it has no end there."""
        wanted = 0
        for unit, low, high in zip(
            units.tolist(), self.low.tolist(), self.high.tolist(), strict=True
        ):
            end = low if unit > 0 else high
            if unit and abs(end) >= FAR:
                return None
            wanted += unit * end
        return wanted

    def _between(self) -> Ints:
        """Return by how much rounded sums of states left out may exceed those that span them."""
        left_out = sum(atom.repeat for atom in self.atoms if not atom.complete)
        return np.where(self.exact, 0, LOSS * left_out).astype(np.int64)


def whole_direction(direction: npt.NDArray[np.float64]) -> Ints:
    """Return a direction as small integers."""
    largest = np.abs(direction).max(initial=0)
    if not 0 < largest < np.inf:
        return np.zeros(len(direction), dtype=np.int64)
    return np.asarray(np.rint(direction / largest * (1 << _DIRECTION_BITS)), dtype=np.int64)
