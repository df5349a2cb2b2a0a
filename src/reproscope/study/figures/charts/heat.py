"""Heat maps: which attempt met which category, and which share of a group documents what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from reproscope.core import Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import Canvas, above, beside, stand
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import Ladder, Rung, ladder
from reproscope.study.figures.style import HEAT, PAPER, SMALL, SOFT, WIDTH, text_on
from reproscope.study.figures.words import counted, listed, percent, plain, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_MOST_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class Map:
    """Rows of values from 0 to 1 with what is written in each cell; None has no value."""

    labels: tuple[tuple[str, bool], ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]


def discrepancy_map(table: Table) -> Iterator[Drawing]:
    """Draw a row for each category, a column for each attempt."""
    attempts = table.columns[1 : 1 + _MOST_COLUMNS]
    records = list(table.records())
    counts = [[number(row[column.name]) for column in attempts] for row in records]
    most = max((value or 0 for row in counts for value in row), default=0.0) or 1.0
    scale = 0.8 if most == 1 else 1.0
    labels: list[tuple[str, bool]] = []
    for _, rows in groupby(records, key=lambda row: str(row["category"]).rstrip("0123456789")):
        labels += [("", True)] if labels else []
        labels += [(str(row["category"]), False) for row in rows]
    shown = Map(
        tuple(labels),
        tuple(column.title for column in attempts),
        tuple(tuple(None if v is None else scale * v / most for v in row) for row in counts),
        tuple(tuple("" if not v or most == 1 else f"{v:.0f}" for v in row) for row in counts),
    )
    title = f"{table.title}: a dark cell is a discrepancy" + (" met once" if most == 1 else "")
    if len(attempts) < len(table.columns) - 1:
        title += f" (the first {len(attempts)} of {len(table.columns) - 1:,} attempts)"
    sums = [sum(v or 0 for v in column) for column in zip(*counts, strict=True)]
    alt = listed(
        (f"{column.title}: {total:.0f}" for column, total in zip(attempts, sums, strict=True)), 25
    )
    text = (
        f"{table.title}: {counted(len(records), 'category', 'categories')} by "
        f"{counted(len(attempts), 'attempt')}. Discrepancies of each attempt: {alt}."
    )
    yield Drawing(table.name, title, text, _drawn(shown, "attempt at the paper", 12.5).figure)


def coverage_by_group(table: Table) -> Iterator[Drawing]:
    """Draw the share of each group's papers that document each variable."""
    groups = [column for column in table.columns if column.name.startswith("share_")]
    if len(groups) < 2:
        return
    records = list(table.records())
    labels: list[tuple[str, bool]] = []
    for factor, rows in groupby(records, key=lambda row: str(row["factor"])):
        labels += [(factor, True), *((plain(row["variable"]), False) for row in rows)]
    values = tuple(tuple(number(row[g.name]) for g in groups) for row in records)
    texts = tuple(tuple(percent(v) for v in row) for row in values)
    shown = Map(tuple(labels), tuple(g.title for g in groups), values, texts)
    title = f"{table.title}, by group"
    alt = listed(
        (
            f"{plain(row['variable'])}: "
            + ", ".join(f"{g.title} {told(table, g.name, row[g.name])}" for g in groups)
            for row in records
        ),
        8,
    )
    picture = _drawn(shown, "share of the group's papers", 16)
    yield Drawing(f"{table.name}-by-group", title, f"{title}. {alt}.", picture.figure)


def _drawn(shown: Map, axis: str, least: float) -> Canvas:
    rungs = ladder(shown.labels, 190, least, SMALL)
    left = rungs.gutter + 10
    cell = min(90.0, (WIDTH - left) / len(shown.columns))
    upright = any(measure.width(name, SMALL) > cell - 3 for name in shown.columns)
    names = [measure.lines(name, 110 if upright else cell, SMALL) for name in shown.columns]
    widest = max(measure.width(line, SMALL) for lines in names for line in lines)
    head = (widest if upright else measure.height(1, SMALL)) + 22
    canvas = Canvas.of(head + rungs.height + 2)
    canvas.text(left, 0, axis)
    axes = canvas.axes(left, head, cell * len(shown.columns), rungs.height)
    stand(axes, rungs)
    axes.set_xlim(0, len(shown.columns))
    axes.set_xticks([])
    for place, lines in enumerate(names):
        if upright:
            axes.annotate(
                "\n".join(lines), (place + 0.5, 1), (0, 4), xycoords=("data", "axes fraction"),
                textcoords="offset points", ha="center", va="bottom", fontsize=SMALL,
                rotation=90, annotation_clip=False,
            )  # fmt: skip
        else:
            above(axes, place + 0.5, lines)
    _cells(axes, rungs, shown)
    return canvas


def _cells(axes: Axes, rungs: Ladder, shown: Map) -> None:
    for rung, values, texts in zip(rungs.rows, shown.values, shown.texts, strict=True):
        for place, (value, text) in enumerate(zip(values, texts, strict=True)):
            _cell(axes, place, rung, value)
            if text and value is not None:
                colour = text_on(shade_of(value))
                beside(axes, place + 0.5, rung.centre, text, dx=0, inside=True, ha="center",
                       color=colour)  # fmt: skip


def _cell(axes: Axes, place: int, rung: Rung, value: float | None) -> None:
    """Draw one cell; what has no value is hatched, as it must not look like a 0."""
    from matplotlib.patches import Rectangle

    how: dict[str, Any] = (
        {"facecolor": PAPER, "hatch": "////", "edgecolor": SOFT, "linewidth": 0.3}
        if value is None
        else {"facecolor": shade_of(value), "edgecolor": PAPER, "linewidth": 0.8}
    )
    gid = "no-value" if value is None else "value"
    axes.add_patch(Rectangle((place, rung.top), 1, rung.height, gid=gid, **how))


def shade_of(value: float, colours: Sequence[str] = HEAT) -> str:
    """Return the colour of a value from 0 to 1, between the two nearest of the scale."""
    from matplotlib.colors import to_hex, to_rgb

    place = min(max(value, 0.0), 1.0) * (len(colours) - 1)
    lower = min(int(place), len(colours) - 2)
    part = place - lower
    low, high = to_rgb(colours[lower]), to_rgb(colours[lower + 1])
    red, green, blue = ((1 - part) * a + part * b for a, b in zip(low, high, strict=True))
    return to_hex((red, green, blue))
