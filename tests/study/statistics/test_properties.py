"""What every test promises: order does not matter, missing rows are counted, degenerate is said."""

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reproscope.study.statistics import (
    StatisticalTest,
    benjamini_hochberg,
    compare_groups,
    contingency,
    dunn,
    holm,
    kruskal_wallis,
    levene,
    mann_whitney,
    mean_of,
    permuted_p,
    shapiro_wilk,
    share_of,
    spearman,
)
from reproscope.study.statistics.means import share_of_count
from reproscope.study.statistics.ranks import fisher_interval

NAN = float("nan")
values = st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=30)

TWO: dict[str, Callable[[list[float], list[float]], StatisticalTest]] = {
    "mann-whitney": mann_whitney,
    "welch": lambda a, b: compare_groups(a, b).welch,
    "student": lambda a, b: compare_groups(a, b).student,
    "kruskal": lambda a, b: kruskal_wallis({"a": a, "b": b}),
    "levene": lambda a, b: levene({"a": a, "b": b}),
}


def same(first: float | None, second: float | None) -> bool:
    if first is None or second is None:
        return first is second
    return math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("name", TWO)
@given(values, values, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(
    name: str, a: list[float], b: list[float], shuffler: random.Random
) -> None:
    before = TWO[name](a, b)
    mixed_a, mixed_b = shuffler.sample(a, len(a)), shuffler.sample(b, len(b))
    after = TWO[name](mixed_a, mixed_b)
    assert same(before.p, after.p)
    assert same(before.statistic, after.statistic)
    assert before.why_not == after.why_not


@pytest.mark.parametrize("name", TWO)
@given(values, values)
def test_changing_the_groups_names_keeps_p(name: str, a: list[float], b: list[float]) -> None:
    assert same(TWO[name](a, b).p, TWO[name](b, a).p)


@pytest.mark.parametrize("name", TWO)
@given(values, values, st.integers(1, 5))
def test_missing_rows_are_counted_and_change_nothing_else(
    name: str, a: list[float], b: list[float], gone: int
) -> None:
    before, after = TWO[name](a, b), TWO[name](a + [NAN] * gone, b)
    assert same(before.p, after.p)
    assert (after.n, after.missing) == (before.n, before.missing + gone)


@pytest.mark.parametrize("name", TWO)
@given(values, values)
def test_a_p_is_a_chance_or_there_is_a_reason(name: str, a: list[float], b: list[float]) -> None:
    found = TWO[name](a, b)
    assert (found.p is None) == bool(found.why_not)
    assert found.p is None or 0 <= found.p <= 1


labels = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=60)


@given(labels, st.permutations("abc"))
def test_relabelling_keeps_the_chi_squared(pairs: list[tuple[str, str]], names: list[str]) -> None:
    rows, columns = [a for a, _ in pairs], [b for _, b in pairs]
    renamed = dict(zip("abc", names, strict=True))
    before = contingency(rows, columns).tested
    after = contingency([renamed[row] for row in rows], columns).tested
    assert same(before.p, after.p)
    assert before.why_not == after.why_not


@given(labels)
def test_expected_counts_keep_the_margins(pairs: list[tuple[str, str]]) -> None:
    table = contingency([a for a, _ in pairs], [b for _, b in pairs])
    for seen, expected in zip(table.observed, table.expected, strict=True):
        assert sum(seen) == pytest.approx(sum(expected))


def test_an_appended_empty_level_changes_nothing() -> None:
    rows, columns = ["a", "b", "a", "b", None], ["x", "y", "x", "y", "x"]
    assert contingency(rows, columns, row_order=("a", "c", "b")).rows == ("a", "b")
    assert contingency(rows, columns).tested.missing == 1


@given(st.lists(st.floats(0, 1) | st.none(), max_size=30))
def test_adjusted_p_are_no_smaller_and_keep_their_order(raw: list[float | None]) -> None:
    for adjust in (holm, benjamini_hochberg):
        found = adjust(raw)
        there = [(p, q) for p, q in zip(raw, found, strict=True) if p is not None]
        assert all(q is not None and p <= q <= 1 for p, q in there if p is not None)
        assert [q for _, q in sorted(there)] == sorted(q for _, q in there if q is not None)
        assert [q is None for q in found] == [p is None for p in raw]


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusted_p_agree_with_statsmodels(raw: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    assert holm(raw) == pytest.approx(list(multipletests(raw, method="holm")[1]))
    assert benjamini_hochberg(raw) == pytest.approx(list(multipletests(raw, method="fdr_bh")[1]))


@given(st.integers(0, 50), st.integers(1, 50))
def test_a_share_agrees_with_statsmodels(count: int, n: int) -> None:
    from scipy.stats import norm
    from statsmodels.stats.proportion import proportion_confint

    count = min(count, n)
    alpha = 2 * norm.sf(1.96)
    low, high = proportion_confint(count, n, alpha, method="wilson")
    found = share_of_count(count, n)
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


@given(st.lists(values, min_size=2, max_size=4))
def test_dunn_agrees_with_scikit_posthocs(groups: list[list[float]]) -> None:
    import scikit_posthocs

    named = {f"g{i}": group for i, group in enumerate(groups)}
    if len({value for group in groups for value in group}) == 1:
        assert all(pair.two_sided is None for pair in dunn(named))
        return
    theirs = scikit_posthocs.posthoc_dunn(groups)
    for pair in dunn(named):
        i, j = int(pair.first[1:]) + 1, int(pair.second[1:]) + 1
        assert pair.two_sided == pytest.approx(theirs.loc[i, j], rel=1e-9, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=40))
def test_spearman_agrees_with_pandas(pairs: list[tuple[int, int]]) -> None:
    import pandas as pd

    found = spearman([float(a) for a, _ in pairs], [float(b) for _, b in pairs])
    theirs = pd.DataFrame(pairs).corr(method="spearman").iloc[0, 1]
    if found.why_not:
        assert math.isnan(theirs)
    else:
        assert found.statistic == pytest.approx(theirs)


def test_a_group_of_one_and_columns_of_one_value_give_no_p_but_a_reason() -> None:
    one = compare_groups([1.0], [2.0, 3.0])
    assert one.welch.why_not == "a group has fewer than two values"
    assert one.first.half is None
    assert one.intervals_overlap is None
    equal = compare_groups([1.0, 1.0], [1.0, 1.0])
    assert equal.mann_whitney.why_not == "all values are equal"
    assert equal.welch.why_not == "no value differs within its group"
    assert spearman([1, 1, 1], [1, 2, 3]).why_not == "all values are equal"
    assert shapiro_wilk([1, 1, 1]).why_not == "all values are equal"
    assert (
        levene({"a": [1, 1], "b": [2, 2]}).why_not
        == "in every group all values lie equally far from its centre"
    )
    assert kruskal_wallis({"a": [1, 2]}).why_not == "fewer than two groups"
    assert contingency(["a", "a"], ["x", "y"]).tested.why_not == "one of the two has a single value"
    assert contingency([], []).tested.why_not == "no pair has both values"
    assert permuted_p(contingency([], [])) is None


def test_nothing_at_all_is_no_mean() -> None:
    assert mean_of([]).mean is None
    assert mean_of([NAN, NAN]).missing == 2
    assert share_of([NAN]).share is None
    assert share_of([0, 1, 1, NAN]).count == 2


def test_r_published_example_of_wilcox_test() -> None:
    """R's help page of wilcox.test, Hollander and Wolfe 1973, p. 69 f: permeability constants."""
    term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    early = [1.15, 0.88, 0.90, 0.74, 1.21]
    found = mann_whitney(term, early)
    assert found.statistic == 35
    assert found.effect == pytest.approx(2 * 35 / 50 - 1)


def test_a_correlation_of_one_has_no_interval() -> None:
    assert fisher_interval(1.0, 10) is None
    assert fisher_interval(0.5, 3) is None


def test_permutation_keeps_the_margins_and_agrees_with_chi_squared_on_large_counts() -> None:
    rows = ["a"] * 300 + ["b"] * 300
    columns = (["x"] * 160 + ["y"] * 140) + (["x"] * 130 + ["y"] * 170)
    table = contingency(rows, columns)
    assert permuted_p(table) == pytest.approx(table.tested.p, abs=0.01)
    assert np.array(table.observed).sum() == 600
