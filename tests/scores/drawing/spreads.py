"""Least, greatest and standard deviation across folds or sets, beside means or without them."""

from __future__ import annotations

import random

from reproscope import scores
from tests.scores.describing import Sizes, stratified
from tests.scores.drawing.case import Case
from tests.scores.drawing.folds import (
    deal,
    draw_data_set,
    draw_known_sizes,
    draw_policy,
    evenly,
    shuffled,
)
from tests.scores.drawing.values import BOUNDED, LINEAR, Truth, draw_names, draw_report, truth
from tests.scores.judging import Leaves


def draw_spreads(rng: random.Random) -> Case:
    """A few scores, each with some of its statistics."""
    while True:
        policy, stated = draw_policy(rng)
        spread = rng.choice(("population", "sample"))
        said = {
            "undefined_folds": stated,
            "spread": spread if rng.random() < 0.6 else "unknown",
            "aggregation": rng.choice(("mean-of-scores", "mean-of-scores", "unknown")),
        }
        drawn = _evaluated(rng, said)
        if drawn is None:
            continue
        sizes, experiment = drawn
        undefined = rng.choices(("zero", "never"), (85, 15))[0]
        leaves = evenly(deal(rng, sizes))
        truths = _truths(rng, leaves, "undefined" if undefined == "never" else policy, spread)
        if truths is not None:
            reported, printing = draw_report(rng, truths, undefined)
            return Case(_joined(rng, reported), experiment, printing)


def _evaluated(rng: random.Random, said: dict) -> tuple[Sizes, scores.Experiment] | None:
    kind = rng.randrange(4)
    if kind == 0:
        sizes = draw_known_sizes(rng, 8, 4)
        return sizes, scores.KFold(fold_counts=sizes, **said)
    if kind == 1:
        sizes = draw_known_sizes(rng, 8, 4)
        parts = [scores.TestSet(positives=p, negatives=n) for p, n in sizes]
        return sizes, scores.Datasets(parts, **said)
    p, n, k = draw_data_set(rng, 12 if kind == 2 else 8)
    k = min(k, 5)
    sizes = stratified(p, n, k) if kind == 2 else shuffled(rng, p, n, k)
    if sizes is None:
        return None
    folding = "stratified" if kind == 2 else "unknown"
    return sizes, scores.KFold(positives=p, negatives=n, folds=k, folding=folding, **said)


def _truths(rng: random.Random, leaves: Leaves, policy: str, spread: str) -> list[Truth] | None:
    """Draw some statistics of one or two scores; ``None`` if none has a spread."""
    found = []
    for name in draw_names(rng, rng.choice((LINEAR, BOUNDED)), 2):
        kinds = rng.sample(("value", "value", "min", "max", "sd"), rng.randint(1, 4))
        if truth(rng, name, leaves, "undefined") is None and policy == "zero":
            # One and the same zero has to stand for 0/0 in all statistics of a complement.
            kinds = kinds[:1]
        found += [truth(rng, name, leaves, policy, kind, spread) for kind in dict.fromkeys(kinds)]
    known = [t for t in found if t is not None]
    spreads = [t for t in known if t.name.rsplit(".", 1)[-1] in ("min", "max", "sd")]
    return known if spreads else None


def _joined(rng: random.Random, reported: dict) -> dict:
    """Write a mean and its standard deviation as one, sometimes."""
    joined = dict(reported)
    for name in list(reported):
        both = (reported[name], reported.get(f"{name}.sd"))
        if all(isinstance(x, str) for x in both) and rng.random() < 0.5:
            joined[name] = f"{both[0]}±{joined.pop(f'{name}.sd')}"
    return joined
