"""A sheet to draw on, measured in points from its top left corner, and the words around axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reproscope.core.visible import visible_line
from reproscope.study.figures import measure
from reproscope.study.figures.rows import Ladder
from reproscope.study.figures.style import INK, LINE_HEIGHT, PAPER, SIZE, SMALL, SOFT, WIDTH, Shade

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AXIS = 30.0  # below an axis: its tick labels and its title


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
        """Write lines of text with their left end at x, the first with its top at y."""
        place = {"ha": "left", "va": "baseline", "fontsize": SIZE, "color": INK, **how}
        # Lines stand on their baseline: their middle depends on which letters a text has.
        for line in map(visible_line, text.split("\n")):
            y += measure.height(1, place["fontsize"])
            base = y - place["fontsize"] * 0.3
            self.figure.text(x / WIDTH, 1 - base / self.height, line, **place)

    def key(self, entries: Sequence[tuple[str, Shade]], left: float, what: str = "") -> None:
        """Draw what each filling means along the top."""
        from matplotlib.patches import Rectangle

        places, _ = _key_places(entries, left, what)
        if what:
            self.text(left, 0, f"{what}:")
        for (_, shade), (x, top, lines) in zip(entries, places, strict=True):
            self.figure.add_artist(
                Rectangle(
                    (x / WIDTH, 1 - (top + 10.5) / self.height), 11 / WIDTH, 9 / self.height,
                    facecolor=shade.fill, hatch=shade.hatch, edgecolor=shade.edge, linewidth=0.6,
                    transform=self.figure.transFigure,
                )
            )  # fmt: skip
            self.text(x + 16, top, "\n".join(lines))


def key_height(entries: Sequence[tuple[str, Shade]], left: float, what: str = "") -> float:
    """Return how high a key is."""
    return _key_places(entries, left, what)[1]


def _key_places(
    entries: Sequence[tuple[str, Shade]], left: float, what: str
) -> tuple[list[tuple[float, float, tuple[str, ...]]], float]:
    """Return where each entry of a key stands, with its lines, and how high all are."""
    x = left + (measure.width(f"{what}:") + 10 if what else 0)
    top, deepest, found = 0.0, 1, []
    for name, _ in entries:
        lines = measure.lines(name, WIDTH - left - 20)
        wide = 16 + max(measure.width(line) for line in lines)
        if x > left and x + wide > WIDTH:
            x, top, deepest = left, top + measure.height(deepest) + 2, 1
        found.append((x, top, lines))
        deepest = max(deepest, len(lines))
        x += wide + 16
    return found, top + measure.height(deepest) + 10


def stand(
    axes: Axes, rungs: Ladder, *, labels: bool = True, left: float = 8.0, ragged: bool = False
) -> None:
    """Make an axis of rows: y is in points from the top, and labels stand to the left.

    ``ragged`` begins all labels at the same place, which reads better where they are sentences.
    """
    axes.set_ylim(rungs.height, 0)
    axes.set_yticks([])
    for rung in rungs.rungs if labels else ():
        outer = rung.heading or ragged
        beside(
            axes, 0, rung.centre, rung.lines, dx=-rungs.gutter - left if outer else -left,
            ha="left" if outer else "right", fontsize=rungs.size,
            fontweight="bold" if rung.heading else "normal",
        )  # fmt: skip


def scale(axes: Axes, title: str, *, zero: bool = True) -> None:
    """Draw the scale along the bottom: light lines, a line at 0, and the title below."""
    axes.grid(axis="x")
    if zero:
        axes.axvline(0, color=SOFT, linewidth=0.8)
    axes.set_xlabel(title, fontsize=SIZE, labelpad=5)


def beside(
    axes: Axes, x: float, y: float, lines: str | Sequence[str], *, dx: float = 6.0,
    inside: bool = False, **how: Any,
) -> None:  # fmt: skip
    """Write lines in the middle of a row: x from 0 to 1 across the axes, or in the axes' units.

    They stand on their baselines: a middle would depend on which letters a text has.
    """
    place = {"ha": "left", "va": "baseline", "fontsize": SMALL, "color": INK, **how}
    every = [visible_line(line) for line in ([lines] if isinstance(lines, str) else lines)]
    size = place["fontsize"]
    step = size * (LINE_HEIGHT - 0.1)
    for number, line in enumerate(every):
        axes.annotate(
            line, (x, y), (dx, ((len(every) - 1) / 2 - number) * step - 0.36 * size),
            xycoords=("data" if inside else "axes fraction", "data"),
            textcoords="offset points", annotation_clip=False, **place,
        )  # fmt: skip


def above(axes: Axes, x: float, lines: Sequence[str], *, dy: float = 4.0, **how: Any) -> None:
    """Write lines above the axes, at a place in its units."""
    place = {"ha": "center", "va": "baseline", "fontsize": SMALL, "color": INK, **how}
    step = place["fontsize"] * LINE_HEIGHT
    for number, line in enumerate(map(visible_line, reversed(lines))):
        axes.annotate(
            line, (x, 1), (0, dy + number * step), xycoords=("data", "axes fraction"),
            textcoords="offset points", annotation_clip=False, **place,
        )  # fmt: skip


def no_value(axes: Axes, y: float, text: str = "no value") -> None:
    """Say that a row has no value, in words: it has neither mark nor bar."""
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
    beside(axes, 0, y, text, color=SOFT, fontstyle="italic", bbox=ground, gid="no-value")
