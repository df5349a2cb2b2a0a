"""Which chart draws which table: by the end of the table's name and the columns it must have.

A new chart is a module in ``charts`` and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from reproscope.core import Table
from reproscope.study.figures.charts import (
    boxes,
    correlations,
    coverage,
    curves,
    documented,
    forest,
    frequencies,
    heat,
    means,
    prediction,
    pvalues,
    stacked,
)
from reproscope.study.figures.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, with the pattern of table names and the columns that it asks for.

    Of a longer table than ``most_rows`` the first rows are drawn, as a picture must end somewhere.
    """

    pattern: str
    columns: frozenset[str]
    drawings: Callable[[Table], Iterator[Drawing]]
    most_rows: int = 300

    def fits(self, table: Table) -> bool:
        """Whether this chart can draw a table."""
        names = {column.name for column in table.columns}
        return fnmatchcase(table.name, self.pattern) and self.columns <= names


def _chart(
    pattern: str, columns: str, drawings: Callable[[Table], Iterator[Drawing]], most_rows: int = 300
) -> Chart:
    return Chart(pattern, frozenset(columns.split()), drawings, most_rows)


CHARTS = (
    _chart("*-metrics", "metric group mean low high", means.metric_means, 1500),
    _chart("*-boolean-metrics", "metric group fulfilled share", means.boolean_shares, 1500),
    _chart("*-coverage", "variable factor documented n share low high", coverage.coverage),
    _chart("*-coverage", "variable factor share_1 share_2", heat.coverage_by_group),
    _chart("*-documented", "factor documented papers share", documented.documented),
    _chart("*-features", "feature p p_holm p_bh why_not", pvalues.feature_tests),
    _chart("*", "level observed_1 observed_2 expected_1 expected_2", stacked.crossed),
    _chart("*-prediction", "features number auc low high chance why_not", prediction.prediction),
    _chart("*-importance", "feature cost deviation", prediction.importance),
    _chart("attempt-results", "paper experiments identical consistent", stacked.attempt_results),
    _chart("outcomes", "level n success success_share", stacked.outcomes),
    _chart("success", "level n succeeded share low high", means.shares),
    _chart("reproduced", "criteria n reproduced share low high", means.shares),
    _chart("*-and-outcome", "metric rho low high why_not", forest.outcome_correlations),
    _chart("*-by-outcome", "metric outcome n least q1 median q3 most", boxes.metric_boxes),
    _chart("discrepancies", "category kind question papers level_1", frequencies.frequencies),
    _chart("discrepancy-spread", "kind level n least q1 median q3 most", boxes.discrepancy_boxes),
    _chart("discrepancy-map", "category attempt_1", heat.discrepancy_map),
    _chart("discrepancy-correlations", "whose first second rho p", correlations.correlations),
    _chart("times", "n least q1 median q3 most", boxes.times),
    _chart("time-curves", "curve days at_risk left low high", curves.curves, 10**9),
    _chart("*-hazards", "feature ratio low high p_holm why_not", forest.hazards),
)  # fmt: skip


def charts_of(table: Table) -> tuple[Chart, ...]:
    """Return the charts that draw a table; none where it has no picture."""
    return tuple(chart for chart in CHARTS if chart.fits(table)) if table.rows else ()
