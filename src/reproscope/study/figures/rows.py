"""The rows of a chart: labels below each other, each row as high as its wrapped text needs.

So a figure grows with its rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reproscope.study.figures import measure
from reproscope.study.figures.style import SIZE, WIDTH

_PADDING = 3.0


@dataclass(frozen=True, slots=True)
class Rung:
    """One row of a chart: the lines of its label, and where it stands below the first."""

    lines: tuple[str, ...]
    top: float
    height: float
    heading: bool = False

    @property
    def centre(self) -> float:
        """The middle of the row."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rows below each other, with the width of their labels."""

    rungs: tuple[Rung, ...]
    gutter: float
    size: float

    @property
    def height(self) -> float:
        """How high all rows are."""
        return self.rungs[-1].top + self.rungs[-1].height if self.rungs else 0.0

    @property
    def rows(self) -> tuple[Rung, ...]:
        """The rows that are no headings."""
        return tuple(rung for rung in self.rungs if not rung.heading)


def ladder(
    labels: Iterable[tuple[str, bool]], most: float, least: float = 16.0, size: float = SIZE
) -> Ladder:
    """Stand labels below each other: each with whether it is the heading of those that follow."""
    every = list(labels)
    rows = [text for text, heading in every if not heading]
    gutter = min(
        most, max((measure.width(measure.lines(t, 1e9)[0], size) for t in rows), default=0)
    )
    rungs: list[Rung] = []
    top = 0.0
    for text, heading in every:
        broken = measure.lines(text, WIDTH if heading else gutter, size, bold=heading)
        gap = 8.0 if heading and rungs else 0.0
        high = (
            max(least, measure.height(len(broken), size) + _PADDING) if text or not heading else 0
        )
        rungs.append(Rung(broken, top + gap, high, heading))
        top += gap + high
    return Ladder(tuple(rungs), gutter, size)
