"""Which form a file has: by its ending, and only if its first bytes do not tell otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.study.exchange.forms import csv_form, excel_form, json_form, parquet_form
from reproscope.study.exchange.forms.writing import Written
from reproscope.study.exchange.problems import Problems
from reproscope.study.exchange.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Form:
    """How files of one ending are read and written, and how large they may be."""

    name: str
    read: Callable[[Path, str, Problems], Sheet]
    write: Callable[[Path, Written], None]
    largest: int


FORMS: Mapping[str, Form] = {
    ".csv": Form("CSV", csv_form.read, csv_form.write, 1_000_000_000),
    ".xlsx": Form("Excel", excel_form.read, excel_form.write, 200_000_000),
    ".json": Form("JSON", json_form.read, json_form.write, 200_000_000),
    ".parquet": Form("Parquet", parquet_form.read, parquet_form.write, 1_000_000_000),
}
SUFFIXES = tuple(FORMS)
_ADVICE = "save it as .csv, .xlsx, .json or .parquet"
# What a file is that begins so, and the ending under which it may come.
_BEGINNINGS = (
    (b"%PDF", "a PDF document", ""),
    (b"PK", "a zip archive, as Excel's files are", ".xlsx"),
    (b"\xd0\xcf\x11\xe0", "an Excel file of the old kind (.xls)", ""),
    (b"PAR1", "a Parquet file", ".parquet"),
    (b"\x1f\x8b", "compressed by gzip", ""),
    (b"SQLite format 3", "an SQLite database", ""),
    (b"\xff\xfe", "text in UTF-16", ""),
    (b"\xfe\xff", "text in UTF-16", ""),
)


def form_of(path: Path) -> Form:
    """Return the form that a file's ending names."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        ending = path.suffix or "no ending"
        raise ReproscopeError(f"{path}: files of {ending} are not read or written: {_ADVICE}")
    return form


def read_sheet(path: Path, problems: Problems, sheet: str = "") -> Sheet:
    """Read one table; *sheet* names it in an Excel file of several."""
    form = form_of(path)
    _check_beginning(path, form)
    return form.read(path, sheet, problems)


def _check_beginning(path: Path, form: Form) -> None:
    try:
        if not path.is_file():
            raise ReproscopeError(f"{path}: cannot be read: there is no such file")
        size = path.stat().st_size
        with path.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be read: {error.strerror}") from None
    if size == 0:
        raise ReproscopeError(f"{path}: the file is empty")
    if size > form.largest:
        raise ReproscopeError(f"{path}: more than {form.largest:,} bytes are not read: divide it")
    suffix = path.suffix.lower()
    for beginning, what, its_own in _BEGINNINGS:
        if start.startswith(beginning) and its_own != suffix:
            advice = f"name it {path.stem}{its_own}" if its_own in FORMS else _ADVICE
            raise ReproscopeError(f"{path}: this is {what} and no {form.name} file: {advice}")
    needed = {".xlsx": b"PK", ".parquet": b"PAR1"}.get(suffix, b"")
    if not start.startswith(needed):
        raise ReproscopeError(f"{path}: this is no {form.name} file")
