"""From tables to figures: for each table that has a picture, its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reproscope.core import Figure, Table
from reproscope.study.figures.drawing import finished
from reproscope.study.figures.registry import charts_of
from reproscope.study.figures.style import in_style


def draw(tables: Iterable[Table], *, titled: bool = False) -> tuple[Figure, ...]:
    """Return the figures of the tables that have a picture, in their order.

    ``titled`` writes each title above its picture, for files that are looked at alone; in a report
    the title stands below.
    """
    return tuple(figure for table in tables for figure in _figures(table, titled=titled))


def _figures(table: Table, *, titled: bool) -> Iterator[Figure]:
    charts = charts_of(table)
    if not charts:
        return
    with in_style():
        for chart in charts:
            for drawing in chart.drawings(_shortened(table, chart.most_rows)):
                yield finished(drawing, table, titled=titled)


def _shortened(table: Table, most: int) -> Table:
    """Return a table's first rows, and say so in its title."""
    if len(table.rows) <= most:
        return table
    title = f"{table.title} (the first {most:,} of {len(table.rows):,} rows)"
    return replace(table, title=title, rows=table.rows[:most])
