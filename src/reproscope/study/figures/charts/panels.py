"""Panels of one size side by side, each below its title, the names of rows at the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas
from reproscope.study.figures.style import WIDTH

_GAP = 12.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a panel stands; ``first`` in its line, ``lowest`` in its column."""

    x: float
    top: float
    first: bool
    lowest: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet with the titles of panels, the width of each, and where they stand."""

    canvas: Canvas
    width: float
    spots: tuple[Spot, ...]


def grid(titles: Sequence[str], left: float, high: float, *, scales: bool) -> Grid:
    """Write the titles of panels so high; ``scales`` leaves room for a scale below each."""
    columns = 2 if len(titles) in (2, 4) else min(3, len(titles))
    width = (WIDTH - left - (columns - 1) * _GAP) / columns
    broken = [measure.lines(title, width, bold=True) for title in titles]
    lines = [broken[start : start + columns] for start in range(0, len(broken), columns)]
    heads = [measure.height(max(len(title) for title in line)) + 5 for line in lines]
    below = 24.0 if scales else 12.0
    canvas = Canvas.of(sum(heads) + len(lines) * (high + below) - below + AXIS)
    spots: list[Spot] = []
    top = 0.0
    for line, head in zip(lines, heads, strict=True):
        for across, title in enumerate(line):
            x = left + across * (width + _GAP)
            y = top + head - 5 - measure.height(len(title))
            canvas.text(x, y, "\n".join(title), fontweight="bold")
            lowest = len(spots) + columns >= len(titles)
            spots.append(Spot(x, top + head, across == 0, lowest))
        top += head + high + below
    return Grid(canvas, width, tuple(spots))
