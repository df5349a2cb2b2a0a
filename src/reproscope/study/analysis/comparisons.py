"""Every two groups compared by every metric: by interval, by test, by the size of the effect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from reproscope.core import Cell, Table
from reproscope.instruments import Kind
from reproscope.instruments.expressions import evaluate_all
from reproscope.study.analysis.columns import BENJAMINI_HOCHBERG, HOLM, number, p, text
from reproscope.study.analysis.grouping import Grouping
from reproscope.study.holding import Coded
from reproscope.study.statistics import (
    GroupComparison,
    benjamini_hochberg,
    compare_groups,
    holm,
)

_MOST_GROUPS = 8
_COLUMNS = (
    text("metric", "metric"),
    text("first", "group"),
    text("second", "compared with"),
    number("difference", "difference"),
    text("intervals", "intervals"),
    p("p_t", "p, t"),
    p("p_welch", "p, Welch"),
    p("p_mann_whitney", "p, Mann-Whitney"),
    number("g", "Hedges' g", 2),
    number("delta", "Cliff's delta", 2),
    HOLM,
    BENJAMINI_HOCHBERG,
    text("why_not", "no test because"),
)


def comparison_tables(coded: Coded, groups: Grouping) -> Iterator[Table]:
    """Yield a table of all pairs of groups, for up to eight groups."""
    instrument = coded.instrument
    if not 2 <= len(groups.names) <= _MOST_GROUPS or not instrument.metrics:
        return
    values = evaluate_all(instrument, coded.answers)
    compared: list[tuple[str, str, str, GroupComparison]] = []
    for metric in instrument.metrics:
        if metric.kind is Kind.BOOLEAN or values[metric.name].isna().all():
            continue
        parts = dict(groups.split(values[metric.name]))
        for first, second in combinations(groups.names, 2):
            found = compare_groups(
                parts[first].to_numpy(dtype=float), parts[second].to_numpy(dtype=float)
            )
            if found.first.n and found.second.n:
                compared.append((metric.label, first, second, found))
    raw = [found.welch.p for *_, found in compared]
    rows: list[tuple[Cell, ...]] = [
        (*names, found.difference, _overlap(found), found.student.p, found.welch.p,
         found.mann_whitney.p, found.welch.effect, found.mann_whitney.effect, by_holm, by_bh,
         found.welch.why_not or found.mann_whitney.why_not)
        for (*names, found), by_holm, by_bh in zip(
            compared, holm(raw), benjamini_hochberg(raw), strict=True
        )
    ]  # fmt: skip
    yield Table(
        f"{instrument.name}-comparisons",
        f"Groups by {groups.by} compared on the metrics of {instrument.name}",
        _COLUMNS,
        tuple(rows),
        "the second group less the first; intervals are the 95% intervals of the two means, which "
        "overlap more often than tests find no difference; t test with pooled variance, Welch's t "
        "test, Mann-Whitney test with continuity and tie correction, all two-sided; Holm and "
        "Benjamini-Hochberg adjust Welch's p over all rows",
        n=len(coded.answers),
        missing="papers of which a metric cannot be computed are left out of its rows",
        topic=f"Metrics: {instrument.name}",
    )


def _overlap(found: GroupComparison) -> str | None:
    if found.intervals_overlap is None:
        return None
    return "overlap" if found.intervals_overlap else "apart"
