"""A study of each earlier version opens with everything in it; a newer one is left alone."""

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from reproscope.core import ReproscopeError
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.records import (
    Answer,
    Assignment,
    Attempt,
    Discrepancy,
    Draw,
    Experiment,
    Member,
    MemberStatus,
    Paper,
    Release,
    Resolution,
    TimeKind,
    TimeTaken,
)
from reproscope.study.store import Study, open_study
from reproscope.study.store.address import read_address
from reproscope.study.store.connecting import connect
from reproscope.study.store.schema import METADATA, NEWEST, VERSION_TABLE, VERSIONS
from tests.study.store.samples import new_study
from tests.study.store.versions import study_of


def second(number: int) -> datetime:
    return datetime.fromtimestamp(1_500_000_000 + number, UTC)


ANSWERS = [
    Answer("paper-1", "toys", "shared", "ada", "0", "page 3", 12.5, 1, second(0)),
    Answer("paper-1", "toys", "shared", "ada", "1", "", None, 2, second(1)),
    Answer("paper-1", "toys", "shared", "bob", "0", "", None, 1, second(2)),
    Answer("paper-2", "toys", "shared", "bob", "0", "", None, 1, second(2)),
]
ATTEMPT = Attempt(
    paper="paper-2",
    by="ada",
    level=Level.R1,
    hours=3.5,
    hours_limit=40,
    experiments=(
        Experiment(
            "SVM",
            "iris",
            (
                Result(
                    "accuracy",
                    Printed.parse("0.940"),
                    Printed.parse("0.94"),
                    {"kNN": Printed.parse("0.93")},
                ),
            ),
        ),
    ),
    reproduced=True,
    time=TimeTaken(TimeKind.KNOWN, 2),
    discrepancies=(Discrepancy("P1", 2, "minor", "a seed"),),
    given=second(4),
)
REPEATED = Repeated(Spread(0.01, 5), Spread(0.02, 10), 0.005)
DRAW = Draw(
    name="first",
    source="accepted.txt",
    digest="abc",
    population=100,
    size=2,
    seed=7,
    method="simple",
    members=(
        Member("paper-2", "", MemberStatus.EXCLUDED, "a review", "paper-1"),
        Member("paper-1"),
    ),
    given=second(4),
)


def repeated(attempt: Attempt) -> Attempt:
    """The attempt with its result told as the mean of several runs."""
    [experiment] = attempt.experiments
    results = tuple(replace(result, repeated=REPEATED) for result in experiment.results)
    return replace(attempt, experiments=(replace(experiment, results=results),))


def check_everything(study: Study, version: str) -> None:
    assert study.name == "Old toys"
    assert study.papers() == (
        Paper("paper-1", "First", {"year": "2016"}),
        Paper("paper-2", "Second"),
    )
    assert [variable.name for variable in study.instrument("toys").variables] == ["shared"]
    assert list(study.answers("toys", history=True)) == ANSWERS
    assert study.resolutions("toys") == [
        Resolution("paper-1", "toys", "shared", "1", "bob", "ada is right", 1, second(3))
    ]
    coded = study.holding().coded["toys"].answers["shared"]
    assert coded.to_dict() == {"paper-1": 1.0, "paper-2": 0.0}
    later = version >= "0002"
    attempt = repeated(ATTEMPT) if version >= "0004" else ATTEMPT
    assert study.attempts() == ((attempt,) if later else ())
    assert study.draws() == ((DRAW,) if later else ())
    latest = version >= "0003"
    assert study.assignments() == (
        (Assignment("paper-2", "toys", "ada", second(5)),) if latest else ()
    )
    assert study.releases() == ((Release(0.5, "means", 0, second(6)),) if latest else ())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_study_of_each_version_opens_with_everything_in_it(address: str, version: str) -> None:
    study_of(address, version)
    with open_study(address) as study:
        check_everything(study, version)


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_an_upgraded_study_can_be_worked_with(address: str, version: str) -> None:
    study_of(address, version)
    with open_study(address) as study:
        study.add_attempts([repeated(ATTEMPT)])
        study.record_draw(DRAW)
        study.assign([Assignment("paper-2", "toys", "ada", second(5))])
        study.spend(0.5, 1, what="means")
        # Values are found again by the digests of their time, and revisions go on.
        assert study.record([Answer("paper-2", "toys", "shared", "bob", "0")]) == 0
        assert study.record([Answer("paper-1", "toys", "shared", "ada", "0")]) == 1
        assert study.history("paper-1", "toys", "shared")[-1].revision == 3
    with open_study(address, upgrade=False) as study:
        [attempt] = study.attempts()
    # One that was there before got its repeated runs by a second revision.
    assert attempt.experiments == repeated(ATTEMPT).experiments
    assert attempt.revision == (1 if version == "0001" else 2)


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_a_study_is_not_upgraded_where_that_is_not_wished(tmp_path: Path, version: str) -> None:
    path = tmp_path / "study.db"
    study_of(str(path), version)
    before = path.read_bytes()
    with pytest.raises(ReproscopeError, match=f"has schema {version}, and {NEWEST} is needed"):
        open_study(path, upgrade=False)
    assert path.read_bytes() == before


def test_a_study_of_a_newer_version_is_left_alone(address: str, database: str) -> None:
    new_study(address).close()
    change = connect(read_address(address), 10)
    with change.writing() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0099'"))
    before = Path(address).read_bytes() if database == "sqlite" else None
    with pytest.raises(ReproscopeError, match=r"newer reproscope \(schema 0099; this one knows"):
        open_study(address)
    if before is not None:
        assert Path(address).read_bytes() == before
    with change.reading() as connection:
        assert connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == "0099"
    change.close()


def test_a_study_without_its_version_is_told(address: str) -> None:
    new_study(address).close()
    change = connect(read_address(address), 10)
    with change.writing() as connection:
        connection.execute(text(f"DELETE FROM {VERSION_TABLE}"))
    change.close()
    with pytest.raises(ReproscopeError, match="the study lacks its version"):
        open_study(address)


def test_the_steps_make_the_tables_that_queries_are_built_from(address: str) -> None:
    new_study(address).close()
    database = connect(read_address(address), 10)
    with database.reading() as connection:
        options = {"include_name": included, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
    database.close()


def included(name: str | None, kind: str, _parents: object) -> bool:
    return not (kind == "table" and name == VERSION_TABLE)


def test_a_study_in_a_folder_with_a_strange_name_is_upgraded(tmp_path: Path) -> None:
    folder = tmp_path / "100% (new)?#ä"
    folder.mkdir()
    study_of(str(tmp_path / "study.db"), "0001")
    shutil.move(tmp_path / "study.db", folder / "study.db")
    with open_study(folder / "study.db") as study:
        check_everything(study, "0001")
