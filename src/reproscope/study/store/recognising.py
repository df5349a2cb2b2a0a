"""Whether a database holds a study, and of which version; nothing is written to find out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Result, column, inspect, select, table, text

from reproscope.core import ReproscopeError
from reproscope.study.store.schema import APPLICATION_ID, MARKER, NEWEST, VERSION_TABLE, VERSIONS

_SQLITE = b"SQLite format 3\0"
_HEADER = 100
_APPLICATION = slice(68, 72)


def check_file(path: Path) -> None:
    """Raise ReproscopeError unless the file's first bytes are those of a study."""
    if not path.exists():
        raise ReproscopeError(f"{path}: there is no such study: make one with study init")
    if path.is_dir():
        raise ReproscopeError(f"{path} is a directory: name the study's file")
    if not path.is_file():
        raise ReproscopeError(f"{path} is no regular file: name the study's file")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be read: {error.strerror}") from None
    if not header:
        raise ReproscopeError(f"{path} is an empty file, not a study: make one with study init")
    if not header.startswith(_SQLITE):
        raise ReproscopeError(f"{path} is no database, so no study: name the study's file")
    if int.from_bytes(header[_APPLICATION], "big") != APPLICATION_ID:
        raise ReproscopeError(f"{path} is a database of another program, not a study")


def version_in(connection: Connection, shown: str) -> str:
    """Return the version of the study's schema; raise ReproscopeError where there is no study."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        raise ReproscopeError(f"{shown}: the database is empty: make a study with study init")
    if not {MARKER, VERSION_TABLE} <= tables:
        raise ReproscopeError(f"{shown} is a database of another program, not a study")
    if connection.dialect.name == "sqlite":
        _check_objects(connection, shown)
    rows: Result[Any] = connection.execute(
        select(column("version_num")).select_from(table(VERSION_TABLE))
    )
    versions = [str(version) for (version,) in rows]
    if len(versions) != 1:
        raise ReproscopeError(f"{shown}: the study lacks its version: restore it from a copy")
    [version] = versions
    if version not in VERSIONS:
        raise ReproscopeError(
            f"{shown}: the study was made by a newer reproscope (schema {version[:20]}; this one "
            f"knows up to {NEWEST}): install the newer one"
        )
    return version


def check_vacant(connection: Connection, shown: str) -> None:
    """Raise ReproscopeError unless the database, or its schema, has nothing in it yet."""
    inspector = inspect(connection)
    if inspector.default_schema_name is None:
        raise ReproscopeError(f"{shown}: the schema in its search path does not exist: create it")
    tables = {*inspector.get_table_names(), *inspector.get_view_names()}
    if MARKER in tables:
        raise ReproscopeError(f"{shown}: there is a study already: open it, or name another")
    if tables:
        raise ReproscopeError(
            f"{shown} is a database of another program: name an empty database or schema"
        )


def _check_objects(connection: Connection, shown: str) -> None:
    """A study has neither triggers nor views, which would act when it is read or written."""
    found = connection.scalar(
        text("SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')")
    )
    if found:
        raise ReproscopeError(f"{shown}: has triggers or views, which no study has: do not use it")
