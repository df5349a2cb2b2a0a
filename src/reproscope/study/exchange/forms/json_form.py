"""JSON: a list of records, each an object of texts, numbers, true, false or null."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reproscope.core import ReproscopeError
from reproscope.study.exchange.forms.writing import Written, cannot_write, typed
from reproscope.study.exchange.numbers import written
from reproscope.study.exchange.problems import Problem, Problems
from reproscope.study.exchange.sheet import Sheet, SheetBuilder

_ADVICE = 'write a list of records: [{"paper": "1", "train": 1}, …]'


class _Twice(Exception):
    """A record names a column twice."""


def read(path: Path, sheet: str, problems: Problems) -> Sheet:
    """Read a file of records; the columns are all names that a record has."""
    if sheet:
        raise ReproscopeError(f"{path}: a JSON file has no sheets")
    records = _records(path)
    names: dict[str, None] = {}
    for record in records:
        names.update(dict.fromkeys(record))
    if not names:
        raise ReproscopeError(f"{path}: there is no record in it: {_ADVICE}")
    builder = SheetBuilder(str(path), list(names), "record", 0)
    for number, record in enumerate(records, 1):
        cells = []
        for name in names:
            try:
                cells.append(_cell(record.get(name)))
            except ReproscopeError as error:
                problems.note(Problem(str(path), number, name, error.message, "record"))
                cells.append("")
        builder.add(number, cells)
    return builder.sheet()


def _records(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        document = json.loads(text, object_pairs_hook=_object)
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ReproscopeError(f"{path}: not UTF-8 text: save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        raise ReproscopeError(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    except _Twice as error:
        raise ReproscopeError(f"{path}: a record has {error.args[0]!r} twice") from None
    except (RecursionError, ValueError):
        # Python refuses whole numbers of thousands of digits with a plain ValueError.
        raise ReproscopeError(f"{path}: too deep or too long: {_ADVICE}") from None
    if not isinstance(document, list):
        raise ReproscopeError(f"{path}: this is no list of records: {_ADVICE}")
    for number, record in enumerate(document, 1):
        if not isinstance(record, dict):
            raise ReproscopeError(f"{path}: record {number} is no object: {_ADVICE}")
    return document


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name[:80])
        found[name] = value
    return found


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return str(int(value))
        case int():
            return written(value)
        case float():
            # Python reads NaN, Infinity and numbers beyond all bounds, which no answer is.
            if value != value or value in (float("inf"), float("-inf")):
                raise ReproscopeError(f"{value} is no number: write null where nothing is known")
            return written(value)
    raise ReproscopeError("a list or an object within a record: write text, a number or null")


def write(path: Path, table: Written) -> None:
    """Write one record a line; numeric columns are numbers, and empty cells of them null."""
    numeric = [name in table.numeric for name in table.columns]
    try:
        with path.open("w", encoding="utf-8", newline="\n") as opened:
            mark = "[\n"
            for row in table.rows:
                record = {
                    name: typed(name, cell) if number else cell
                    for name, number, cell in zip(table.columns, numeric, row, strict=True)
                }
                opened.write(mark + json.dumps(record, ensure_ascii=False, allow_nan=False))
                mark = ",\n"
            opened.write("[]\n" if mark == "[\n" else "\n]\n")
    except OSError as error:
        raise cannot_write(path, error) from None
