"""What a reported AUC says of the confusion matrix at some threshold of the same ranking."""

from __future__ import annotations

from fractions import Fraction

from reproscope.core.errors import ReproscopeError
from reproscope.scores.solvers.constraint import Constraint
from reproscope.scores.solvers.coordinates import ceil, floor
from reproscope.scores.window import Window


def auc_bounds(window: Window, p: tuple[int, int], n: tuple[int, int]) -> list[Constraint] | None:
    """Bounds on AUC at an operating point: between tp·tn and p·n - fp·fn pairs are in order."""
    if p[0] != p[1] or n[0] != n[1]:
        raise ReproscopeError("AUC needs the numbers of positives and negatives, not ranges")
    pairs = p[0] * n[0]
    if not pairs:
        raise ReproscopeError("AUC needs items of both classes")
    halves = [
        max(0, ceil((window.low or Fraction(0)) * 2 * pairs)),
        min(2 * pairs, floor((Fraction(1) if window.high is None else window.high) * 2 * pairs)),
    ]
    if halves[0] > halves[1]:
        return None
    low, high = (Fraction(h, 2 * pairs) for h in halves)
    return [
        Constraint("auc", lambda tp, tn, p, n: (tp * tn, p * n), None, high),
        Constraint("auc", lambda tp, tn, p, n: (p * n - (p - tp) * (n - tn), p * n), low, None),
    ]
