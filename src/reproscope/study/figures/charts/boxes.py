"""Box plots from a table of quartiles: least, quartiles, median, mean and most of each group.

A box needs no rows of single papers, so that a study can publish it without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from reproscope.core import Cell, Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, beside, no_value, scale, stand
from reproscope.study.figures.charts.panels import grid
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import ladder
from reproscope.study.figures.style import GRADES, INK, MAIN, OTHER, SMALL, WIDTH
from reproscope.study.figures.words import listed, plain, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FIVE = ("least", "q1", "median", "q3", "most")
_READING = "box: middle half, line: median, diamond: mean, whiskers: least and most"
Row = Mapping[str, Cell]


def discrepancy_boxes(table: Table) -> Iterator[Drawing]:
    """Draw the discrepancies of an attempt by level: a panel for each kind."""
    yield from _panels(table, "kind", "level", "discrepancies of an attempt")


def metric_boxes(table: Table) -> Iterator[Drawing]:
    """Draw the metrics of papers by outcome: a panel for each metric."""
    yield from _panels(table, "metric", "outcome", "metric of a paper")


def times(table: Table) -> Iterator[Drawing]:
    """Draw the known times to reproduction as one box."""
    for row in table.records():
        canvas = Canvas.of(34 + AXIS)
        axes = canvas.axes(2, 4, WIDTH - 14, 30)
        axes.set_ylim(30, 0)
        axes.set_yticks([])
        axes.set_xlim(_range([row]))
        scale(axes, f"days to reproduction, {row['n']} papers of which it is known")
        box(axes, 15, 18, row)
        said = ", ".join(f"{c.title} {told(table, c.name, row[c.name])}" for c in table.columns)
        yield Drawing(
            table.name, f"{table.title} ({_READING})", f"{table.title}: {said}.", canvas.figure
        )


def _outcome(name: str) -> str:
    """Write an outcome in words; a level's name, such as R2-D, stays."""
    return name.replace("-", " ") if name.islower() else name


def _panels(table: Table, by: str, group: str, axis: str) -> Iterator[Drawing]:
    panels = [
        (plain(name), list(rows))
        for name, rows in groupby(table.records(), key=lambda r: str(r[by]))
    ]
    panels = [(name, rows) for name, rows in panels if any(row["n"] for row in rows)]
    if not panels:
        return
    groups = list(dict.fromkeys(str(row[group]) for row in table.records()))
    rungs = ladder([(_outcome(name), False) for name in groups], 110, 20)
    shared = by == "kind" or _degrees(panels)
    titles = [name for name, _ in panels]
    placed = grid(titles, rungs.gutter + 10, rungs.height, scales=not shared)
    every = [row for _, rows in panels for row in rows]
    room = max(measure.width(f"n = {row['n']}", SMALL) for row in every) + 8
    for (_, rows), spot in zip(panels, placed.spots, strict=True):
        axes = placed.canvas.axes(spot.x, spot.top, placed.width - room, rungs.height)
        stand(axes, rungs, labels=spot.first)
        axes.set_xlim(_range(every if shared else rows))
        scale(axes, "")
        axes.set_xlabel(axis if spot.lowest else "", fontsize=SMALL)
        axes.locator_params(axis="x", nbins=5, integer=by == "kind")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.tick_params(labelbottom=spot.lowest or not shared)
        for row in rows:
            rung = rungs.rungs[groups.index(str(row[group]))]
            box(axes, rung.centre, 12, row)
            beside(axes, 1, rung.centre, f"n = {row['n']}")
    alt = listed(
        (
            f"{name}: " + ", ".join(_told(table, row, group) for row in rows)
            for name, rows in panels
        ),
        8,
    )
    yield Drawing(
        table.name,
        f"{table.title} ({_READING})",
        f"{table.title}, as box plots. {alt}.",
        placed.canvas.figure,
    )


def _told(table: Table, row: Row, group: str) -> str:
    name = _outcome(str(row[group]))
    if row["median"] is None:
        return f"{name} no value"
    least, median, most = (told(table, of, row[of]) for of in ("least", "median", "most"))
    return f"{name} median {median} ({least} to {most}, n {row['n']})"


def box(axes: Axes, y: float, thick: float, row: Row) -> None:
    """Draw one box; a group without values says so."""
    least, q1, median, q3, most = (number(row[name]) for name in _FIVE)
    if least is None or q1 is None or median is None or q3 is None or most is None:
        no_value(axes, y)
        return
    for start, end in ((least, q1), (q3, most)):
        axes.plot(
            [start, end], [y, y], color=INK, linewidth=1.0, solid_capstyle="butt", gid="whisker"
        )
    for end in (least, most):
        axes.plot([end, end], [y - thick / 4, y + thick / 4], color=INK, linewidth=1.0)
    axes.barh(
        y, q3 - q1, thick, left=q1, color=GRADES[1].fill, edgecolor=MAIN, linewidth=0.8, gid="box"
    )
    axes.plot([median, median], [y - thick / 2, y + thick / 2], color=INK, linewidth=2.0,
              solid_capstyle="butt", gid="median")  # fmt: skip
    mean = number(row.get("mean"))
    if mean is not None:
        axes.plot([mean], [y], "D", color=OTHER, markersize=4.5, markeredgecolor="white",
                  markeredgewidth=0.6, gid="mean", zorder=4)  # fmt: skip


def _range(rows: Sequence[Row]) -> tuple[float, float]:
    found = [
        x for row in rows for x in (number(row["least"]), number(row["most"])) if x is not None
    ]
    low, high = min([0.0, *found]), max(found, default=1.0) or 1.0
    pad = (high - low) * 0.04
    return low - pad, high + pad


def _degrees(panels: Sequence[tuple[str, Sequence[Row]]]) -> bool:
    return max((number(r["most"]) or 0.0 for _, rows in panels for r in rows), default=0.0) <= 1.5
