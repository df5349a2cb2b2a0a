"""Excel workbooks (.xlsx): values only, no formula is computed, and nothing that was made to burst.

Only the sheet that has something in it is read; where several have, one must be named.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.exchange.forms.writing import Written, cannot_write
from reproscope.study.exchange.numbers import number_of, written
from reproscope.study.exchange.problems import Problem, Problems
from reproscope.study.exchange.sheet import MOST_COLUMNS, Sheet, SheetBuilder
from reproscope.study.exchange.spreadsheet_text import guarded, spelt, unguarded, unspelt

_MOST_ROWS = 1_048_576
_MOST_PARTS = 2_000
_MOST_SHEETS = 200
_LARGEST_PART = 600_000_000
# Held in memory whole; the sheets are streamed.
_LARGEST_HELD = 150_000_000
_LONGEST_CELL = 32_767


def read(path: Path, sheet: str, problems: Problems) -> Sheet:
    """Read one sheet; cells after a row's end are empty, those beyond the header a problem."""
    _check_archive(path)
    from openpyxl import load_workbook

    try:
        book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
    except Exception as error:
        # A stranger's archive can make openpyxl fail in any way.
        raise ReproscopeError(f"{path}: not a usable Excel file: {error!s:.200}") from None
    try:
        return _read(path, _chosen(path, book, sheet), problems)
    except ReproscopeError:
        raise
    except Exception as error:
        raise ReproscopeError(f"{path}: not a usable Excel file: {error!s:.200}") from None
    finally:
        book.close()


def _check_archive(path: Path) -> None:
    """Look at what the archive says of its parts; zipfile unpacks no more than that."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            if len(parts) > _MOST_PARTS:
                raise ReproscopeError(f"{path}: more than {_MOST_PARTS:,} parts are not read")
            for part in parts:
                bound = _LARGEST_PART if "worksheets/" in part.filename else _LARGEST_HELD
                if part.file_size > bound:
                    name = shown_name(part.filename)
                    raise ReproscopeError(f"{path}: {name} would unpack to over {bound:,} bytes")
                _refuse_entities(path, archive, part)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, zlib.error):
        raise ReproscopeError(f"{path}: not a usable Excel file: the archive is damaged") from None
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be read: {error.strerror}") from None


def _refuse_entities(path: Path, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """No workbook declares a document type; who does wants entities to be filled in."""
    if not part.filename.lower().endswith((".xml", ".rels")):
        return
    with archive.open(part) as opened:
        start = opened.read(4_096)
    if b"<!DOCTYPE" in start or b"<!ENTITY" in start or b"\0" in start:
        raise ReproscopeError(f"{path}: {shown_name(part.filename)} is no part of a workbook")


def _chosen(path: Path, book: Any, name: str) -> Any:
    sheets = book.worksheets[: _MOST_SHEETS + 1]
    titles = [sheet.title for sheet in sheets]
    if len(sheets) > _MOST_SHEETS:
        raise ReproscopeError(f"{path}: more than {_MOST_SHEETS} sheets are not read")
    for sheet in sheets:
        # What a sheet says of its size need not be true.
        sheet.reset_dimensions()
    if name:
        if name in titles:
            return sheets[titles.index(name)]
        raise ReproscopeError(f"{path}: no sheet {shown_name(name)}: there are {', '.join(titles)}")
    filled = [sheet for sheet in sheets if next(_rows(path, sheet), None) is not None]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        raise ReproscopeError(f"{path}: the workbook is empty")
    names = ", ".join(sheet.title for sheet in filled)
    raise ReproscopeError(f"{path}: several sheets have content ({names}): name one in the mapping")


def _rows(path: Path, sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that has something in it, with its number."""
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > _MOST_ROWS or len(row) > MOST_COLUMNS:
            raise ReproscopeError(
                f"{path}: more than {_MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns are not read"
            )
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _read(path: Path, sheet: Any, problems: Problems) -> Sheet:
    rows = _rows(path, sheet)
    first, header = next(rows, (1, [""]))
    builder = SheetBuilder(str(path), header, "row", first)
    wide: list[tuple[int, int]] = []
    for number, cells in rows:
        if len(cells) > builder.width:
            wide.append((number, len(cells)))
        else:
            builder.add(number, [*cells, *[""] * (builder.width - len(cells))])
    made = builder.sheet()
    for number, width in wide:
        message = f"cells in this row: {width}, in the header: {builder.width}"
        problems.note(Problem(made.file, number, "", message, "row"))
    return made


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return unguarded(unspelt(value))
        case bool():
            return str(int(value))
        case int() | float():
            return written(value)
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
    return str(value)


def write(path: Path, table: Written) -> None:
    """Write one sheet; numbers are numbers where they read back the same, all else is text."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("data")
    try:
        sheet.append([_cell(path, name) for name in table.columns])
        rows = iter(table.rows)
        for row in islice(rows, _MOST_ROWS - 1):
            sheet.append([_cell(path, cell) for cell in row])
        if next(rows, None) is not None:
            raise ReproscopeError(
                f"{path}: more than the {_MOST_ROWS:,} rows of a sheet: write .csv or .parquet"
            )
        book.save(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    except ReproscopeError:
        # openpyxl has a file of its own open until the sheet is ended.
        sheet.close()
        raise


def _cell(path: Path, text: str) -> object:
    if not text:
        return None
    number = number_of(text)
    # Excel knows 15 digits of a number; one with more is text.
    if number is not None and float(f"{number:.15g}") == number:
        return number
    shown = spelt(guarded(text))
    if len(shown) > _LONGEST_CELL:
        raise ReproscopeError(
            f"{path}: a text of {len(text):,} characters does not go into a cell of Excel, which "
            f"takes {_LONGEST_CELL:,}: write .csv, .json or .parquet"
        )
    return shown
