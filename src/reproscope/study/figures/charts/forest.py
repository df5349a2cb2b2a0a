"""Forest plots: hazard ratios on a log scale, and correlations of metrics with the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from reproscope.core import Cell, Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, scale, stand
from reproscope.study.figures.charts.points import Point, draw, number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import Ladder, ladder
from reproscope.study.figures.style import INK, SMALL, WIDTH
from reproscope.study.figures.words import listed, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TICKS = (0.001, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100, 1000, 10000)


def hazards(table: Table) -> Iterator[Drawing]:
    """Draw each feature's hazard ratio with its interval, the strongest first."""
    rows = sorted(table.records(), key=lambda row: -(number(row["ratio"]) or 0.0))
    points = [_point(table, row, "ratio", "feature") for row in rows]
    sure = [
        row for row in rows if row["p_holm"] is not None and (number(row["p_holm"]) or 0) < 0.05
    ]
    alt = listed(f"{p.label} {p.said or p.why_not}" for p in points)
    strong = listed(plain(row["feature"]) for row in sure) or "none"
    yield Drawing(
        table.name, f"{table.title}: hazard ratios with 95% intervals",
        f"{table.title}. Hazard ratios with 95% intervals: {alt}. Below 0.05 after Holm: {strong}.",
        _log(points, "hazard ratio, log scale: right of 1 is faster").figure,
    )  # fmt: skip


def outcome_correlations(table: Table) -> Iterator[Drawing]:
    """Draw each metric's rank correlation with the outcome."""
    points = [_point(table, row, "rho", "metric") for row in table.records()]
    alt = listed(f"{p.label} {p.said or p.why_not}" for p in points)
    title = f"{table.title}: Spearman's rho with 95% intervals"
    canvas, axes, rungs = _forest(points)
    axes.set_xlim(-1.02, 1.02)
    axes.set_xticks([-1, -0.5, 0, 0.5, 1], ["−1", "−0.5", "0", "0.5", "1"])
    scale(axes, "Spearman's rho: right of 0, a higher metric goes with a better outcome")
    draw(axes, rungs, points)
    yield Drawing(table.name, title, f"{title}. {alt}.", canvas.figure)


def _point(table: Table, row: Mapping[str, Cell], value: str, label: str) -> Point:
    low, high = number(row["low"]), number(row["high"])
    said = ""
    if row[value] is not None:
        said = f"{number(row[value]):.2f}"
        said += f" ({low:.2f} to {high:.2f})" if low is not None and high is not None else ""
    said = said.replace("-", "\N{MINUS SIGN}")
    why = str(row["why_not"] or "no value")
    return Point(plain(row[label]), number(row[value]), low, high, said, False, why)


def _forest(points: Sequence[Point]) -> tuple[Canvas, Axes, Ladder]:
    rungs = ladder([(p.label, False) for p in points], 190, 17)
    left = rungs.gutter + 10
    room = max((measure.width(p.said, SMALL) for p in points), default=0.0) + 8
    canvas = Canvas.of(rungs.height + AXIS + 4)
    axes = canvas.axes(left, 2, WIDTH - left - room, rungs.height)
    stand(axes, rungs)
    return canvas, axes, rungs


def _log(points: list[Point], title: str) -> Canvas:
    canvas, axes, rungs = _forest(points)
    usable = [p for p in points if p.value is not None and p.value > 0]
    every = [x for p in usable for x in (p.value, p.low, p.high) if x is not None and x > 0]
    low, high = min([0.5, *every]), max([2.0, *every])
    axes.set_xscale("log")
    axes.set_xlim(low / 1.15, high * 1.15)
    axes.set_xticks([tick for tick in _TICKS if low / 1.15 <= tick <= high * 1.15])
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.minorticks_off()
    scale(axes, title, zero=False)
    axes.axvline(1, color=INK, linewidth=1.0)
    draw(axes, rungs, points)
    return canvas
