"""A table as it stands in a file: text in every cell, kept as numbers that count into few texts.

Files have millions of cells and few different ones, so each text stands once and is judged once.
It knows nothing of papers or answers.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError

Codes = npt.NDArray[np.int32]
Whole = npt.NDArray[np.int64]

MOST_COLUMNS = 5_000
MOST_CELLS = 100_000_000


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``texts`` are its different cells, ``codes`` says which of them each row has."""

    name: str
    texts: Sequence[str]
    codes: Codes

    def cell(self, row: int) -> str:
        """Return the text in a row."""
        return str(self.texts[self.codes[row]])


@dataclass(frozen=True, slots=True)
class Sheet:
    """All columns of one table; ``lines`` numbers its rows as a person would who opens the file.

    ``unit`` says what is counted: ``line``, ``row`` or ``record``; ``header`` is the number of the
    header, 0 where there is none to be seen.
    """

    file: str
    columns: tuple[Column, ...]
    lines: Whole
    unit: str = "line"
    header: int = 1

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.lines)

    def column(self, name: str) -> Column | None:
        """Return the column of that name, without blanks around it, or None."""
        return next((column for column in self.columns if column.name.strip() == name), None)

    def named(self, name: str) -> Column:
        """Return a column that is known to be there."""
        return next(column for column in self.columns if column.name.strip() == name)


class SheetBuilder:
    """Takes rows one by one and makes a sheet of them, within bounds of size."""

    def __init__(self, file: str, header: Sequence[str], unit: str, first: int) -> None:
        if len(header) > MOST_COLUMNS:
            raise ReproscopeError(f"{file}: more than {MOST_COLUMNS:,} columns are not read")
        self._file, self._header, self._unit, self._first = file, tuple(header), unit, first
        self._texts: list[dict[str, int]] = [{} for _ in header]
        self._codes = [array("i") for _ in header]
        self._lines = array("q")
        self._most = MOST_CELLS // max(len(header), 1)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self._header)

    def add(self, line: int, cells: Sequence[str]) -> None:
        """Add a row with as many cells as there are columns."""
        if len(self._lines) >= self._most:
            raise ReproscopeError(f"{self._file}: more than {MOST_CELLS:,} cells: divide the file")
        self._lines.append(line)
        for texts, codes, cell in zip(self._texts, self._codes, cells, strict=True):
            codes.append(texts.setdefault(cell, len(texts)))

    def sheet(self) -> Sheet:
        """Return what was taken."""
        columns = tuple(
            Column(name, list(texts), np.frombuffer(codes, np.int32) if codes else _NONE)
            for name, texts, codes in zip(self._header, self._texts, self._codes, strict=True)
        )
        lines = np.asarray(self._lines, np.int64)
        return Sheet(self._file, columns, lines, self._unit, self._first)


_NONE: Codes = np.empty(0, np.int32)
