"""How every figure looks: sizes, colours, hatches, marks, and what matplotlib is told of them.

Colours differ in lightness as well as in hue, so that they are told apart without colour vision and
in grey print; text stands 4.5 to 1 or better against what it stands on. Sizes are in points: a
figure is as wide as the text of a report.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

WIDTH = 516.0  # 43rem of the report, at 16 pixels a rem and 0.75 points a pixel
SIZE, SMALL = 9.0, 8.0
LINE_HEIGHT = 1.3
DPI = 200
LEAST_CONTRAST = 4.5

INK, SOFT, RULE, FAINT, PAPER = "#1f2328", "#57606a", "#d8dbd6", "#f1f2ee", "#ffffff"
MAIN, OTHER = "#0b5394", "#b35900"
# Verdana and DejaVu Sans have nearly the same widths, so a text fits wherever it is shown.
FONTS = ("DejaVu Sans", "Verdana", "sans-serif")


@dataclass(frozen=True, slots=True)
class Shade:
    """A filling: its colour and its hatch, with the colour of the hatch's lines."""

    fill: str
    hatch: str = ""
    edge: str = PAPER


# From the best to the least favourable; what was not done is nearly the paper's colour.
GRADES = (
    Shade("#0b3c68"),
    Shade("#5fa8d8"),
    Shade("#f0a63c", "////"),
    Shade("#e9e9e4"),
)
# For kinds without an order.
KINDS = (
    Shade("#0b5394"),
    Shade("#f0a63c", "////"),
    Shade("#9fcbb8"),
    Shade("#7a4a86", "\\\\\\\\"),
    Shade("#e3e3de", "....", SOFT),
    Shade("#6d7682", "xxxx"),
)
HEAT = ("#f4f6f8", "#cfe1ef", "#8dbbdc", "#3f86bd", "#0b4f8a", "#07305a")

_DRAWING = Lock()
_RULES: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": SOFT,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.labelsize": SIZE,
    "axes.linewidth": 0.8,
    "axes.unicode_minus": True,
    "figure.dpi": 72,
    "figure.facecolor": PAPER,
    "font.family": "sans-serif",
    "font.sans-serif": list(FONTS),
    "font.size": SIZE,
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "hatch.color": PAPER,
    "hatch.linewidth": 0.8,
    "path.simplify": False,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "reproscope",
    "text.color": INK,
    "text.hinting": "no_hinting",
    "text.parse_math": False,
    "xtick.color": SOFT,
    "xtick.labelcolor": SOFT,
    "xtick.labelsize": SMALL,
    "ytick.color": SOFT,
    "ytick.labelcolor": SOFT,
    "ytick.labelsize": SMALL,
}


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio).

    >>> contrast("#000000", "#ffffff"), contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def text_on(fill: str) -> str:
    """Return a colour of text that can be read on a filling."""
    return next(ink for ink in (INK, PAPER, "#000000") if contrast(ink, fill) >= LEAST_CONTRAST)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@contextmanager
def in_style() -> Iterator[None]:
    """Draw in this style, whatever the user's own matplotlib settings, one thread at a time."""
    import matplotlib

    # What is ignored says of a letter that a font lacks it: readers' own fonts draw it in SVG.
    quiet = warnings.catch_warnings(action="ignore", category=UserWarning)
    with _DRAWING, matplotlib.rc_context(), quiet:
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_RULES)
        yield
