"""Regression against arithmetic of its own: no false alarm, true witnesses, the peer's misses."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reproscope import scores
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.regression.moments import Box, mean_squares
from reproscope.scores.regression.spans import Span
from reproscope.scores.regression.witness import Means, errors_at
from tests.scores.errors_oracle import (
    MODES,
    dec,
    errors_in,
    printed,
    scores_in,
    scores_of,
    variance_of,
)

CORE = ("mae", "mse", "rmse", "r2")
ALL = (*CORE, "max-error", "mean-error", "explained-variance", "pearson", "squared-correlation")
TINY = Decimal("1e-45")
TENTHS = st.integers(-60, 60).map(lambda x: Fraction(x, 10))
NUMBERS = st.one_of(st.integers(-9, 9).map(Fraction), TENTHS, st.just(Fraction(0)))
# Deciding takes exact arithmetic of any length, so that a deadline would only measure the machine.
often = settings(max_examples=200, deadline=None)


@st.composite
def reports(draw: Any, among: tuple[str, ...]) -> tuple[dict[str, str], scores.Regression]:
    """Draw errors and targets, and print some of their scores."""
    n = draw(st.integers(1, 50))
    errors = draw(st.lists(NUMBERS, min_size=n, max_size=n))
    targets = draw(st.lists(NUMBERS, min_size=n, max_size=n))
    known = {name: v for name, v in scores_of(errors, targets).items() if name in among}
    chosen = draw(st.sets(st.sampled_from(sorted(known)), min_size=1))
    mode, decimals = draw(st.sampled_from(sorted(MODES))), draw(st.integers(0, 5))
    said: dict[str, Any] = {"items": draw(st.sampled_from((n, n, None)))}
    divisor = draw(st.sampled_from((n, n - 1) if n > 1 else (n,)))
    for name, on in (("target_variance", draw(st.booleans())), ("target_sd", draw(st.booleans()))):
        value = variance_of(targets, divisor)
        if on:
            said[name] = printed(value if name == "target_variance" else value.sqrt(), 3, mode)
    word = "population" if divisor == n else "sample"
    said["variance"] = draw(st.sampled_from(("unknown", word)))
    reported = {name: printed(known[name], decimals, mode) for name in sorted(chosen)}
    return reported, scores.Regression(**said)


def assert_witness_has(result: scores.Result) -> None:
    """Compute the scores of the witness anew and compare them with the windows."""
    assert result.witness is not None
    found = scores_in(result.witness)
    with localcontext() as context:
        context.prec = 70
        for claim in result.claims:
            if claim.score in found and claim.name not in result.undefined:
                low, high = map(dec, _ends(claim))
                assert low - TINY <= found[claim.score] <= high + TINY, (claim.name, found)


def _ends(claim: Any) -> tuple[Fraction, Fraction]:
    return claim.window.low, claim.window.high


@often
@given(reports(CORE))
def test_the_four_scores_of_real_errors_are_always_consistent_with_a_true_witness(
    drawn: tuple[dict[str, str], scores.Regression],
) -> None:
    reported, experiment = drawn
    result = scores.check(reported, experiment)
    assert result.verdict is scores.Verdict.CONSISTENT, result.explain()
    assert_witness_has(result)


@often
@given(reports(ALL))
def test_no_score_of_real_errors_is_ever_called_inconsistent(
    drawn: tuple[dict[str, str], scores.Regression],
) -> None:
    reported, experiment = drawn
    result = scores.check(reported, experiment, time_limit=5)
    assert result.verdict is not scores.Verdict.INCONSISTENT, result.explain()
    if result.verdict is scores.Verdict.CONSISTENT:
        assert_witness_has(result)


# The same cases each time: windows that only just touch may rightly stay undecided.
@settings(max_examples=100, deadline=None, derandomize=True)
@given(reports(ALL))
def test_with_the_number_of_items_all_scores_together_are_decided(
    drawn: tuple[dict[str, str], scores.Regression],
) -> None:
    reported, experiment = drawn
    assume(experiment.items is not None)
    result = scores.check(reported, experiment, time_limit=None)
    assert result.verdict is scores.Verdict.CONSISTENT, result.explain()


def corner_exists(n: int, windows: Mapping[str, tuple[Fraction, Fraction]]) -> bool:
    """Decide by corners: in m1², m2 and V all relations are linear, so a corner must fit."""
    far = Fraction(10**6)
    low, high = windows.get("mae", (Fraction(0), far))
    rows = [((1, 0, 0), high * high), ((-1, 0, 0), -(max(low, Fraction(0)) ** 2))]
    low, high = windows.get("mse", (Fraction(0), far))
    rows += [((0, 1, 0), high), ((0, -1, 0), -low), ((0, -1, 0), Fraction(0))]
    low, high = windows.get("rmse", (Fraction(0), far))
    rows += [((0, 1, 0), high * high), ((0, -1, 0), -(max(low, Fraction(0)) ** 2))]
    low, high = windows["variance"]
    rows += [((0, 0, 1), high), ((0, 0, -1), -low), ((1, -1, 0), Fraction(0))]
    rows.append(((-n, 1, 0), Fraction(0)))
    if "r2" in windows:
        low, high = windows["r2"]
        rows += [((0, 1, low - 1), Fraction(0)), ((0, -1, 1 - high), Fraction(0))]
    for three in combinations(rows, 3):
        corner = _crossing(three)
        if corner and all(
            sum(c * x for c, x in zip(row, corner, strict=True)) <= end for row, end in rows
        ):
            return True
    return False


def _crossing(rows: Any) -> tuple[Fraction, ...] | None:
    (a, d), (b, e), (c, f) = rows
    whole = _determinant(a, b, c)
    if whole == 0:
        return None
    found = []
    for i in range(3):
        changed = [(*row[:i], end, *row[i + 1 :]) for row, end in ((a, d), (b, e), (c, f))]
        found.append(Fraction(_determinant(*changed)) / whole)
    return tuple(found)


def _determinant(a: Any, b: Any, c: Any) -> Fraction:
    return Fraction(
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


@often
@given(
    st.integers(2, 6),
    st.dictionaries(st.sampled_from(CORE), st.integers(0, 40), min_size=1),
    st.integers(2, 60),
    st.sampled_from(("any", "nearest", "exact")),
)
def test_both_verdicts_on_the_four_scores_equal_a_search_of_corners(
    n: int, tenths: dict[str, int], variance: int, rounding: str
) -> None:
    texts = {name: f"{x / 10:.1f}" for name, x in tenths.items()}
    if "r2" in texts:
        texts["r2"] = f"{1 - tenths['r2'] / 20:.1f}"
    width = {"any": Fraction(1, 10), "nearest": Fraction(1, 20), "exact": Fraction(0)}[rounding]
    windows = {name: (Fraction(t) - width, Fraction(t) + width) for name, t in texts.items()}
    windows["variance"] = (Fraction(variance, 10) - width, Fraction(variance, 10) + width)
    # The search does not know targets that do not vary, nor errors of 0 where V may be anything.
    experiment = scores.Regression(
        items=n, target_variance=f"{variance / 10:.1f}", variance="population"
    )
    result = scores.check(texts, experiment, rounding=rounding, undefined="never")
    expected = corner_exists(n, windows)
    assert (result.verdict is scores.Verdict.CONSISTENT) is expected, (texts, windows)
    if expected:
        assert_witness_has(result)


@often
@given(
    st.lists(st.integers(-6, 6), min_size=2, max_size=9).filter(any),
    st.booleans(),
    st.sampled_from(((True, False), (False, True), (True, True))),
    st.fractions(0, 1),
)
def test_every_mean_of_squares_between_the_bounds_is_attained_and_none_outside(
    errors: list[int], signed: bool, sized_and_topped: tuple[bool, bool], share: Fraction
) -> None:
    n, (sized, topped) = len(errors), sized_and_topped
    m1 = Fraction(sum(map(abs, errors)), n)
    b, top = Fraction(sum(errors), n), Fraction(max(map(abs, errors)))
    point = Box(
        (m1, m1) if sized else None, (b, b) if signed else None, (top, top) if topped else None
    )
    span = mean_squares(n, point)
    assert span is not None
    assert span.low is not None
    assert span.high is not None
    assert Fraction(sum(e * e for e in errors), n) in span
    between = span.low + share * (span.high - span.low)
    for wanted in (span.low, between, span.high):
        made = errors_at(n, point, Span(wanted, wanted))
        assert made is not None
        means = Means.of(made)
        assert (means.items, means.m2.rational, means.m2.roots) == (n, wanted, ())
        if sized:
            assert (means.m1.rational, means.m1.roots) == (m1, ())
        if signed:
            assert (means.b.rational, means.b.roots) == (b, ())
        if topped:
            assert (means.top.rational, means.top.roots) == (top, ())


@pytest.mark.parametrize(("r", "fits"), [("0.80", True), ("0.72", True), ("0.68", False)])
def test_a_correlation_fits_exactly_from_the_root_of_the_explained_variance_on(
    r: str, fits: bool
) -> None:
    result = scores.check({"rmse": "4.00", "r2": "0.500", "r": r}, scores.Regression(items=40))
    assert (result.verdict is scores.Verdict.CONSISTENT) is fits
    if not fits:
        return
    assert result.witness is not None
    e = np.array([float(x) for count, x in errors_in(result.witness) for _ in range(count)])
    v, wanted = float(result.witness["target_variance"]), float(r)
    spread = e - e.mean()
    free = np.zeros(len(e))
    free[-2:] = 1, -1  # the last two errors are equal, so this is at right angles to them
    inside = wanted**2 * v * (spread.var() - v * (1 - wanted**2))
    covariance = v - (wanted**2 * v + inside**0.5)
    y = covariance / spread.var() * spread
    y += free / free.std() * (v - y.var()) ** 0.5
    assert np.corrcoef(y, y - e)[0, 1] == pytest.approx(wanted, abs=1e-9)
    assert y.var() == pytest.approx(v)


def test_the_misses_of_the_peer_are_refuted() -> None:
    one = scores.check({"mse": "1", "rmse": "5"}, scores.Regression(items=100))
    assert one.verdict is scores.Verdict.INCONSISTENT
    assert diagnose(one).conflict == ("mse", "rmse")
    diabetes = scores.Regression(items=442, target_variance="5929.9")
    right = {"mse": "2900.2", "rmse": "53.85", "r2": "0.511"}
    assert scores.check(right, diabetes).verdict is scores.Verdict.CONSISTENT
    off = diagnose(scores.check({**right, "r2": "0.811"}, diabetes))
    assert off.verdict is scores.Verdict.INCONSISTENT
    assert {n.name: n.value for n in off.nearest or ()}["r2"] == "0.511"


@given(st.integers(2, 40), st.integers(1, 90), st.integers(1, 90))
@settings(max_examples=60, deadline=None)
def test_which_variance_was_meant_is_told_apart_where_the_digits_allow(
    n: int, tenths: int, share: int
) -> None:
    v, r2 = Fraction(tenths, 10), 1 - Fraction(share, 100)
    mse = (1 - r2) * v
    assume(mse * 10**6 % 1 == 0)
    experiment = scores.Regression(items=n, target_variance=v * n / (n - 1))
    result = scores.check(
        {"mse": str(float(mse)), "r2": str(float(r2))}, experiment, rounding="exact"
    )
    fits = {label: verdict.value for label, verdict in result.under.items()}
    assert fits == {"population variance": "inconsistent", "sample variance": "consistent"}
