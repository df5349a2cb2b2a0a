"""Which confusion matrices of a fold are looked at: all of them, or some that stand for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from reproscope.scores.solvers.columns import States, TooLarge
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.slots import Slot

_COMPOSITIONS = 24
_MOST_COMPOSITIONS = 50_000
_STEPS = 48
_STEPS_OF_MANY = 9


@dataclass(frozen=True)
class Listing:
    """How states are listed; whether these are all, and whether they span all (see `Atom`)."""

    states: Callable[[Slot], States]
    complete: bool = False
    spans: bool = False


def _joined(slot: Slot, compositions: list[int], points: Callable[[int], Ints]) -> States:
    """Return the grid of tp and tn values for each composition."""
    parts = []
    for p in compositions:
        tp, tn = np.meshgrid(points(p), points(slot.size - p), indexing="ij")
        size = np.full(tp.size, p, dtype=np.int64)
        parts.append((size, slot.size - size, tp.ravel(), tn.ravel()))
    return States(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _every(slot: Slot) -> States:
    return _joined(slot, list(slot.compositions), lambda count: np.arange(count + 1))


def _corners(slot: Slot) -> States:
    if len(slot.compositions) > _MOST_COMPOSITIONS:
        raise TooLarge(f"a fold of {slot.size:,} items has too many compositions")
    return _joined(slot, list(slot.compositions), lambda count: np.unique([0, count]))


def _spaced(slot: Slot) -> States:
    """Return matrices spaced over all that there are, for a first look."""
    compositions = spaced(slot.most - slot.least, _COMPOSITIONS) + slot.least
    steps = _STEPS if len(compositions) == 1 else _STEPS_OF_MANY
    return _joined(slot, compositions.tolist(), lambda count: spaced(count, steps))


def spaced(count: int, steps: int) -> Ints:
    """Return at most `steps` + 1 whole numbers from 0 to `count`, evenly spaced, with both ends."""
    return np.unique(np.linspace(0, count, steps + 1).astype(np.int64))


EVERY = Listing(_every, complete=True, spans=True)
# They span the others for scores that are a term in tp plus a term in tn.
CORNERS = Listing(_corners, spans=True)
SPACED = Listing(_spaced)


def around(drawn: Mapping[Slot, Ints], seed: int) -> Listing:
    """Return matrices near some that were drawn (rows ``p, n, tp, tn``), each moved a little."""
    random = np.random.default_rng(seed)

    def states(slot: Slot) -> States:
        rows = drawn[slot]
        p = rows[:, 0] + random.integers(-2, 3, len(rows))
        p = np.clip(p, slot.least, slot.most)
        n = slot.size - p
        reach = np.maximum(3, slot.size // _STEPS)
        tp, tn = (
            np.clip(rows[:, c] + random.integers(-reach, reach + 1, len(rows)), 0, limit)
            for c, limit in ((2, p), (3, n))
        )
        return States(*np.unique(np.stack([p, n, tp, tn], axis=1), axis=0).T)

    return Listing(states)
