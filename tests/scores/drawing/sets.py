"""Several data sets, each by itself or folded, under any mixture of the two aggregations."""

from __future__ import annotations

import random
from fractions import Fraction

from reproscope import scores
from tests.scores.describing import Sizes, stratified, stratified_by_class
from tests.scores.drawing.case import Case
from tests.scores.drawing.folds import (
    deal,
    draw_data_set,
    draw_known_sizes,
    draw_policy,
    evenly,
    report_means,
    shuffled,
)
from tests.scores.drawing.matrices import draw_sizes, report_one
from tests.scores.drawing.values import BOUNDED, LINEAR
from tests.scores.judging import Leaves

Part = tuple[scores.TestSet | scores.KFold, Sizes]


def draw_datasets(rng: random.Random) -> Case:
    """Two to four sets, aggregated over all in either way."""
    return _added_up(rng) if rng.random() < 0.3 else _averaged(rng)


def _averaged(rng: random.Random) -> Case:
    while True:
        inner = rng.choice(("mean-of-scores", "score-of-means"))
        said = "unknown" if rng.random() < 0.15 else None
        parts = [_part(rng, inner, said) for _ in range(rng.randint(2, 4))]
        nested = any(isinstance(e, scores.KFold) and len(s) > 1 for e, s in parts)
        # Folds left out inside a set that is a mean itself are not supported, and are refused.
        policy, stated = ("zero", "zero") if nested or said else draw_policy(rng)
        leaves: Leaves = [
            leaf for _, sizes in parts for leaf in evenly(deal(rng, sizes), Fraction(1, len(parts)))
        ]
        made = report_means(rng, leaves, policy, rng.choice((LINEAR, BOUNDED)), 3)
        if made is None:
            continue
        experiment = scores.Datasets(
            [e for e, _ in parts],
            aggregation="unknown" if rng.random() < 0.15 else "mean-of-scores",
            undefined_folds=stated,
        )
        return Case(made[0], experiment, made[1])


def _part(rng: random.Random, inner: str, said: str | None) -> Part:
    """Draw a set, and the sizes of what is averaged in it: its folds, or itself."""
    if rng.random() < 0.4:
        p, n = draw_sizes(rng, 9)
        return scores.TestSet(positives=p, negatives=n), ((p, n),)
    mine = inner if said else rng.choice(("mean-of-scores", "score-of-means"))
    while True:
        p, n, k = draw_data_set(rng, 9)
        k = min(k, 3)
        folding = rng.choice(("stratified", "stratified-by-class", "unknown", "known"))
        rules = {"stratified": stratified, "stratified-by-class": stratified_by_class}
        if folding == "known":
            sizes = draw_known_sizes(rng, 5, 3)
            experiment = scores.KFold(fold_counts=sizes, aggregation=said or mine)
        else:
            sizes = rules[folding](p, n, k) if folding in rules else shuffled(rng, p, n, k)
            if sizes is None or any(a + b == 0 for a, b in sizes):
                continue
            experiment = scores.KFold(
                positives=p, negatives=n, folds=k, folding=folding, aggregation=said or mine
            )
        total = tuple(sum(column) for column in zip(*sizes, strict=True))
        return experiment, sizes if mine == "mean-of-scores" else (total,)


def _added_up(rng: random.Random) -> Case:
    """All counts added up; a set may be known only by ranges."""
    parts, p, n = [], 0, 0
    for _ in range(rng.randint(2, 4)):
        here, there = draw_sizes(rng, 12)
        p, n = p + here, n + there
        if rng.random() < 0.3:
            parts.append(scores.TestSet(total=here + there))
        elif here + there > 1 and rng.random() < 0.5:
            parts.append(scores.KFold(positives=here, negatives=there, folds=2))
        else:
            parts.append(scores.TestSet(positives=here, negatives=there))
    matrix = deal(rng, ((p, n),))[0]
    reported, printing = report_one(rng, matrix, 4)
    return Case(reported, scores.Datasets(parts, aggregation="score-of-means"), printing)
