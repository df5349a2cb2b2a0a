"""How wide a text will be, and where to break it: labels are wrapped, never cut."""

from __future__ import annotations

from functools import cache

from reproscope.core.visible import visible_line
from reproscope.study.figures.style import FONTS, LINE_HEIGHT, SIZE


def width(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """Return how many points wide a line of text is."""
    return _units(visible_line(text), bold) * size / 100


def lines(text: str, most: float, size: float = SIZE, *, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines of so many points at most, between words where that is possible.

    Control characters and the like are spelt out first, as a text is drawn as it stands.
    """
    found: list[str] = []
    line = ""
    for word in visible_line(text).split(" "):
        for piece in _pieces(word, most, size, bold):
            longer = f"{line} {piece}" if line else piece
            if line and width(longer, size, bold=bold) > most:
                found.append(line)
                line = piece
            else:
                line = longer
    return (*found, line)


def height(count: int, size: float = SIZE) -> float:
    """Return how many points high so many lines are."""
    return count * size * LINE_HEIGHT


def _pieces(word: str, most: float, size: float, bold: bool) -> list[str]:
    """Break a word that alone is too wide for a line."""
    if width(word, size, bold=bold) <= most or len(word) < 2:
        return [word]
    for end in range(len(word) - 1, 0, -1):
        if end == 1 or width(word[:end], size, bold=bold) <= most:
            return [word[:end], *_pieces(word[end:], most, size, bold)]
    return [word]


@cache
def _units(text: str, bold: bool) -> float:
    import warnings

    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONTS[0], size=100, weight="bold" if bold else "normal")
    with warnings.catch_warnings():
        # A letter that the font lacks is measured as its box, and drawn by the reader's own fonts.
        warnings.simplefilter("ignore")
        wide, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(wide)
