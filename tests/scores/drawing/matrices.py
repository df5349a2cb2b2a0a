"""Test sets of any size, one class perhaps missing, and classifiers of any quality."""

from __future__ import annotations

import random

from reproscope import scores
from tests.scores.drawing.case import Case
from tests.scores.drawing.values import ALL, draw_names, draw_report, draw_undefined, truth
from tests.scores.judging import Leaves
from tests.scores.oracle import Matrix, Printing

_COUNTED_ONE_BY_ONE = 200


def draw_sizes(rng: random.Random, largest: int) -> tuple[int, int]:
    """Draw the class counts of a set; one of the classes may be missing, or nearly so."""
    p, n = rng.randint(1, largest), rng.randint(1, largest)
    rare = rng.random()
    if rare < 0.08:
        p, n = (0, n) if rng.random() < 0.5 else (p, 0)
    elif rare < 0.2:
        p, n = (rng.randint(1, 3), n) if rng.random() < 0.5 else (p, rng.randint(1, 3))
    return p, n


def draw_matrix(rng: random.Random, p: int, n: int) -> Matrix:
    """Draw what a classifier made of a set: a good one, a poor one, or one that calls all alike."""
    kind = rng.random()
    if kind < 0.12:
        tp, tn = rng.choice(((p, n), (p, 0), (0, n), (0, 0)))
    else:
        tp, tn = _right(rng, p, rng.random()), _right(rng, n, rng.random())
    return tp, p - tp, n - tn, tn


def _right(rng: random.Random, items: int, quality: float) -> int:
    if items > _COUNTED_ONE_BY_ONE:
        return min(items, round(items * quality) + rng.randint(0, 9))
    return sum(rng.random() < quality for _ in range(items))


def report_one(
    rng: random.Random, matrix: Matrix, most: int, pool: tuple[str, ...] = ALL
) -> tuple[dict, Printing]:
    """Report scores of one confusion matrix."""
    undefined = draw_undefined(rng)
    policy = {"zero": "zero", "never": "undefined", "any": "any"}[undefined]
    leaves: Leaves = [(1, matrix)]
    truths = [truth(rng, name, leaves, policy) for name in draw_names(rng, pool, most)]
    known = [t for t in truths if t is not None] or [truth(rng, "acc", leaves, policy)]
    return draw_report(rng, known, undefined)


def draw_test_set(rng: random.Random) -> Case:
    """One test set of known size."""
    p, n = draw_sizes(rng, rng.choice((3, 8, 60, 60, 1000, 10**6, 10**9)))
    reported, printing = report_one(rng, draw_matrix(rng, p, n), 6)
    return Case(reported, scores.TestSet(positives=p, negatives=n), printing)


def draw_total_or_ranges(rng: random.Random) -> Case:
    """One test set whose size is known only in part."""
    p, n = draw_sizes(rng, rng.choice((5, 12, 40)))
    reported, printing = report_one(rng, draw_matrix(rng, p, n), 5)
    around_p = (max(0, p - rng.randint(0, 4)), p + rng.randint(1, 4))
    around_n = (max(0, n - rng.randint(0, 4)), n + rng.randint(1, 4))
    experiment = rng.choice(
        (
            scores.TestSet(total=p + n),
            scores.TestSet(total=(p + n, p + n + rng.randint(1, 3))),
            scores.TestSet(positives=around_p, negatives=around_n),
            scores.TestSet(positives=p, negatives=around_n),
            scores.TestSet(positives=around_p, total=p + n),
        )
    )
    return Case(reported, experiment, printing)
