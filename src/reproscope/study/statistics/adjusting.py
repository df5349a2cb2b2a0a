"""P-values adjusted for many tests, in the order they came in; a missing one stays missing."""

from __future__ import annotations

from collections.abc import Sequence


def holm(raw: Sequence[float | None]) -> list[float | None]:
    """Holm 1979: the chance of any false alarm among all tests stays below the level.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    order = _ascending(raw)
    adjusted: list[float | None] = [None] * len(raw)
    largest = 0.0
    for rank, place in enumerate(order):
        p = raw[place]
        assert p is not None  # by `_ascending`
        largest = max(largest, min(1.0, (len(order) - rank) * p))
        adjusted[place] = largest
    return adjusted


def benjamini_hochberg(raw: Sequence[float | None]) -> list[float | None]:
    """Benjamini and Hochberg 1995: the expected share of false alarms stays below the level.

    >>> benjamini_hochberg([0.01, None, 0.04, 0.03])
    [0.03, None, 0.04, 0.04]
    """
    order = _ascending(raw)
    adjusted: list[float | None] = [None] * len(raw)
    smallest = 1.0
    for rank, place in reversed(list(enumerate(order, 1))):
        p = raw[place]
        assert p is not None  # by `_ascending`
        smallest = min(smallest, p * (len(order) / rank))
        adjusted[place] = smallest
    return adjusted


def _ascending(raw: Sequence[float | None]) -> list[int]:
    there = [(p, place) for place, p in enumerate(raw) if p is not None]
    return [place for _, place in sorted(there)]
