"""What the package index says, from a server of the tests' own."""

import pytest

from reproscope.core import Outcome
from reproscope.repository.collect.environment.availability import with_availability
from reproscope.repository.collect.environment.pip_index import DEFAULT, Indexes, configured, shown
from reproscope.repository.indicators import r216_publicly_available
from tests.repository.package_index import served
from tests.repository.trees import environment_of, facts_of


@pytest.fixture(scope="module")
def index():
    with served() as address:
        yield Indexes(address)


def judged(tmp_path, files, indexes, **limits):
    facts = facts_of(tmp_path, files)
    asked = with_availability(facts.environment, indexes, **limits)
    object.__setattr__(facts, "environment", asked)
    return r216_publicly_available.judge(facts)


def test_packages_and_versions_that_are_there_are_found(tmp_path, index):
    answer = judged(tmp_path, {"requirements.txt": "numpy==1.21\npandas>=1\n"}, index)
    assert (answer.outcome, answer.measured["asked"]) == (Outcome.PRESENT, 2)


def test_a_missing_package_and_a_missing_version_are_named_with_their_lines(tmp_path, index):
    files = {"requirements.txt": "numpy==9.9\nno-such-thing\npandas\n"}
    answer = judged(tmp_path, files, index)
    assert answer.outcome is Outcome.PARTIAL
    assert [str(one.location) for one in answer.evidence] == [
        "requirements.txt:2",
        "requirements.txt:1",
    ]
    assert answer.share == pytest.approx(1 / 3)


def test_an_import_that_nothing_declares_is_asked_for_too(tmp_path, index):
    answer = judged(tmp_path, {"train.py": "import gym\n"}, index)
    assert (answer.outcome, str(answer.evidence[0].location)) == (Outcome.ABSENT, "train.py:1")


@pytest.mark.parametrize(
    ("name", "why"), [("failing", "the index answered 503"), ("slow", "did not answer in time")]
)
def test_no_answer_is_unknown_and_never_missing(tmp_path, index, name, why):
    answer = judged(tmp_path, {"requirements.txt": f"{name}\n"}, index, each=0.3)
    assert answer.outcome is Outcome.UNKNOWN
    assert why in answer.message


def test_an_index_that_is_not_there_is_unknown(tmp_path):
    answer = judged(tmp_path, {"requirements.txt": "numpy\n"}, Indexes("http://127.0.0.1:9/simple"))
    assert answer.outcome is Outcome.UNKNOWN


def test_the_time_for_all_questions_is_bounded(tmp_path, index):
    names = "".join(f"slow{n}\n" for n in range(100))
    answer = judged(tmp_path, {"requirements.txt": names}, index, limit=0.0)
    assert (answer.outcome, answer.measured["unanswered"]) == (Outcome.UNKNOWN, 100)


@pytest.mark.parametrize(
    "line", ["torch==1.9.0+cu111\n", "--extra-index-url https://example.org/simple\nmine==1.0\n"]
)
def test_what_another_index_may_have_is_not_missing(tmp_path, index, line):
    answer = judged(tmp_path, {"requirements.txt": line}, index)
    assert answer.outcome in (Outcome.PRESENT, Outcome.UNKNOWN)


def test_conda_packages_and_urls_are_not_asked_of_the_index(tmp_path, index):
    files = {
        "environment.yml": "dependencies:\n  - mkl\n  - pip:\n    - numpy==1.21.0\n",
        "requirements.txt": "secret @ git+https://github.com/a/secret\n./lib\n",
    }
    found = with_availability(environment_of(tmp_path, files), index).availability
    assert [one.name for one in found.offered] == ["numpy"]


def test_offline_nothing_is_asked(tmp_path):
    answer = r216_publicly_available.judge(facts_of(tmp_path, {"requirements.txt": "numpy\n"}))
    assert (answer.outcome, "--online" in answer.message) == (Outcome.UNKNOWN, True)


def test_pips_variables_come_before_its_files(tmp_path):
    file = tmp_path / "pip.conf"
    file.write_text("[global]\nindex-url = https://file.example.org/simple/\ncert = /c.pem\n")
    variables = {"PIP_CONFIG_FILE": str(file), "HOME": str(tmp_path)}
    assert configured(variables).main == "https://file.example.org/simple"
    assert configured(variables).certificates == "/c.pem"
    variables["PIP_INDEX_URL"] = "https://variable.example.org/simple"
    assert configured(variables).main == "https://variable.example.org/simple"


def test_without_any_setting_it_is_the_python_package_index(tmp_path):
    assert configured({"PIP_CONFIG_FILE": "/dev/null"}) == Indexes(DEFAULT)


def test_pip_that_may_use_no_index_is_not_overruled(tmp_path):
    indexes = configured({"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_INDEX": "1"})
    answer = judged(tmp_path, {"requirements.txt": "numpy\n"}, indexes)
    assert (indexes.all, answer.outcome) == ((), Outcome.UNKNOWN)


def test_a_password_in_the_address_is_never_shown(tmp_path, index):
    secret = index.main.replace("http://", "http://me:secret@")
    assert "secret" not in shown(secret)
    answer = judged(tmp_path, {"requirements.txt": "numpy\n"}, Indexes(secret))
    assert "secret" not in answer.message


def test_packages_beyond_the_limit_are_unknown_and_not_praised(tmp_path, index, monkeypatch):
    monkeypatch.setattr("reproscope.repository.collect.environment.availability._MOST_NAMES", 1)
    answer = judged(tmp_path, {"requirements.txt": "numpy==1.21\npandas\n"}, index)
    assert answer.outcome is Outcome.UNKNOWN
    assert "1 of 2 questions" in answer.message
