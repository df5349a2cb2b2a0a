"""Means over folds or test sets of known size: the constraints, their exact check, the verdict.

The reported means become an additive system. Where every score is a term in tp plus a term in tn,
the positives and the negatives of a leaf are separate atoms, and leaves of one size are one atom;
else a leaf is one atom whose states are its confusion matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from reproscope.scores.definition import Definition
from reproscope.scores.solvers.coordinates import Leaf
from reproscope.scores.surds import Surd
from reproscope.scores.window import Window

FoldPolicy = Literal["undefined", "zero", "skipped", "any"]
Matrices = Sequence[tuple[int, int]]

# Scores that are a term in tp plus a term in tn: positives and negatives can be chosen apart.
SEPARABLE = frozenset({"acc", "sens", "spec", "bacc", "bm"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One reported statistic over the leaves: the mean, least, greatest, or spread of a score."""

    label: str
    definition: Definition
    window: Window
    statistic: str = "value"


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


@dataclass(frozen=True, slots=True)
class Shortfall:
    """By how much an exact value misses its window: `None` if it does not."""

    label: str
    amount: float


def shortfalls(problem: Problem, leaves: Sequence[Leaf], matrices: Matrices) -> list[Shortfall]:
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
    if problem.auc is not None and auc_ranks(problem.auc, leaves, matrices) is None:
        missed.append(Shortfall("auc", 0.0))
    return missed


def _missed_by(
    asked: Asked, values: Sequence[Surd | None], leaves: Sequence[Leaf], problem: Problem
) -> float | None:
    defined = [(v, leaf.weight) for v, leaf in zip(values, leaves, strict=True) if v is not None]
    if len(defined) < len(values):
        if problem.policy == "undefined":
            return float("inf")
        if problem.policy == "zero":
            defined = [(v or Surd(), leaf.weight) for v, leaf in zip(values, leaves, strict=True)]
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
        return float("inf")
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


def _extreme_missed(asked: Asked, values: Sequence[Surd]) -> float | None:
    """The least (or greatest) value must lie in the window: all on one side, one inside."""
    misses = [_outside(v, asked.window) for v in values]
    window = asked.window
    for value in values:
        beyond = (
            window.low is not None and value.sign_against(window.low) < 0
            if asked.statistic == "min"
            else window.high is not None and value.sign_against(window.high) > 0
        )
        if beyond:
            return _outside(value, window)
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


def auc_ranks(window: Window, leaves: Sequence[Leaf], matrices: Matrices) -> list[Fraction] | None:
    """Return rank sums U for each leaf whose mean AUC lies in the window, or ``None``.

    With tp and tn at some threshold, U lies between tp·tn and p·n - fp·fn, in halves (ties).
    """
    ranks, shares = [], []
    for leaf, (tp, tn) in zip(leaves, matrices, strict=True):
        if leaf.p * leaf.n == 0:
            return None
        ranks.append(Fraction(tp * tn))
        shares.append(leaf.weight / (leaf.p * leaf.n))
    total = sum((u * s for u, s in zip(ranks, shares, strict=True)), Fraction(0))
    low = window.low if window.low is not None else Fraction(0)
    for i, (leaf, (tp, tn)) in enumerate(zip(leaves, matrices, strict=True)):
        if total >= low:
            break
        most = leaf.p * leaf.n - (leaf.p - tp) * (leaf.n - tn)
        halves = -((-(low - total) / shares[i] * 2) // 1)
        step = min(Fraction(halves, 2), most - ranks[i])
        ranks[i] += step
        total += step * shares[i]
    return ranks if total in window else None


def fold_witness(
    leaves: Sequence[Leaf], matrices: Matrices, names: Sequence[str] | None = None
) -> list[Mapping[str, int | str]]:
    """Return the matrices as plain data, one entry a leaf."""
    entries: list[Mapping[str, int | str]] = []
    for i, (leaf, (tp, tn)) in enumerate(zip(leaves, matrices, strict=True)):
        entry: dict[str, int | str] = {"set": names[i]} if names else {}
        entry |= {"tp": tp, "fn": leaf.p - tp, "fp": leaf.n - tn, "tn": tn}
        entries.append(entry)
    return entries
