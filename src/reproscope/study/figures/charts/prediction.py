"""How well an outcome is predicted, beside what luck reaches; and what a forest relies on."""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.core import Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, above, scale, stand
from reproscope.study.figures.charts.points import Point, bounds, draw, number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import ladder
from reproscope.study.figures.style import FAINT, INK, SMALL, SOFT, WIDTH
from reproscope.study.figures.words import counted, listed, plain, told

_COIN = 0.5


def prediction(table: Table) -> Iterator[Drawing]:
    """Draw the AUC of each choice of features with its interval; grey is within luck's reach."""
    rows = list(table.records())
    points = []
    for row in rows:
        low, high = number(row["low"]), number(row["high"])
        used = counted(int(number(row["number"]) or 0), "feature")
        said = f"{told(table, 'auc', row['auc'])}, {used}" if row["auc"] is not None else ""
        why = str(row["why_not"] or "no value")
        points.append(Point(str(row["features"]), number(row["auc"]), low, high, said, False, why))
    luck = max((number(row["chance"]) or 0.0 for row in rows), default=0.0)
    rungs = ladder([(p.label, False) for p in points], 190, 24)
    left = rungs.gutter + 10
    room = max((measure.width(p.said, SMALL) for p in points), default=0.0) + 8
    canvas = Canvas.of(18 + rungs.height + AXIS)
    axes = canvas.axes(left, 18, WIDTH - left - room, rungs.height)
    stand(axes, rungs)
    low, _ = bounds(points, zero=False)
    axes.set_xlim(min(low, 0.45), 1.0)
    scale(axes, "AUC with 95% interval: 0.5 is a coin, 1 is never wrong", zero=False)
    if luck:
        axes.axvspan(axes.get_xlim()[0], luck, color=FAINT, linewidth=0, zorder=0)
        axes.axvline(luck, color=SOFT, linewidth=1, linestyle=(0, (4, 2)), gid="luck")
        above(axes, luck, [f"by luck up to {luck:.2f}"], color=SOFT)
    axes.axvline(_COIN, color=INK, linewidth=1)
    draw(axes, rungs, points, size=6)
    alt = listed(
        f"{p.label} {p.said} ({p.low:.3f} to {p.high:.3f})"
        if p.value is not None and p.low is not None and p.high is not None
        else f"{p.label} {p.said or p.why_not}"
        for p in points
    )
    by_luck = f" Shuffled outcomes reach up to {luck:.3f} by luck." if luck else ""
    yield Drawing(
        table.name, f"{table.title}: AUC with 95% intervals",
        f"{table.title}, as AUC with 95% intervals: {alt}.{by_luck}", canvas.figure,
    )  # fmt: skip


def importance(table: Table) -> Iterator[Drawing]:
    """Draw what shuffling each feature costs, with the deviation over folds."""
    points = []
    for row in table.records():
        cost, over = number(row["cost"]), number(row["deviation"])
        low, high = (None, None) if cost is None or over is None else (cost - over, cost + over)
        said = "" if cost is None else told(table, "cost", cost)
        said += f" ± {told(table, 'deviation', over)}" if said and over is not None else ""
        said = said.replace("-", "\N{MINUS SIGN}")
        points.append(Point(plain(row["feature"]), cost, low, high, said))
    rungs = ladder([(p.label, False) for p in points], 190, 16)
    left = rungs.gutter + 10
    room = max((measure.width(p.said, SMALL) for p in points), default=0.0) + 8
    canvas = Canvas.of(rungs.height + AXIS + 4)
    axes = canvas.axes(left, 2, WIDTH - left - room, rungs.height)
    stand(axes, rungs)
    axes.set_xlim(bounds(points))
    scale(axes, "what shuffling the feature costs in AUC, ± deviation over folds")
    draw(axes, rungs, points)
    title = f"{table.title}: cost in AUC, with its deviation over folds"
    alt = listed(f"{p.label} {p.said or p.why_not}" for p in points)
    yield Drawing(table.name, title, f"{title}: {alt}.", canvas.figure)
