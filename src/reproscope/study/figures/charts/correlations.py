"""Spearman's correlations of every two kinds of discrepancy, as a matrix for each selection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from reproscope.core import Cell, Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import Canvas, above, beside
from reproscope.study.figures.charts.heat import shade_of
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.style import PAPER, SIZE, SMALL, SOFT, WIDTH, text_on
from reproscope.study.figures.words import listed, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Blue for what rises together, brown for what runs against each other, both pale near 0.
_RISING = ("#f7f8f8", "#b9d4e8", "#5b9ccb", "#0b4f8a")
_FALLING = ("#f7f8f8", "#f2d3a8", "#d98f2b", "#7a4300")
_HIGH = 34.0
Row = Mapping[str, Cell]


def correlations(table: Table) -> Iterator[Drawing]:
    """Draw a matrix for each selection of attempts, with rho and p in each cell."""
    parts = [
        (name, list(rows)) for name, rows in groupby(table.records(), lambda r: str(r["whose"]))
    ]
    kinds = list(dict.fromkeys(str(r[end]) for r in table.records() for end in ("first", "second")))
    label = min(150.0, max(measure.width(kind) for kind in kinds)) + 8
    wide = (WIDTH - label - 16 * (len(parts) - 1)) / len(parts)
    titles = [measure.lines(_title(table, *part), wide, bold=True) for part in parts]
    names = max(len(measure.lines(kind, wide / (len(kinds) - 1))) for kind in kinds[:-1])
    head = measure.height(max(len(lines) for lines in titles) + names) + 10
    canvas = Canvas.of(head + 4 + _HIGH * (len(kinds) - 1))
    for place, (_, rows) in enumerate(parts):
        left = label + place * (wide + 16)
        canvas.text(left, 0, "\n".join(titles[place]), fontweight="bold")
        axes = canvas.axes(left, head, wide, _HIGH * (len(kinds) - 1))
        _matrix(axes, kinds, rows, table, labels=place == 0)
    alt = listed(
        f"{row['whose']}, {row['first']} and {row['second']}: "
        + (f"rho {told(table, 'rho', row['rho'])}, p {told(table, 'p', row['p'])}"
           if row["rho"] is not None else f"no test, {row['why_not'] or 'no value'}")
        for row in table.records()
    )  # fmt: skip
    title = f"{table.title} Spearman's rho of every two kinds"
    yield Drawing(table.name, title, f"{title}. {alt}.", canvas.figure)


def _title(table: Table, name: str, rows: Sequence[Row]) -> str:
    return f"{name} (n = {' to '.join(sorted({told(table, 'n', row['n']) for row in rows}))})"


def _matrix(
    axes: Axes, kinds: Sequence[str], rows: Sequence[Row], table: Table, *, labels: bool
) -> None:
    """Draw the cells below the diagonal: what is above it would say the same."""
    from matplotlib.patches import Rectangle

    side = len(kinds) - 1
    cell = axes.get_position().width * WIDTH / side
    axes.set_xlim(0, side)
    axes.set_ylim(side, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    for place, kind in enumerate(kinds[:-1]):
        above(axes, place + 0.5, measure.lines(kind, cell), fontsize=SIZE)
    for place, kind in enumerate(kinds[1:] if labels else ()):
        beside(axes, 0, place + 0.5, measure.lines(kind, 150), dx=-6, ha="right", fontsize=SIZE)
    for row in rows:
        x, y = sorted(kinds.index(str(row[end])) for end in ("first", "second"))
        rho = number(row["rho"])
        y -= 1
        if rho is None:
            how: dict[str, Any] = {
                "facecolor": PAPER,
                "hatch": "////",
                "edgecolor": SOFT,
                "linewidth": 0.4,
            }
            axes.add_patch(Rectangle((x, y), 1, 1, gid="no-value", **how))
            continue
        fill = shade_of(abs(rho), _RISING if rho >= 0 else _FALLING)
        axes.add_patch(
            Rectangle((x, y), 1, 1, facecolor=fill, edgecolor=PAPER, linewidth=1.5, gid="value")
        )
        size: dict[str, Any] = {"fontsize": SMALL}
        for text, lift, how in (
            (f"{rho:.2f}".replace("-", "\N{MINUS SIGN}"), 4, {"fontweight": "bold"}),
            (f"p {told(table, 'p', row['p'])}", -9, size),
        ):
            axes.annotate(text, (x + 0.5, y + 0.5), (0, lift), textcoords="offset points",
                          ha="center", color=text_on(fill), **how)  # fmt: skip
