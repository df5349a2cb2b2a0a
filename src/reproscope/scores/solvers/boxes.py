"""Branch and bound over boxes of confusion matrices, for bounds that are no half-planes.

Every score grows with tp and tn and falls with fp and fn (or the reverse), so its extremes over a
box are at two corners. A box is dropped when outward-rounded arithmetic shows that a bound fails at
the corner that favours it most; what is left is halved, down to single matrices, which exact
integers judge. The same search serves known and unknown class counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.constraint import Constraint
from reproscope.scores.solvers.outward import Outward

Ints = npt.NDArray[np.int64]
Matrix = tuple[int, int, int, int]
_CHUNK = 2048
_MOST_BOXES = 1_000_000
_GUESSES = 16


@dataclass(frozen=True, slots=True)
class Region:
    """Ranges (both ends included) of the four cells, and of p, n and p + n."""

    tp: tuple[int, int]
    fn: tuple[int, int]
    fp: tuple[int, int]
    tn: tuple[int, int]
    p: tuple[int, int]
    n: tuple[int, int]
    total: tuple[int, int]

    @classmethod
    def sized(
        cls, p: tuple[int, int], n: tuple[int, int], total: tuple[int, int] | None = None
    ) -> Region:
        """Return all matrices with class counts in these ranges."""
        whole = total or (p[0] + n[0], p[1] + n[1])
        return cls((0, p[1]), (0, p[1]), (0, n[1]), (0, n[1]), p, n, whole)

    def as_box(self) -> Ints:
        """Return the cells as one row: tp, fn, fp, tn, two ends each."""
        return np.array([[*self.tp, *self.fn, *self.fp, *self.tn]], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search ended with: a verified matrix, or whether everything was excluded."""

    matrix: Matrix | None
    complete: bool
    boxes: int


def search(region: Region, constraints: Sequence[Constraint], budget: Budget) -> Searched:
    """Find a matrix in the region that meets every constraint, or exclude them all."""
    stack = [_tighten(region.as_box(), region)]
    seen = waiting = 0
    while stack:
        if budget.spent or waiting > _MOST_BOXES:
            return Searched(None, False, seen)
        boxes = stack.pop()
        if len(boxes) > _CHUNK:
            stack.append(boxes[_CHUNK:])
            boxes = boxes[:_CHUNK]
        seen += len(boxes)
        boxes = boxes[_possible(boxes, region, constraints)]
        single = (boxes[:, 0::2] == boxes[:, 1::2]).all(axis=1)
        matrix = _first_verified(boxes[single], constraints) or _guess(
            boxes[~single][:_GUESSES], region, constraints
        )
        if matrix is not None:
            return Searched(matrix, False, seen)
        if not single.all():
            stack.append(_tighten(_halve(boxes[~single]), region))
        waiting = sum(len(s) for s in stack)
    return Searched(None, True, seen)


def _tighten(boxes: Ints, region: Region) -> Ints:
    """Shrink the cells' ranges by the ranges of their sums; drop boxes that become empty."""
    boxes = boxes.copy()
    for cells, (least, most) in (
        ((0, 1), region.p),
        ((2, 3), region.n),
        ((0, 1, 2, 3), region.total),
    ):
        lows, highs = boxes[:, 0::2], boxes[:, 1::2]
        low_sum = lows[:, cells].sum(axis=1)
        high_sum = highs[:, cells].sum(axis=1)
        for cell in cells:
            low, high = lows[:, cell].copy(), highs[:, cell].copy()
            boxes[:, 2 * cell] = np.maximum(low, least - (high_sum - high))
            boxes[:, 2 * cell + 1] = np.minimum(high, most - (low_sum - low))
    return boxes[(boxes[:, 0::2] <= boxes[:, 1::2]).all(axis=1)]


def _possible(
    boxes: Ints, region: Region, constraints: Sequence[Constraint]
) -> npt.NDArray[np.bool_]:
    """Whether a box may still hold a solution: ``False`` is certain, ``True`` is not."""
    tp0, tp1, fn0, fn1, fp0, fp1, tn0, tn1 = boxes.T
    best = [Outward.integers(x) for x in (tp1, tn1, tp1 + fn0, tn1 + fp0)]
    worst = [Outward.integers(x) for x in (tp0, tn0, tp0 + fn1, tn0 + fp1)]
    # Without a trend to go by, the formula is evaluated on whole intervals.
    spans = [
        Outward(Outward.integers(a).low, Outward.integers(b).high)
        for a, b in ((tp0, tp1), (tn0, tn1), (tp0 + fn0, tp1 + fn1), (fp0 + tn0, fp1 + tn1))
    ]
    sized = region.p[0] == region.p[1] and region.n[0] == region.n[1]
    keep = np.ones(len(boxes), dtype=bool)
    for constraint in constraints:
        top, bottom = (best, worst) if constraint.increasing else (worst, best)
        if not (constraint.cellwise or sized):
            top = bottom = spans
        if constraint.low is not None:
            numerator, denominator = constraint.quotient(*top)
            keep &= (numerator - denominator * Outward.constant(constraint.low)).high >= 0
        if constraint.high is not None:
            numerator, denominator = constraint.quotient(*bottom)
            keep &= (numerator - denominator * Outward.constant(constraint.high)).low <= 0
    return keep


def _first_verified(singles: Ints, constraints: Sequence[Constraint]) -> Matrix | None:
    """Return the first single matrix that meets every constraint in exact integers."""
    for tp, _, fn, _, fp, _, tn, _ in singles.tolist():
        if all(c.admits(tp, tn, tp + fn, tn + fp) for c in constraints):
            return tp, tn, tp + fn, tn + fp
    return None


def _guess(boxes: Ints, region: Region, constraints: Sequence[Constraint]) -> Matrix | None:
    """Try the middle of some boxes: a shortcut to a witness, no part of any proof."""
    for cell in range(4):
        middle = (boxes[:, 2 * cell] + boxes[:, 2 * cell + 1]) // 2
        boxes = boxes.copy()
        boxes[:, 2 * cell] = boxes[:, 2 * cell + 1] = middle
        boxes = _tighten(boxes, region)
    if not len(boxes):
        return None
    return _first_verified(boxes[_possible(boxes, region, constraints)], constraints)


def _halve(boxes: Ints) -> Ints:
    """Split each box in two along its longest side."""
    widths = boxes[:, 1::2] - boxes[:, 0::2]
    axis = widths.argmax(axis=1)
    rows = np.arange(len(boxes))
    middle = (boxes[rows, 2 * axis] + boxes[rows, 2 * axis + 1]) // 2
    left, right = boxes.copy(), boxes.copy()
    left[rows, 2 * axis + 1] = middle
    right[rows, 2 * axis] = middle + 1
    return np.concatenate([left, right])
