"""Do better documented papers come out better? Metrics against the outcome of their attempts.

Table 5.2 of Cappelen and Mølnå 2018, and Spearman's correlation with the outcomes in their order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from reproscope.core import Cell, Table
from reproscope.instruments import Kind, Metric
from reproscope.instruments.expressions import evaluate_all
from reproscope.study.analysis.columns import (
    HIGH,
    LOW,
    MISSING,
    N,
    P,
    number,
    spread,
    spread_columns,
    text,
)
from reproscope.study.analysis.outcomes import ORDER
from reproscope.study.analysis.results import TOPIC
from reproscope.study.attempts.judging import outcome_of
from reproscope.study.attempts.outcome import AttemptOutcome
from reproscope.study.holding import Coded, Holding
from reproscope.study.statistics import mean_of, spearman
from reproscope.study.statistics.ranks import fisher_interval

Degrees = list[tuple[Metric, NDArray[np.float64]]]


def metric_and_outcome_tables(holding: Holding) -> Iterator[Table]:
    """Yield the means of each instrument's metrics by outcome, and their correlation with it."""
    outcomes = _one_a_paper(holding)
    if len(outcomes) < 2:
        return
    for coded in holding.coded.values():
        degrees = _degrees(coded, outcomes)
        if degrees:
            yield _table(coded, degrees, outcomes)
            yield _spread(coded, degrees, outcomes)


def _one_a_paper(holding: Holding) -> dict[str, AttemptOutcome]:
    """Return each paper's best outcome, so that a paper counts once."""
    best: dict[str, AttemptOutcome] = {}
    for attempt in holding.attempts:
        outcome = outcome_of(attempt)
        if outcome is not None and outcome.rank >= best.get(attempt.paper, outcome).rank:
            best[attempt.paper] = outcome
    return best


def _degrees(coded: Coded, outcomes: dict[str, AttemptOutcome]) -> Degrees:
    """Return the metrics that have a value for one of the papers, each with its values."""
    values = evaluate_all(coded.instrument, coded.answers).reindex(list(outcomes))
    columns = [
        (metric, values[metric.name].to_numpy(dtype=float))
        for metric in coded.instrument.metrics
        if metric.kind is not Kind.BOOLEAN
    ]
    return [(metric, column) for metric, column in columns if not np.isnan(column).all()]


def _table(
    coded: Coded,
    degrees: Degrees,
    outcomes: dict[str, AttemptOutcome],
) -> Table:
    ranks = [float(outcome.rank) for outcome in outcomes.values()]
    own = list(outcomes.values())
    rows: list[tuple[Cell, ...]] = []
    for metric, column in degrees:
        means = [mean_of(column[[o is each for o in own]]).mean for each in ORDER]
        test = spearman(column, ranks)
        interval = None if test.statistic is None else fisher_interval(test.statistic, test.n)
        rows.append(
            (metric.label, test.n, test.missing, *means, test.statistic,
             *(interval or (None, None)), test.p, test.why_not)
        )  # fmt: skip
    return Table(
        f"{coded.instrument.name}-and-outcome",
        f"Metrics of {coded.instrument.name} by the outcome of the attempt",
        (text("metric", "metric"), N, MISSING,
         *(number(o.value.replace("-", "_"), o.value) for o in ORDER),
         number("rho", "Spearman's rho"), LOW, HIGH, P, text("why_not", "no test because")),
        tuple(rows),
        "mean of the metric over the papers of each outcome; Spearman's correlation with the "
        "outcome ranked no result 0, failure 1, partial success 2, success 3, average ranks; "
        "interval by Fisher's transformation",
        n=len(outcomes),
        missing="a paper of which the metric cannot be computed is left out of its row; a paper "
        "with several attempts counts with its best",
        topic=TOPIC,
    )  # fmt: skip


def _spread(
    coded: Coded,
    degrees: Degrees,
    outcomes: dict[str, AttemptOutcome],
) -> Table:
    own = list(outcomes.values())
    rows: list[tuple[Cell, ...]] = []
    for metric, column in degrees:
        rows += [
            (metric.label, each.value, *spread(column[[o is each for o in own]])) for each in ORDER
        ]
    return Table(
        f"{coded.instrument.name}-by-outcome",
        f"How metrics of {coded.instrument.name} spread in each outcome",
        (text("metric", "metric"), text("outcome", "outcome"), *spread_columns()),
        tuple(rows),
        "quartiles over the papers of each outcome by linear interpolation",
        n=len(outcomes),
        missing="a paper of which the metric cannot be computed is left out of its rows; a paper "
        "with several attempts counts with its best",
        topic=TOPIC,
    )
