"""Bars that are divided: outcomes by level, the results of each attempt, levels crossed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reproscope.core import Table
from reproscope.study.figures import measure
from reproscope.study.figures.canvas import AXIS, Canvas, beside, key_height, no_value, scale, stand
from reproscope.study.figures.charts.points import number
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.rows import ladder
from reproscope.study.figures.style import GRADES, KINDS, SMALL, WIDTH, Shade, text_on
from reproscope.study.figures.words import listed, plain, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_SAID = 100.0
_OUTCOMES = ("success", "partial_success", "failure", "no_result")
_RESULTS = ("identical", "consistent", "different", "not_conducted")


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: its label, its parts, what each says, what stands to the right, or in an empty row."""

    label: str
    parts: tuple[float, ...]
    texts: tuple[str, ...]
    said: str = ""
    empty: str = "none"


def outcomes(table: Table) -> Iterator[Drawing]:
    """Draw the outcomes of each level's attempts, with their counts."""
    names = [
        (table_title(table, name), shade) for name, shade in zip(_OUTCOMES, GRADES, strict=True)
    ]
    bars = [
        Bar(
            f"{row['level']} (n = {told(table, 'n', row['n'])})",
            tuple(number(row[f"{name}_share"]) or 0.0 for name in _OUTCOMES),
            tuple(told(table, name, row[name]) for name in _OUTCOMES),
            empty="no attempts",
        )
        for row in table.records()
    ]
    alt = listed(f"{bar.label}: {_parts(bar, names)}" for bar in bars)
    picture = stacked(bars, names, "share of attempts; counts are written in the bars", 24)
    yield Drawing(
        table.name, f"{table.title}: shares, with counts", f"{table.title}. {alt}.", picture.figure
    )


def attempt_results(table: Table) -> Iterator[Drawing]:
    """Draw the shares of each attempt's experiments by class, with its outcome beside it."""
    names = [
        (table_title(table, name), shade) for name, shade in zip(_RESULTS, GRADES, strict=True)
    ]
    rows = list(table.records())
    twice = len({row["paper"] for row in rows}) < len(rows)
    bars = []
    for row in rows:
        parts = tuple(number(row[name]) or 0.0 for name in _RESULTS)
        who = f"{row['paper']}" + (f" {row['attempt']}" if twice else "")
        level = f", {row['level']}" if row["level"] else ""
        bars.append(
            Bar(
                f"{who}{level} (n = {told(table, 'experiments', row['experiments'])})", parts,
                tuple(told(table, name, row[name]) for name in _RESULTS),
                f"{row['outcome']}".replace("-", " "), "no experiments",
            )
        )  # fmt: skip
    alt = listed((f"{bar.label} {bar.said}: {_parts(bar, names)}" for bar in bars), most=8)
    title = f"{table.title}: shares of the paper's experiments"
    picture = stacked(bars, names, "share of the paper's experiments (n)", 17)
    yield Drawing(table.name, title, f"{title}. {alt}.", picture.figure)


def crossed(table: Table) -> Iterator[Drawing]:
    """Draw a table of two characters: each level of the first divided by the second."""
    observed = [c for c in table.columns if c.name.startswith("observed_")]
    if not observed or not table.rows or len(observed) > len(KINDS):
        return
    shades = GRADES[:2] if len(observed) == 2 else KINDS
    names = [(column.title, shade) for column, shade in zip(observed, shades, strict=False)]
    bars = []
    for row in table.records():
        counts = [int(number(row[column.name]) or 0) for column in observed]
        whole = sum(counts)
        parts = tuple(count / whole if whole else 0.0 for count in counts)
        bars.append(Bar(f"{row['level']} (n = {whole})", parts, tuple(map(str, counts))))
    first, _, second = table.title.partition(" and ")
    title = f"{plain(second)} by {plain(first)}: shares of papers, with counts"
    alt = listed(f"{bar.label}: {_parts(bar, names)}" for bar in bars)
    picture = stacked(
        bars, names, "share of papers; counts are written in the bars", 19, what=plain(second)
    )
    yield Drawing(table.name, title, f"{title}. {alt}.", picture.figure)


def _parts(bar: Bar, names: Sequence[tuple[str, Shade]]) -> str:
    """Tell the parts of a bar, except those that are not there."""
    told_of = [
        f"{text} {name}"
        for part, text, (name, _) in zip(bar.parts, bar.texts, names, strict=True)
        if part
    ]
    return ", ".join(told_of) or bar.empty


def table_title(table: Table, name: str) -> str:
    """Return the title of a column, in words."""
    return next(c.title for c in table.columns if c.name == name).replace("-", " ")


def stacked(
    bars: Sequence[Bar], names: Sequence[tuple[str, Shade]], axis: str, least: float,
    *, whole: bool = True, gutter: float = 170, ragged: bool = False, what: str = "",
) -> Canvas:  # fmt: skip
    """Draw divided bars below a key that says what each part is."""
    rungs = ladder([(bar.label, False) for bar in bars], gutter, least)
    left = rungs.gutter + 10
    said = [measure.lines(bar.said, _MOST_SAID, SMALL) for bar in bars]
    room = max((measure.width(line, SMALL) for lines in said for line in lines), default=0.0)
    wide = WIDTH - left - room - (8 if room else 16)
    head = key_height(names, left, what)
    canvas = Canvas.of(head + rungs.height + AXIS + 2)
    canvas.key(names, left, what)
    axes = canvas.axes(left, head, wide, rungs.height)
    stand(axes, rungs, ragged=ragged)
    most = 1.0 if whole else max((sum(bar.parts) for bar in bars), default=1.0) or 1.0
    axes.set_xlim(0, most)
    if whole:
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}%")
    else:
        axes.locator_params(axis="x", integer=True)
    scale(axes, axis)
    thick = min(least - 4, 17)
    for rung, bar, lines in zip(rungs.rows, bars, said, strict=True):
        start = 0.0
        if not sum(bar.parts):
            no_value(axes, rung.centre, bar.empty)
        for part, text, (_, shade) in zip(bar.parts, bar.texts, names, strict=True):
            if part <= 0:
                continue
            axes.barh(
                rung.centre, part, thick, left=start, color=shade.fill, hatch=shade.hatch,
                edgecolor=shade.edge, linewidth=0.6, gid="value",
            )  # fmt: skip
            if measure.width(text, SMALL) + 5 <= part / most * wide:
                _inside(axes, start + part / 2, rung.centre, text, shade)
            start += part
        if bar.said:
            beside(axes, 1, rung.centre, lines)
    return canvas


def _inside(axes: Axes, x: float, y: float, text: str, shade: Shade) -> None:
    """Write inside a part; on a hatched one the text stands on a patch of its colour."""
    patch = {"facecolor": shade.fill, "edgecolor": "none", "pad": 1.0} if shade.hatch else None
    beside(axes, x, y, text, dx=0, inside=True, ha="center", color=text_on(shade.fill), bbox=patch)
