"""What a chart hands over: a matplotlib figure with its words; and that as a ``core.Figure``."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from reproscope.core import Figure, Table
from reproscope.core.visible import visible_line
from reproscope.study.figures import measure
from reproscope.study.figures.style import DPI, LINE_HEIGHT, SIZE, WIDTH

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_TITLE_SIZE = SIZE + 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture, its title in plain words and a text that says its main numbers."""

    name: str
    title: str
    alt: str
    picture: Picture = field(repr=False)


def finished(drawing: Drawing, table: Table, *, titled: bool) -> Figure:
    """Return a drawing as SVG and PNG; ``titled`` writes its title above it."""
    title, alt = visible_line(drawing.title), visible_line(drawing.alt)
    above = _write_title(drawing.picture, title) if titled else 0.0
    return Figure(
        drawing.name,
        title,
        alt,
        _svg(drawing.picture, title, alt, above),
        table,
        _saved(drawing.picture, "png", above, {"Software": None, "Title": title}),
    )


def _write_title(picture: Picture, title: str) -> float:
    """Write a title above the sheet and return how many points it takes."""
    lines = measure.lines(title, WIDTH, _TITLE_SIZE, bold=True)
    above = measure.height(len(lines), _TITLE_SIZE) + 10
    high = picture.get_figheight() * 72
    picture.text(
        0, 1 + above / high, "\n".join(lines), ha="left", va="top", fontsize=_TITLE_SIZE,
        fontweight="bold", linespacing=LINE_HEIGHT,
    )  # fmt: skip
    return above


def _saved(picture: Picture, form: str, above: float, metadata: dict[str, str | None]) -> bytes:
    from matplotlib.transforms import Bbox

    into = io.BytesIO()
    wide, high = picture.get_size_inches()
    # A border keeps what stands at the very edge; a title stands above the sheet.
    sheet = Bbox([[-0.04, -0.04], [wide + 0.04, high + above / 72 + 0.04]])
    picture.savefig(into, format=form, dpi=DPI if form == "png" else 72, bbox_inches=sheet,
                    metadata=metadata)  # fmt: skip
    return into.getvalue()


def _svg(picture: Picture, title: str, alt: str, above: float) -> str:
    """Return the SVG without date, program and document type, with its title and description."""
    none = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    drawn = _saved(picture, "svg", above, none).decode("utf-8")
    drawn = _METADATA.sub("", drawn, count=1)
    start = drawn.index("<svg ") + len("<svg ")
    end = drawn.index(">", start) + 1
    words = f"<title>{escape(title)}</title>\n <desc>{escape(alt)}</desc>"
    named = f'<svg role="img" aria-label={quoteattr(title)} {drawn[start:end]}'
    return f"{named}\n {words}{drawn[end:]}"
