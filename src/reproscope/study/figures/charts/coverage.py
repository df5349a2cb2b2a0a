"""The share of papers that document each variable, as bars below the name of their factor.

Gundersen and Kjensmo 2018, Figure 3, with counts and intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from reproscope.core import Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, beside, no_value, scale, stand
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import ladder
from reproscope.study.figures.style import GRADES, INK, SMALL, WIDTH
from reproscope.study.figures.words import counted, listed, plain, told


def coverage(table: Table) -> Iterator[Drawing]:
    """Draw a bar for each variable, with its interval and k of n beside it."""
    records = list(table.records())
    factors = [(f, list(rows)) for f, rows in groupby(records, key=lambda row: str(row["factor"]))]
    labels = []
    for factor, rows in factors:
        labels += [(factor, True)] if len(factors) > 1 else []
        labels += [(plain(row["variable"]), False) for row in rows]
    rungs = ladder(labels, 190)
    shares = [told(table, "share", row["share"]) for row in records]
    counts = [f"{row['documented']}/{row['n']}" for row in records]
    wide = max(measure.width(text, SMALL) for text in counts)
    room = max(measure.width(text, SMALL) for text in shares) + wide + 16
    left = rungs.gutter + 10
    canvas = Canvas.of(rungs.height + AXIS + 4)
    axes = canvas.axes(left, 2, WIDTH - left - room, rungs.height)
    stand(axes, rungs)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}%")
    scale(axes, "share of papers that document it, with 95% interval")
    for rung, row, text, of in zip(rungs.rows, records, shares, counts, strict=True):
        share, low, high = (number(row[name]) for name in ("share", "low", "high"))
        if share is None:
            no_value(axes, rung.centre, "no answers")
            continue
        axes.barh(rung.centre, share, 10.5, color=GRADES[1].fill, gid="value")
        if low is not None and high is not None:
            axes.plot([low, high], [rung.centre] * 2, color=INK, linewidth=1.2, gid="interval")
        beside(axes, 1, rung.centre, text, dx=room - wide - 8, ha="right")
        beside(axes, 1, rung.centre, of, dx=room, ha="right")
    yield Drawing(table.name, f"{table.title}, with 95% intervals", _alt(table), canvas.figure)


def _alt(table: Table) -> str:
    rows = [row for row in table.records() if row["share"] is not None]
    rows.sort(key=lambda row: number(row["share"]) or 0.0, reverse=True)
    without = len(table.rows) - len(rows)
    told_of = listed(
        f"{plain(row['variable'])} {told(table, 'share', row['share'])} "
        f"({row['documented']} of {row['n']})"
        for row in rows
    )
    missing = f" {counted(without, 'variable')} without answers." if without else ""
    ranked = f" From the most to the least: {told_of}." if rows else ""
    return f"{table.title}, as bars.{ranked}{missing}"
