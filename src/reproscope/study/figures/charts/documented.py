"""How many variables of each factor papers document: columns, a panel for each factor.

Gundersen and Kjensmo 2018, Figure 4 b to d.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from reproscope.core import Table
from reproscope.core.cells import NO_VALUE
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import Canvas
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.style import GRADES, INK, SIZE, SMALL, SOFT, WIDTH
from reproscope.study.figures.words import listed, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HIGH, _GAP, _AXIS, _LEFT = 120.0, 26.0, 32.0, 34.0
_COLUMN, _WIDEST = 23.0, 48.0  # a column needs room for its number, and looks odd when very wide


@dataclass(frozen=True, slots=True)
class Panel:
    """A factor: how many papers document how many of its variables, with their share."""

    factor: str
    counts: tuple[tuple[int, float | None, float | None], ...]
    width: float

    @property
    def title(self) -> tuple[str, ...]:
        """The factor's name in lines."""
        return measure.lines(self.factor, self.width, bold=True)


def documented(table: Table) -> Iterator[Drawing]:
    """Draw a panel for each factor, with the number of papers on each column."""
    factors = [
        (factor, tuple((int(number(r["documented"]) or 0), number(r["papers"]), number(r["share"]))
                       for r in rows))
        for factor, rows in groupby(table.records(), key=lambda row: str(row["factor"]))
    ]  # fmt: skip
    lines = list(_lines(factors))
    heads = [measure.height(max(len(panel.title) for panel in line)) + 26 for line in lines]
    canvas = Canvas.of(sum(heads) + len(lines) * (_HIGH + _AXIS))
    most = max((papers or 0 for _, counts in factors for _, papers, _ in counts), default=0)
    top = 0.0
    for line, head in zip(lines, heads, strict=True):
        x = _LEFT
        for panel in line:
            canvas.text(x, top, "\n".join(panel.title), fontweight="bold")
            axes = canvas.axes(x, top + head, panel.width, _HIGH)
            _columns(axes, panel, most, first=panel is line[0])
            x += panel.width + _GAP
        top += head + _HIGH + _AXIS
    yield Drawing(table.name, table.title, _alt(table, factors), canvas.figure)


def _alt(
    table: Table, factors: Sequence[tuple[str, Sequence[tuple[int, float | None, object]]]]
) -> str:
    told = listed(
        f"{factor}: "
        + listed((f"{done} by {_count(papers)} papers" for done, papers, _ in counts), 10)
        for factor, counts in factors
    )
    of = f", of {table.n} papers" if table.n is not None else ""
    return f"{table.title}{of}. {told}."


def _lines(
    factors: Sequence[tuple[str, tuple[tuple[int, float | None, float | None], ...]]],
) -> Iterator[list[Panel]]:
    """Yield lines of panels, as many in each as have room for their columns."""
    room = WIDTH - _LEFT - 2
    line: list[Panel] = []
    for factor, counts in factors:
        panel = Panel(factor, counts, min(room, max(_COLUMN * len(counts), 60)))
        if line and sum(one.width + _GAP for one in line) + panel.width > room:
            yield _widened(line, room)
            line = []
        line.append(panel)
    yield _widened(line, room)


def _widened(line: Sequence[Panel], room: float) -> list[Panel]:
    """Share what room is left, so far as columns do not get too wide."""
    free = room - _GAP * (len(line) - 1)
    factor = free / sum(panel.width for panel in line)
    return [
        Panel(p.factor, p.counts, min(p.width * factor, max(_WIDEST * len(p.counts), 100)))
        for p in line
    ]


def _columns(axes: Axes, panel: Panel, most: float, *, first: bool) -> None:
    axes.set_ylim(0, most * 1.02 if most else 1)
    places = [done for done, _, _ in panel.counts]
    axes.set_xlim(min(places) - 0.6, max(places) + 0.6)
    axes.set_xticks(places)
    axes.set_yticks([])
    axes.axhline(0, color=SOFT, linewidth=0.8)
    axes.set_xlabel("variables documented", fontsize=SMALL)
    if first:
        axes.set_ylabel("papers", fontsize=SIZE, labelpad=8)
    for done, papers, share in panel.counts:
        if papers is not None:
            axes.bar(done, papers, 0.78, color=GRADES[1].fill, gid="value")
        for text, lift, size, colour in (
            (_count(papers), 12, SMALL, INK),
            (percent(share) if papers is not None else "", 3, 7, SOFT),
        ):
            axes.annotate(text, (done, papers or 0), (0, lift), textcoords="offset points",
                          ha="center", fontsize=size, color=colour)  # fmt: skip


def _count(papers: float | None) -> str:
    return NO_VALUE if papers is None else f"{papers:,.0f}"
