"""Whether a notebook opens and closes with remarks: the thesis's header and footer (Table 5.1).

A remark is Markdown or a comment, above the first line of code or below the last; a text in triple
quotes at the very start is one too. Not for comments between lines of code.
"""

from __future__ import annotations

from collections.abc import Sequence


def opens_with_remark(cells: Sequence[tuple[bool, str]]) -> bool:
    """Whether a remark stands before the first line of code; cells are (is code, text).

    >>> opens_with_remark([(False, "# Title"), (True, "x = 1")])
    True
    >>> opens_with_remark([(True, "x = 1"), (False, "That was it.")])
    False
    """
    lines = _lines(cells)
    quoted = bool(lines) and lines[0][1].startswith(('"""', "'''"))
    return any(map(_is_code, lines)) and (quoted or not _is_code(lines[0]))


def closes_with_remark(cells: Sequence[tuple[bool, str]]) -> bool:
    """Whether a remark stands after the last line of code; without code there is none."""
    lines = _lines(cells)
    return any(map(_is_code, lines)) and not _is_code(lines[-1])


def _lines(cells: Sequence[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Return the lines that say something: neither blank nor an empty comment."""
    return [
        (code, line)
        for code, text in cells
        for line in map(str.strip, text.split("\n"))
        if line.strip("# \t")
    ]


def _is_code(line: tuple[bool, str]) -> bool:
    code, text = line
    return code and not text.startswith("#")
