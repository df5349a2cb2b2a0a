"""Whether the requirements still resolve: what uv is asked, and how its words are read."""

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from reproscope.core import Outcome
from reproscope.repository.collect.environment.pip_index import Indexes
from reproscope.repository.collect.environment.records import Environment, Resolution
from reproscope.repository.collect.environment.resolution import (
    asked,
    found_uv,
    python_for,
    with_resolution,
)
from reproscope.repository.collect.environment.uv_process import command_of, read_answer
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import r217_still_resolves
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree
from tests.repository.package_index import served
from tests.repository.trees import environment_of, facts_of

NOWHERE = Indexes("http://127.0.0.1:9/simple")
needs_uv = pytest.mark.skipif(found_uv() is None, reason="uv is not installed")


@pytest.fixture(scope="module")
def index():
    with served() as address:
        yield Indexes(address)


def judged(*resolutions):
    environment = Environment(resolutions=resolutions)
    facts = Facts(Origin("x"), Tree(Path("."), ()), environment=environment)
    return r217_still_resolves.judge(facts)


def test_only_what_is_a_plain_requirement_is_asked(tmp_path):
    files = {
        "requirements.txt": (
            "-c limits.txt\nnumpy>=1 ; python_version > '3'\n-e .\n./lib\n"
            "a @ git+https://github.com/x/a\n--index-url https://evil.example.org\nnumpy==\n"
        ),
        "limits.txt": "numpy<2\n",
        "requirements-dev.txt": "pytest\n",
        "setup.py": "setup(install_requires=['scipy'])\n",
    }
    question = asked(environment_of(tmp_path, files))
    assert question.requirements == ('numpy>=1; python_version > "3"',)
    assert question.constraints == ("numpy<2",)
    left = [one.split(" (requirements.txt:")[0] for one in question.left_out]
    assert left == ["@ ./lib", "a", "numpy"]


def test_uv_may_use_wheels_alone_and_no_configuration():
    command = command_of("uv", "3.8", "2021-03-01", Indexes("https://index.example.org/simple"))
    text = " ".join(command)
    assert "--only-binary :all:" in text
    assert "--no-config" in command
    assert "--exclude-newer 2021-03-01T23:59:59Z" in text


def test_uv_runs_in_a_directory_that_holds_nothing_of_the_repository(tmp_path):
    record = tmp_path / "seen.txt"
    program = tmp_path / "uv"
    program.write_text(f"#!/bin/sh\npwd > {record}\nls >> {record}\ncat asked.in >> {record}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "repo").mkdir()
    environment = environment_of(tmp_path / "repo", {"requirements.txt": "numpy==1.0\n"})
    with_resolution(environment, uv=str(program), indexes=NOWHERE)
    where, *rest = record.read_text().splitlines()
    assert rest == ["asked.in", "limits.in", "numpy==1.0"]
    assert str(tmp_path) not in where


def test_a_resolver_that_does_not_end_is_ended(tmp_path):
    program = tmp_path / "uv"
    program.write_text("#!/bin/sh\nsleep 60\n")
    program.chmod(0o755)
    environment = environment_of(tmp_path, {"requirements.txt": "numpy\n"})
    found = with_resolution(environment, uv=str(program), indexes=NOWHERE, limit=0.3)
    assert [one.status for one in found.resolutions] == ["unknown"]


def test_without_uv_the_answer_says_how_to_get_it(tmp_path, monkeypatch):
    name = "reproscope.repository.collect.environment.resolution.found_uv"
    monkeypatch.setattr(name, lambda: None)
    environment = environment_of(tmp_path, {"requirements.txt": "numpy\n"})
    answer = judged(*with_resolution(environment).resolutions)
    assert (answer.outcome, "reproscope[resolve]" in answer.message) == (Outcome.UNKNOWN, True)


# The words of uv 0.13, as it printed them.
NO_WHEELS = (
    "error: No solution found when resolving dependencies\n  cause: Because numpy==1.19.5 has no "
    "usable wheels and you require numpy==1.19.5, we can conclude that your requirements are "
    "unsatisfiable.\n\nhint: Wheels are required for `numpy` because building from source is "
    "disabled for all packages (i.e., with `--no-build`)"
)
NO_VERSION = (
    "error: No solution found when resolving dependencies\n  cause: Because there is no version of "
    "numpy==99.0 and you require numpy==99.0, we can conclude that your requirements are "
    "unsatisfiable."
)
NO_TAG = (
    "error: No solution found when resolving dependencies\n  cause: Because tensorflow==1.15.0 has "
    "no wheels with a matching Python ABI tag (e.g., `cp311`) and you require tensorflow==1.15.0, "
    "we can conclude that your requirements are unsatisfiable."
)
NO_DATE = "warning: numpy-2.0.0.whl is missing an upload date, but user provided: 2021-01-01"
NO_NETWORK = "error: Failed to fetch: `https://me:secret@index.example.org/simple/numpy/`"


@pytest.mark.parametrize(
    ("code", "words", "day", "status"),
    [
        (0, "", None, "resolved"),
        (1, NO_WHEELS, None, "needs-building"),
        (1, NO_VERSION, None, "conflict"),
        (1, NO_TAG, None, "conflict"),
        (1, NO_TAG.replace("Python ABI", "platform"), None, "unknown"),
        (1, NO_DATE + "\n" + NO_VERSION, "2021-01-01", "unknown"),
        (2, NO_NETWORK, None, "unknown"),
        (2, "error: unexpected argument", None, "unknown"),
        (None, "did not finish", None, "unknown"),
    ],
)
def test_only_a_conflict_is_read_as_one(code, words, day, status):
    assert read_answer(code, words, day)[0] == status


def test_a_password_in_uvs_words_is_left_out():
    assert "secret" not in read_answer(2, NO_NETWORK, None)[1]


@pytest.mark.parametrize(
    ("files", "day", "python"),
    [
        ({".python-version": "3.8.10\n"}, None, "3.8"),
        ({".python-version": "3.8.10\n"}, "2024-01-01", "3.8"),
        ({"setup.cfg": "[options]\npython_requires = >=3.6\n"}, "2021-06-01", "3.9"),
        ({"setup.cfg": "[options]\npython_requires = >=3.6\n"}, "2021-03-01", "3.8"),
        ({"setup.cfg": "[options]\npython_requires = >=3.6,<3.8\n"}, None, "3.7"),
        ({}, "2019-01-15", "3.7"),
        ({}, "2015-01-15", "3.6"),
        ({}, None, f"3.{sys.version_info.minor}"),
    ],
)
def test_the_python_is_the_stated_one_or_the_usual_one_of_the_day(tmp_path, files, day, python):
    assert python_for(environment_of(tmp_path, files), day) == python


RESOLVED = Resolution("resolved", "3.11", None, asked=2, packages=5)
CONFLICT = Resolution("conflict", "3.11", None, asked=2, text=NO_VERSION)
THEN = Resolution("resolved", "3.8", "2021-03-01", asked=2, packages=4)


@pytest.mark.parametrize(
    ("resolutions", "outcome"),
    [
        ((RESOLVED,), Outcome.PRESENT),
        ((RESOLVED, replace(THEN, status="conflict")), Outcome.PRESENT),
        ((CONFLICT,), Outcome.ABSENT),
        ((CONFLICT, replace(THEN, status="conflict")), Outcome.ABSENT),
        ((CONFLICT, THEN), Outcome.PARTIAL),
        ((replace(CONFLICT, text=NO_TAG),), Outcome.UNKNOWN),
        ((replace(CONFLICT, text=NO_TAG, python_stated=True),), Outcome.ABSENT),
        ((replace(RESOLVED, status="needs-building"), THEN), Outcome.UNKNOWN),
        ((CONFLICT, THEN, replace(THEN, as_of=None)), Outcome.PARTIAL),
        ((CONFLICT, THEN, replace(THEN, as_of=None, status="unknown")), Outcome.UNKNOWN),
    ],
)
def test_the_answer_weighs_today_and_the_day_of_the_commit(resolutions, outcome):
    assert judged(*resolutions).outcome is outcome


def test_when_not_asked_it_is_unknown(tmp_path):
    answer = r217_still_resolves.judge(facts_of(tmp_path, {"requirements.txt": "numpy\n"}))
    assert (answer.outcome, "--resolve" in answer.message) == (Outcome.UNKNOWN, True)


@needs_uv
@pytest.mark.parametrize(
    ("text", "python", "status"),
    [
        ("numpy\npandas\n", "3.11.1", "resolved"),
        ("numpy<1.20\npandas\n", "3.8.1", "conflict"),
        ("torch==1.9.0\n", "3.8.1", "resolved"),
        ("torch==1.9.0\n", "3.11.1", "conflict"),
        ("numpy==7\n", "3.11.1", "conflict"),
    ],
)
def test_uv_answers_from_an_index(tmp_path, index, text, python, status, monkeypatch):
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    files = {"requirements.txt": text, ".python-version": f"{python}\n"}
    found = with_resolution(environment_of(tmp_path, files), indexes=index)
    (answer,) = found.resolutions
    assert answer.status == status, answer.text


@needs_uv
def test_an_index_without_dates_leaves_the_past_unknown(tmp_path, index, monkeypatch):
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    environment = environment_of(tmp_path, {"requirements.txt": "numpy\n"})
    found = with_resolution(environment, "2024-03-01T10:00:00Z", indexes=index)
    assert [one.status for one in found.resolutions] == ["resolved", "unknown"]


@needs_uv
def test_an_index_that_cannot_be_reached_is_no_conflict(tmp_path, monkeypatch):
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    environment = environment_of(tmp_path, {"requirements.txt": "numpy\n"})
    found = with_resolution(environment, indexes=NOWHERE)
    assert [one.status for one in found.resolutions] == ["unknown"]


def test_conda_packages_alone_are_not_said_to_be_unasked(tmp_path):
    files = {"environment.yml": "dependencies:\n- numpy=1.19.2\n"}
    facts = facts_of(tmp_path, files)
    facts = replace(facts, environment=with_resolution(facts.environment))
    found = r217_still_resolves.judge(facts)
    assert found.outcome is Outcome.UNKNOWN
    assert "Conda packages" in found.message


def test_packages_of_r_are_nothing_that_uv_could_resolve(tmp_path):
    facts = facts_of(tmp_path, {"DESCRIPTION": "Imports: dplyr\n"})
    facts = replace(facts, environment=with_resolution(facts.environment))
    assert r217_still_resolves.judge(facts).outcome is Outcome.NOT_APPLICABLE
