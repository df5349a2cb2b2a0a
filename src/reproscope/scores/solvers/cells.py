"""Folds too large to list: their matrices in cells, with bounds on what each cell can add.

Every score rises with tp and tn, or falls with both, so its least and greatest value in a cell are
at two corners. A system over cells can only refute: what it excludes is impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reproscope.scores.solvers import reported_sums
from reproscope.scores.solvers.columns import Coordinate, States, scaled
from reproscope.scores.solvers.coordinates import FAR, Ints
from reproscope.scores.solvers.listing import spaced
from reproscope.scores.solvers.means import Problem
from reproscope.scores.solvers.slots import Group, Slot, kinds_of
from reproscope.scores.solvers.system import Atom, Check, System

_STEPS = 64
_STEPS_OF_MANY = 10
_MOST_COMPOSITIONS = 1_500


def cell_system(
    problem: Problem, slots: Sequence[Slot], groups: Sequence[Group] = ()
) -> System | None:
    """Return the system over cells for the means that were asked; ``None`` if there are none."""
    means = replace(problem, asked=tuple(a for a in problem.asked if a.statistic == "value"))
    found = reported_sums.coordinates(means, len(slots))
    kinds = kinds_of(slots)
    if not found or max(len(slot.compositions) for slot, _ in kinds) > _MOST_COMPOSITIONS:
        return None
    corners = [_cells(slot) for slot, _ in kinds]
    for coordinate in found:
        if coordinate.allowed is not None:
            kept = [coordinate.allowed(low) for low, _ in corners]
            corners = [
                (low.keep(rows), high.keep(rows))
                for (low, high), rows in zip(corners, kept, strict=True)
            ]
    for number, group in enumerate(groups):
        found += reported_sums.of_group(number, group)
    return over_cells(found, slots, corners)


def over_cells(
    found: Sequence[Coordinate], slots: Sequence[Slot], corners: Sequence[Sequence[States]]
) -> System:
    """Return the system in which a state is a cell, given some corners of each kind's cells.

    The least and greatest value of each coordinate in a cell must be at two of these corners.
    """
    kinds = kinds_of(slots)
    sums: list[list[Ints]] = [[] for _ in kinds]
    lows, highs = [], []
    for coordinate in found:
        columns = [
            coordinate.column(corner, slot)
            for of_kind, (slot, _) in zip(corners, kinds, strict=True)
            for corner in of_kind
        ]
        ready = scaled(coordinate, columns, len(slots), complete=False)
        start = 0
        for k, of_kind in enumerate(corners):
            values = ready.sums[start : start + len(of_kind)]
            start += len(of_kind)
            sums[k] += [np.min(values, axis=0), np.max(values, axis=0)]
        lows += [-FAR, ready.low]
        highs += [ready.high, FAR]
    atoms = tuple(
        Atom(np.stack(sums[k], axis=1), corners[k][0].table(), (k,), m)
        for k, (_, m) in enumerate(kinds)
    )
    return System(
        atoms,
        np.array(lows, dtype=np.int64),
        np.array(highs, dtype=np.int64),
        (False,) * len(lows),
        lambda selection: Check.MARGINAL,
    )


def _cells(slot: Slot) -> tuple[States, States]:
    """Return the lower and upper corners of all cells of a slot's matrices.

    Where a score is 0/0 it is so on a whole edge, so the edges are cells of their own.
    """
    steps = _STEPS if len(slot.compositions) == 1 else _STEPS_OF_MANY
    lower: list[tuple[Ints, ...]] = []
    upper: list[tuple[Ints, ...]] = []
    for p in slot.compositions:
        tp, tn = (intervals(count, steps) for count in (p, slot.size - p))
        for side, found in ((0, lower), (1, upper)):
            x, y = np.meshgrid(tp[side], tn[side], indexing="ij")
            size = np.full(x.size, p, dtype=np.int64)
            found.append((size, slot.size - size, x.ravel(), y.ravel()))
    low, high = (
        States(*(np.concatenate(column) for column in zip(*found, strict=True)))
        for found in (lower, upper)
    )
    return low, high


def intervals(count: int, steps: int) -> tuple[Ints, Ints]:
    """Return the ends of intervals that cover 0 to `count`, with 0 and `count` alone."""
    if count < 2:
        both = np.arange(count + 1, dtype=np.int64)
        return both, both
    cuts = spaced(count - 1, steps)
    starts, stops = cuts[:-1] + 1, cuts[1:]
    return (
        np.concatenate([[0], starts, [count]]).astype(np.int64),
        np.concatenate([[0], stops, [count]]).astype(np.int64),
    )
