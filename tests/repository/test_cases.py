"""Every folder of ``repos/`` is a test: a small repository, and what the indicators must say."""

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.indicators import indicators
from tests.repository.repositories import facts_of

REPOS = Path(__file__).parent / "repos"
CASES = sorted(path.parent for path in REPOS.glob("*/expected.toml"))
JUDGES = {indicator.rule.code: judge for indicator, judge in indicators()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_repository_gets_the_answers_that_are_expected(case: Path) -> None:
    root = case / "repo"
    files = {str(path.relative_to(root)): path.read_text() for path in root.rglob("*.py")}
    facts = facts_of(files)
    for code, expected in tomllib.loads((case / "expected.toml").read_text()).items():
        found = JUDGES[code](facts)
        assert found.outcome == expected["outcome"], f"{code}: {found.message}"
        assert expected.get("says", "") in found.message
        places = {str(piece.location) for piece in found.evidence}
        assert set(expected.get("where", ())) <= places, code
