"""What follows from the number of items called rightly: overall accuracy and every micro average.

Each wrong item is a miss of one class and a wrong call of another, so that all counts added up over
the classes follow from that one number, and every such score rises or falls with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reproscope.scores.multiclass.exact import UNDEFINED, Classes, admits
from reproscope.scores.multiclass.linking import wrong_calls
from reproscope.scores.multiclass.terms import Pooled, Question
from reproscope.scores.solvers.constraint import Constraint, from_definition

Range = tuple[int, int]


def right_ranges(question: Question) -> list[Range]:
    """Return the ranges of the items called rightly that fit all pooled scores."""
    found = [(0, question.total)]
    for pooled in question.pooled:
        found = _common(found, _fitting(pooled, question))
    return found


def _common(some: Sequence[Range], others: Sequence[Range]) -> list[Range]:
    both = [(max(a[0], b[0]), min(a[1], b[1])) for a in some for b in others]
    return [(low, high) for low, high in both if low <= high]


def _fitting(pooled: Pooled, question: Question) -> list[Range]:
    """Return the ranges for one score: the ends, where it may be 0/0, are looked at alone."""
    total, classes = question.total, len(question.counts)
    found = [
        (end, end) for end in (0, total) if admits(pooled, question.policy, classes, total, end)
    ]
    constraint = from_definition(pooled.definition, pooled.window, UNDEFINED[question.policy])
    if constraint is not None and total > 1:
        low = _first(1, total - 1, lambda right: _reaches(constraint, classes, total, right))
        high = _first(1, total - 1, lambda right: _exceeds(constraint, classes, total, right)) - 1
        if low <= high:
            found.append((low, high))
    return _merged(found)


def _merged(found: list[Range]) -> list[Range]:
    merged: list[Range] = []
    for low, high in sorted(found):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first number for which something holds from there on; ``high + 1`` for none."""
    high += 1
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _quotient(constraint: Constraint, classes: int, total: int, right: int) -> tuple[int, int]:
    others = (classes - 1) * total
    return constraint.quotient(right, others - (total - right), total, others)


def _reaches(constraint: Constraint, classes: int, total: int, right: int) -> bool:
    """Whether so many are enough for the score to be on the near side of its window, or past it."""
    quotient = _quotient(constraint, classes, total, right)
    return not (constraint.below if constraint.increasing else constraint.above)(*quotient)


def _exceeds(constraint: Constraint, classes: int, total: int, right: int) -> bool:
    """Whether so many are too many."""
    quotient = _quotient(constraint, classes, total, right)
    return (constraint.above if constraint.increasing else constraint.below)(*quotient)


def some_classes(counts: tuple[int, ...], right: int) -> Classes:
    """Return classes with so many items called rightly, in about the same share of each."""
    total = sum(counts)
    shares = [right * n // total for n in counts]
    left = right - sum(shares)
    for i, n in enumerate(counts):
        more = min(left, 1, n - shares[i])
        shares[i] += more
        left -= more
    return Classes(counts, tuple(shares), tuple(wrong_calls(counts, shares)))
