"""What is averaged: folds and sets, of known composition or with a share of a known total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from reproscope.scores.configurations import sizes


@dataclass(frozen=True, slots=True)
class Leaf:
    """One evaluated set of known size, and its weight in the mean."""

    p: int
    n: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Group:
    """The folds of one cross-validation whose composition is unknown."""

    p: int
    n: int
    k: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Slot:
    """A fold or set: `size` items, from `least` to `most` of them positive, in a group or not."""

    size: int
    least: int
    most: int
    weight: Fraction
    group: int = -1

    @property
    def matrices(self) -> int:
        """The number of confusion matrices it can have: the sum of (p + 1)·(size - p + 1)."""
        count = self.most - self.least + 1
        plain = _up_to(self.most) - _up_to(self.least - 1)
        squares = _squares_up_to(self.most) - _squares_up_to(self.least - 1)
        return count * (self.size + 1) + self.size * plain - squares

    @property
    def compositions(self) -> range:
        """The numbers of positives it can have."""
        return range(self.least, self.most + 1)


def _up_to(last: int) -> int:
    """Return 0 + 1 + … + last; folds have so many items that it must not be added up."""
    return last * (last + 1) // 2


def _squares_up_to(last: int) -> int:
    return last * (last + 1) * (2 * last + 1) // 6


def slots_of(leaves: Sequence[Leaf], groups: Sequence[Group]) -> list[Slot]:
    """Return every fold and set as a slot, leaves first."""
    found = [Slot(leaf.p + leaf.n, leaf.p, leaf.p, leaf.weight) for leaf in leaves]
    for number, group in zip(count(), groups):
        for size in sizes(group.p + group.n, group.k):
            least, most = max(0, size - group.n), min(size, group.p)
            found.append(Slot(size, least, most, group.weight, number))
    return found


def kinds_of(slots: Sequence[Slot]) -> list[tuple[Slot, int]]:
    """Return the distinct slots with how often each occurs."""
    return list(Counter(slots).items())
