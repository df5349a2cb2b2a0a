"""Exact values: whether a confusion matrix of several classes has what was reported.

Everything is in integers, fractions and roots. `verified` looks at nothing but the whole matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from reproscope.scores.definition import Definition
from reproscope.scores.multiclass.linking import Matrix
from reproscope.scores.multiclass.terms import Agreement, Mean, Pooled, Question
from reproscope.scores.solvers.constraint import from_definition
from reproscope.scores.solvers.means import Asked, Problem, shortfalls
from reproscope.scores.solvers.slots import Leaf
from reproscope.scores.solvers.system import Check
from reproscope.scores.surds import Surd

_CLEAR_MISS = 1e-9
UNDEFINED = {"zero": "zero", "undefined": "never", "any": "any"}


@dataclass(frozen=True)
class Classes:
    """For each class its items, those called rightly, and the wrong calls of it."""

    counts: tuple[int, ...]
    right: tuple[int, ...]
    called: tuple[int, ...]

    @classmethod
    def of(cls, matrix: Matrix) -> Classes:
        """Read them off a matrix."""
        right = tuple(row[i] for i, row in enumerate(matrix))
        columns = (sum(column) for column in zip(*matrix, strict=True))
        called = tuple(whole - tp for whole, tp in zip(columns, right, strict=True))
        return cls(tuple(map(sum, matrix)), right, called)

    @property
    def total(self) -> int:
        """The items of all classes."""
        return sum(self.counts)

    @property
    def missed(self) -> list[int]:
        """The items of each class that were not called so."""
        return [n - tp for n, tp in zip(self.counts, self.right, strict=True)]

    @property
    def cells(self) -> list[tuple[int, int]]:
        """tp and tn of each class against the rest."""
        total = self.total
        return [
            (tp, total - n - fp)
            for n, tp, fp in zip(self.counts, self.right, self.called, strict=True)
        ]

    def value(self, score: Definition, place: int) -> Surd | None:
        """Return one class's score against the rest, or ``None`` where it is 0/0."""
        tp, tn = self.cells[place]
        return score.value(tp, tn, self.counts[place], self.total - self.counts[place])


def verified(question: Question, matrix: Matrix) -> bool:
    """Whether a whole matrix has all that was reported, by the matrix alone."""
    if any(cell < 0 for row in matrix for cell in row):
        return False
    found = Classes.of(matrix)
    return found.counts == question.counts and not list(misses(question, found))


def checked(question: Question, found: Classes) -> Check:
    """Check what was reported; a near miss is told from a clear one (see `means.checked`)."""
    worst = max(misses(question, found), default=None)
    if worst is None:
        return Check.MET
    return Check.MISSED if worst > _CLEAR_MISS else Check.MARGINAL


def misses(question: Question, found: Classes) -> Iterator[float]:
    """Yield by how much each reported value is missed."""
    for pooled in question.pooled:
        if not admits(pooled, question.policy, len(found.counts), found.total, sum(found.right)):
            yield float("inf")
    cells = found.cells
    for mean in question.means:
        missed = _missed_mean(mean, question, found, cells)
        if missed is not None:
            yield missed
    for agreement in question.agreements:
        missed = _missed_agreement(agreement, found)
        if missed is not None:
            yield missed


def admits(pooled: Pooled, policy: str, classes: int, total: int, right: int) -> bool:
    """Whether so many items called rightly give the pooled score that was reported.

    Every wrong item is a miss of one class and a wrong call of another.
    """
    constraint = from_definition(pooled.definition, pooled.window, UNDEFINED[policy])
    others = (classes - 1) * total
    return constraint is not None and constraint.admits(
        right, others - (total - right), total, others
    )


def _missed_mean(
    mean: Mean, question: Question, found: Classes, cells: Sequence[tuple[int, int]]
) -> float | None:
    """Return by how much a mean is missed; classes without weight have no say in it."""
    counted = [
        (Leaf(n, found.total - n, weight), cell)
        for n, weight, cell in zip(found.counts, mean.weights, cells, strict=True)
        if weight
    ]
    leaves, kept = zip(*counted, strict=True)
    asked = Asked(mean.label, mean.definition, mean.window)
    missed = shortfalls(Problem((asked,), question.policy), leaves, kept)
    return missed[0].amount if missed else None


def _missed_agreement(agreement: Agreement, found: Classes) -> float | None:
    above, square = _agreement(agreement.form, found)
    if not square:
        return None if agreement.undefined_ok else float("inf")
    # Squares, with their signs, are in the order of what they are the squares of.
    for end, side in ((agreement.window.low, 1), (agreement.window.high, -1)):
        if end is None:
            continue
        top, bottom = end.numerator, end.denominator
        if side * above * abs(above) * bottom**2 < side * top * abs(top) * square:
            return abs(float(end) - above / sqrt(square))
    return None


def _agreement(form: str, found: Classes) -> tuple[int, int]:
    """Return an agreement as a number over the root of another; that one is 0 where it is 0/0."""
    total, agreed = found.total, sum(found.right)
    calls = [tp + fp for tp, fp in zip(found.right, found.called, strict=True)]
    chance = sum(n * r for n, r in zip(found.counts, calls, strict=True))
    above = total * agreed - chance
    if form == "kappa":
        return above, (total**2 - chance) ** 2
    return above, (total**2 - sum(r * r for r in calls)) * (
        total**2 - sum(n * n for n in found.counts)
    )


def agreement_value(form: str, found: Classes) -> float | None:
    """Return kappa or the Matthews coefficient of the whole matrix, ``None`` where it is 0/0."""
    above, square = _agreement(form, found)
    return above / sqrt(square) if square else None


def values_in(question: Question, found: Classes) -> dict[str, float]:
    """Return the reported scores of a matrix, to be shown; those that are 0/0 are left out."""
    total, right = found.total, sum(found.right)
    others = (len(found.counts) - 1) * total
    pooled = (
        (p.label, p.definition.value(right, others - (total - right), total, others))
        for p in question.pooled
    )
    values = {label: float(value) for label, value in pooled if value is not None}
    for mean in question.means:
        value = Surd()
        for i, weight in enumerate(mean.weights):
            value += (
                (found.value(mean.definition, i) or Surd()).scaled(weight) if weight else Surd()
            )
        values[mean.label] = 1 - float(value) if mean.turned else float(value)
    for agreement in question.agreements:
        known = agreement_value(agreement.form, found)
        if known is not None:
            values[agreement.label] = known
    return values


def undefined_in(question: Question, found: Classes, names: Sequence[str]) -> list[str]:
    """Return which scores are 0/0 in a matrix, of which class."""
    seen = [
        f"{mean.label} of {names[i]}"
        for mean in question.means
        for i, weight in enumerate(mean.weights)
        if weight and found.value(mean.definition, i) is None
    ]
    whole = [a.label for a in question.agreements if agreement_value(a.form, found) is None]
    return [*seen, *whole]
