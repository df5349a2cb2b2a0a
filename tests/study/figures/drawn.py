"""Small tables for figures, and what is read back from a picture."""

from collections.abc import Iterator
from typing import Any

from reproscope.core import Cell, Column, Table
from reproscope.study.figures.drawing import Drawing
from reproscope.study.figures.registry import charts_of
from reproscope.study.figures.style import in_style

KINDS: dict[str, Any] = {"t": "text", "c": "count", "n": "number", "s": "share", "p": "p"}


def table(name: str, columns: str, *rows: tuple[Cell, ...], n: int | None = None) -> Table:
    """Make a table of columns such as ``metric:t mean:n``."""
    made = []
    for column in columns.split():
        title, _, kind = column.partition(":")
        made.append(Column(title, title, KINDS[kind or "t"]))
    return Table(name, f"The table {name}", tuple(made), rows, "made up", n=n)


def drawings(table: Table) -> list[Drawing]:
    """Return what is drawn of a table, as matplotlib figures."""
    with in_style():
        return [drawing for chart in charts_of(table) for drawing in chart.drawings(table)]


def artists(drawing: Drawing, gid: str) -> Iterator[Any]:
    """Yield the marks of a picture that carry a name."""
    for axes in drawing.picture.axes:
        for artist in (*axes.lines, *axes.patches, *axes.collections, *axes.texts):
            if artist.get_gid() == gid:
                yield artist


def xs(drawing: Drawing, gid: str) -> list[list[float]]:
    """Return the places along the scale of all lines of a name."""
    return [[float(x) for x in line.get_xdata()] for line in artists(drawing, gid)]


def widths(drawing: Drawing, gid: str = "value") -> list[float]:
    """Return the lengths of all bars of a name."""
    return [float(bar.get_width()) for bar in artists(drawing, gid)]


def words(drawing: Drawing) -> list[str]:
    """Return every text of a picture."""
    found = [text.get_text() for text in drawing.picture.texts]
    for axes in drawing.picture.axes:
        found += [text.get_text() for text in axes.texts]
    return found


def boxes(drawing: Drawing) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Yield every text that is seen with where it stands: left, bottom, right, top in points."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with in_style():
        drawing.picture.set_dpi(200)
        canvas = FigureCanvasAgg(drawing.picture)
        canvas.draw()
        texts = list(drawing.picture.texts)
        for axes in drawing.picture.axes:
            texts += [*axes.texts, axes.xaxis.label, axes.yaxis.label]
            for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
                low, high = sorted((low, high))
                texts += [
                    tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high
                ]
        for text in texts:
            if text.get_text() and text.get_visible():
                box = text.get_window_extent(canvas.get_renderer())
                left, bottom, right, top = (float(x) / 200 * 72 for x in box.extents)
                yield text.get_text(), (left, bottom, right, top)
