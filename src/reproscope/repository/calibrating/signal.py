"""Does an indicator tell the two sets apart? Mann-Whitney's test, and the AUC with its interval.

The AUC is the chance that a repository of the reproducible set has the higher value, ties counting
half. Its interval is DeLong's; where all pairs agree DeLong's has no width, and the bound is the
one of as many independent pairs as the smaller set has members. In sets of a few members DeLong's
is too narrow, so a signal has to pass the test besides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from reproscope.repository.calibrating.extra import needed
from reproscope.repository.calibrating.labelled import Column

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Signal:
    """How well one column tells the sets apart, from how many known values of each set."""

    name: str
    auc: float
    interval: tuple[float, float]
    p_value: float
    known: tuple[int, int]
    constant: bool = False
    better: str = "higher"

    @property
    def unknown(self) -> bool:
        """Whether one of the sets has no known value, so that nothing can be said."""
        return 0 in self.known

    @property
    def shown(self) -> bool:
        """Whether there is a signal at all, in either direction."""
        low, high = self.interval
        told = not self.unknown and not self.constant
        return told and not low <= 0.5 <= high and self.p_value < 1 - LEVEL

    @property
    def words(self) -> str:
        """Whether there is a signal, in a few words."""
        if self.unknown:
            return "not known in one set"
        if self.constant:
            return "all values equal"
        if not self.shown:
            return "none shown"
        return "yes" if self.effect else "against what is good"

    @property
    def effect(self) -> float:
        """From 0 (no signal, or against what is good) to 1 (the sets do not overlap)."""
        towards = self.auc if self.better == "higher" else 1 - self.auc
        return max(0.0, 2 * towards - 1) if self.shown else 0.0


def signal(column: Column) -> Signal:
    """Return what a column tells; one that is all equal tells nothing."""
    first, second = column.known
    known = (len(first), len(second))
    if not first or not second or len({*first, *second}) == 1:
        return Signal(column.name, 0.5, (0.0, 1.0), 1.0, known, True, column.better)
    auc, interval = auc_interval(first, second)
    test = needed("scipy.stats").mannwhitneyu(first, second)
    p_value = float(test.pvalue)
    return Signal(column.name, auc, interval, p_value, known, better=column.better)


def auc_interval(first: list[float], second: list[float]) -> tuple[float, tuple[float, float]]:
    """Return the AUC of two samples and its interval.

    >>> auc_interval([3.0, 4.0], [1.0, 3.0])[0]
    0.875
    """
    wins = np.sign(np.subtract.outer(first, second)) / 2 + 0.5
    auc = float(wins.mean())
    fewer = min(wins.shape)
    if auc in (0.0, 1.0) or fewer < 2:
        bound = ((1 - LEVEL) / 2) ** (1 / fewer)
        return auc, (bound if auc == 1.0 else 0.0, 1 - bound if auc == 0.0 else 1.0)
    variance = wins.mean(axis=1).var(ddof=1) / wins.shape[0]
    variance += wins.mean(axis=0).var(ddof=1) / wins.shape[1]
    half = NormalDist().inv_cdf((1 + LEVEL) / 2) * math.sqrt(float(variance))
    return auc, (max(0.0, auc - half), min(1.0, auc + half))
