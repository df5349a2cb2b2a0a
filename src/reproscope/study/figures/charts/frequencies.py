"""How many attempts met each category of discrepancy, by level: a figure for each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from reproscope.core import Cell, Table
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.charts.stacked import Bar, stacked
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.style import KINDS
from reproscope.study.figures.words import counted, listed


def frequencies(table: Table) -> Iterator[Drawing]:
    """Draw a bar for each category, divided by level, with what the category is."""
    levels = [column for column in table.columns if column.name.startswith("level_")]
    if not levels or len(levels) > len(KINDS):
        return
    names = [(column.title, shade) for column, shade in zip(levels, KINDS, strict=False)]
    for kind, rows in groupby(table.records(), key=lambda row: str(row["kind"])):
        every = list(rows)
        bars = [_bar(row, [column.name for column in levels]) for row in every]
        title = f"{kind}: attempts that met each category, by level"
        met = sorted(every, key=lambda row: -(number(row["papers"]) or 0))
        alt = listed(
            f"{row['category']} {counted(int(number(row['papers']) or 0), 'attempt')} "
            f"({', '.join(f'{row[c.name]} at {c.title}' for c in levels)})"
            for row in met
            if row["papers"]
        )
        of = f", of {table.n}" if table.n is not None else ""
        axis = f"attempts{of}"
        picture = stacked(bars, names, axis, 19, whole=False, gutter=270, ragged=True, what="level")
        yield Drawing(
            f"{table.name}-{kind.lower()}",
            title,
            f"{title}{of}. {alt or 'No category was met'}.",
            picture.figure,
        )


def _bar(row: Mapping[str, Cell], levels: list[str]) -> Bar:
    counts = tuple(int(number(row[name]) or 0) for name in levels)
    return Bar(
        f"{row['category']}  {row['question']}",
        tuple(map(float, counts)),
        tuple(str(count) for count in counts),
    )
