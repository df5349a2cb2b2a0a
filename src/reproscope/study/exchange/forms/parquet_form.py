"""Parquet: flat columns of text, numbers, truth or moments."""

from __future__ import annotations

import math
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.exchange.forms.writing import Row, Written, cannot_write, chunks, typed
from reproscope.study.exchange.numbers import written
from reproscope.study.exchange.problems import Problem, Problems
from reproscope.study.exchange.sheet import MOST_CELLS, MOST_COLUMNS, Column, Sheet

_BATCH = 100_000


def read(path: Path, sheet: str, problems: Problems) -> Sheet:
    """Read a file in pieces; columns of lists or structures are refused by name."""
    if sheet:
        raise ReproscopeError(f"{path}: a Parquet file has no sheets")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as probe:
            schema = probe.schema_arrow
            _check(path, probe.metadata, schema)
        texts = [field.name for field in schema if _is_text(field.type)]
        with pq.ParquetFile(path, read_dictionary=texts) as opened:
            builders = [_ColumnBuilder(field.name) for field in schema]
            for batch in opened.iter_batches(_BATCH):
                for builder, values in zip(builders, batch.columns, strict=True):
                    builder.add(values)
    except (pa.ArrowException, OSError, UnicodeDecodeError, MemoryError) as error:
        raise ReproscopeError(f"{path}: not a usable Parquet file: {error!s:.200}") from None
    columns = tuple(builder.column() for builder in builders)
    lines = np.arange(1, len(columns[0].codes) + 1)
    for column, field in zip(columns, schema, strict=True):
        if pa.types.is_floating(field.type):
            _refuse_infinite(str(path), column, problems)
    return Sheet(str(path), columns, lines, "row", 0)


def _check(path: Path, metadata: Any, schema: Any) -> None:
    import pyarrow as pa

    if not schema.names:
        raise ReproscopeError(f"{path}: the file has no columns")
    if len(schema.names) > MOST_COLUMNS or metadata.num_rows * len(schema.names) > MOST_CELLS:
        raise ReproscopeError(
            f"{path}: more than {MOST_CELLS:,} cells or {MOST_COLUMNS:,} columns are not read"
        )
    for field in schema:
        inner = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        if pa.types.is_nested(inner) or pa.types.is_binary(inner):
            raise ReproscopeError(
                f"{path}: column {shown_name(field.name)} is of type {field.type}: columns must "
                "be flat text, numbers or moments"
            )


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


class _ColumnBuilder:
    """Takes a column piece by piece, as the different texts in it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._texts: dict[str, int] = {}
        self._parts: list[Any] = []

    def add(self, values: Any) -> None:
        """Add a piece; every different value is made text once."""
        coded = values if hasattr(values, "dictionary") else values.dictionary_encode()
        empty = self._place("") if coded.null_count else 0
        places = [self._place(_text(value)) for value in coded.dictionary.to_pylist()]
        codes = coded.indices.fill_null(len(places)).to_numpy(zero_copy_only=False)
        self._parts.append(np.array([*places, empty], np.int32)[codes])

    def _place(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def column(self) -> Column:
        """Return what was taken."""
        parts = self._parts or [np.empty(0, np.int32)]
        return Column(self._name, list(self._texts), np.concatenate(parts).astype(np.int32))


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return str(int(value))
        case float() if not math.isfinite(value):
            return str(value)
        case int() | float():
            return written(value)
        case Decimal():
            return f"{value:f}"
        case datetime() | date():
            return value.isoformat()
    return str(value)


def _refuse_infinite(file: str, column: Column, problems: Problems) -> None:
    for code, text in enumerate(column.texts):
        if text in ("nan", "inf", "-inf"):
            message = f"{text} is no number: leave the cell empty (null) where nothing is known"
            for row in np.flatnonzero(column.codes == code):
                problems.note(Problem(file, int(row) + 1, column.name, message, "row"))


def write(path: Path, table: Written) -> None:
    """Write text columns, and numeric ones as whole numbers or floats with nulls."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [(name, pa.float64() if name in table.numeric else pa.string()) for name in table.columns]
    )
    try:
        with pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for rows in chunks(table.rows):
                arrays = [
                    pa.array(_cells(table, place, rows), field.type)
                    for place, field in enumerate(schema)
                ]
                writer.write_batch(pa.record_batch(arrays, schema=schema))
    except OSError as error:
        raise cannot_write(path, error) from None


def _cells(table: Written, place: int, rows: list[Row]) -> list[object]:
    name = table.columns[place]
    if name not in table.numeric:
        return [row[place] for row in rows]
    return [_float(name, row[place]) for row in rows]


def _float(name: str, cell: str) -> float | None:
    number = typed(name, cell)
    return None if number is None else float(number)
