"""A process that is killed leaves the study as it was before what it was about to do."""

import random
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import inspect

from reproscope.study.records import Answer, Paper
from reproscope.study.store import Study, open_study
from reproscope.study.store.address import read_address
from reproscope.study.store.connecting import connect
from reproscope.study.store.recognising import version_in
from reproscope.study.store.schema import VERSIONS
from tests.study.store.processes import finished, killed_when_stopped, started
from tests.study.store.samples import answer, new_study
from tests.study.store.test_migrations import check_everything
from tests.study.store.versions import study_of

IMPORT = """
stop_before(int(arguments[0]))
with open_study(address) as study:
    rows = [answer(paper, variable, coder, str(paper), evidence="p. 1")
            for paper in range(1, 5) for variable in ("shared", "words", "number")
            for coder in ("ada", "eve")]
    study.record(rows)
"""
ATTEMPTS = """
stop_before(int(arguments[0]))
with open_study(address) as study:
    study.add_attempts([Attempt(f"paper-{n}", discrepancies=(Discrepancy("P1"),),
                                experiments=(Experiment("m", "d"),)) for n in range(1, 5)])
"""
ABOUT_TO_COMMIT = """
event.listen(Engine, "commit", stop)
with open_study(address) as study:
    study.record([answer(paper, "shared", "eve", "0") for paper in range(1, 5)])
"""
MIGRATION = """
stop_before(int(arguments[0]))
open_study(address).close()
"""
CREATION = """
from reproscope.study.store import create
from tests.study.store.samples import INSTRUMENT
stop_before(int(arguments[0]))
create(address, [INSTRUMENT]).close()
"""
ENDLESS = """
with open_study(address) as study:
    print("ready", flush=True)
    for batch in range(10**6):
        study.record([answer(paper, variable, "eve", str(batch), evidence=str(batch))
                      for paper in range(1, 5) for variable in ("shared", "words")])
"""
LARGE = """
import pandas as pd
papers = [f"p{number}" for number in range(5_000)]
columns = {name: [str(number) for number in range(5_000)] for name in ("shared", "words", "number")}
frame = pd.DataFrame(columns, index=papers)
with open_study(address) as study:
    print("ready", flush=True)
    study.record_columns("toys", "eve", frame)
    print("done", flush=True)
"""


def first_answers(address: str) -> list[Answer]:
    with new_study(address) as study:
        study.record(answer(paper, "shared", "ada", "1") for paper in (1, 2))
        return list(study.answers("toys", history=True))


def check_working(study: Study) -> None:
    """Nothing of the dead is in the way of the living."""
    assert study.record([answer(4, "words", "bob", "still here")]) == 1
    assert study.history("paper-4", "toys", "words")[-1].value == "still here"


def moments(code: str, make: Callable[[], str], check: Callable[[str], None]) -> int:
    """Kill the code before its first statement that changes anything, its second, ..., its last."""
    number = 1
    while True:
        address = make()
        if not killed_when_stopped(started(code, address, number)):
            return number - 1
        check(address)
        number += 1


def test_an_import_that_is_killed_at_any_statement_leaves_no_row(
    new_address: Callable[[], str],
) -> None:
    before: list[Answer] = []

    def make() -> str:
        address = new_address()
        before[:] = first_answers(address)
        return address

    def check(address: str) -> None:
        with open_study(address) as study:
            assert list(study.answers("toys", history=True)) == before
            check_working(study)

    # A coder, values, notes; the answers themselves go past SQLAlchemy, before their notes.
    assert moments(IMPORT, make, check) >= 3


def test_an_import_of_attempts_that_is_killed_leaves_none(
    new_address: Callable[[], str],
) -> None:
    def make() -> str:
        address = new_address()
        new_study(address).close()
        return address

    def check(address: str) -> None:
        with open_study(address) as study:
            assert study.attempts(history=True) == ()
            check_working(study)

    assert moments(ATTEMPTS, make, check) == 3


def test_an_import_that_is_killed_before_it_is_committed_leaves_no_row(address: str) -> None:
    before = first_answers(address)
    assert killed_when_stopped(started(ABOUT_TO_COMMIT, address))
    with open_study(address) as study:
        assert list(study.answers("toys", history=True)) == before
        check_working(study)


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_a_migration_that_is_killed_at_any_statement_leaves_the_earlier_version(
    new_address: Callable[[], str], version: str
) -> None:
    tables: list[str] = []

    def make() -> str:
        address = new_address()
        study_of(address, version)
        tables[:] = table_names(address)
        return address

    def check(address: str) -> None:
        assert table_names(address) == tables
        assert version_of(address) == version
        with open_study(address) as study:
            check_everything(study, version)

    # The last step is the smallest there is: one table, and the version itself.
    assert moments(MIGRATION, make, check) >= (2 if version == VERSIONS[-2] else 3)


def table_names(address: str) -> list[str]:
    database = connect(read_address(address), 60)
    with database.reading() as connection:
        names = inspect(connection).get_table_names()
    database.close()
    return sorted(names)


def version_of(address: str) -> str:
    database = connect(read_address(address), 60)
    with database.reading() as connection:
        version = version_in(connection, address)
    database.close()
    return version


@pytest.mark.parametrize("number", [1, 5, 12, 20])
def test_a_study_that_was_killed_while_it_was_made_can_be_made_again(
    address: str, database: str, number: int
) -> None:
    assert killed_when_stopped(started(CREATION, address, number))
    assert database == "postgresql" or not Path(address).exists()
    new_study(address).close()
    with open_study(address) as study:
        check_working(study)


@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_time_leaves_whole_batches(address: str, seed: int) -> None:
    new_study(address).close()
    process = started(ENDLESS, address)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(random.Random(seed).uniform(0.05, 0.6))
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    with open_study(address) as study:
        counts: dict[int, int] = {}
        for found in study.answers("toys", history=True):
            assert found.value == found.evidence == str(found.revision - 1)
            counts[found.revision] = counts.get(found.revision, 0) + 1
        assert set(counts.values()) <= {8}
        assert sorted(counts) == list(range(1, len(counts) + 1))
        check_working(study)


@pytest.mark.parametrize("seed", range(4))
def test_a_large_import_that_is_killed_at_any_time_is_whole_or_not_there(
    address: str, seed: int
) -> None:
    with new_study(address) as study:
        study.add_papers(Paper(f"p{number}") for number in range(5_000))
    process = started(LARGE, address)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(random.Random(seed).uniform(0.0, 0.3))
    process.send_signal(signal.SIGKILL)
    output, _ = process.communicate(timeout=60)
    with open_study(address) as study:
        # Between its commit and its last word it may be killed too.
        assert len(study.coded_frame("toys")) in ((15_000,) if output else (0, 15_000))
        check_working(study)


def test_a_journal_that_the_dead_left_is_played_back(tmp_path: Path) -> None:
    """The worst moment: SQLite has written to the file itself, and was not done."""
    path = tmp_path / "study.db"
    with new_study(str(path)) as study:
        study.record(answer(1, "words", "ada", f"{n}" * 500, revision=n + 1) for n in range(200))
    before = path.read_bytes()
    code = """
    import sqlite3
    connection = sqlite3.connect(address, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE value SET text = text || text")
    stop()
    """
    assert killed_when_stopped(started(code, str(path)))
    assert path.with_name("study.db-journal").exists()
    assert path.read_bytes() != before
    with open_study(path) as reopened:
        history = reopened.history("paper-1", "toys", "words")
        assert [found.value for found in history] == [f"{n}" * 500 for n in range(200)]
        check_working(reopened)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_study_that_is_open_elsewhere_is_not_disturbed_by_a_kill(address: str) -> None:
    with new_study(address) as study:
        assert killed_when_stopped(started(ABOUT_TO_COMMIT, address))
        study.add_papers([Paper("paper-5")])
        check_working(study)
        assert finished(started("print(len(open_study(address).papers()))", address)) == "5\n"
