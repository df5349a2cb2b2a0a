"""A sheet to draw on, measured in points from its top left corner, and the marks all charts share.

Labels stand on rungs, one below the other, each as high as its wrapped text needs: so a figure
grows with its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reproscope.study.figures import measure
from reproscope.study.figures.style import INK, LINE_HEIGHT, RULE, SIZE, SMALL, SOFT, WIDTH, Shade

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AXIS = 36.0  # below an axis: its tick labels and its title
_PADDING = 4.0


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
        above = 8.0 if heading and rungs else 0.0
        high = max(least, measure.height(len(broken), size) + _PADDING)
        rungs.append(Rung(broken, top + above, high, heading))
        top += above + high
    return Ladder(tuple(rungs), gutter, size)


@dataclass(frozen=True, slots=True)
class Canvas:
    """A matplotlib figure of a report's width and as high as asked."""

    figure: Figure
    height: float

    @classmethod
    def of(cls, height: float) -> Canvas:
        """Return an empty sheet."""
        from matplotlib.figure import Figure

        return cls(Figure(figsize=(WIDTH / 72, height / 72)), height)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Return axes at a place of the sheet, with no frame."""
        found = self.figure.add_axes(
            (left / WIDTH, 1 - (top + height) / self.height, width / WIDTH, height / self.height)
        )
        for spine in found.spines.values():
            spine.set_visible(False)
        found.tick_params(length=0, pad=4)
        return found

    def text(self, x: float, y: float, text: str, **how: Any) -> None:
        """Write a line of text with its left end at x and its top at y."""
        place = {"ha": "left", "va": "top", "fontsize": SIZE, "color": INK, **how}
        self.figure.text(x / WIDTH, 1 - y / self.height, text, **place)

    def key(self, y: float, entries: Sequence[tuple[str, Shade]], left: float = 0.0) -> float:
        """Draw what each filling means in a row, and return how high that is."""
        from matplotlib.patches import Rectangle

        x, top = left, y
        for name, shade in entries:
            label = measure.lines(name, WIDTH - left - 20)
            wide = 16 + max(measure.width(line) for line in label) + 16
            if x > left and x + wide - 16 > WIDTH:
                x, top = left, top + 16
            self.figure.add_artist(
                Rectangle(
                    (x / WIDTH, 1 - (top + 10.5) / self.height), 11 / WIDTH, 9 / self.height,
                    facecolor=shade.fill, hatch=shade.hatch, edgecolor=shade_edge(shade),
                    linewidth=0.6, transform=self.figure.transFigure,
                )
            )  # fmt: skip
            self.text(x + 16, top, "\n".join(label), linespacing=LINE_HEIGHT)
            x += wide
            top += measure.height(len(label) - 1)
        return top - y + 22


def key_height(entries: Sequence[tuple[str, Shade]], left: float = 0.0) -> float:
    """Return how high a key will be."""
    x, rows = left, 1
    for name, _ in entries:
        label = measure.lines(name, WIDTH - left - 20)
        wide = 16 + max(measure.width(line) for line in label) + 16
        if x > left and x + wide - 16 > WIDTH:
            x, rows = left, rows + 1
        x += wide
        rows += len(label) - 1
    return 16.0 * rows + 6


def shade_edge(shade: Shade) -> str:
    """Return the colour of a filling's edge and hatch."""
    return "#8a5400" if shade.hatch == "////" else SOFT if shade.hatch == "...." else "#ffffff"


def stand(axes: Axes, rungs: Ladder, *, labels: bool = True, left: float = 8.0) -> None:
    """Make an axis of rows: y is in points from the top, and labels stand to the left."""
    axes.set_ylim(rungs.height, 0)
    axes.set_yticks([])
    if not labels:
        return
    for rung in rungs.rungs:
        across = -rungs.gutter - left if rung.heading else -left
        axes.annotate(
            "\n".join(rung.lines), (0, rung.centre), (across, 0),
            xycoords=("axes fraction", "data"), textcoords="offset points",
            ha="left" if rung.heading else "right", va="center", fontsize=rungs.size,
            fontweight="bold" if rung.heading else "normal", linespacing=LINE_HEIGHT - 0.15,
            annotation_clip=False, color=INK,
        )  # fmt: skip


def scale(axes: Axes, title: str, *, zero: bool = True) -> None:
    """Draw the scale along the bottom: light lines, a line at 0, and the title below."""
    axes.grid(axis="x")
    if zero:
        axes.axvline(0, color=SOFT, linewidth=0.8)
    axes.set_xlabel(title, fontsize=SIZE, labelpad=5)


def beside(axes: Axes, x: float, y: float, text: str, **how: Any) -> None:
    """Write a small text beside a mark, at a place of the axes' own units."""
    place = {"ha": "left", "va": "center", "fontsize": SMALL, "color": INK, **how}
    axes.annotate(
        text, (x, y), (4 if place["ha"] == "left" else -4 if place["ha"] == "right" else 0, 0),
        textcoords="offset points", annotation_clip=False, **place,
    )  # fmt: skip


def no_value(axes: Axes, y: float, text: str = "no value") -> None:
    """Say that a row has no value, in words: it has neither mark nor bar."""
    axes.annotate(
        text, (0, y), (4, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
        ha="left", va="center", fontsize=SMALL, color=SOFT, fontstyle="italic",
    )  # fmt: skip


def faint_rule(axes: Axes, y: float) -> None:
    """Draw a light line between rows."""
    axes.axhline(y, color=RULE, linewidth=0.7)
