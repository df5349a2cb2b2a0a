"""Counts of two characters crossed, with expected counts and Pearson's test.

Yates's correction is made on tables of two by two only, as R and scipy do. Where expected counts
are small, the test by permutation stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reproscope.study.statistics.statistical_test import Asked, StatisticalTest, is_missing

_RECIPE = "Pearson's chi-squared test{yates}; effect: Cramér's V"
_SMALL = 5


@dataclass(frozen=True, slots=True)
class Contingency:
    """A crossed table: observed and expected counts by row and column, and the test."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    observed: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[float, ...], ...]
    tested: StatisticalTest
    fisher_p: float | None

    @property
    def small_cells(self) -> int:
        """How many expected counts are below five, where the test is rough."""
        return sum(value < _SMALL for row in self.expected for value in row)


def contingency(
    rows: Sequence[str | None],
    columns: Sequence[str | None],
    row_order: Sequence[str] = (),
    column_order: Sequence[str] = (),
) -> Contingency:
    """Cross two characters; a pair of which one is missing is left out.

    Levels stand in the given order, others behind them in alphabetical order; a level that nobody
    has is left out, as it tells nothing.
    """
    if len(rows) != len(columns):
        raise ValueError(f"{len(rows)} rows cannot be paired with {len(columns)} columns")
    # Pairs are few and papers many: each different pair is looked at once.
    pairs: dict[tuple[str, str], int] = {}
    for (a, b), times in Counter(zip(rows, columns, strict=True)).items():
        if not (is_missing(a) or is_missing(b)):
            pair = (str(a), str(b))
            pairs[pair] = pairs.get(pair, 0) + times
    missing = len(rows) - sum(pairs.values())
    row_names = _ordered({a for a, _ in pairs}, row_order)
    column_names = _ordered({b for _, b in pairs}, column_order)
    counts = np.zeros((len(row_names), len(column_names)), dtype=int)
    row_place = {name: i for i, name in enumerate(row_names)}
    column_place = {name: i for i, name in enumerate(column_names)}
    for (a, b), times in pairs.items():
        counts[row_place[a], column_place[b]] = times
    return crossed(counts, row_names, column_names, missing)


def crossed(
    counts: np.ndarray, rows: Sequence[str], columns: Sequence[str], missing: int = 0
) -> Contingency:
    """Test a table of counts that is given as such."""
    n = int(counts.sum())
    totals = np.outer(counts.sum(axis=1), counts.sum(axis=0))
    expected = totals / n if n else totals.astype(float)
    two_by_two = counts.shape == (2, 2)
    recipe = _RECIPE.format(yates=" with Yates's correction" if two_by_two else "")
    asked, fisher_p = Asked("chi-squared", n, missing, recipe), None
    why_not = _why_not(counts)
    if why_not:
        tested = asked.not_made(why_not)
    else:
        from scipy import stats

        found = stats.chi2_contingency(counts, correction=True)
        plain = stats.chi2_contingency(counts, correction=False)
        fewer = min(counts.shape) - 1
        tested = asked.made(
            found.statistic,
            found.pvalue,
            freedom=float(found.dof),
            effect=float((plain.statistic / (n * fewer)) ** 0.5),
            effect_name="Cramér's V",
        )
        fisher_p = float(stats.fisher_exact(counts).pvalue) if two_by_two else None
    return Contingency(
        tuple(rows),
        tuple(columns),
        tuple(tuple(int(value) for value in row) for row in counts),
        tuple(tuple(float(value) for value in row) for row in expected),
        tested,
        fisher_p,
    )


def permuted_p(table: Contingency, draws: int = 20_000, seed: int = 0) -> float | None:
    """Return the chi-squared p by permutation: good where expected counts are small.

    The margins stay; counts are drawn as if the two characters had nothing to do with each other.
    """
    if table.tested.p is None:
        return None
    from scipy import stats

    observed, expected = np.array(table.observed), np.array(table.expected)
    margins = stats.random_table(observed.sum(axis=1), observed.sum(axis=0))
    drawn = margins.rvs(draws, random_state=np.random.default_rng(seed))
    found = ((drawn - expected) ** 2 / expected).sum(axis=(1, 2))
    here = ((observed - expected) ** 2 / expected).sum()
    return float((1 + (found >= here * (1 - 1e-12)).sum()) / (draws + 1))


def _why_not(counts: np.ndarray) -> str:
    if counts.size == 0:
        return "no pair has both values"
    return "one of the two has a single value" if min(counts.shape) < 2 else ""


def _ordered(found: set[str], order: Sequence[str]) -> list[str]:
    first = [name for name in order if name in found]
    return first + sorted(found - set(first))
