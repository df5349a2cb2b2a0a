"""Tests by ranks: Mann-Whitney, Kruskal-Wallis, Dunn, and Spearman's correlation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from reproscope.study.statistics.adjusting import holm
from reproscope.study.statistics.statistical_test import (
    Asked,
    Numbers,
    StatisticalTest,
    both_present,
    present,
)

_MANN_WHITNEY = (
    "two-sided Mann-Whitney test, normal approximation with continuity and tie correction; "
    "effect: Cliff's delta of the first group over the second"
)
_KRUSKAL = "Kruskal-Wallis test with tie correction; effect: epsilon squared, H / (n - 1)"
_SPEARMAN = "Spearman's rank correlation, average ranks; p by the t distribution"


def mann_whitney(first: Numbers, second: Numbers) -> StatisticalTest:
    """Compare two groups by ranks, as R's wilcox.test does where there are ties."""
    a, b = present(first), present(second)
    n = len(a) + len(b)
    asked = Asked("Mann-Whitney", n, len(first) + len(second) - n, _MANN_WHITNEY)
    if not len(a) or not len(b):
        return asked.not_made("a group is empty")
    if len(np.unique(np.concatenate((a, b)))) == 1:
        return asked.not_made("all values are equal")
    from scipy import stats

    found = stats.mannwhitneyu(a, b, use_continuity=True, method="asymptotic")
    return asked.made(
        found.statistic,
        found.pvalue,
        effect=2 * float(found.statistic) / (len(a) * len(b)) - 1,
        effect_name="Cliff's delta",
    )


def kruskal_wallis(groups: Mapping[str, Numbers]) -> StatisticalTest:
    """Compare several groups by ranks."""
    there = [values for values in map(present, groups.values()) if len(values)]
    n = sum(map(len, there))
    asked = Asked("Kruskal-Wallis", n, sum(map(len, groups.values())) - n, _KRUSKAL)
    if len(there) < 2:
        return asked.not_made("fewer than two groups")
    if len(np.unique(np.concatenate(there))) == 1:
        return asked.not_made("all values are equal")
    from scipy import stats

    found = stats.kruskal(*there)
    return asked.made(
        found.statistic,
        found.pvalue,
        freedom=float(len(there) - 1),
        effect=float(found.statistic) / (n - 1),
        effect_name="epsilon squared",
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """Dunn's comparison of two groups; JASP prints the one-sided p, R's packages the two-sided."""

    first: str
    second: str
    z: float | None
    one_sided: float | None
    two_sided: float | None
    holm: float | None = None
    bonferroni: float | None = None


def dunn(groups: Mapping[str, Numbers]) -> tuple[Pair, ...]:
    """Compare all pairs of groups on the ranks of all values, corrected for ties (Dunn 1964).

    Holm and Bonferroni adjust the two-sided p over all pairs.
    """
    there = {name: values for name in groups if len(values := present(groups[name]))}
    pairs = list(_pairs(there))
    raw = [pair.two_sided for pair in pairs]
    return tuple(
        Pair(
            pair.first,
            pair.second,
            pair.z,
            pair.one_sided,
            pair.two_sided,
            adjusted,
            None if pair.two_sided is None else min(1.0, pair.two_sided * len(pairs)),
        )
        for pair, adjusted in zip(pairs, holm(raw), strict=True)
    )


def _pairs(groups: Mapping[str, np.ndarray]) -> Iterator[Pair]:
    if len(groups) < 2:
        return
    from scipy import stats

    pooled = np.concatenate(list(groups.values()))
    ranks = stats.rankdata(pooled)
    n = len(pooled)
    _, ties = np.unique(pooled, return_counts=True)
    # In whole numbers, so that values that are all equal spread by exactly 0.
    spread = (n**3 - n - sum(int(tie) ** 3 - int(tie) for tie in ties)) / (12 * (n - 1))
    ends = np.cumsum([len(values) for values in groups.values()])
    mean_ranks = {
        name: float(part.mean())
        for name, part in zip(groups, np.split(ranks, ends[:-1]), strict=True)
    }
    for a, b in combinations(groups, 2):
        error = math.sqrt(spread * (1 / len(groups[a]) + 1 / len(groups[b])))
        if error == 0:
            yield Pair(a, b, None, None, None)
            continue
        z = (mean_ranks[a] - mean_ranks[b]) / error
        one_sided = float(stats.norm.sf(abs(z)))
        yield Pair(a, b, z, one_sided, min(1.0, 2 * one_sided))


def spearman(first: Numbers, second: Numbers) -> StatisticalTest:
    """Correlate two columns by ranks; a row of which one value is missing is left out."""
    a, b, missing = both_present(first, second)
    asked = Asked("Spearman", len(a), missing, _SPEARMAN)
    if len(a) < 3:
        return asked.not_made("fewer than three pairs")
    if len(np.unique(a)) == 1 or len(np.unique(b)) == 1:
        return asked.not_made("all values are equal")
    from scipy import stats

    found = stats.spearmanr(a, b)
    rho = float(found.statistic)
    return asked.made(rho, found.pvalue, effect=rho, effect_name="rho")


def fisher_interval(rho: float, n: int) -> tuple[float, float] | None:
    """Return the 95% interval of a correlation by Fisher's transformation, from four pairs up.

    >>> [round(end, 2) for end in fisher_interval(0.022154, 22)]
    [-0.4, 0.44]
    """
    if n < 4 or abs(rho) >= 1:
        return None
    centre, half = math.atanh(rho), 1.96 / math.sqrt(n - 3)
    return math.tanh(centre - half), math.tanh(centre + half)
