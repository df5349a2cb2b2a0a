"""What a description of an experiment says, read again and independently for the tests.

A reading settles everything that a description leaves open but the composition of unknown folds;
its blocks are what is averaged, in the order in which a witness lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from reproscope import scores

from .oracle import Printing

Sizes = tuple[tuple[int, int], ...]
Range = tuple[int, int]


@dataclass(frozen=True)
class Block:
    """Sets of one weight that are averaged: of sizes within ranges, or folds of a known total."""

    weight: Fraction
    positives: Range
    negatives: Range
    total: Range
    folds: int = 0

    @property
    def length(self) -> int:
        """How many sets there are."""
        return self.folds or 1

    def options(self) -> Iterator[Sizes]:
        """Yield every composition."""
        if self.folds:
            yield from compositions(self.positives[0], self.negatives[0], self.folds)
            return
        for p in range(self.positives[0], self.positives[1] + 1):
            for n in range(self.negatives[0], self.negatives[1] + 1):
                if self.total[0] <= p + n <= self.total[1]:
                    yield ((p, n),)

    def admits(self, sizes: Sizes) -> bool:
        """Whether this composition is one of the options."""
        p, n = (sum(column) for column in zip(*sizes, strict=True))
        if not self.folds:
            pairs = ((p, self.positives), (n, self.negatives), (p + n, self.total))
            return all(low <= count <= high for count, (low, high) in pairs)
        items = [a + b for a, b in sizes]
        return (
            (p, n) == (self.positives[0], self.negatives[0])
            and max(items) - min(items) <= 1
            and trains_on_both(sizes)
        )


@dataclass(frozen=True)
class Reading:
    """One way to read a description: what is averaged, and what an undefined set contributed."""

    blocks: tuple[Block, ...]
    policy: str
    spread: str = "unknown"


def trains_on_both(sizes: Sizes) -> bool:
    """Whether each class is in two folds at least, if there are two items of it."""
    columns = list(zip(*sizes, strict=True))
    return all(sum(x > 0 for x in column) >= min(2, sum(column)) for column in columns)


def compositions(p: int, n: int, k: int) -> Iterator[Sizes]:
    """Yield every way to deal the items to folds of equal size (to one), in order of the folds."""
    items = [(p + n) // k + (i < (p + n) % k) for i in range(k)]
    for positives in product(*(range(min(size, p) + 1) for size in items)):
        sizes = tuple((x, size - x) for x, size in zip(positives, items, strict=True))
        if sum(positives) == p and trains_on_both(sizes):
            yield sizes


def stratified(p: int, n: int, k: int) -> Sizes:
    """scikit-learn's StratifiedKFold since 0.22: the sorted labels, every k-th to one fold."""
    labels = [1] * p + [0] * n
    hands = [labels[i::k] for i in range(k)]
    return tuple((sum(hand), len(hand) - sum(hand)) for hand in hands)


def stratified_by_class(p: int, n: int, k: int) -> Sizes:
    """Its older rule: each class cut by KFold, whose first folds are one longer."""

    def cut(count: int) -> list[int]:
        # The older code cut at least k items and dropped those beyond the class.
        indices = list(range(max(count, k)))
        sizes = [len(indices) // k + (i < len(indices) % k) for i in range(k)]
        starts = [sum(sizes[:i]) for i in range(k)]
        return [
            sum(j < count for j in indices[start : start + size])
            for start, size in zip(starts, sizes, strict=True)
        ]

    return tuple(zip(cut(p), cut(n), strict=True))


def readings(experiment: scores.Experiment, printing: Printing) -> Iterator[Reading]:
    """Yield every way to read a description."""
    stated = {"zero": "zero", "never": "undefined", "any": "any"}[printing.undefined]
    if isinstance(experiment, scores.TestSet):
        yield Reading((_pooled(experiment, Fraction(1)),), stated)
        return
    if experiment.aggregation in ("score-of-means", "unknown"):
        yield Reading((_pooled(experiment, Fraction(1)),), stated)
    if experiment.aggregation == "score-of-means":
        return
    policies = ("zero", "skipped") if experiment.undefined_folds == "unknown" else (
        experiment.undefined_folds,
    )  # fmt: skip
    for inner in _inner(experiment):
        for policy in policies if stated == "zero" else (stated,):
            yield Reading(_blocks(inner), policy, experiment.spread)


def _inner(experiment: scores.KFold | scores.Datasets) -> Iterator[scores.KFold | scores.Datasets]:
    """Yield the sets with their own aggregation settled."""
    if isinstance(experiment, scores.KFold) or not any(map(_is_open, experiment.parts)):
        yield experiment
        return
    for word in ("mean-of-scores", "score-of-means"):
        parts = [replace(p, aggregation=word) if _is_open(p) else p for p in experiment.parts]
        yield replace(experiment, parts=tuple(parts))


def _is_open(part: scores.TestSet | scores.KFold) -> bool:
    return isinstance(part, scores.KFold) and part.aggregation == "unknown"


def _blocks(experiment: scores.KFold | scores.Datasets) -> tuple[Block, ...]:
    if isinstance(experiment, scores.KFold):
        return tuple(_fold_blocks(experiment, Fraction(1)))
    share = Fraction(1, len(experiment.parts))
    found: list[Block] = []
    for part in experiment.parts:
        if isinstance(part, scores.KFold) and part.aggregation == "mean-of-scores":
            found += _fold_blocks(part, share)
        else:
            found.append(_pooled(part, share))
    return tuple(sorted(found, key=lambda block: block.folds > 0))


def _fold_blocks(experiment: scores.KFold, share: Fraction) -> list[Block]:
    p, n, k = experiment.positives, experiment.negatives, experiment.folds
    weight = share / (k * experiment.repeats)
    if experiment.folding == "unknown":
        return [Block(weight, (p, p), (n, n), (p + n, p + n), k)] * experiment.repeats
    rules = {"stratified": stratified, "stratified-by-class": stratified_by_class}
    known = experiment.folding == "known"
    folds = experiment.fold_counts if known else rules[experiment.folding](p, n, k)
    return [Block(weight, (a, a), (b, b), (a + b, a + b)) for a, b in folds] * experiment.repeats


def _pooled(experiment: scores.Experiment, weight: Fraction) -> Block:
    """The one set that all counts add up to."""
    if isinstance(experiment, scores.TestSet):
        total = _ends(experiment.total)
        p, n = (
            (0, total[1]) if count is None else _ends(count)
            for count in (experiment.positives, experiment.negatives)
        )
        return Block(weight, p, n, total or (p[0] + n[0], p[1] + n[1]))
    if isinstance(experiment, scores.KFold):
        p, n = (experiment.repeats * x for x in (experiment.positives, experiment.negatives))
        return Block(weight, (p, p), (n, n), (p + n, p + n))
    return _sum([_pooled(part, weight) for part in experiment.parts])


def _ends(count: int | tuple[int, int] | None) -> Range | None:
    return (count, count) if isinstance(count, int) else count


def _sum(blocks: Sequence[Block]) -> Block:
    def added(ranges: list[Range]) -> Range:
        return sum(r[0] for r in ranges), sum(r[1] for r in ranges)

    return Block(
        blocks[0].weight,
        added([b.positives for b in blocks]),
        added([b.negatives for b in blocks]),
        added([b.total for b in blocks]),
    )
