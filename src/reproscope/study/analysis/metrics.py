"""Metrics for each group: a degree's mean with its interval, a truth's share with Wilson's.

The interval of a mean is that of Gundersen and Kjensmo 2018, Tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reproscope.core import Cell, Table
from reproscope.instruments import Kind, Metric
from reproscope.instruments.expressions import evaluate_all
from reproscope.study.analysis.columns import (
    HIGH,
    LOW,
    MISSING,
    SHARE,
    SHARE_HIGH,
    SHARE_LOW,
    N,
    count,
    number,
    text,
)
from reproscope.study.analysis.grouping import Grouping
from reproscope.study.holding import Coded
from reproscope.study.statistics import mean_of, share_of

if TYPE_CHECKING:
    import pandas as pd


_MOST_PAPERS = 500


def metric_tables(coded: Coded, groups: Grouping) -> Iterator[Table]:
    """Yield the means of an instrument's metrics by group, and the shares of its truths."""
    instrument = coded.instrument
    if not instrument.metrics or coded.answers.empty:
        return
    values = evaluate_all(instrument, coded.answers)
    told = [one for one in instrument.metrics if values[one.name].notna().any()]
    degrees = [one for one in told if one.kind is not Kind.BOOLEAN]
    truths = [one for one in told if one.kind is Kind.BOOLEAN]
    applying = _applying(coded)
    if degrees:
        yield _means(coded, degrees, values, groups, applying)
    if truths:
        yield _shares(coded, truths, values, groups, applying)
    if told and len(values) <= _MOST_PAPERS:
        yield _of_papers(coded, told, values, groups, applying)


def _of_papers(
    coded: Coded, metrics: list[Metric], values: pd.DataFrame, groups: Grouping, applying: str
) -> Table:
    """A row a paper, for studies that someone can read; others are exported."""
    chosen = values[[metric.name for metric in metrics]]
    group = [[_text(name)] if groups.by else [] for name in groups.of_paper.reindex(values.index)]
    rows: list[tuple[Cell, ...]] = [
        (str(key), *own, *map(_number, line))
        for key, own, line in zip(values.index, group, chosen.to_numpy(), strict=True)
    ]
    return Table(
        f"{coded.instrument.name}-papers",
        f"Metrics of each paper: {coded.instrument.name}",
        (
            text("paper", "paper"),
            *([text("group", groups.by)] if groups.by else []),
            *(number(metric.name, metric.label) for metric in metrics),
        ),
        tuple(rows),
        f"each paper's metrics as the instrument defines them; a truth is 1 or 0{applying}",
        n=len(values),
        missing="a metric that cannot be computed of a paper has no value",
        topic=_topic(coded),
    )


def _number(value: float) -> float | None:
    return None if value != value else float(value)


def _text(value: object) -> str | None:
    return None if value is None or value != value else str(value)


def _applying(coded: Coded) -> str:
    condition = coded.instrument.applies
    return f"; only papers with {condition}" if condition else ""


def _means(
    coded: Coded, metrics: list[Metric], values: pd.DataFrame, groups: Grouping, applying: str
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for metric in metrics:
        for group, part in groups.split(values[metric.name]):
            mean = mean_of(part.to_numpy(dtype=float))
            rows.append(
                (
                    metric.label, group, mean.n, mean.missing, mean.mean, mean.half, mean.low,
                    mean.high, mean.deviation, mean.median,
                )
            )  # fmt: skip
    return Table(
        f"{coded.instrument.name}-metrics",
        f"Metrics of {coded.instrument.name}" + (f" by {groups.by}" if groups.by else ""),
        (
            text("metric", "metric"),
            text("group", groups.by or "papers"),
            N,
            MISSING,
            number("mean", "mean"),
            number("half", "±"),
            LOW,
            HIGH,
            number("deviation", "deviation"),
            number("median", "median"),
        ),
        tuple(rows),
        "mean over papers of each paper's metric; ± is 1.96 times the deviation (divisor n - 1) "
        f"over the root of n{applying}",
        n=len(coded.answers),
        missing=_missing(groups),
        notes=tuple(f"{metric.label}: {metric.title}" for metric in metrics),
        topic=_topic(coded),
    )


def _shares(
    coded: Coded, metrics: list[Metric], values: pd.DataFrame, groups: Grouping, applying: str
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for metric in metrics:
        for group, part in groups.split(values[metric.name]):
            found = share_of(part.to_numpy(dtype=float))
            rows.append(
                (
                    metric.label, group, found.n, found.missing, found.count, found.share,
                    found.low, found.high,
                )
            )  # fmt: skip
    return Table(
        f"{coded.instrument.name}-boolean-metrics",
        f"Papers that fulfil a metric of {coded.instrument.name}",
        (
            text("metric", "metric"),
            text("group", groups.by or "papers"),
            N,
            MISSING,
            count("fulfilled", "fulfilled"),
            SHARE,
            SHARE_LOW,
            SHARE_HIGH,
        ),
        tuple(rows),
        f"papers that fulfil the metric among those it can be told of; Wilson's interval{applying}",
        n=len(coded.answers),
        missing=_missing(groups),
        notes=tuple(f"{metric.label}: {metric.title}" for metric in metrics),
        topic=_topic(coded),
    )


def _topic(coded: Coded) -> str:
    return f"Metrics: {coded.instrument.name}"


def _missing(groups: Grouping) -> str:
    left_out = "papers of which the metric cannot be computed are left out of its row"
    return "; ".join(part for part in (left_out, groups.missing) if part)
