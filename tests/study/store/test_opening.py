"""A study is made where nothing is, and opened where one is; nothing else is ever touched."""

import os
import sqlite3
from pathlib import Path

import psycopg
import pytest

from reproscope.core import ReproscopeError
from reproscope.study.store import create, open_study
from reproscope.study.store.schema import APPLICATION_ID
from tests.study.store.samples import INSTRUMENT, PAPERS, answer, new_study


def contents(path: Path) -> object:
    """What can be seen of a path and of what lies beside it."""
    if path.is_dir():
        return sorted(path.rglob("*"))
    beside = sorted(path.parent.iterdir())
    if not path.exists():
        return beside
    return path.read_bytes(), path.stat().st_mtime_ns, beside


def connected(url: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(url)


def tables(url: str) -> list[tuple[object, ...]]:
    with connected(url) as connection:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        return connection.execute(query).fetchall()


def test_a_new_study_is_empty_and_named(address: str) -> None:
    with create(address, [INSTRUMENT], name="Toys of 2018") as study:
        assert study.name == "Toys of 2018"
        assert study.instruments() == (INSTRUMENT,)
        assert study.papers() == ()
        assert study.attempts() == study.draws() == study.releases() == study.assignments() == ()
        assert list(study.answers("toys")) == []
        assert study.coded_frame("toys").empty
        assert study.holding().coded["toys"].answers.empty


def test_a_study_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    with create(tmp_path / "toys.db") as study:
        assert study.name == "toys"
        assert study.holding().coded == {}


def test_what_was_added_is_there_when_the_study_is_opened_again(address: str) -> None:
    new_study(address).close()
    with open_study(address) as study:
        assert study.papers() == PAPERS
        assert study.instrument("toys") == INSTRUMENT


def test_a_study_is_not_made_over_another(address: str) -> None:
    new_study(address).close()
    with pytest.raises(ReproscopeError, match=r"there is a (file|study) already"):
        create(address)
    with open_study(address) as study:
        assert study.papers() == PAPERS


@pytest.mark.parametrize("verb", [create, open_study])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is an empty file"),
        (b"title,year\nToys,2018\n", "is no database"),
        (b"SQLite format 3\0" + bytes(84), "is a database of another program"),
    ],
)
def test_a_file_that_is_no_study_is_left_alone(
    tmp_path: Path, verb: object, content: bytes, message: str
) -> None:
    path = tmp_path / "study.db"
    path.write_bytes(content)
    before = contents(path)
    expected = message if verb is open_study else "there is a file already"
    with pytest.raises(ReproscopeError, match=expected) as raised:
        verb(path)  # type: ignore[operator]
    assert str(path) in raised.value.message
    assert contents(path) == before


@pytest.mark.parametrize("verb", [create, open_study])
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, verb: object) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE paper (key TEXT)")
    connection.close()
    before = contents(path)
    with pytest.raises(ReproscopeError, match=r"another program|a file already"):
        verb(path)  # type: ignore[operator]
    assert contents(path) == before


def test_a_study_that_only_claims_to_be_one_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("CREATE TABLE paper (key TEXT)")
    connection.close()
    before = contents(path)
    with pytest.raises(ReproscopeError, match="another program"):
        open_study(path)
    assert contents(path) == before


@pytest.mark.parametrize("verb", [create, open_study])
def test_a_schema_with_tables_of_another_program_is_left_alone(
    postgresql_url: str, verb: object
) -> None:
    with connected(postgresql_url) as connection:
        connection.execute("CREATE TABLE paper (key TEXT)")
    with pytest.raises(ReproscopeError, match="is a database of another program"):
        verb(postgresql_url)  # type: ignore[operator]
    assert tables(postgresql_url) == [("paper",)]


def test_an_empty_schema_is_no_study(postgresql_url: str) -> None:
    with pytest.raises(ReproscopeError, match="the database is empty"):
        open_study(postgresql_url)
    assert tables(postgresql_url) == []


def test_a_schema_that_does_not_exist_is_named_as_the_trouble(postgresql_server: str) -> None:
    options = "options=-csearch_path%3Dnowhere"
    with pytest.raises(ReproscopeError, match="the schema in its search path does not exist"):
        create(f"postgresql://postgres@/postgres?host={postgresql_server}&{options}")


def test_studies_in_two_schemas_of_one_database_do_not_meet(
    postgresql_server: str, postgresql_url: str
) -> None:
    from tests.study.conftest import new_schema

    with new_study(postgresql_url), create(new_schema(postgresql_server)) as other:
        assert other.papers() == other.instruments() == ()


@pytest.mark.parametrize("verb", [create, open_study])
def test_a_directory_is_no_study(tmp_path: Path, verb: object) -> None:
    with pytest.raises(ReproscopeError, match=r"is a directory|a file already"):
        verb(tmp_path)  # type: ignore[operator]
    assert contents(tmp_path) == []


def test_a_missing_study_is_not_made_by_opening_it(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match="there is no such study"):
        open_study(tmp_path / "study.db")
    assert contents(tmp_path) == []


def test_a_pipe_is_no_study_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "study.db")
    with pytest.raises(ReproscopeError, match="is no regular file"):
        open_study(tmp_path / "study.db")


def test_a_study_in_a_folder_that_does_not_exist_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match="there is no folder"):
        create(tmp_path / "none" / "study.db")
    assert contents(tmp_path) == []


def test_a_study_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match="NUL character"):
        create(tmp_path / "study.db", name="a\0b")
    with pytest.raises(ReproscopeError, match="instrument's name is empty"):
        create(tmp_path / "study.db", [type(INSTRUMENT)(" ", "t", "s", ())])
    assert contents(tmp_path) == []


def test_a_new_study_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    create(tmp_path / "study.db").close()
    (tmp_path / "other").touch()
    assert (tmp_path / "study.db").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_study_between_two_writings_is_one_file_that_can_be_copied(tmp_path: Path) -> None:
    with new_study(str(tmp_path / "study.db")) as study:
        study.record([answer(1, "shared", "ada", "1")])
        assert [path.name for path in tmp_path.iterdir()] == ["study.db"]
        (tmp_path / "copy.db").write_bytes((tmp_path / "study.db").read_bytes())
        with open_study(tmp_path / "copy.db") as copy:
            assert list(copy.answers("toys")) == list(study.answers("toys"))


def test_a_damaged_study_is_told_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    new_study(str(path)).close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_000)
    with pytest.raises(ReproscopeError, match="the study is damaged"):
        open_study(path)


def test_a_study_that_lacks_a_table_is_told_as_damaged(address: str, database: str) -> None:
    new_study(address).close()
    if database == "sqlite":
        with sqlite3.connect(address) as connection:
            connection.execute("DROP TABLE assignment")
        connection.close()
    else:
        with connected(address) as server:
            server.execute("DROP TABLE assignment")
    with open_study(address) as study, pytest.raises(ReproscopeError, match="is damaged"):
        study.assignments()


@pytest.mark.parametrize(
    "object_",
    [
        "CREATE TRIGGER t AFTER INSERT ON answer BEGIN DELETE FROM answer; END",
        "CREATE VIEW v AS SELECT * FROM answer",
    ],
)
def test_a_study_with_something_that_acts_by_itself_is_refused(
    tmp_path: Path, object_: str
) -> None:
    path = tmp_path / "study.db"
    new_study(str(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute(object_)
    connection.close()
    with pytest.raises(ReproscopeError, match="has triggers or views"):
        open_study(path)


def test_a_study_that_went_away_is_not_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    study = new_study(str(path))
    path.unlink()
    with pytest.raises(ReproscopeError, match="unable to open"):
        study.papers()
    assert not path.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_study_that_may_only_be_read_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    new_study(str(path)).close()
    path.chmod(0o400)
    with open_study(path) as study:
        assert study.papers() == PAPERS
        with pytest.raises(ReproscopeError, match="cannot be written: check the permissions"):
            study.record([answer(1, "shared", "ada", "1")])
