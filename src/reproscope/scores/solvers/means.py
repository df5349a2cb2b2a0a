"""Means over folds or test sets: what is asked of them, and the exact check of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from reproscope.scores.definition import Definition
from reproscope.scores.solvers.ranks import Unsure, auc_ranks
from reproscope.scores.solvers.slots import Leaf
from reproscope.scores.solvers.system import Check
from reproscope.scores.surds import Surd
from reproscope.scores.window import Window

FoldPolicy = Literal["undefined", "zero", "skipped", "any"]
# The sets that were averaged, each with its tp and tn.
Matrices = list[tuple[Leaf, tuple[int, int]]]
Cells = Sequence[tuple[int, int]]
_CLEAR_MISS = 1e-9

# Scores that are a term in tp plus a term in tn: positives and negatives can be chosen apart.
SEPARABLE = frozenset({"acc", "sens", "spec", "bacc", "bm"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One reported statistic over the leaves: the mean, least, greatest, or spread of a score."""

    label: str
    definition: Definition
    window: Window
    statistic: str = "value"
    # What a 0/0 counts where it counts as zero: 1 for a complement that is 0/0 itself.
    zero: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Problem:
    """Everything reported about a set of leaves, and what an undefined leaf contributed."""

    asked: tuple[Asked, ...]
    policy: FoldPolicy = "zero"
    auc: Window | None = None
    spread: Literal["population", "sample", "unknown"] = "unknown"

    @property
    def separable(self) -> bool:
        """Whether positives and negatives can be chosen independently of each other."""
        return self.auc is None and all(
            a.statistic == "value" and a.definition.id in SEPARABLE for a in self.asked
        )

    def linear_part(self) -> Problem | None:
        """Return the problem with only the scores that can be separated; ``None`` without any."""
        kept = tuple(
            a for a in self.asked if a.statistic == "value" and a.definition.id in SEPARABLE
        )
        return replace(self, asked=kept, auc=None) if kept else None

    @property
    def decisive(self) -> bool:
        """Whether folds that add up to the same sums all meet the report, or all miss it."""
        free = self.policy == "any" and any(
            a.definition.low is None or a.definition.high is None for a in self.asked
        )
        return self.auc is None and not free


@dataclass(frozen=True, slots=True)
class Shortfall:
    """By how much an exact value misses its window: `None` if it does not."""

    label: str
    amount: float


def checked(problem: Problem, found: Matrices) -> Check:
    """Check, exactly, every reported statistic against one confusion matrix for each leaf.

    A near miss is told from a clear one: sums that agree when rounded may hide exact ones that
    differ by less.
    """
    leaves, matrices = zip(*found, strict=True)
    missed = shortfalls(problem, leaves, matrices)
    if not missed:
        return Check.MET
    return Check.MISSED if max(m.amount for m in missed) > _CLEAR_MISS else Check.MARGINAL


def shortfalls(problem: Problem, leaves: Sequence[Leaf], matrices: Cells) -> list[Shortfall]:
    """Check, exactly, every reported statistic against one confusion matrix for each leaf."""
    missed = []
    for asked in problem.asked:
        values = [
            asked.definition.value(tp, tn, leaf.p, leaf.n)
            for leaf, (tp, tn) in zip(leaves, matrices, strict=True)
        ]
        amount = _missed_by(asked, values, leaves, problem)
        if amount is not None:
            missed.append(Shortfall(asked.label, amount))
    if problem.auc is not None:
        missed += _auc_missed(problem.auc, leaves, matrices, problem.policy)
    return missed


def _auc_missed(
    window: Window, leaves: Sequence[Leaf], matrices: Cells, policy: FoldPolicy
) -> list[Shortfall]:
    try:
        found = auc_ranks(window, leaves, matrices, policy)
    except Unsure:
        return [Shortfall("auc", 0.0)]
    return [] if found is not None else [Shortfall("auc", float("inf"))]


def _missed_by(
    asked: Asked, values: Sequence[Surd | None], leaves: Sequence[Leaf], problem: Problem
) -> float | None:
    defined = [(v, leaf.weight) for v, leaf in zip(values, leaves, strict=True) if v is not None]
    if len(defined) < len(values):
        if problem.policy == "undefined":
            return float("inf")
        if problem.policy == "zero":
            defined = [
                (Surd(asked.zero) if v is None else v, leaf.weight)
                for v, leaf in zip(values, leaves, strict=True)
            ]
        elif problem.policy == "any":
            return _missed_by_any(asked, values, leaves)
    if not defined:
        return float("inf")
    if asked.statistic in ("min", "max"):
        return _extreme_missed(asked, [v for v, _ in defined])
    weight = sum((w for _, w in defined), Fraction(0))
    mean = _total(defined).scaled(1 / weight)
    if asked.statistic == "sd":
        return _spread_missed(asked, [v for v, _ in defined], mean, problem)
    return _outside(mean, asked.window)


def _total(weighted: Sequence[tuple[Surd, Fraction]]) -> Surd:
    total = Surd()
    for value, weight in weighted:
        total += value.scaled(weight)
    return total


def _outside(value: Surd, window: Window) -> float | None:
    """Return how far a value lies outside a window, or ``None`` if it lies inside: exact."""
    if window.low is not None and value.sign_against(window.low) < 0:
        return float(window.low) - float(value)
    if window.high is not None and value.sign_against(window.high) > 0:
        return float(value) - float(window.high)
    return None


def _missed_by_any(
    asked: Asked, values: Sequence[Surd | None], leaves: Sequence[Leaf]
) -> float | None:
    """The mean when undefined leaves may have contributed any value of the score's range."""
    if asked.statistic != "value":
        return _extreme_missed_by_any(asked, values)
    ends: list[Surd | None] = []
    for end in (asked.definition.low, asked.definition.high):
        if end is None and any(v is None for v in values):
            ends.append(None)
            continue
        filled = [Surd(Fraction(end or 0)) if v is None else v for v in values]
        ends.append(_total([(v, leaf.weight) for v, leaf in zip(filled, leaves, strict=True)]))
    low, high = ends
    window = asked.window
    if low is not None and window.high is not None and low.sign_against(window.high) > 0:
        return float(low) - float(window.high)
    if high is not None and window.low is not None and high.sign_against(window.low) < 0:
        return float(window.low) - float(high)
    return None


def _extreme_missed_by_any(asked: Asked, values: Sequence[Surd | None]) -> float | None:
    """The least (greatest) value when undefined leaves may have had any value, that one too."""
    defined = [v for v in values if v is not None]
    if not defined:
        return None
    misses = [_extreme_missed(asked, [value]) for value in defined]
    beyond = [
        missed
        for missed, value in zip(misses, defined, strict=True)
        if missed is not None and _is_beyond(asked, value)
    ]
    return max(beyond, default=None)


def _is_beyond(asked: Asked, value: Surd) -> bool:
    """Whether a value is less than the least (more than the greatest) that was reported."""
    window = asked.window
    if asked.statistic == "min":
        return window.low is not None and value.sign_against(window.low) < 0
    return window.high is not None and value.sign_against(window.high) > 0


def _extreme_missed(asked: Asked, values: Sequence[Surd]) -> float | None:
    """The least (or greatest) value must lie in the window: all on one side, one inside."""
    misses = [_outside(v, asked.window) for v in values]
    for value in values:
        if _is_beyond(asked, value):
            return _outside(value, asked.window)
    return None if any(m is None for m in misses) else min(m for m in misses if m is not None)


def _spread_missed(
    asked: Asked, values: Sequence[Surd], mean: Surd, problem: Problem
) -> float | None:
    """The standard deviation, with the divisor stated, or either of the two usual ones."""
    squares = Surd()
    for value in values:
        gap = value + mean.scaled(Fraction(-1))
        squares += gap.square()
    divisors = {"population": [0], "sample": [1], "unknown": [0, 1]}[problem.spread]
    low = max(asked.window.low or Fraction(0), Fraction(0))
    high = asked.window.high
    square_window = Window(low**2, None if high is None else high**2)
    misses = []
    for lost in divisors:
        if len(values) <= lost:
            continue
        missed = _outside(squares.scaled(Fraction(1, len(values) - lost)), square_window)
        if missed is None:
            return None
        misses.append(missed)
    return min(misses, default=float("inf"))


def fold_witness(found: Matrices) -> list[Mapping[str, int]]:
    """Return the matrices as plain data, one entry a leaf."""
    return [{"tp": tp, "fn": leaf.p - tp, "fp": leaf.n - tn, "tn": tn} for leaf, (tp, tn) in found]
