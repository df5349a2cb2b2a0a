"""Cross-validation: folds given, stratified, or dealt at random and not told."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from reproscope import scores
from tests.scores.describing import Sizes, stratified, stratified_by_class, trains_on_both
from tests.scores.drawing.case import Case
from tests.scores.drawing.matrices import draw_matrix, draw_sizes, report_one
from tests.scores.drawing.values import (
    ALL,
    BOUNDED,
    LINEAR,
    draw_names,
    draw_report,
    draw_undefined,
    truth,
)
from tests.scores.judging import Leaves
from tests.scores.oracle import Matrix, Printing

POLICIES = ("zero", "zero", "skipped", "undefined")


def deal(rng: random.Random, sizes: Sizes) -> list[Matrix]:
    """Draw one confusion matrix for each set."""
    return [draw_matrix(rng, p, n) for p, n in sizes]


def evenly(matrices: list[Matrix], share: Fraction = Fraction(1)) -> Leaves:
    """Return sets that weigh the same."""
    return [(share / len(matrices), matrix) for matrix in matrices]


def report_means(
    rng: random.Random, leaves: Leaves, policy: str, pool: tuple[str, ...], most: int = 4
) -> tuple[dict, Printing] | None:
    """Report means over sets; ``None`` if no score drawn has one."""
    undefined = draw_undefined(rng)
    stated = {"zero": policy, "never": "undefined", "any": "any"}[undefined]
    truths = [truth(rng, name, leaves, stated) for name in draw_names(rng, pool, most)]
    known = [t for t in truths if t is not None]
    return draw_report(rng, known, undefined) if known else None


def draw_policy(rng: random.Random) -> tuple[str, str]:
    """Draw what undefined folds really contributed, and what the description says of it."""
    policy = rng.choice(POLICIES)
    return policy, "unknown" if policy != "undefined" and rng.random() < 0.2 else policy


def draw_known_sizes(rng: random.Random, largest: int = 9, most: int = 5) -> Sizes:
    """Draw folds of any composition."""
    return tuple(draw_sizes(rng, largest) for _ in range(rng.randint(2, most)))


def draw_data_set(rng: random.Random, largest: int) -> tuple[int, int, int]:
    """Draw class counts and a number of folds that fit."""
    p, n = draw_sizes(rng, largest)
    return (p, n, rng.randint(2, min(10, p + n))) if p + n > 1 else (p + 1, n + 1, 2)


def draw_known_folds(rng: random.Random) -> Case:
    """Means over folds of stated composition."""
    while True:
        repeats = rng.choice((1, 1, 1, 2))
        sizes = draw_known_sizes(rng, rng.choice((4, 9, 9, 14)), 5 if repeats == 1 else 3)
        policy, stated = draw_policy(rng)
        pool = rng.choice((LINEAR, BOUNDED, BOUNDED, ALL))
        made = report_means(rng, evenly(deal(rng, sizes * repeats)), policy, pool)
        if made is None:
            continue
        experiment = scores.KFold(
            fold_counts=sizes, repeats=repeats, aggregation="mean-of-scores", undefined_folds=stated
        )
        return Case(made[0], experiment, made[1])


def draw_stratified_folds(rng: random.Random) -> Case:
    """Means over stratified folds, by scikit-learn's rule of today or by its older one."""
    while True:
        p, n, k = draw_data_set(rng, rng.choice((6, 20, 60)))
        by_class = rng.random() < 0.4
        repeats = rng.choice((1, 1, 1, 2, 3))
        sizes = (stratified_by_class if by_class else stratified)(p, n, k)
        if any(a + b == 0 for a, b in sizes):
            continue  # the older rule leaves a fold empty, and no paper averages over it
        policy, stated = draw_policy(rng)
        pool = rng.choice((LINEAR, LINEAR, BOUNDED, ALL))
        made = report_means(rng, evenly(deal(rng, sizes * repeats)), policy, pool, 3)
        if made is None:
            continue
        experiment = scores.KFold(
            positives=p, negatives=n, folds=k, repeats=repeats, aggregation="mean-of-scores",
            folding="stratified-by-class" if by_class else "stratified", undefined_folds=stated,
        )  # fmt: skip
        return Case(made[0], experiment, made[1])


def shuffled(rng: random.Random, p: int, n: int, k: int) -> Sizes | None:
    """Return folds cut from a shuffled data set, or ``None`` if some fold trains on one class."""
    labels = [1] * p + [0] * n
    rng.shuffle(labels)
    if rng.random() < 0.2:
        labels.sort()  # a data set that was cut as it lay
    size, more = divmod(p + n, k)
    starts = [i * size + min(i, more) for i in range(k + 1)]
    folds = [labels[a:b] for a, b in pairwise(starts)]
    sizes = tuple((sum(fold), len(fold) - sum(fold)) for fold in folds)
    return sizes if trains_on_both(sizes) else None


def _unknown(rng: random.Random, largest: int, pool: tuple[str, ...], most: int) -> Case:
    while True:
        p, n, k = draw_data_set(rng, largest)
        repeats = rng.choice((1, 1, 1, 1, 2))
        cuts = [shuffled(rng, p, n, k) for _ in range(repeats)]
        if None in cuts:
            continue
        policy, stated = draw_policy(rng)
        matrices = [m for sizes in cuts for m in deal(rng, sizes)]
        made = report_means(rng, evenly(matrices), policy, pool, most)
        if made is None:
            continue
        experiment = scores.KFold(
            positives=p, negatives=n, folds=k, repeats=repeats, folding="unknown",
            aggregation="mean-of-scores", undefined_folds=stated,
        )  # fmt: skip
        return Case(made[0], experiment, made[1])


def draw_unknown_linear(rng: random.Random) -> Case:
    """Means of linear scores over folds that are not told."""
    return _unknown(rng, rng.choice((5, 15, 40)), LINEAR, 3)


def draw_unknown_curved(rng: random.Random) -> Case:
    """Means of any scores over folds that are not told; small, for these take long."""
    return _unknown(rng, rng.choice((4, 8, 12)), BOUNDED, 3)


def draw_score_of_means(rng: random.Random) -> Case:
    """Scores of the added counts, whatever the folds."""
    p, n, k = draw_data_set(rng, rng.choice((6, 40, 2000)))
    repeats = rng.choice((1, 1, 2, 5))
    reported, printing = report_one(rng, draw_matrix(rng, p * repeats, n * repeats), 5)
    experiment = scores.KFold(
        positives=p, negatives=n, folds=k, repeats=repeats, aggregation="score-of-means",
        folding=rng.choice(("stratified", "unknown", "stratified-by-class")),
    )  # fmt: skip
    return Case(reported, experiment, printing)


def draw_open_aggregation(rng: random.Random) -> Case:
    """Any of the above, without a word on the aggregation."""
    drawers = (draw_known_folds, draw_stratified_folds, draw_unknown_linear, draw_score_of_means)
    case = rng.choice(drawers)(rng)
    return replace(case, experiment=replace(case.experiment, aggregation="unknown"))
