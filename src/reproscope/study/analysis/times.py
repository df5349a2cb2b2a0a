"""How long reproduction takes: a summary of times, curves, and what speeds it up.

Three kinds of time (Raff 2021): known; given up after some time; reproduced, but nobody knows after
how long. The third has no place on a curve and is counted beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import (
    BENJAMINI_HOCHBERG,
    HIGH,
    HOLM,
    LOW,
    N,
    P,
    count,
    number,
    p,
    text,
)
from reproscope.study.analysis.tested import Feature, features_of
from reproscope.study.holding import Coded, Holding
from reproscope.study.records import TimeKind, TimeTaken
from reproscope.study.statistics import benjamini_hochberg, holm
from reproscope.study.statistics.survival import Cox, Curve, cox, kaplan_meier

TOPIC = "Time to reproduction"
_LEAST_EVENTS = 10


def time_tables(holding: Holding) -> Iterator[Table]:
    """Yield the summary of times, the curves, and the hazards of each instrument's features."""
    times = {a.paper: a.time for a in holding.attempts if a.time is not None}
    known = [t.days for t in times.values() if t.kind is TimeKind.KNOWN and t.days is not None]
    if not known:
        return
    without = sum(a.time is None for a in holding.attempts)
    yield _summary(list(times.values()), known, without)
    yield _curves(list(times.values()), known)
    for coded in holding.coded.values():
        if coded.instrument.features:
            yield from _hazards(coded, times, max(known))


def _summary(times: list[TimeTaken], known: list[float], without: int) -> Table:
    days = np.array(known)
    quartiles = np.quantile(days, (0.25, 0.5, 0.75))
    kinds = {kind: sum(t.kind is kind for t in times) for kind in TimeKind}
    return Table(
        "times",
        "Days to reproduction",
        (N, number("mean", "mean", 1), number("deviation", "deviation", 1),
         number("least", "least", 1), number("q1", "lower quartile", 2),
         number("median", "median", 1), number("q3", "upper quartile", 2),
         number("most", "most", 1), count("censored", "given up"),
         count("unknown", "reproduced, time unknown")),
        ((len(known), float(days.mean()), float(days.std(ddof=1)) if len(days) > 1 else None,
          float(days.min()), *(float(q) for q in quartiles), float(days.max()),
          kinds[TimeKind.CENSORED], kinds[TimeKind.UNKNOWN]),),
        "known times alone; quartiles by linear interpolation",
        n=len(times),
        missing=f"{without} attempts say nothing of time" if without else "",
        topic=TOPIC,
    )  # fmt: skip


def placed(times: list[TimeTaken], longest: float) -> list[tuple[float, bool]]:
    """Return the times that have a place on a curve, with whether the paper was reproduced then.

    What was given up without saying when counts as not reproduced at the longest known time.
    """
    found = []
    for time in times:
        if time.kind is TimeKind.KNOWN and time.days is not None:
            found.append((time.days, True))
        elif time.kind is TimeKind.CENSORED:
            found.append((longest if time.days is None else time.days, False))
    return found


def _curves(times: list[TimeTaken], known: list[float]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    notes = []
    every = placed(times, max(known))
    given_up = sum(not happened for _, happened in every)
    curves = {"reproduced, time known": [(days, True) for days in known]}
    if given_up:
        curves["with those given up"] = every
    for title, rows_of in curves.items():
        curve = kaplan_meier([days for days, _ in rows_of], [seen for _, seen in rows_of])
        rows += [(title, *row) for row in _every_time(curve, [days for days, _ in rows_of])]
        median = "none within the time seen" if curve.median is None else f"{curve.median:g} days"
        notes.append(f"{title}: {curve.n} papers, {curve.events} reproduced, median {median}.")
    unknown = sum(t.kind is TimeKind.UNKNOWN for t in times)
    timeless = sum(t.kind is TimeKind.CENSORED and t.days is None for t in times)
    return Table(
        "time-curves",
        "Share of papers not yet reproduced",
        (text("curve", "curve"), number("days", "days", 1), count("at_risk", "at risk"),
         count("events", "reproduced"), number("left", "not yet"), LOW, HIGH),
        tuple(rows),
        "Kaplan-Meier; bounds by Greenwood's variance on the log-log scale",
        n=len(times),
        missing=f"{unknown} papers reproduced at an unknown time are on no curve; {timeless} given "
        "up without saying when count as not reproduced at the longest known time",
        notes=tuple(notes),
        topic=TOPIC,
    )  # fmt: skip


def _every_time(curve: Curve, times: list[float]) -> Iterator[tuple[Cell, ...]]:
    """Yield the curve's steps, and between them the times at which papers were given up only.

    So the number at risk is known at every time, not just where a paper was reproduced.
    """
    steps = {step.time: step for step in curve.steps}
    left: tuple[float, float | None, float | None] = (1.0, None, None)
    in_order = sorted(times)
    for moment in sorted({*times, *steps}):
        step = steps.get(moment)
        if step is not None:
            left = (step.left, step.low, step.high)
        at_risk = len(in_order) - bisect_left(in_order, moment)
        yield (moment, at_risk, step.events if step else 0, *left)


def _hazards(coded: Coded, times: dict[str, TimeTaken], longest: float) -> Iterator[Table]:
    place = {key: found[0] for key, t in times.items() if (found := placed([t], longest))}
    papers = coded.answers.index[coded.answers.index.isin(list(place))]
    events = sum(happened for _, happened in place.values())
    if len(papers) == 0 or events < _LEAST_EVENTS:
        return
    rows: list[tuple[Cell, ...]] = []
    fits = [
        (feature, *fitted)
        for feature in features_of(coded, papers)
        if (fitted := _fit(feature, place)) is not None
    ]
    raw = [model.hazards[0].p if model.hazards else None for _, _, model in fits]
    for (feature, missing, model), by_holm, by_bh in zip(
        fits, holm(raw), benjamini_hochberg(raw), strict=True
    ):
        hazard = model.hazards[0] if model.hazards else None
        told = (
            (hazard.ratio, hazard.low, hazard.high, hazard.p, by_holm, by_bh,
             hazard.p_proportional, model.concordance)
            if hazard
            else (None,) * 8
        )  # fmt: skip
        rows.append((feature.name, model.n, missing, model.events, *told, model.why_not))
    yield Table(
        f"{coded.instrument.name}-hazards",
        f"What goes with a faster reproduction: features of {coded.instrument.name}",
        (text("feature", "feature"), N, count("missing", "missing"), count("events", "reproduced"),
         number("ratio", "hazard ratio"), LOW, HIGH, P, HOLM, BENJAMINI_HOCHBERG,
         p("p_proportional", "p, proportional"), number("concordance", "concordance"),
         text("why_not", "no model because")),
        tuple(rows),
        "Cox's regression of each feature alone, Efron's ties; a number by its deviation, an "
        "ordered answer by its place, yes against no; a ratio above 1 is a faster reproduction; a "
        "small p, proportional says that the effect changes over time, which the model denies",
        n=len(papers),
        missing="papers without the answer are left out; times as on the curves",
        topic=TOPIC,
    )  # fmt: skip


def _fit(feature: Feature, place: dict[str, tuple[float, bool]]) -> tuple[int, Cox] | None:
    """Fit one feature; None for words without an order, of which each level would be a term."""
    if feature.numeric:
        values = feature.values.to_numpy(dtype=float)
        spread = np.nanstd(values) if np.isfinite(values).any() else 0
        values = values / spread if spread > 0 else values
    elif feature.order and (feature.ordinal or len(feature.order) == 2):
        # The first of two is "yes": it counts as 1 against the second.
        order = feature.order if feature.ordinal else tuple(reversed(feature.order))
        values = np.array(
            [float(order.index(x)) if x in order else np.nan for x in feature.levels()]
        )
    else:
        return None
    there = ~np.isnan(values)
    keys = [key for key, kept in zip(feature.values.index, there, strict=True) if kept]
    times, happened = [place[key][0] for key in keys], [place[key][1] for key in keys]
    return int((~there).sum()), cox(times, happened, {feature.name: values[there]})
