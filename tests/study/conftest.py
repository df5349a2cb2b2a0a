"""Databases for the tests of studies: each test gets a place where nothing is yet."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.study import postgresql

DATABASES = ("sqlite", "postgresql")
_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The folder of the socket of a server, one for all tests of this process."""
    if postgresql.binaries() is None:
        pytest.skip("there is no PostgreSQL: neither the wheel of the test extra nor Debian's")
    with postgresql.server() as folder:
        yield folder


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """The URL of an empty schema."""
    return new_schema(postgresql_server)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    """Which kind of database a test runs on: it is run once for each."""
    return str(request.param)


@pytest.fixture
def address(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Where a study can be made, on each kind of database."""
    if database == "sqlite":
        return str(tmp_path / "study.db")
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture(scope="session", params=DATABASES)
def new_address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], str]:
    """Makes as many places for studies as wished, on each kind of database."""
    if request.param == "sqlite":
        folder = tmp_path_factory.mktemp("studies")
        return lambda: str(folder / f"study{next(_numbers)}.db")
    server = request.getfixturevalue("postgresql_server")
    return lambda: new_schema(server)


def new_schema(server: str) -> str:
    """Make an empty schema on the server; return its URL."""
    name = f"study{next(_numbers)}"
    with psycopg.connect(host=server, user="postgres", dbname="postgres") as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    options = f"-csearch_path%3D{name}"
    return f"postgresql://postgres@/postgres?host={server}&options={options}"
