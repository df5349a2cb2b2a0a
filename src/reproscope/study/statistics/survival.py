"""Times until something happens, some of them cut off: curves, their comparison, Cox's regression.

Times are from 0 up; an event that did not happen is cut off at its time. What is known to have
happened at an unknown time has no place on a curve: whoever calls must count it and say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reproscope.study.statistics.statistical_test import Asked, Floats, Numbers, StatisticalTest

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a curve: at a time so many were at risk, and so many events happened.

    ``low`` and ``high`` bound the share that is left by Greenwood's variance on the log-log scale,
    as R's survfit does with conf.type = "log-log"; they are None at the ends of the scale.
    """

    time: float
    at_risk: int
    events: int
    left: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """A Kaplan-Meier curve; ``median`` is None where more than half are left at the end."""

    n: int
    events: int
    steps: tuple[Step, ...]
    median: float | None


def kaplan_meier(times: Numbers, happened: Sequence[bool]) -> Curve:
    """Estimate which share is left after each time (Kaplan and Meier 1958).

    >>> curve = kaplan_meier([1, 2, 2, 5], [True, True, False, True])
    >>> [round(step.left, 3) for step in curve.steps]
    [0.75, 0.5, 0.0]
    """
    time, event = np.asarray(times, dtype=float), np.asarray(happened, dtype=bool)
    steps = tuple(_steps(time, event))
    median = next((step.time for step in steps if step.left <= 0.5 + 1e-12), None)
    return Curve(len(time), int(event.sum()), steps, median)


def _steps(time: Floats, event: np.ndarray) -> Iterator[Step]:
    left, variance = 1.0, 0.0
    for moment in np.unique(time[event]):
        at_risk = int((time >= moment).sum())
        events = int((event & (time == moment)).sum())
        left *= 1 - events / at_risk
        if events < at_risk:
            variance += events / (at_risk * (at_risk - events))
        yield Step(float(moment), at_risk, events, left, *_bounds(left, variance))


def _bounds(left: float, variance: float) -> tuple[float | None, float | None]:
    if not 0 < left < 1:
        return None, None
    half = Z95 * math.sqrt(variance) / abs(math.log(left))
    return left ** math.exp(half), left ** math.exp(-half)


_LOG_RANK = "log-rank test of equal curves"


def log_rank(groups: Mapping[str, tuple[Numbers, Sequence[bool]]]) -> StatisticalTest:
    """Compare curves of several groups."""
    names = [name for name, (times, _) in groups.items() if len(times)]
    asked = Asked("log-rank", sum(len(groups[name][0]) for name in names), 0, _LOG_RANK)
    if len(names) < 2:
        return asked.not_made("fewer than two groups")
    time = np.concatenate([np.asarray(groups[name][0], dtype=float) for name in names])
    event = np.concatenate([np.asarray(groups[name][1], dtype=bool) for name in names])
    if not event.any():
        return asked.not_made("nothing happened in any group")
    group = np.concatenate([[name] * len(groups[name][0]) for name in names])
    seen, expected, spread = _log_rank_sums(time, event, group, names)
    # One group's sum follows from the others', so that it is left out.
    difference = (seen - expected)[:-1]
    matrix = spread[:-1, :-1]
    if np.linalg.matrix_rank(matrix) < len(matrix):
        return asked.not_made("no event happened while two groups were at risk")
    from scipy import stats

    statistic = float(difference @ np.linalg.solve(matrix, difference))
    freedom = len(names) - 1
    return asked.made(statistic, stats.chi2.sf(statistic, freedom), freedom=float(freedom))


def _log_rank_sums(
    time: Floats, event: np.ndarray, group: np.ndarray, names: Sequence[str]
) -> tuple[Floats, Floats, Floats]:
    members = np.array([group == name for name in names])
    seen, expected = np.zeros(len(names)), np.zeros(len(names))
    spread = np.zeros((len(names), len(names)))
    for moment in np.unique(time[event]):
        at_risk = (members & (time >= moment)).sum(axis=1).astype(float)
        events = (members & event & (time == moment)).sum(axis=1)
        total, happened = at_risk.sum(), float(events.sum())
        seen += events
        expected += happened * at_risk / total
        if total > 1:
            share = at_risk / total
            scale = happened * (total - happened) / (total - 1)
            spread += scale * (np.diag(share) - np.outer(share, share))
    return seen, expected, spread


@dataclass(frozen=True, slots=True)
class Hazard:
    """One term of Cox's model: by what the hazard is multiplied, and whether it stays so.

    ``p_proportional`` is small where the term's effect changes over time, which the model denies:
    the correlation of the scaled Schoenfeld residuals with the rank of time (Grambsch and Therneau
    1994, the test of each term).
    """

    term: str
    coefficient: float
    error: float
    ratio: float
    low: float
    high: float
    p: float
    p_proportional: float | None


@dataclass(frozen=True, slots=True)
class Cox:
    """A fitted model; ``why_not`` says why there is none."""

    n: int
    events: int
    hazards: tuple[Hazard, ...] = ()
    concordance: float | None = None
    log_likelihood: float | None = None
    why_not: str = ""


def cox(times: Numbers, happened: Sequence[bool], terms: Mapping[str, Numbers]) -> Cox:
    """Fit Cox's proportional hazards with Efron's treatment of ties.

    A term without variation is an error of whoever asks; rows must be complete.
    """
    time, event = np.asarray(times, dtype=float), np.asarray(happened, dtype=bool)
    matrix = np.column_stack([np.asarray(column, dtype=float) for column in terms.values()])
    n, events = len(time), int(event.sum())
    if np.isnan(matrix).any() or np.isnan(time).any():
        raise ValueError("Cox's model takes complete rows")
    if events <= matrix.shape[1]:
        return Cox(n, events, why_not=f"{events} events are too few for {matrix.shape[1]} terms")
    spread = matrix.std(axis=0)
    constant = [name for name, deviation in zip(terms, spread, strict=True) if deviation == 0]
    if constant:
        return Cox(n, events, why_not=f"all values of {constant[0]} are equal")
    if np.linalg.matrix_rank(np.column_stack((np.ones(n), matrix))) <= matrix.shape[1]:
        return Cox(n, events, why_not="one term follows from the others")
    return _fitted(time, event, matrix, list(terms))


def _fitted(time: Floats, event: np.ndarray, matrix: Floats, names: list[str]) -> Cox:
    from scipy import stats
    from statsmodels.duration.hazard_regression import PHReg

    # Columns of one scale keep the fit stable; the coefficients are scaled back.
    scale = matrix.std(axis=0)
    fit = PHReg(time, matrix / scale, status=event.astype(int), ties="efron").fit()
    coefficients, errors = fit.params / scale, fit.bse / scale
    n, events = len(time), int(event.sum())
    if not (np.isfinite(coefficients).all() and np.isfinite(errors).all()):
        return Cox(n, events, why_not="the fit did not settle: a term may separate the outcomes")
    proportional = _proportional(fit, time, event)
    hazards = tuple(
        Hazard(
            name,
            float(value),
            float(error),
            math.exp(min(value, 700)),
            math.exp(min(value - Z95 * error, 700)),
            math.exp(min(value + Z95 * error, 700)),
            float(2 * stats.norm.sf(abs(value / error))),
            p,
        )
        for name, value, error, p in zip(names, coefficients, errors, proportional, strict=True)
    )
    risk = matrix @ coefficients
    return Cox(n, events, hazards, _concordance(time, event, risk), float(fit.llf))


def _proportional(fit: object, time: Floats, event: np.ndarray) -> list[float | None]:
    from scipy import stats

    residuals = np.asarray(fit.schoenfeld_residuals)[event]  # type: ignore[attr-defined]
    covariance = np.asarray(fit.cov_params())  # type: ignore[attr-defined]
    scaled = int(event.sum()) * residuals @ covariance
    ranks = stats.rankdata(time[event])
    if len(np.unique(ranks)) < 3:
        return [None] * scaled.shape[1]
    return [float(stats.pearsonr(ranks, column).pvalue) for column in scaled.T]


def _concordance(time: Floats, event: np.ndarray, risk: Floats) -> float | None:
    """Return Harrell's share of comparable pairs in which the higher risk came first."""
    agreed, comparable = 0.0, 0
    for moment, score in zip(time[event], risk[event], strict=True):
        later = (time > moment) | ((time == moment) & ~event)
        comparable += int(later.sum())
        agreed += float((risk[later] < score).sum()) + 0.5 * float((risk[later] == score).sum())
    return agreed / comparable if comparable else None
