"""The data-flow over learning code: snippets, half of them leaks, half of them look-alikes."""

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.collect.python.leakage import Leakage, leakage_of
from reproscope.repository.collect.python.parsing import Parsed, Source, parse

HERE = Path(__file__).parent
CODES = {
    "preprocessing": "R901",
    "selection": "R902",
    "oversampling": "R903",
    "same": "R904",
    "tuning": "R905",
    "grouping": "R906",
    "ordering": "R907",
}


def cases(name: str) -> list[dict[str, object]]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))["case"]


def leakage(code: str) -> Leakage:
    parsed = parse(Source("case.py", code))
    assert isinstance(parsed, Parsed)
    return leakage_of(parsed)


@pytest.mark.parametrize("case", cases("leakage_snippets.toml"), ids=lambda case: case["name"])
def test_a_snippet_shows_exactly_the_conflicts_it_has(case):
    found = [
        f"{CODES[one.kind]}:{one.first.place.line}:{one.second.place.line}"
        for one in leakage(case["code"]).conflicts
    ]
    assert found == case["expect"]
