"""How a data set's positives and negatives can be spread over folds (seed 003, 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

Fold = tuple[int, int]
Configuration = tuple[Fold, ...]


def stratified(p: int, n: int, k: int) -> Configuration:
    """Return scikit-learn's stratified folds (0.22 and later): dealt out over the sorted labels.

    Each class is dealt round the folds, one class going on where the other ended, so that folds
    differ by one item at most, in each class and in all.
    """
    positives = [p // k + (i < p % k) for i in range(k)]
    # The negatives' longer shares start with the fold after the last longer share of positives.
    start = p % k
    negatives = [n // k + ((i - start) % k < n % k) for i in range(k)]
    return tuple(zip(positives, negatives, strict=True))


def stratified_by_class(p: int, n: int, k: int) -> Configuration:
    """Return the older rule's folds: each class dealt from the first fold on."""
    return tuple((p // k + (i < p % k), n // k + (i < n % k)) for i in range(k))


def sizes(total: int, k: int) -> list[int]:
    """Return the sizes of k folds that differ by one item at most, the larger ones first."""
    return [total // k + (i < total % k) for i in range(k)]


@cache
def _bounded_partitions(total: int, parts: int, largest: int) -> int:
    """Count the ways to write `total` as at most `parts` parts of at most `largest`."""
    ways = np.zeros((parts + 1, total + 1), dtype=object)
    ways[:, :] = 0
    ways[0, 0] = 1
    for part in range(1, min(largest, total) + 1):
        for used in range(1, parts + 1):
            ways[used, part:] = ways[used, part:] + ways[used - 1, : total + 1 - part]
    return int(ways[:, total].sum())


def count(p: int, n: int, k: int) -> int:
    """Return how many fold configurations there are, without listing them."""
    size_b, more = divmod(p + n, k)
    size_a, less = size_b + 1, k - more
    total = 0
    for in_a in range(max(0, p - less * size_b), min(p, more * size_a) + 1):
        total += _bounded_partitions(in_a, more, size_a) * _bounded_partitions(
            p - in_a, less, size_b
        )
    return total - _one_sided(p, n, k) - _one_sided(n, p, k)


def _one_sided(p: int, n: int, k: int) -> int:
    """Count the configurations that put a whole class of two or more into one fold."""
    if p < 2:
        return 0
    size_b, more = divmod(p + n, k)
    return int(more > 0 and p <= size_b + 1) + int(k - more > 0 and p <= size_b)


def every(p: int, n: int, k: int) -> Iterator[Configuration]:
    """Yield every fold configuration: equal sizes (to one), each class in at least two folds."""
    size_b, more = divmod(p + n, k)
    size_a, less = size_b + 1, k - more
    for in_a in range(max(0, p - less * size_b), min(p, more * size_a) + 1):
        for first in _partitions(in_a, more, size_a):
            for second in _partitions(p - in_a, less, size_b):
                folds = tuple((x, size_a - x) for x in first) + tuple(
                    (x, size_b - x) for x in second
                )
                if _both_classes_trained(folds, p, n):
                    yield folds


def _both_classes_trained(folds: Configuration, p: int, n: int) -> bool:
    return sum(x > 0 for x, _ in folds) >= min(2, p) and sum(y > 0 for _, y in folds) >= min(2, n)


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield non-increasing tuples of exactly `parts` numbers of 0..largest that sum to `total`."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    least = -(-total // parts)
    for first in range(min(total, largest), least - 1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


def sample(p: int, n: int, k: int, random: np.random.Generator, spread: bool) -> Configuration:
    """Draw a configuration: as shuffling would give it, or (`spread`) from far more uneven ones.

    Where that leaves a class in one fold alone, the stratified folds stand in.
    """
    capacity = sizes(p + n, k)
    if not spread:
        drawn = random.multivariate_hypergeometric(capacity, p) if p + n < 10**9 else None
        positives = drawn.tolist() if drawn is not None else [p // k] * k
    else:
        positives, left = [], p
        order = random.permutation(k)
        for place, fold in enumerate(order[:-1]):
            room = sum(capacity[i] for i in order[place + 1 :])
            low, high = max(0, left - room), min(capacity[fold], left)
            positives.append(int(random.integers(low, high + 1)))
            left -= positives[-1]
        positives.append(left)
        shuffled = dict(zip(order.tolist(), positives, strict=True))
        positives = [shuffled[i] for i in range(k)]
    folds = tuple((x, size - x) for x, size in zip(positives, capacity, strict=True))
    return folds if _both_classes_trained(folds, p, n) else stratified(p, n, k)
