"""Where a study lies is a path or a URL, and no message shows a password."""

import os
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.store import open_study
from reproscope.study.store.address import read_address

SECRET = "hunter2"


def test_a_path_is_a_file(tmp_path: Path) -> None:
    address = read_address(tmp_path / "study one.db")
    assert address.path == tmp_path / "study one.db"
    assert address.name == "study one"


def test_a_password_with_a_slash_in_it_is_not_shown() -> None:
    address = read_address(f"postgresql://me:a/{SECRET}@host/toys")
    assert address.shown == "postgresql://host/toys"
    assert address.cleared(f"no a/{SECRET} here") == "no *** here"


def test_an_sqlite_url_is_a_file_too() -> None:
    assert read_address("sqlite:///folder/study.db").path == Path("folder/study.db")
    assert read_address("sqlite:////folder/study.db").path == Path("/folder/study.db")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "PostgreSQL"])
def test_every_spelling_of_postgresql_goes_to_its_driver(scheme: str) -> None:
    address = read_address(f"{scheme}://me:{SECRET}@host:5433/toys?sslmode=require")
    assert address.url.drivername == "postgresql+psycopg"
    assert (address.url.host, address.url.port, address.name) == ("host", 5433, "toys")
    assert address.shown == f"{scheme}://host:5433/toys"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "the address of the study is empty"),
        ("a\0b", "has a NUL character"),
        (f"mysql://me:{SECRET}@host/toys", "mysql://host/toys: a study is kept in a file or"),
        (f"postgresql+asyncpg://me:{SECRET}@h/t", "not in postgresql+asyncpg"),
        (f"postgresql://me:{SECRET}@host:port/toys", "is no database URL"),
        (f"mysql://me:/{SECRET}@host/toys?password={SECRET}", "mysql://host/toys: a study"),
        ("sqlite://", "name the study's file"),
        ("sqlite:///:memory:", "name the study's file"),
        ("sqlite:///file:x?mode=memory&uri=true", "name the study's file"),
    ],
)
def test_an_address_that_cannot_be_used_is_told_without_its_password(
    address: str, message: str
) -> None:
    with pytest.raises(ReproscopeError) as raised:
        read_address(address)
    assert message in raised.value.message
    assert SECRET not in raised.value.message
    assert raised.value.__cause__ is None


def test_a_server_that_is_not_there_is_told_without_its_password(tmp_path: Path) -> None:
    url = f"postgresql://me:{SECRET}@/toys?host={tmp_path}&password={SECRET}"
    with pytest.raises(ReproscopeError) as raised:
        open_study(url)
    assert "postgresql:///toys: the database says:" in raised.value.message
    assert SECRET not in raised.value.message
    assert raised.value.__suppress_context__


def test_a_database_that_is_not_there_is_named(postgresql_server: str) -> None:
    with pytest.raises(ReproscopeError, match='database "nowhere" does not exist'):
        open_study(f"postgresql://postgres@/nowhere?host={postgresql_server}")


def test_a_relative_path_stays_the_same_file_when_the_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.study.store.samples import new_study

    monkeypatch.chdir(tmp_path)
    study = new_study("study.db")
    os.chdir("/")
    assert len(study.papers()) == 4
    study.close()
