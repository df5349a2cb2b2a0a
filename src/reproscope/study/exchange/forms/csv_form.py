"""CSV: UTF-8 with or without a byte order mark, commas, quotes as RFC 4180 has them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.study.exchange.forms.writing import Written, cannot_write
from reproscope.study.exchange.problems import Problem, Problems
from reproscope.study.exchange.sheet import Sheet, SheetBuilder
from reproscope.study.exchange.spreadsheet_text import guarded, unguarded


def read(path: Path, sheet: str, problems: Problems) -> Sheet:
    """Read a file line by line; a row that is too short or too long is a problem."""
    if sheet:
        raise ReproscopeError(f"{path}: a CSV file has no sheets")
    try:
        with path.open(encoding="utf-8-sig", newline="") as opened:
            return _read(str(path), _rows(path, opened), problems)
    except UnicodeDecodeError:
        line = _line_of_bad_text(path)
        raise ReproscopeError(f"{path}:{line}: not UTF-8 text: save the file as UTF-8") from None
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be read: {error.strerror}") from None


def _rows(path: Path, opened: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the line on which it begins."""
    reader = csv.reader(opened, strict=True)
    before = 0
    try:
        for row in reader:
            if row:
                yield before + 1, row
            before = reader.line_num
    except csv.Error as error:
        raise ReproscopeError(f"{path}:{before + 1}: not CSV: {error}") from None


def _read(file: str, rows: Iterator[tuple[int, list[str]]], problems: Problems) -> Sheet:
    first, header = next(rows, (1, []))
    if not any(name.strip() for name in header):
        raise ReproscopeError(f"{file}:{first}: the header is empty: name the columns")
    builder = SheetBuilder(file, [unguarded(name) for name in header], "line", first)
    ragged: list[tuple[int, int]] = []
    guards: dict[str, str] = {}
    for line, cells in rows:
        if len(cells) != builder.width:
            ragged.append((line, len(cells)))
            continue
        for place, cell in enumerate(cells):
            if cell[:1] == "'":
                cells[place] = guards.setdefault(cell, unguarded(cell))
        builder.add(line, cells)
    sheet = builder.sheet()
    for line, width in ragged:
        message = f"cells in this row: {width}, in the header: {builder.width}; quote any commas"
        problems.note(Problem(file, line, "", message))
    return sheet


def _line_of_bad_text(path: Path) -> int:
    with path.open("rb") as opened:
        for number, line in enumerate(opened, 1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return 1


def write(path: Path, table: Written) -> None:
    """Write UTF-8 with a header; what looks like a formula gets an apostrophe."""
    try:
        with path.open("w", encoding="utf-8", newline="") as opened:
            # With this end of line the writer quotes both of its characters within cells.
            writer = csv.writer(opened, lineterminator="\r\n")
            writer.writerow([guarded(name) for name in table.columns])
            writer.writerows([guarded(cell) for cell in row] for row in table.rows)
    except OSError as error:
        raise cannot_write(path, error) from None
