"""Pairs of rows whose sums fall into a box: a sorted join on up to three coordinates at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from reproscope.scores.solvers.coordinates import FAR, Ints

_CHUNK = 400_000
_KEY_BITS = 62
_BUCKET_BITS = 18


class Joiner:
    """Holds one side of a join, sorted for a box of sums; the other side is asked in chunks.

    The two coordinates whose windows are narrowest against their spread become buckets as wide as
    the window, so that a partner lies in one of two neighbouring buckets; within a bucket rows are
    sorted by a third coordinate. Pairs found this way are then filtered on all coordinates.
    """

    def __init__(self, rows: Ints, low: Ints, high: Ints) -> None:
        self.rows, self.low, self.high = rows, low, high
        spread = rows.max(axis=0) - rows.min(axis=0) + 1
        width = np.minimum(high - low + 1, 2 * FAR)
        selectivity = width / spread
        order = [int(c) for c in np.argsort(selectivity, kind="stable")]
        self.sorted_by = order[0]
        self.buckets = [c for c in order[1:3] if selectivity[c] < 0.5]
        self.base = rows.min(axis=0)
        # Buckets may be wider than the window, but not so narrow that their numbers overflow.
        self.width = np.maximum(width, (spread >> _BUCKET_BITS) + 1)
        self.cells = [int((spread[c] - 1) // self.width[c]) + 1 for c in self.buckets]
        fine_bits = int(spread[self.sorted_by]).bit_length()
        bucket_bits = int(np.prod([float(x) for x in self.cells]) + 1).bit_length()
        self.shift = max(0, fine_bits + bucket_bits - _KEY_BITS)
        self.fine_cells = (int(spread[self.sorted_by]) >> self.shift) + 1
        keys = self._fine(rows[:, self.sorted_by])
        for c in self.buckets:
            keys += self._bucket(rows[:, c], c) * self._stride(c)
        self.order = np.argsort(keys, kind="stable")
        self.keys = keys[self.order]

    def _stride(self, coordinate: int) -> int:
        place = self.buckets.index(coordinate)
        return self.fine_cells * int(np.prod([1, *self.cells[:place]], dtype=np.int64))

    def _bucket(self, values: Ints, c: int) -> Ints:
        return np.asarray((values - self.base[c]) // self.width[c])

    def _fine(self, values: Ints) -> Ints:
        return np.asarray((values - self.base[self.sorted_by]) >> self.shift)

    def pairs(self, others: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield (row of others, row of this side) index arrays for all pairs within the box.

        Also where a chunk holds none, so that whoever asks can look at the clock.
        """
        need_low = self.low - others
        need_high = self.high - others
        starts, stops, owners = self._ranges(need_low, need_high)
        counts = stops - starts
        owners, starts, counts = owners[counts > 0], starts[counts > 0], counts[counts > 0]
        ends = np.cumsum(counts)
        first = 0
        while first < len(counts):
            before = ends[first - 1] if first else 0
            last = int(np.searchsorted(ends, before + _CHUNK, side="left"))
            last = max(last, first) + 1
            part = counts[first:last]
            left = np.repeat(owners[first:last], part)
            offsets = np.arange(len(left)) - np.repeat(np.cumsum(part) - part, part)
            right = self.order[np.repeat(starts[first:last], part) + offsets]
            total = others[left] + self.rows[right]
            fits = ((total >= self.low) & (total <= self.high)).all(axis=1)
            yield left[fits], right[fits]
            first = last

    def _ranges(self, need_low: Ints, need_high: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the key ranges to look at: one for each other row and choice of buckets."""
        c = self.sorted_by
        top = self.fine_cells - 1
        fine_low = np.clip(self._fine(need_low[:, c]), 0, top)
        fine_high = np.clip(self._fine(need_high[:, c]), -1, top)
        empty = (self._fine(need_low[:, c]) > top) | (fine_high < fine_low)
        starts, stops, owners = [], [], []
        choices: list[list[Ints]] = []
        for bucket, cells in zip(self.buckets, self.cells, strict=True):
            first = self._bucket(need_low[:, bucket], bucket)
            last = self._bucket(need_high[:, bucket], bucket)
            # A window as wide as a bucket touches two of them; where both are one, ask once.
            choices.append([first, np.where(last > first, last, -1)])
            choices[-1] = [np.where((x >= 0) & (x < cells), x, -1) for x in choices[-1]]
        for chosen in product(*choices):
            offset = np.zeros(len(need_low), dtype=np.int64)
            alive: npt.NDArray[np.bool_] = ~empty
            for bucket, value in zip(self.buckets, chosen, strict=True):
                alive = alive & (value >= 0)
                offset += value * self._stride(bucket)
            rows = np.flatnonzero(alive)
            # Asked in the order of the keys, neighbours are found in memory that is at hand.
            rows = rows[np.argsort(offset[rows] + fine_low[rows])]
            starts.append(np.searchsorted(self.keys, offset[rows] + fine_low[rows], "left"))
            stops.append(np.searchsorted(self.keys, offset[rows] + fine_high[rows], "right"))
            owners.append(rows)
        return np.concatenate(starts), np.concatenate(stops), np.concatenate(owners)


def without_repeats(rows: Ints) -> Ints:
    """Return the indices of rows that differ from each other (a few equal ones may stay).

    Rows are sorted by a hash and compared with their neighbours in full, so that rows that differ
    are never taken for equal.
    """
    factors = np.random.default_rng(7).integers(1, 1 << 62, size=rows.shape[1]) | 1
    with np.errstate(over="ignore"):
        hashes = (rows * factors).sum(axis=1)
    order = np.argsort(hashes, kind="stable")
    ordered = rows[order]
    fresh = np.ones(len(rows), dtype=bool)
    fresh[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return np.sort(order[fresh])
