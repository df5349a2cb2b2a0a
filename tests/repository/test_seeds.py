"""The indicators of random seeds over small repositories."""

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.indicators import indicators
from tests.repository.repositories import facts_of

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "seeds_snippets.toml").read_text(encoding="utf-8"))["case"]
JUDGES = {indicator.rule.code: judge for indicator, judge in indicators()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_repository_gets_the_outcomes_it_deserves(case):
    facts = facts_of(case["files"])
    answers = {code: JUDGES[code](facts) for code in case["expect"]}
    assert {code: str(one.outcome) for code, one in answers.items()} == case["expect"]
    places = {str(piece.location) for one in answers.values() for piece in one.evidence}
    assert set(case.get("where", [])) <= places


def test_seeds_of_the_same_function_keep_the_line_of_their_calls():
    facts = facts_of({"train.py": CALLED_TWICE})
    lines = [one.seeding.spot.place.line for one in facts.seeding.seedings]
    assert lines == [4, 5]


def test_a_seed_beyond_what_is_followed_counts_for_everybody(monkeypatch):
    monkeypatch.setattr("reproscope.repository.tracing.importing._MOST", 3)
    chain = {f"m{i}.py": f"import m{i + 1}\n" for i in range(6)}
    files = {**chain, "m6.py": "import random\nrandom.seed(0)\n"}
    facts = facts_of({**files, "m0.py": "import m1\nimport random\nprint(random.random())\n"})
    assert str(JUDGES["R501"](facts).outcome) == "present"


CALLED_TWICE = """import random
def set_seed(seed):
    random.seed(seed)
set_seed(1)
set_seed(2)
"""
