"""All tables that a study's data allow, topic by topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import Table
from reproscope.study.analysis.comparisons import comparison_tables
from reproscope.study.analysis.coverage import coverage_tables
from reproscope.study.analysis.discrepancies import discrepancy_tables
from reproscope.study.analysis.features import feature_tables
from reproscope.study.analysis.grouping import grouping
from reproscope.study.analysis.metric_and_outcome import metric_and_outcome_tables
from reproscope.study.analysis.metrics import metric_tables
from reproscope.study.analysis.outcomes import outcome_tables
from reproscope.study.analysis.papers import paper_tables
from reproscope.study.analysis.predicting import prediction_tables
from reproscope.study.analysis.results import result_tables
from reproscope.study.analysis.times import time_tables
from reproscope.study.holding import Holding


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of an analysis.

    ``by`` is the attribute that papers are grouped by. ``predict`` asks for the predictor, which
    takes the most time. ``seed`` is that of everything random.
    """

    by: str = ""
    predict: bool = True
    seed: int = 0


def analyse(holding: Holding, wish: Wish | None = None) -> tuple[Table, ...]:
    """Return every table that the study's data allow."""
    return tuple(_tables(holding, wish or Wish()))


def _tables(holding: Holding, wish: Wish) -> Iterator[Table]:
    groups = grouping(holding.papers, wish.by)
    yield from paper_tables(holding, groups)
    for coded in holding.coded.values():
        yield from metric_tables(coded, groups)
        yield from comparison_tables(coded, groups)
        yield from coverage_tables(coded, groups)
        yield from feature_tables(coded, wish.seed)
        if wish.predict:
            yield from prediction_tables(coded, wish.seed)
    yield from result_tables(holding)
    yield from outcome_tables(holding)
    yield from metric_and_outcome_tables(holding)
    yield from discrepancy_tables(holding)
    yield from time_tables(holding)
