"""A witness by sampling: partial sums of two halves, drawn where a tilt says, are joined.

What is found is verified; that nothing is found proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.joining import Joiner
from reproscope.scores.solvers.system import Check, Selection, System
from reproscope.scores.solvers.tilting import Tilt, Tilter

_WIDTHS = (0.25, 0.5, 1.0, 2.0)
_KEPT = (30_000, 200_000, 600_000)
_STREAMED = 100_000
_MOST_DRAWN = 8_000_000
_MOST_TRIED = 200
_MOST_DRAWN = 20_000_000


@dataclass(frozen=True)
class Half:
    """Some of the atoms' repeats, as places, with sampled rows for each and their sums."""

    places: list[int]
    rows: npt.NDArray[np.int64]
    sums: Ints


class Sampling:
    """Rounds of sampled meetings over one system."""

    def __init__(self, system: System, tilter: Tilter, wide: Tilt, seed: int = 0) -> None:
        self.system = system
        self.random = np.random.default_rng(seed)
        self.tilts = self._promising(tilter, wide)
        self.looked_at = 0
        places = [i for i, atom in enumerate(system.atoms) for _ in range(atom.repeat)]
        self.random.shuffle(places)
        self.first, self.second = places[: (len(places) + 1) // 2], places[(len(places) + 1) // 2 :]

    def _promising(self, tilter: Tilter, wide: Tilt) -> list[Tilt]:
        """Return tilts of several widths that reach the box, the likeliest to hit it first."""
        tilts = [wide]
        for width in _WIDTHS:
            if not tilter.budget.spent:
                tilts.append(tilter.concentrated(wide, width))
        repeats = [atom.repeat for atom in self.system.atoms]
        reached = [tilt for tilt in tilts if tilt.reached]
        most = 2 * np.log(_KEPT[-1])

        def promise(tilt: Tilt) -> float:
            _, logarithm = np.linalg.slogdet(tilt.covariance + 1e-12 * np.eye(len(tilt.unit)))
            return float(min(tilt.entropy(repeats), most) - logarithm / 2)

        return sorted(reached, key=promise, reverse=True)

    def run(self, budget: Budget) -> Selection | None:
        """Return a verified selection, or ``None`` when the rounds are over."""
        if not self.second:
            return None
        # Rows of very many folds or classes would not fit into memory: fewer are drawn of them.
        most = max(1_000, _MOST_DRAWN // len(self.first))
        for kept in dict.fromkeys(min(size, most) for size in _KEPT):
            for tilt in self.tilts:
                found = self._round(tilt, kept, budget)
                if found is not None:
                    return found
                if budget.spent:
                    return None
        return None

    def _round(self, tilt: Tilt, kept: int, budget: Budget) -> Selection | None:
        # Thousands of folds: fewer rows, so that a round stays within memory and the clock.
        kept = min(kept, max(1, _MOST_DRAWN // len(self.first)))
        stored = self._drawn(tilt, self.first, kept)
        joiner = Joiner(stored.sums, self.system.low, self.system.high)
        for _ in range(max(1, kept // _STREAMED)):
            if budget.spent:
                return None
            other = self._drawn(tilt, self.second, min(kept, _STREAMED))
            tried = 0
            for left, right in joiner.pairs(other.sums):
                self.looked_at += len(left)
                if budget.remaining <= 0:
                    return None
                for a, b in zip(left.tolist(), right.tolist(), strict=True):
                    found = self._accepted(other, a, stored, b)
                    if found is not None:
                        return found
                    tried += 1
                    if tried > _MOST_TRIED:
                        return None
        return None

    def _drawn(self, tilt: Tilt, places: list[int], size: int) -> Half:
        rows = np.empty((size, len(places)), dtype=np.int64)
        sums = np.zeros((size, len(self.system.low)), dtype=np.int64)
        for column, place in enumerate(places):
            ladder = np.cumsum(tilt.weights[place])
            picked = np.searchsorted(ladder, self.random.random(size) * ladder[-1], "right")
            rows[:, column] = np.minimum(picked, len(ladder) - 1)
            sums += self.system.atoms[place].sums[rows[:, column]]
        return Half(places, rows, sums)

    def _accepted(self, one: Half, a: int, other: Half, b: int) -> Selection | None:
        chosen: list[list[tuple[int, ...]]] = [[] for _ in self.system.atoms]
        for half, row in ((one, a), (other, b)):
            for place, state in zip(half.places, half.rows[row].tolist(), strict=True):
                chosen[place].append(tuple(self.system.atoms[place].states[state].tolist()))
        return chosen if self.system.verify(chosen) is Check.MET else None
