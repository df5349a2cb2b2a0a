"""Tests of many features on one scale of p: raw, and adjusted by Holm and Benjamini-Hochberg."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from reproscope.core import Cell, Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, beside, no_value, scale, stand
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import ladder
from reproscope.study.figures.style import INK, MAIN, OTHER, PAPER, RULE, SMALL, WIDTH
from reproscope.study.figures.words import counted, listed, plain, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEVEL, _LEAST = 0.05, 1e-300
# A filled, a hollow and a crossed mark: told apart without colour.
_MARKS = {"p": ("o", MAIN, MAIN), "p_bh": ("s", PAPER, OTHER), "p_holm": ("D", PAPER, INK)}
_NAMES = {"p": "p", "p_bh": "p by Benjamini-Hochberg", "p_holm": "p by Holm"}


def feature_tests(table: Table) -> Iterator[Drawing]:
    """Draw each feature's three p-values, the smallest on top."""
    rows = sorted(table.records(), key=_order)
    rungs = ladder([(plain(row["feature"]), False) for row in rows], 190, 17)
    said = [told(table, "p", row["p"]) if row["p"] is not None else "" for row in rows]
    room = max(measure.width(text, SMALL) for text in ("p", *said)) + 8
    left = rungs.gutter + 10
    canvas = Canvas.of(24 + rungs.height + AXIS)
    axes = canvas.axes(left, 24, WIDTH - left - room, rungs.height)
    stand(axes, rungs)
    _log_scale(axes, rows)
    _key(canvas, left, WIDTH - room + 6)
    axes.axvline(_LEVEL, color=INK, linewidth=1.0, linestyle=(0, (4, 2)))
    for rung, row, text in zip(rungs.rows, rows, said, strict=True):
        if row["p"] is None:
            no_value(axes, rung.centre, f"no test: {row['why_not']}")
            continue
        found = {
            name: max(number(row[name]) or 0.0, _LEAST) for name in _MARKS if row[name] is not None
        }
        axes.plot([min(found.values()), max(found.values())], [rung.centre] * 2, color=RULE,
                  linewidth=2, zorder=1)  # fmt: skip
        for name, value in reversed(found.items()):
            mark, fill, edge = _MARKS[name]
            axes.plot(
                [value], [rung.centre], mark, markersize=5.5, color=fill, markeredgecolor=edge,
                markeredgewidth=1.2, clip_on=False, gid=name,
            )  # fmt: skip
        beside(axes, 1, rung.centre, text)
    yield Drawing(table.name, f"{table.title}: how small p is", _alt(table, rows), canvas.figure)


def _order(row: Mapping[str, Cell]) -> float:
    return 2.0 if row["p"] is None else number(row["p"]) or 0.0


def _log_scale(axes: Axes, rows: Sequence[Mapping[str, Cell]]) -> None:
    least = min(
        (max(number(row["p"]) or 0.0, _LEAST) for row in rows if row["p"] is not None), default=0.01
    )
    low = min(floor(log10(least)), -2)
    step = max(1, ceil(-low / 8))
    powers = list(range(0, low - 1, -step))
    axes.set_xscale("log")
    axes.set_xlim(10.0**low / 1.5, 1.6)
    axes.set_xticks([10.0**power for power in powers])
    axes.set_xticklabels([_power(power) for power in powers])
    axes.minorticks_off()
    scale(axes, "p, log scale: the further left, the less likely by chance alone", zero=False)


def _power(power: int) -> str:
    """Write a power of ten.

    >>> _power(0), _power(-2), _power(-12)
    ('1', '0.01', '10⁻¹²')
    """
    if power >= -3:
        return f"{10.0**power:g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _key(canvas: Canvas, left: float, right: float) -> None:
    from matplotlib.lines import Line2D

    x = left
    for name, (mark, fill, edge) in _MARKS.items():
        sample = Line2D(
            [(x + 4) / WIDTH], [1 - 7.5 / canvas.height], marker=mark, linestyle="", color=fill,
            markersize=5.5, markeredgecolor=edge, markeredgewidth=1.2,
            transform=canvas.figure.transFigure,
        )  # fmt: skip
        canvas.figure.add_artist(sample)
        canvas.text(x + 13, 0.5, _NAMES[name], fontsize=SMALL)
        x += 13 + measure.width(_NAMES[name], SMALL) + 16
    canvas.text(x, 0.5, "dashed: 0.05", fontsize=SMALL)
    canvas.text(right, 0.5, "p", fontsize=SMALL)


def _alt(table: Table, rows: list[Mapping[str, Cell]]) -> str:
    tested = [row for row in rows if row["p"] is not None]

    def below(name: str) -> str:
        found = [
            row for row in tested if row[name] is not None and (number(row[name]) or 0) < _LEVEL
        ]
        return counted(len(found), "feature")

    values = listed(f"{plain(row['feature'])} {told(table, 'p', row['p'])}" for row in tested)
    return (
        f"{table.title}: p of {counted(len(tested), 'feature')}. Below 0.05: {below('p')} raw, "
        f"{below('p_bh')} by Benjamini-Hochberg, {below('p_holm')} by Holm. From the smallest p: "
        f"{values}."
    )
