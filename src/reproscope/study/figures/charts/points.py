"""Values with their intervals, one a row: a mark for the value, a line for the interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reproscope.core import Cell
from reproscope.study.figures.canvas import beside, no_value
from reproscope.study.figures.rows import Ladder
from reproscope.study.figures.style import FAINT, INK, MAIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Point:
    """A row's value with its interval, what is written beside it, and whether it is a total."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    said: str = ""
    total: bool = False
    why_not: str = "no value"


def number(cell: Cell) -> float | None:
    """Return a cell as a number, None where it has none."""
    return float(cell) if isinstance(cell, int | float) else None


def bounds(points: Iterable[Point], *, zero: bool = True) -> tuple[float, float]:
    """Return where a scale begins and ends that shows all marks and intervals, and 0 if asked."""
    every = [x for p in points for x in (p.value, p.low, p.high) if x is not None]
    if zero:
        every.append(0.0)
    low, high = (min(every), max(every)) if every else (0.0, 1.0)
    if low == high:
        low, high = (low, low + 1) if low == 0 else (low - abs(low) / 2, high + abs(high) / 2)
    pad = (high - low) * 0.04
    return (low - pad if low < 0 or not zero else -pad / 4), high + pad


def draw(axes: Axes, rungs: Ladder, points: Sequence[Point], *, size: float = 5.0) -> None:
    """Draw a point on each row; what is said of it stands to the right of the axes."""
    for rung, point in zip(rungs.rows, points, strict=True):
        y = rung.centre
        colour = INK if point.total else MAIN
        if point.total:
            axes.axhspan(rung.top, rung.top + rung.height, color=FAINT, linewidth=0, zorder=0)
        if point.value is None:
            no_value(axes, y, point.why_not)
            continue
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [y, y], color=colour, linewidth=1.4, marker="|",
                      markersize=6, markeredgewidth=1.2, gid="interval")  # fmt: skip
        axes.plot([point.value], [y], "D" if point.total else "o", color=colour, clip_on=False,
                  markersize=size, markeredgewidth=0, gid="value")  # fmt: skip
        if point.said:
            beside(axes, 1, y, point.said)
