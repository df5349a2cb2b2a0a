"""Meet in the middle: merge atoms into two halves, then join the halves.

Equal partial sums are kept once, sums that the rest cannot complete are dropped. If nothing else
was left out, the absence of a joined pair is a proof; if rows had to be sampled to stay within
memory, it is not, and only what is found counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.joining import Joiner, without_repeats
from reproscope.scores.solvers.system import Check, Selection, System

_MOST_ROWS = 400_000
_BLOCK = 200_000


@dataclass(frozen=True)
class Node:
    """Partial sums, and for each how it came about: a state of an atom, or a pair of rows."""

    sums: Ints
    atom: int = -1
    left: Node | None = None
    right: Node | None = None
    rows: tuple[Ints, Ints] | None = None

    def trace(self, row: int, rows: list[list[int]]) -> None:
        """Note, for each atom, the rows of its states that one partial sum is made of."""
        if self.left is None or self.right is None or self.rows is None:
            rows[self.atom].append(row)
            return
        self.left.trace(int(self.rows[0][row]), rows)
        self.right.trace(int(self.rows[1][row]), rows)


@dataclass(frozen=True, slots=True)
class Met:
    """A verified selection, or whether the search was exhaustive; and what it went through."""

    selection: Selection | None
    exhaustive: bool
    looked_at: int


class Meeting:
    """One run of the search over a system."""

    def __init__(self, system: System, budget: Budget, seed: int = 0) -> None:
        self.system, self.budget = system, budget
        self.random = np.random.default_rng(seed)
        self.exhaustive = all(atom.complete for atom in system.atoms)
        self.looked_at = 0

    def run(self) -> Met:
        """Merge down to three nodes at most, and join them."""
        nodes = [
            Node(atom.sums, i)
            for i, atom in enumerate(self.system.atoms)
            for _ in range(atom.repeat)
        ]
        nodes.sort(key=lambda node: len(node.sums))
        while len(nodes) > 3 or (len(nodes) == 3 and self._small(nodes[0], nodes[1])):
            if self.budget.spent:
                return Met(None, False, self.looked_at)
            first, second = nodes[0], nodes[1]
            merged = self._merge(first, second, nodes[2:])
            if merged is None:
                return Met(None, self.exhaustive, self.looked_at)
            nodes = sorted([merged, *nodes[2:]], key=lambda node: len(node.sums))
        return self._join(nodes)

    @staticmethod
    def _small(first: Node, second: Node) -> bool:
        return len(first.sums) * len(second.sums) <= _MOST_ROWS

    def _bounds(self, rest: list[Node]) -> tuple[Ints, Ints]:
        """Return the ends for a partial sum, given all that the rest can add."""
        least, most = self.system.low.copy(), self.system.high.copy()
        for node in rest:
            least -= node.sums.max(axis=0)
            most -= node.sums.min(axis=0)
        return least, most

    def _merge(self, first: Node, second: Node, rest: list[Node]) -> Node | None:
        least, most = self._bounds(rest)
        first_rows = self._sample_for(first, len(second.sums))
        joiner = Joiner(second.sums, least, most)
        lefts, rights, kept = [], [], 0
        step = max(1, _BLOCK // max(1, len(second.sums)) * 8)
        for start in range(0, len(first_rows), step):
            block = first_rows[start : start + step]
            for left, right in joiner.pairs(first.sums[block]):
                lefts.append(block[left])
                rights.append(right)
                kept += len(left)
                self.looked_at += len(left)
                if self.budget.spent:
                    self.exhaustive = False
                    break
            if kept > 4 * _MOST_ROWS or self.budget.spent:
                self.exhaustive = self.exhaustive and start + step >= len(first_rows)
                break
        if not kept:
            return None
        left_rows, right_rows = np.concatenate(lefts), np.concatenate(rights)
        sums = first.sums[left_rows] + second.sums[right_rows]
        fresh = without_repeats(sums) if self.system.decisive else np.arange(len(sums))
        if len(fresh) > _MOST_ROWS:
            self.exhaustive = False
            fresh = self.random.choice(fresh, _MOST_ROWS, replace=False)
        return Node(sums[fresh], -1, first, second, (left_rows[fresh], right_rows[fresh]))

    def _sample_for(self, node: Node, others: int) -> Ints:
        """Return the rows of a node in random order, so that a cut-off takes a fair sample."""
        if len(node.sums) * others <= 4 * _MOST_ROWS:
            return np.arange(len(node.sums))
        return self.random.permutation(len(node.sums))

    def _join(self, nodes: list[Node]) -> Met:
        """Join two nodes, or three: pairs of the two smaller are streamed against the largest."""
        if len(nodes) == 1:
            return self._single(nodes[0])
        largest = nodes[-1]
        joiner = Joiner(largest.sums, self.system.low, self.system.high)
        for sums, trail in self._streamed(nodes[:-1]):
            if self.budget.spent:
                return Met(None, False, self.looked_at)
            for left, right in joiner.pairs(sums):
                self.looked_at += len(left)
                if self.budget.remaining <= 0:
                    return Met(None, False, self.looked_at)
                for a, b in zip(left.tolist(), right.tolist(), strict=True):
                    chosen = [(node, int(rows[a])) for node, rows in trail]
                    selection = self._accepted([*chosen, (largest, b)])
                    if selection is not None:
                        return Met(selection, self.exhaustive, self.looked_at)
                    if self.budget.remaining <= 0:
                        return Met(None, False, self.looked_at)
        return Met(None, self.exhaustive, self.looked_at)

    def _streamed(self, nodes: list[Node]) -> Iterator[tuple[Ints, list[tuple[Node, Ints]]]]:
        """Yield blocks of partial sums of one or two nodes, with the rows they came from."""
        if len(nodes) == 1:
            yield nodes[0].sums, [(nodes[0], np.arange(len(nodes[0].sums)))]
            return
        small, large = nodes
        step = max(1, _BLOCK // len(large.sums))
        order = self.random.permutation(len(small.sums))
        for start in range(0, len(order), step):
            block = order[start : start + step]
            sums = (small.sums[block][:, None, :] + large.sums[None, :, :]).reshape(
                -1, small.sums.shape[1]
            )
            left = np.repeat(block, len(large.sums))
            right = np.tile(np.arange(len(large.sums)), len(block))
            yield sums, [(small, left), (large, right)]

    def _single(self, node: Node) -> Met:
        low, high = self.system.low, self.system.high
        fits = np.flatnonzero(((node.sums >= low) & (node.sums <= high)).all(axis=1))
        for row in fits.tolist():
            selection = self._accepted([(node, row)])
            if selection is not None:
                return Met(selection, self.exhaustive, self.looked_at)
        return Met(None, self.exhaustive, self.looked_at)

    def _accepted(self, chosen: list[tuple[Node, int]]) -> Selection | None:
        """Return the states behind rows of nodes if they meet everything in exact arithmetic."""
        rows: list[list[int]] = [[] for _ in self.system.atoms]
        for node, row in chosen:
            node.trace(row, rows)
        selection = [
            [tuple(atom.states[row].tolist()) for row in picked]
            for atom, picked in zip(self.system.atoms, rows, strict=True)
        ]
        check = self.system.verify(selection)
        # Sums that agree when rounded may hide exact ones that differ: a near miss proves nothing.
        self.exhaustive = self.exhaustive and check is not Check.MARGINAL
        return selection if check is Check.MET else None
