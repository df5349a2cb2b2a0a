"""Survival curves with their bounds, and how many papers are still at risk below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from reproscope.core import Cell, Table
from reproscope.study.figures.canvas import Canvas
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.style import INK, MAIN, OTHER, SMALL, SOFT, WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HIGH, _LEFT, _ROW = 210.0, 46.0, 15.0
_COLOURS = (MAIN, OTHER, INK)
_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1.5)))


@dataclass(frozen=True, slots=True)
class Curve:
    """The steps of one curve: days, share left, bounds, at risk before the step."""

    name: str
    days: tuple[float, ...]
    left: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    at_risk: tuple[int, ...]

    def at(self, day: float) -> float:
        """Return the share that is left on a day."""
        return next(
            (s for d, s in zip(reversed(self.days), reversed(self.left), strict=True) if d <= day),
            1.0,
        )

    def waiting(self, day: float) -> int:
        """Return how many are at risk on a day; the table has every time at which one leaves."""
        return next((n for d, n in zip(self.days, self.at_risk, strict=True) if d >= day), 0)


def curves(table: Table) -> Iterator[Drawing]:
    """Draw each curve as steps, its bounds as a band, and the number at risk below."""
    every = [
        _curve(name, list(rows)) for name, rows in groupby(table.records(), lambda r: r["curve"])
    ]
    if not every:
        return
    last = max(curve.days[-1] for curve in every) or 1.0
    canvas = Canvas.of(8 + _HIGH + 44 + _ROW * (2 * len(every) + 1))
    axes = canvas.axes(_LEFT, 8, WIDTH - _LEFT - 8, _HIGH)
    axes.set_xlim(0, last * 1.02)
    axes.set_ylim(0, 1.03)
    axes.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.0f}%")
    axes.grid(axis="y")
    axes.axhline(0, color=SOFT, linewidth=0.8)
    axes.set_xlabel("days to reproduction", labelpad=5)
    axes.set_ylabel("not yet reproduced", labelpad=6)
    for place, curve in enumerate(every):
        _draw(axes, curve, place % len(_COLOURS))
    _numbers(canvas, axes, every, last)
    alt = " ".join(_told(curve, last) for curve in every)
    yield Drawing(
        table.name, f"{table.title}, with 95% bounds and the papers at risk",
        f"{table.title}. {alt} {' '.join(table.notes)}", canvas.figure,
    )  # fmt: skip


def _curve(name: Cell, rows: Sequence[Mapping[str, Cell]]) -> Curve:
    def column(of: str) -> tuple[float | None, ...]:
        return tuple(number(row[of]) for row in rows)

    filled = {of: tuple(x or 0.0 for x in column(of)) for of in ("days", "left", "at_risk")}
    risk = tuple(int(x) for x in filled["at_risk"])
    return Curve(str(name), filled["days"], filled["left"], column("low"), column("high"), risk)


def _draw(axes: Axes, curve: Curve, place: int) -> None:
    days, left = [0.0, *curve.days], [1.0, *curve.left]
    colour = _COLOURS[place]
    axes.plot(days, left, color=colour, drawstyle="steps-post", linewidth=1.8,
              linestyle=_DASHES[place], gid="curve")  # fmt: skip
    # A step without bounds (the last one, where nobody is left) ends the band.
    bounded = [
        (d, lo, hi) for d, lo, hi in zip(curve.days, curve.low, curve.high, strict=True)
        if lo is not None and hi is not None
    ]  # fmt: skip
    if bounded:
        reach = [*bounded, (curve.days[-1], *bounded[-1][1:])]
        at, low, high = zip(*reach, strict=True)
        axes.fill_between(at, low, high, step="post", color=colour, alpha=0.16, linewidth=0,
                          gid="bounds")  # fmt: skip


def _numbers(canvas: Canvas, axes: Axes, every: Sequence[Curve], last: float) -> None:
    """Name each curve with a piece of its line, its papers at risk below each tick."""
    from matplotlib.lines import Line2D

    ticks = [day for day in axes.get_xticks() if 0 <= day <= last * 1.02]
    axes.set_xticks(ticks)
    y = 8 + _HIGH + 40
    canvas.text(0, y, "papers at risk", fontsize=SMALL, color=SOFT)
    for place, curve in enumerate(every):
        y += _ROW
        line = Line2D(
            [0, 26 / WIDTH], [1 - (y + 7) / canvas.height] * 2, color=_COLOURS[place % 3],
            linestyle=_DASHES[place % 3], linewidth=1.8, transform=canvas.figure.transFigure,
        )  # fmt: skip
        canvas.figure.add_artist(line)
        canvas.text(32, y, curve.name, color=_COLOURS[place % 3], fontweight="bold")
        y += _ROW
        for day in ticks:
            waiting = curve.waiting(day)
            x = _LEFT + (WIDTH - _LEFT - 8) * day / (last * 1.02)
            canvas.text(x, y, f"{waiting}", ha="center", fontsize=SMALL)


def _told(curve: Curve, last: float) -> str:
    marks = [last * part for part in (0.1, 0.25, 0.5, 1)]
    said = ", ".join(f"{100 * curve.at(day):.0f}% after {day:.0f} days" for day in marks)
    return f"{curve.name}: not yet reproduced {said}."
