"""Every kind of hostile input gives clear words, the rest is still looked at, and nothing runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope.repository.collect.python.style import find_ruff
from tests.conftest import Run
from tests.repository.collected import missing_tests
from tests.repository.hostile_input import MAKERS, PAGE, Kind, kinds, made, page
from tests.repository.making import needs_git

KINDS = kinds()
needs_ruff = pytest.mark.skipif(find_ruff(Path("/nowhere")) is None, reason="ruff is not installed")
NEEDS = {"git-hooks": [needs_git], "switches": [needs_ruff]}
RUN = [
    pytest.param(one, id=one.id, marks=NEEDS.get(one.id, [])) for one in KINDS if one.id in MAKERS
]


@pytest.mark.parametrize("kind", RUN)
def test_hostile_input_gives_clear_words_and_the_rest_is_still_looked_at(
    reproscope: Callable[..., Run], tmp_path: Path, kind: Kind
) -> None:
    touched = tmp_path / "touched"
    target = made(kind.id, tmp_path, touched)
    run = reproscope("repository", "check", target)
    shown = " ".join((run.stdout + run.stderr).split())
    assert [words for words in kind.sees if words not in shown] == [], shown
    assert run.status == (2 if kind.refused else 0)
    assert "Traceback" not in shown
    assert "bug in reproscope" not in shown
    if not kind.refused:
        report = json.loads(reproscope("repository", "check", target, "--format", "json").stdout)
        [finding] = [one for one in report["findings"] if one["rule"] == "RP101"]
        places = [piece["location"] for piece in finding["evidence"]]
        assert {"path": "train.py", "line": 1} in places
    assert not touched.exists()
    assert not list(tmp_path.parent.glob("evil*"))


def test_every_kind_names_tests_that_pytest_runs() -> None:
    assert all(one.tests and one.sees for one in KINDS)
    assert set(MAKERS) <= {one.id for one in KINDS}
    assert missing_tests(name for one in KINDS for name in one.tests) == []


def test_the_page_lists_every_kind() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(KINDS), (
        "run python -m tests.repository.hostile_input"
    )
