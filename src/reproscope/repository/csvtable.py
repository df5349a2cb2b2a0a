"""A CSV table as it lies on a disk: its header, its rows with their lines, its notes.

Values stay text; what they mean is for whoever asks. A table ends at its first empty row: the
published evaluation sets have notes (quartiles, counts) below one.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.textfile import text_of

LARGEST_FILE = 50_000_000


class TableError(ReproscopeError):
    """A table that cannot be used; the message names the file, the line and the column."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line it begins on, and its cells by the header's names."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True)
class CsvTable:
    """A header and its rows; `notes` counts the rows below the first empty one."""

    name: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: int = 0

    def wrong(self, row: Row, column: str, problem: str) -> TableError:
        """Return the error about one cell."""
        return TableError(f"{self.name}:{row.line}: column {shown_name(column)}: {problem}")

    def number(self, row: Row, column: str) -> float | None:
        """Return a finite number, or ``None`` where the cell is empty."""
        text = row.cells[column].strip()
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise self.wrong(row, column, f"{shown_name(text)} is not a finite number")
        return value


def read_csv(path: Path) -> CsvTable:
    """Read a table; a file that is none says why."""
    return parse_csv(text_of(path, LARGEST_FILE, "table", TableError), str(path))


def parse_csv(text: str, name: str) -> CsvTable:
    """Read the text of a table; *name* is the file's in messages."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        return _table(reader, name)
    except csv.Error as error:
        raise TableError(f"{name}:{reader.line_num}: not CSV: {error}") from None


def _table(reader: Iterator[list[str]], name: str) -> CsvTable:
    header = tuple(cell.strip() for cell in next(reader, []))
    if not any(header):
        raise TableError(f"{name}: the table has no header")
    twice = next((one for one in header if one and header.count(one) > 1), None)
    if twice is not None:
        raise TableError(f"{name}:1: column {shown_name(twice)} is there twice")
    rows: list[Row] = []
    notes, ended = 0, False
    for cells in reader:
        line = getattr(reader, "line_num", len(rows) + 2)
        ended = ended or not any(cell.strip() for cell in cells)
        if ended:
            notes += any(cell.strip() for cell in cells)
            continue
        if len(cells) != len(header):
            raise TableError(f"{name}:{line}: {len(cells)} cells, the header has {len(header)}")
        rows.append(Row(line, dict(zip(header, cells, strict=True))))
    return CsvTable(name, header, tuple(rows), notes)
