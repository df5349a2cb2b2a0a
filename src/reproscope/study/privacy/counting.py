"""Counts exactly, and says by how much one paper can change the counts. Never shown to anyone.

Every paper is looked at by itself: what another says changes neither its group nor its answer. So
a paper falls into one cell of a histogram, and adds a bounded number to one sum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reproscope.core import ReproscopeError
from reproscope.instruments import Instrument, Kind
from reproscope.instruments.expressions import evaluate
from reproscope.study.holding import Holding
from reproscope.study.privacy.placing import (
    OUTCOMES,
    Codes,
    applies,
    attempts_by_outcome,
    categorised,
    coded_of,
    grouped,
    kind_of,
)
from reproscope.study.privacy.planning import Plan, Request, What

# A bounded number is counted in so many steps from the middle of its range to either end.
STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Exact:
    """Whole numbers, and how much they change in sum when one paper comes or goes.

    ``numbers`` are by group and, within, by category. ``shared`` says which categories are parts of
    one whole. For a mean, ``numbers`` are sums of steps and ``counts`` the papers in them.
    """

    groups: tuple[str, ...]
    categories: tuple[str, ...]
    shared: tuple[str, ...]
    numbers: tuple[int, ...]
    sensitivity: int
    counts: tuple[int, ...] = ()
    low: float = 0.0
    high: float = 1.0


def exact(request: Request, holding: Holding, plan: Plan) -> Exact:
    """Count what is requested; raise ReproscopeError if the study or the instrument lacks it."""
    if not holding.papers.index.is_unique:
        raise ReproscopeError("a paper stands in the study twice: nothing can be promised of it")
    groups, of_paper = grouped(request.groups, holding)
    factor = 2 if plan.size_public else 1
    if request.what is What.MEAN:
        return _summed(request, holding, groups, of_paper, factor)
    if request.what is What.ATTEMPTS:
        paper, code = attempts_by_outcome(holding, plan.attempts_per_paper)
        names = [outcome.value for outcome in OUTCOMES]
        numbers = _histogram(of_paper[paper], code, len(groups), len(names))
        most = factor * plan.attempts_per_paper
        return Exact(groups, tuple(names), tuple(names), numbers, most)
    names, shared, codes = categorised(request, holding)
    numbers = _histogram(of_paper, codes, len(groups), len(names))
    return Exact(groups, tuple(names), tuple(shared), numbers, factor)


def _histogram(group: Codes, code: Codes, groups: int, categories: int) -> tuple[int, ...]:
    cells = np.bincount(group * categories + code, minlength=groups * categories)
    return tuple(cells.tolist())


def _summed(
    request: Request, holding: Holding, groups: tuple[str, ...], of_paper: Codes, factor: int
) -> Exact:
    """Sum a bounded number in steps from the middle of its range, so that a paper adds little."""
    instrument, answers = coded_of(request.instrument, holding)
    low, high = _bounds(request, instrument)
    if any(metric.name == request.name for metric in instrument.metrics):
        values = evaluate(request.name, instrument, answers).to_numpy(float)
    else:
        variable = instrument.variable(request.name)
        values = answers[variable.name].to_numpy(float)
        values = np.where(applies(variable, instrument, answers), values, np.nan)
    there = ~np.isnan(values)
    middle, half = (low + high) / 2, (high - low) / 2
    steps = np.rint((np.clip(values[there], low, high) - middle) / half * STEPS).astype(np.int64)
    steps = np.clip(steps, -STEPS, STEPS)
    sums, counts = np.zeros(len(groups), np.int64), np.zeros(len(groups), np.int64)
    np.add.at(sums, of_paper[there], steps)
    np.add.at(counts, of_paper[there], 1)
    return Exact(
        groups, ("mean",), (), tuple(sums.tolist()), factor * STEPS,
        tuple(counts.tolist()), low, high,
    )  # fmt: skip


def _bounds(request: Request, instrument: Instrument) -> tuple[float, float]:
    kind = kind_of(request.name, instrument)
    if not kind.numeric:
        raise ReproscopeError(f"{request.title}: {request.name} is {kind} and has no mean")
    if request.low is not None and request.high is not None:
        return request.low, request.high
    if kind not in (Kind.DEGREE, Kind.BOOLEAN):
        raise ReproscopeError(
            f"{request.title}: {request.name} is a {kind} without an end: give its bounds, low "
            "and high, from what is known of such numbers and not from the data"
        )
    return 0.0, 1.0
