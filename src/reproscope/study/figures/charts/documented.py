"""How many variables of each factor papers document: columns, a panel for each factor.

Gundersen and Kjensmo 2018, Figure 4 b to d.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from reproscope.core import Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import Canvas
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.style import GRADES, INK, SIZE, SMALL, SOFT, WIDTH
from reproscope.study.figures.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS, _HIGH, _GAP, _AXIS = 3, 120.0, 26.0, 36.0
Count = tuple[int, int, float]


def documented(table: Table) -> Iterator[Drawing]:
    """Draw a panel for each factor, with the number of papers on each column."""
    panels: list[tuple[str, list[Count]]] = [
        (factor, [
            (int(number(row["documented"]) or 0), int(number(row["papers"]) or 0),
             number(row["share"]) or 0.0)
            for row in rows
        ])
        for factor, rows in groupby(table.records(), key=lambda row: str(row["factor"]))
    ]  # fmt: skip
    columns = min(_COLUMNS, len(panels))
    widths = _widths([len(counts) for _, counts in panels], columns)
    titles = [
        measure.lines(factor, wide, bold=True)
        for (factor, _), wide in zip(panels, widths, strict=True)
    ]
    head = measure.height(max(len(lines) for lines in titles)) + 26
    step = head + _HIGH + _AXIS
    canvas = Canvas.of(-(-len(panels) // columns) * step)
    most = max(papers for _, counts in panels for _, papers, _ in counts)
    x = 0.0
    for place, ((_, counts), title) in enumerate(zip(panels, titles, strict=True)):
        if place % columns == 0:
            x = 34.0
        top = place // columns * step
        canvas.text(x, top, "\n".join(title), fontweight="bold")
        axes = canvas.axes(x, top + head, widths[place], _HIGH)
        _columns(axes, counts, most, first=place % columns == 0)
        x += widths[place] + _GAP
    alt = "; ".join(
        f"{factor}: " + listed((f"{done} by {papers} papers" for done, papers, _ in counts), 10)
        for factor, counts in panels
    )
    yield Drawing(table.name, table.title, f"{table.title}, of {table.n}. {alt}.", canvas.figure)


def _widths(bars: list[int], columns: int) -> list[float]:
    """Share the width of each row of panels by their numbers of columns."""
    found: list[float] = []
    for start in range(0, len(bars), columns):
        row = bars[start : start + columns]
        room = WIDTH - 36 - (columns - 1) * _GAP
        full = sum(row) if len(row) == columns else sum(row) / len(row) * columns
        found += [max(44.0, room * count / full) for count in row]
        row_total = sum(found[start:])
        if row_total > room:
            found[start:] = [wide * room / row_total for wide in found[start:]]
    return found


def _columns(axes: Axes, counts: list[Count], most: int, *, first: bool) -> None:
    axes.set_ylim(0, most * 1.02 if most else 1)
    axes.set_xlim(-0.6, max(done for done, _, _ in counts) + 0.6)
    axes.set_xticks([done for done, _, _ in counts])
    axes.set_yticks([])
    axes.axhline(0, color=SOFT, linewidth=0.8)
    axes.set_xlabel("variables documented", fontsize=SMALL)
    if first:
        axes.set_ylabel("papers", fontsize=SIZE, labelpad=8)
    for done, papers, share in counts:
        axes.bar(done, papers, 0.78, color=GRADES[1].fill, gid="value")
        for text, lift, size, colour in (
            (f"{papers}", 12, SMALL, INK),
            (f"{100 * share:.0f}%", 3, 7, SOFT),
        ):
            axes.annotate(text, (done, papers), (0, lift), textcoords="offset points", ha="center",
                          fontsize=size, color=colour, annotation_clip=False)  # fmt: skip
