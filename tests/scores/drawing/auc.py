"""Rankings with ties, their area under the curve, and an operating point on them."""

from __future__ import annotations

import random
from fractions import Fraction

from reproscope import scores
from tests.scores.describing import Sizes
from tests.scores.drawing.case import Case
from tests.scores.drawing.folds import draw_known_sizes, draw_policy, evenly, shuffled
from tests.scores.drawing.matrices import draw_sizes
from tests.scores.drawing.values import BOUNDED, Truth, draw_names, draw_report, truth
from tests.scores.oracle import Matrix, as_decimal

Ranked = tuple[Fraction | None, Matrix]


def draw_ranked(rng: random.Random, p: int, n: int) -> Ranked:
    """Rank items by a coarse or fine output; return the AUC and the matrix at some threshold."""
    levels, skill = rng.choice((2, 4, 10, 1000)), rng.random()
    positives = [round(levels * min(1.0, rng.random() + skill * rng.random())) for _ in range(p)]
    negatives = [round(levels * rng.random()) for _ in range(n)]
    threshold = rng.choice((*positives, *negatives, levels + 2))
    tp, fp = sum(x >= threshold for x in positives), sum(x >= threshold for x in negatives)
    halves = sum((x > y) * 2 + (x == y) for x in positives for y in negatives)
    auc = Fraction(halves, 2 * p * n) if p * n else None
    return auc, (tp, p - tp, fp, n - fp)


def draw_auc(rng: random.Random) -> Case:
    """AUC alone or beside scores of the operating point; of one set, or averaged over several."""
    while True:
        kind = rng.randrange(5)
        sizes, said = _sizes(rng, kind)
        if sizes is None:
            continue
        policy, stated = draw_policy(rng)
        ranked = [draw_ranked(rng, p, n) for p, n in sizes]
        auc = _mean_auc([a for a, _ in ranked], "undefined" if len(sizes) == 1 else policy)
        if auc is None:
            continue
        leaves = evenly([matrix for _, matrix in ranked])
        pool = rng.choice((("sens", "spec"), ("sens", "spec", "acc"), BOUNDED))
        names = [] if rng.random() < 0.3 else draw_names(rng, pool, 2)
        found = [truth(rng, n, leaves, policy if len(sizes) > 1 else "zero") for n in names]
        truths = [Truth("auc", as_decimal(auc), auc), *(t for t in found if t is not None)]
        reported, printing = draw_report(rng, truths, "zero")
        return Case(reported, _experiment(sizes, kind, said, stated), printing)


def _sizes(rng: random.Random, kind: int) -> tuple[Sizes | None, tuple[int, int, int] | None]:
    if kind <= 1:
        p, n = draw_sizes(rng, rng.choice((4, 12, 40)))
        return (((p, n),) if p * n else None), None
    if kind <= 3:
        return draw_known_sizes(rng, 7, 4), None
    p, n, k = rng.randint(2, 9), rng.randint(2, 9), rng.randint(2, 3)
    return shuffled(rng, p, n, k), (p, n, k)


def _mean_auc(values: list[Fraction | None], policy: str) -> Fraction | None:
    defined = [v for v in values if v is not None]
    if not defined or (policy == "undefined" and len(defined) < len(values)):
        return None
    return sum(defined, Fraction(0)) / (len(values) if policy == "zero" else len(defined))


def _experiment(
    sizes: Sizes, kind: int, said: tuple[int, int, int] | None, policy: str
) -> scores.Experiment:
    how = {"aggregation": "mean-of-scores", "undefined_folds": policy}
    if said is not None:
        p, n, k = said
        return scores.KFold(positives=p, negatives=n, folds=k, folding="unknown", **how)
    if len(sizes) == 1:
        return scores.TestSet(positives=sizes[0][0], negatives=sizes[0][1])
    if kind == 2:
        return scores.KFold(fold_counts=sizes, **how)
    return scores.Datasets([scores.TestSet(positives=p, negatives=n) for p, n in sizes], **how)
