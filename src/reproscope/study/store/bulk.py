"""Many rows of whole numbers into the database and out of it, as fast as each driver can.

Only for the table of answers, of which there are millions; all else goes the usual way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, Select

Whole = npt.NDArray[np.int64]

_CHUNK = 100_000
_COLUMNS = ("variable", "coder", "paper", "revision", "value", "given")
_SQLITE = "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)"
_POSTGRESQL = "COPY answer FROM STDIN (FORMAT BINARY)"
# PostgreSQL's binary format: a signature, then rows of (number of fields, (size, number)...) in
# network order, then -1. Written by numpy it costs next to nothing.
_SIGNATURE = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END = b"\xff\xff"
_SIZES = (4, 4, 4, 4, 4, 8)
_ROW = np.dtype(
    [("fields", ">i2")]
    + [
        part
        for name, size in zip(_COLUMNS, _SIZES, strict=True)
        for part in ((f"{name}_size", ">i4"), (name, f">i{size}"))
    ]
)


def write_answers(connection: Connection, columns: Sequence[Whole]) -> None:
    """Add rows to the table of answers, in the caller's transaction; columns as the table's."""
    if not len(columns[0]):
        return
    driver: Any = connection.connection.driver_connection
    cursor = driver.cursor()
    try:
        if connection.dialect.name == "postgresql":
            _copy(cursor, columns)
        else:
            for start in range(0, len(columns[0]), _CHUNK):
                part = [column[start : start + _CHUNK].tolist() for column in columns]
                cursor.executemany(_SQLITE, zip(*part, strict=True))
    finally:
        cursor.close()


def fetched(connection: Connection, query: Select[Any], width: int) -> tuple[Whole, ...]:
    """Return the columns of a query of whole numbers; never all rows as Python objects at once."""
    compiled = query.compile(dialect=connection.dialect)
    # The driver's own rows: SQLAlchemy's would take twice the time.
    driver: Any = connection.connection.driver_connection
    parts: list[Whole] = []
    if connection.dialect.name == "postgresql":
        cursor = driver.cursor(binary=True).execute(str(compiled), compiled.params)
    else:
        places = compiled.positiontup or ()
        cursor = driver.execute(str(compiled), [compiled.params[name] for name in places])
    while rows := cursor.fetchmany(_CHUNK):
        flat = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * width)
        parts.append(flat.reshape(-1, width))
    cursor.close()
    together = np.concatenate(parts) if parts else np.empty((0, width), np.int64)
    return tuple(np.ascontiguousarray(together[:, column]) for column in range(width))


def _copy(cursor: Any, columns: Sequence[Whole]) -> None:
    with cursor.copy(_POSTGRESQL) as copy:
        copy.write(_SIGNATURE)
        for start in range(0, len(columns[0]), _CHUNK):
            part = [column[start : start + _CHUNK] for column in columns]
            rows = np.empty(len(part[0]), _ROW)
            rows["fields"] = len(_COLUMNS)
            for name, size, column in zip(_COLUMNS, _SIZES, part, strict=True):
                rows[f"{name}_size"] = size
                rows[name] = column
            copy.write(rows.tobytes())
        copy.write(_END)
