"""Where a study lies: the path of a file, or the URL of a PostgreSQL database.

It reads an address and never connects. What it shows of one has no password in it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from reproscope.core import ReproscopeError

_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg")
_SECRETS = ("password", "sslpassword", "passfile")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a study lies; ``path`` is given for a file only. ``shown`` may be printed."""

    url: URL
    shown: str
    path: Path | None = None

    @property
    def name(self) -> str:
        """The file's or the database's own name, for a study that was given none."""
        return self.path.stem if self.path is not None else self.url.database or "study"

    def cleared(self, message: str) -> str:
        """Return a message of the database without any password of this address."""
        secrets = [self.url.password, *(self.url.query.get(name) for name in _SECRETS)]
        for secret in secrets:
            if isinstance(secret, str) and secret:
                message = message.replace(secret, "***")
        return message


def read_address(address: str | os.PathLike[str]) -> Address:
    """Read a path or a URL; raise ReproscopeError for a kind of database that is not supported.

    >>> read_address("postgresql://me:secret@host/study").shown
    'postgresql://host/study'
    """
    text = os.fspath(address)
    if not text.strip():
        raise ReproscopeError("the address of the study is empty: name a file or a database URL")
    if "\0" in text:
        raise ReproscopeError("the address of the study has a NUL character in it")
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", text)
    if scheme is None:
        return _file(Path(text))
    if scheme[1].lower().partition("+")[0] == "sqlite":
        return _file_by_url(text)
    url = _parsed(text, scheme[1])
    shown = _without_password(url)
    if scheme[1].lower() not in _POSTGRESQL:
        raise ReproscopeError(
            f"{shown}: a study is kept in a file or in PostgreSQL (postgresql://…), "
            f"not in {scheme[1]}"
        )
    return Address(url.set(drivername="postgresql+psycopg"), shown)


def _parsed(text: str, scheme: str) -> URL:
    try:
        return make_url(text)
    except (ArgumentError, ValueError):
        # The cause would repeat the address with its password, which is nowhere to be cut safely.
        raise ReproscopeError(
            f"this {scheme}:// address is no database URL: postgresql://user@host:port/database "
            "is one"
        ) from None


def _without_password(url: URL) -> str:
    """Return what was parsed, not what was written: a password may have any character in it."""
    host = url.host or ""
    port = "" if url.port is None else f":{url.port}"
    return f"{url.drivername}://{host}{port}/{url.database or ''}"


def _file(path: Path) -> Address:
    return Address(URL.create("sqlite", database=str(path)), str(path), path)


def _file_by_url(text: str) -> Address:
    database = _parsed(text, "sqlite").database
    if not database or database == ":memory:" or database.startswith("file:"):
        raise ReproscopeError(f"{text}: name the study's file: sqlite:///study.db, or its path")
    return _file(Path(database))
