"""Makes a study and opens one, after looking whether what lies there may be touched."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, insert, text

from reproscope.core import ReproscopeError
from reproscope.instruments import Instrument
from reproscope.study.store.address import Address, read_address
from reproscope.study.store.connecting import connect
from reproscope.study.store.instruments import add_instrument
from reproscope.study.store.migrating import migrate
from reproscope.study.store.moments import microseconds
from reproscope.study.store.recognising import check_file, check_vacant, version_in
from reproscope.study.store.schema import APPLICATION_ID, NEWEST, STUDY
from reproscope.study.store.study import Study
from reproscope.study.store.texts import storable

WAIT = 60.0


def create(
    address: str | os.PathLike[str],
    instruments: Iterable[Instrument] = (),
    *,
    name: str = "",
    wait: float = WAIT,
) -> Study:
    """Make a study where nothing is yet, and open it; *wait* is for other writers, in seconds."""
    place = read_address(address)
    title = storable(name or place.name, "the study's name")
    instruments = tuple(instruments)
    if place.path is not None:
        _create_file(place, place.path, title, instruments, wait)
    else:
        _fill(place, title, instruments, wait)
    return Study(connect(place, wait))


def open_study(
    address: str | os.PathLike[str], *, upgrade: bool = True, wait: float = WAIT
) -> Study:
    """Open a study; one of an earlier version is brought to the newest first if *upgrade*."""
    place = read_address(address)
    if place.path is not None:
        check_file(place.path)
    database = connect(place, wait)
    try:
        with database.reading() as connection:
            version = version_in(connection, place.shown)
        if version != NEWEST:
            if not upgrade:
                raise ReproscopeError(
                    f"{place.shown}: the study has schema {version}, and {NEWEST} is needed: "
                    "allow the upgrade"
                )
            with database.writing() as connection:
                # Someone else may have done it while we waited.
                version_in(connection, place.shown)
                migrate(connection)
    except BaseException:
        database.close()
        raise
    return Study(database)


def _create_file(
    place: Address, path: Path, name: str, instruments: tuple[Instrument, ...], wait: float
) -> None:
    """Make the study under another name first: whoever is stopped midway leaves none behind."""
    if path.exists() or path.is_symlink():
        raise _taken(path)
    if not path.parent.is_dir():
        raise ReproscopeError(f"{path}: there is no folder {path.parent}: create it first")
    try:
        handle, unfinished = tempfile.mkstemp(".unfinished", f".{path.name[:100]}-", path.parent)
    except OSError as error:
        raise ReproscopeError(f"{path}: cannot be made: {error.strerror}") from None
    os.close(handle)
    try:
        _fill(read_address(unfinished), name, instruments, wait)
        _put(Path(unfinished), path)
    finally:
        Path(unfinished).unlink(missing_ok=True)


def _put(finished: Path, path: Path) -> None:
    """Give the file its name, unless that was taken meanwhile."""
    mask = os.umask(0)
    os.umask(mask)
    finished.chmod(0o666 & ~mask)
    try:
        os.link(finished, path)
    except FileExistsError:
        raise ReproscopeError(
            f"{path}: there is a file already: open it, or name another"
        ) from None
    except OSError:
        # A file system without hard links.
        finished.rename(path)


def _taken(path: Path) -> ReproscopeError:
    return ReproscopeError(f"{path}: there is a file already: open it, or name another")


def _fill(place: Address, name: str, instruments: tuple[Instrument, ...], wait: float) -> None:
    database = connect(place, wait)
    try:
        with database.writing() as connection:
            check_vacant(connection, place.shown)
            _mark(connection)
            migrate(connection)
            connection.execute(insert(STUDY).values(id=1, name=name, given=microseconds(None)))
            for instrument in instruments:
                add_instrument(connection, instrument)
    finally:
        database.close()


def _mark(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID:d}"))
