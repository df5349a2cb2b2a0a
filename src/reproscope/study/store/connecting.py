"""Connections to a study's database, and its transactions: many readers, one writer at a time.

Writers queue: on SQLite by BEGIN IMMEDIATE, on PostgreSQL by an advisory lock. A writer sees all
that was written before it, so revisions, ids and the privacy budget need no other care. SQLite
keeps its rollback journal rather than a write-ahead log, as a study is a file that people copy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, func, select
from sqlalchemy.exc import DBAPIError

from reproscope.core import ReproscopeError
from reproscope.study.store.address import Address
from reproscope.study.store.schema import APPLICATION_ID

# In KiB, negative by SQLite's convention; what is written in one go should not have to be read.
_CACHE = -131_072
_WRITES = "reproscope_writes"
_DAMAGE = ("malformed", "not a database", "no such table", "no such column")
# PostgreSQL's numbers of a table and of a column that do not exist.
_LACKING = ("42P01", "42703")


@dataclass(frozen=True, slots=True)
class Database:
    """A database that can be read and written in transactions; ``wait`` is in seconds."""

    address: Address
    engine: Engine
    wait: float

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Show the study as it is at one moment, however many queries are made."""
        with self._told(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write all or nothing; wait for whoever else is writing."""
        with self._told(), self.engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    _queue(connection, self.wait)
                yield connection

    def close(self) -> None:
        """Close what is open."""
        self.engine.dispose()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the database's complaints into one line without SQL and without a password."""
        try:
            yield
        except Exception as error:
            complaint = self._complaint(error.orig if isinstance(error, DBAPIError) else error)
            if complaint is None:
                raise
            raise ReproscopeError(f"{self.address.shown}: {complaint}") from None

    def _complaint(self, error: BaseException | None) -> str | None:
        """Return what a user can be told of an error, None if it is no error of the database."""
        driver = self.engine.dialect.loaded_dbapi
        if not isinstance(error, driver.Error):
            return None
        message = " ".join(self.address.cleared(str(error)).split())
        if "database is locked" in message or "lock timeout" in message:
            return f"someone else has been writing for {self.wait:g} s: try again"
        if "readonly database" in message:
            return "cannot be written: check the permissions of the file and its folder"
        lacking = getattr(error, "sqlstate", None) in _LACKING
        if lacking or any(sign in message for sign in _DAMAGE):
            return f"the study is damaged ({message}): restore it from a copy"
        if isinstance(error, (driver.IntegrityError, driver.ProgrammingError)):
            return None
        return f"the database says: {message}"


def connect(address: Address, wait: float) -> Database:
    """Prepare connections to a database that exists; none is made yet."""
    engine = _sqlite(address.path, wait) if address.path else _postgresql(address)
    return Database(address, engine, wait)


def _sqlite(path: Path, wait: float) -> Engine:
    # Read and write, but never create: a file that has gone away is an error.
    name = f"file:{quote(str(path.absolute()))}?mode=rw"

    def opened() -> sqlite3.Connection:
        # With isolation_level None the driver begins and commits nothing on its own, so that
        # changes of the schema too belong to our transaction.
        connection = sqlite3.connect(
            name, uri=True, timeout=wait, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute(f"PRAGMA cache_size = {_CACHE:d}")
        return connection

    engine = create_engine("sqlite://", creator=opened, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(address: Address) -> Engine:
    options: dict[str, Any] = {"client_encoding": "utf8"}
    if "connect_timeout" not in address.url.query:
        options["connect_timeout"] = 10
    return create_engine(
        address.url, connect_args=options, pool_pre_ping=True, hide_parameters=True
    )


def _queue(connection: Connection, wait: float) -> None:
    """Take the lock of the one writer that a study has; it ends with the transaction."""
    limit = str(max(1, round(wait * 1000)))
    connection.execute(select(func.set_config("lock_timeout", limit, True)))
    schema = func.hashtext(func.current_schema())
    connection.execute(select(func.pg_advisory_xact_lock(APPLICATION_ID, schema)))
