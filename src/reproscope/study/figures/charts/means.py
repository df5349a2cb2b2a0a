"""Means of metrics and shares of papers by group, each with its interval, as panels side by side.

Gundersen and Kjensmo 2018, Tables 2 and 3 as a picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reproscope.core import Cell, Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, scale, stand
from reproscope.study.figures.charts.panels import grid
from reproscope.study.figures.charts.points import Point, bounds, draw, number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import Ladder, ladder
from reproscope.study.figures.style import SIZE, SMALL, WIDTH
from reproscope.study.figures.words import listed, plain, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TOTALS = ("all papers", "all")


@dataclass(frozen=True, slots=True)
class Panel:
    """One metric with a point for each group."""

    title: str
    points: tuple[Point, ...]


def metric_means(table: Table) -> Iterator[Drawing]:
    """Draw a table of means: a panel for each metric, or a row each where there is one group."""
    yield _drawing(table, _panels(table, "mean"), "mean with 95% interval", "mean")


def boolean_shares(table: Table) -> Iterator[Drawing]:
    """Draw the shares of papers that fulfil each metric."""
    yield _drawing(table, _panels(table, "share"), "share of papers with 95% interval", "share")


def shares(table: Table) -> Iterator[Drawing]:
    """Draw a table of shares, a row each: what was counted, among how many."""
    first, counted = table.columns[0].name, table.columns[2].name
    points = tuple(
        _share(table, row, _named(row[first]), f"{row[counted]} of {row['n']}")
        for row in table.records()
    )
    panel = Panel(table.title, points)
    yield _drawing(table, [panel], "share of attempts with 95% interval", "share")


def _named(cell: Cell) -> str:
    return "criteria not named" if cell == "not named" else str(cell)


def _share(table: Table, row: Mapping[str, Cell], label: str, counts: str) -> Point:
    value = number(row["share"])
    said = f"{told(table, 'share', value)} ({counts})" if value is not None else ""
    return Point(
        label, value, number(row["low"]), number(row["high"]), said, label in _TOTALS, "no answers"
    )


def _panels(table: Table, value: str) -> list[Panel]:
    by_metric: dict[str, list[Point]] = {}
    for row in table.records():
        metric, group = str(row["metric"]), str(row["group"])
        if value == "share":
            point = _share(table, row, group, f"{row['fulfilled']} of {row['n']}")
        else:
            mean = number(row["mean"])
            said = told(table, "mean", mean) if mean is not None else ""
            low, high = number(row["low"]), number(row["high"])
            point = Point(group, mean, low, high, said, group in _TOTALS, "not computable")
        by_metric.setdefault(metric, []).append(point)
    if all(len(points) == 1 for points in by_metric.values()):
        alone = [
            Point(plain(metric), p.value, p.low, p.high, p.said, False, p.why_not)
            for metric, (p,) in by_metric.items()
        ]
        return [Panel("", tuple(alone))]
    return [Panel(plain(metric), tuple(points)) for metric, points in by_metric.items()]


def _drawing(table: Table, panels: Sequence[Panel], axis: str, value: str) -> Drawing:
    said = max((measure.width(p.said, SMALL) for x in panels for p in x.points), default=0.0) + 8
    canvas = _one(panels[0], axis, value, said) if len(panels) == 1 else None
    canvas = canvas or _grid(panels, axis, value, said)
    alt = f"{table.title}, each as {axis}. {_told(table, panels)}."
    return Drawing(table.name, f"{table.title}: {axis}", alt, canvas.figure)


def _told(table: Table, panels: Sequence[Panel]) -> str:
    parts = []
    for panel in panels:
        points = listed(
            f"{p.label} {p.said or p.why_not}{_interval(table, p)}" for p in panel.points
        )
        parts.append(f"{panel.title}: {points}" if panel.title and len(panels) > 1 else points)
    return listed(parts, most=6)


def _interval(table: Table, point: Point) -> str:
    if point.value is None or point.low is None or point.high is None:
        return ""
    return f", {told(table, 'low', point.low)} to {told(table, 'high', point.high)}"


def _one(panel: Panel, axis: str, value: str, said: float) -> Canvas:
    rungs = ladder([(p.label, False) for p in panel.points], 200, 19)
    canvas = Canvas.of(rungs.height + AXIS + 4)
    left = rungs.gutter + 10
    axes = canvas.axes(left, 2, WIDTH - left - said, rungs.height)
    stand(axes, rungs)
    _limits(axes, panel.points, value)
    if value == "share":
        axes.set_xlim(0, 1)
    scale(axes, axis)
    draw(axes, rungs, panel.points)
    return canvas


def _limits(axes: Axes, points: Sequence[Point], value: str) -> None:
    low, high = bounds(points)
    axes.set_xlim(low, min(high, 1.02) if value == "share" else high)
    if value == "share":
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}%")
    else:
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")


def _grid(panels: Sequence[Panel], axis: str, value: str, said: float) -> Canvas:
    labels = list(dict.fromkeys(p.label for panel in panels for p in panel.points))
    rungs = ladder([(label, False) for label in labels], 120, 16)
    shared = _alike(panels)
    placed = grid([p.title for p in panels], rungs.gutter + 10, rungs.height, scales=not shared)
    every = [p for one in panels for p in one.points]
    for panel, spot in zip(panels, placed.spots, strict=True):
        axes = placed.canvas.axes(spot.x, spot.top, placed.width - said, rungs.height)
        stand(axes, rungs, labels=spot.first)
        _limits(axes, every if shared else panel.points, value)
        scale(axes, "")
        axes.set_xlabel(axis if spot.lowest else "", fontsize=SMALL)
        axes.locator_params(axis="x", nbins=4)
        axes.tick_params(labelbottom=spot.lowest or not shared)
        draw(axes, _chosen(rungs, labels, panel), panel.points, size=4.5)
    return placed.canvas


def _alike(panels: Sequence[Panel]) -> bool:
    """Whether all values are degrees, and may stand on one scale."""
    highs = [p.high or p.value or 0.0 for panel in panels for p in panel.points]
    return max(highs, default=0.0) <= 1.5


def _chosen(rungs: Ladder, labels: Sequence[str], panel: Panel) -> Ladder:
    """Return the rows of the groups that a panel has, in its order."""
    rows = tuple(rungs.rungs[labels.index(point.label)] for point in panel.points)
    return Ladder(rows, rungs.gutter, SIZE)
