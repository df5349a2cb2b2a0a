"""Mean AUC over folds: rank sums, in halves, that average to a reported value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from reproscope.scores.solvers.coordinates import ceil, floor
from reproscope.scores.solvers.slots import Leaf
from reproscope.scores.window import Window

_MOST_STEPS = 20_000


class Unsure(Exception):
    """There were more combinations of rank sums than could be looked at."""


def auc_ranks(
    window: Window, leaves: Sequence[Leaf], matrices: Sequence[tuple[int, int]], policy: str
) -> list[Fraction] | None:
    """Return rank sums U for each leaf that has an AUC, so that their mean lies in the window.

    With tp and tn at some threshold, U lies between tp·tn and p·n - fp·fn, in halves (ties). What
    leaves without a class contributed is the policy's; ``None`` if there are no such rank sums.
    """
    pairs = list(zip(leaves, matrices, strict=True))
    ranked = [(leaf, cells) for leaf, cells in pairs if leaf.p * leaf.n]
    lost = sum((leaf.weight for leaf in leaves if not leaf.p * leaf.n), Fraction(0))
    if lost:
        if policy == "undefined" or (policy == "skipped" and not ranked):
            return None
        window = _of_the_ranked(window, lost, policy)
    return _ranks(window, [leaf for leaf, _ in ranked], [cells for _, cells in ranked])


def _of_the_ranked(window: Window, lost: Fraction, policy: str) -> Window:
    """Return the window of the weighted sum over leaves that have an AUC; all weights make 1."""
    low, high = window.low, window.high
    if policy == "skipped":
        low, high = (None if end is None else end * (1 - lost) for end in (low, high))
    if policy == "any":
        low = None if low is None else low - lost
    return Window(low, high)


def _ranks(
    window: Window, leaves: Sequence[Leaf], matrices: Sequence[tuple[int, int]]
) -> list[Fraction] | None:
    worth = [leaf.weight / (2 * leaf.p * leaf.n) for leaf in leaves]
    least = [2 * tp * tn for tp, tn in matrices]
    room = [
        2 * (leaf.p * leaf.n - (leaf.p - tp) * (leaf.n - tn) - tp * tn)
        for leaf, (tp, tn) in zip(leaves, matrices, strict=True)
    ]
    base = sum((u * w for u, w in zip(least, worth, strict=True)), Fraction(0))
    low = Fraction(0) if window.low is None else window.low - base
    high = (Fraction(1) if window.high is None else window.high) - base
    pooled: dict[Fraction, int] = defaultdict(int)
    for w, more in zip(worth, room, strict=True):
        pooled[w] += more
    steps = _Steps(sorted(pooled.items(), reverse=True)).reaching(low, high)
    if steps is None:
        return None
    ranks = []
    for u, w, more in zip(least, worth, room, strict=True):
        taken = min(more, steps[w])
        steps[w] -= taken
        ranks.append(Fraction(u + taken, 2))
    return ranks


class _Steps:
    """Half ranks of several worths, some of each, whose worth adds up to between two ends."""

    def __init__(self, kinds: Sequence[tuple[Fraction, int]]) -> None:
        self.kinds = kinds
        self.looked_at = 0

    def reaching(self, low: Fraction, high: Fraction, first: int = 0) -> dict[Fraction, int] | None:
        """Return how many half ranks of each worth to take; the coarse ones are chosen first."""
        if first == len(self.kinds):
            return {} if low <= 0 <= high else None
        worth, most = self.kinds[first]
        rest = sum((w * m for w, m in self.kinds[first + 1 :]), Fraction(0))
        least = max(0, ceil((low - rest) / worth))
        for taken in range(min(most, floor(high / worth)), least - 1, -1):
            self.looked_at += 1
            if self.looked_at > _MOST_STEPS:
                raise Unsure
            gone = worth * taken
            found = self.reaching(low - gone, high - gone, first + 1)
            if found is not None:
                return {worth: taken, **found}
        return None
