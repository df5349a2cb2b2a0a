"""Repositories as a kind of target: ``reproscope check .`` hands them over."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

from reproscope.core import CheckOptions, Outcome, Report, ReproscopeError
from reproscope.repository.rules import RULES
from reproscope.repository.target import REPOSITORY
from tests.repository.judged import always, indicator
from tests.repository.making import written

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())


@pytest.mark.parametrize(
    ("group", "value"), [("reproscope.targets", REPOSITORY), ("reproscope.rules", RULES)]
)
def test_the_room_is_registered(group: str, value: object) -> None:
    named = PROJECT["project"]["entry-points"][group]["repository"]
    module, _, attribute = named.partition(":")
    assert getattr(importlib.import_module(module), attribute) is value


def test_a_directory_is_checked_by_every_indicator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toys = ((indicator(), always(Outcome.PRESENT)),)
    monkeypatch.setattr("reproscope.repository.checking.indicators", lambda: toys)
    root = str(written(tmp_path, {"a.py": ""}))
    report = REPOSITORY.check(root, CheckOptions(profile="loos2022"))
    assert isinstance(report, Report)
    [found] = report.findings
    assert (found.rule, found.details["target"], found.answer) == ("R101", root, "present")
    assert report.provenance.profile == "loos2022"


def test_an_address_needs_the_network_to_be_allowed() -> None:
    with pytest.raises(ReproscopeError, match="give --online to allow it"):
        REPOSITORY.check("https://github.com/owner/name", CheckOptions())
