import json
from collections.abc import Callable
from pathlib import Path

import pytest

Install = Callable[..., None]


@pytest.fixture
def toys(toy_target: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Write toy files into a working directory of their own."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def write(name: str, text: str) -> str:
        (here / name).write_text(text)
        return name

    return write


def test_findings_give_status_one_and_none_give_zero(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    found = reproscope("check", toys("a.toy", "error wheel"))
    assert found.status == 1
    assert "✗ inconsistent  wheel  T101" in found.stdout
    assert found.stdout.startswith("Toys\na.toy\n")
    quiet = reproscope("check", toys("b.toy", ""))
    assert quiet.status == 0
    assert "No findings." in quiet.stdout


@pytest.mark.parametrize(
    ("fail_on", "status"), [("error", 0), ("warning", 1), ("note", 1), ("none", 0)]
)
def test_fail_on_names_the_lowest_level_that_fails(
    reproscope: Install, toys: Callable[..., str], fail_on: str, status: int
) -> None:
    name = toys("a.toy", "warning wheel")
    assert reproscope("check", name, "--fail-on", fail_on).status == status


def test_a_bad_target_does_not_stop_the_others_and_gives_status_two(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    toys("bad.toy", "bad")
    toys("good.toy", "error wheel")
    done = reproscope("check", "bad.toy", "gone.toy", "good.toy", "--format", "json")
    assert done.status == 2
    assert "error: bad.toy:1: not a toy\n" in done.stderr
    assert "error: cannot read 'gone.toy': no such file or directory\n" in done.stderr
    report = json.loads(done.stdout)
    assert report["targets"] == ["bad.toy", "gone.toy", "good.toy"]
    assert [f["subject"] for f in report["findings"]] == ["wheel"]
    unreadable = [item["what"] for item in report["skipped"] if item["unreadable"]]
    assert unreadable == ["bad.toy", "gone.toy"]


def test_when_nothing_could_be_read_there_is_no_report_only_the_errors(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    done = reproscope("check", toys("bad.toy", "bad"))
    assert (done.status, done.stdout) == (2, "")
    assert "error: bad.toy:1: not a toy\n" in done.stderr


def test_a_target_that_nothing_fits_is_told_what_there_is(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    done = reproscope("check", toys("a.unknown", ""))
    assert done.status == 2
    assert "nothing here can check 'a.unknown': it must be one of " in done.stderr
    assert "toy (a file that ends in .toy)" in done.stderr


def test_a_broken_kind_of_target_is_a_warning_and_a_skipped_entry(
    reproscope: Install, toys: Callable[..., str], plugin: Install
) -> None:
    plugin("reproscope.targets", "broken", "1 / 0")
    done = reproscope("check", toys("a.toy", ""), "--format=json")
    assert done.status == 0
    assert "warning: cannot load reproscope.targets 'broken'" in done.stderr
    skipped = {item["what"] for item in json.loads(done.stdout)["skipped"]}
    assert "reproscope.targets broken" in skipped


def test_the_configuration_of_the_working_directory_is_used_and_named(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    toys("reproscope.toml", 'format = "json"\nfail-on = "note"\ntime-limit = 7\nrounding = "any"\n')
    done = reproscope("check", toys("a.toy", "note wheel"))
    assert done.status == 1
    report = json.loads(done.stdout)
    assert report["provenance"]["configuration"].startswith("reproscope.toml (sha256 ")
    assert report["provenance"]["command"] == ["reproscope", "check", "a.toy"]
    assert "time_limit=7.0" in report["findings"][0]["message"]
    assert "{'rounding': 'any'}" in report["findings"][0]["message"]


def test_an_option_on_the_line_wins_over_the_configuration(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    toys("reproscope.toml", 'format = "json"\nfail-on = "note"\ntime-limit = 7\n')
    name = toys("a.toy", "note wheel")
    done = reproscope("check", name, "--format=csv", "--fail-on=error", "--time-limit=3")
    assert done.status == 0
    assert done.stdout.startswith("record,")
    assert "time_limit=3.0" in done.stdout


def test_the_configuration_of_an_audited_directory_is_not_used(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    toys("reproscope.toml", 'fail-on = "none"\n')
    done = reproscope("check", ".")
    assert "reproscope.toml belongs to the target and is not used" in done.stderr


def test_a_misspelt_key_is_told_with_its_file(
    reproscope: Install, toys: Callable[..., str]
) -> None:
    toys("reproscope.toml", "fail-onn = 1\n")
    done = reproscope("check", toys("a.toy", ""))
    assert done.status == 2
    assert "reproscope.toml: unknown key 'fail-onn': did you mean 'fail-on'?" in done.stderr
