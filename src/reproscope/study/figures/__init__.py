"""From the analysis's tables to figures: SVG and PNG, in one style, each with a text that says it.

What comes in: tables. What goes out: ``core.Figure`` values, or files. A table whose name and
columns a chart asks for is drawn by it (``registry``); nothing is computed here that the table does
not hold.
"""

from reproscope.study.figures.making import draw
from reproscope.study.figures.writing import write

__all__ = ["draw", "write"]
