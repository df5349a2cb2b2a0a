"""Small repositories with what is expected of each indicator; adding a case is adding a folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.checking import examine
from tests.repository.gathered import facts_of

REPOS = Path(__file__).parent / "repos"
CASES = sorted(path.parent for path in REPOS.glob("*/expected.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_repository_is_judged_as_expected(case: Path) -> None:
    judged = {one.indicator.rule.code: one for one in examine(facts_of(case / "repo")).judged}
    for code, expected in tomllib.loads((case / "expected.toml").read_text()).items():
        found = judged[code].judgement
        assert found.outcome == expected["outcome"], f"{code}: {found.message}"
        assert expected.get("says", "") in found.message
        places = {str(item.location) for item in found.evidence if item.location}
        assert set(expected.get("where", ())) <= places, f"{code}: {places}"
