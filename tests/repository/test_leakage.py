"""The data-flow over learning code: snippets, half of them leaks, half of them look-alikes."""

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.collect.python.leakage import Leakage, leakage_of
from reproscope.repository.collect.python.modules import module_of
from reproscope.repository.collect.python.parsing import Parsed, Place, Source, parse
from reproscope.repository.facts import Facts, Origin
from reproscope.repository.indicators.r901_preprocessing_apart import judge
from reproscope.repository.tree import Tree

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


def test_the_hold_out_is_still_judged_as_it_was_when_it_was_first_run():
    wrong = {}
    for case in cases("leakage_holdout.toml"):
        found = {CODES[one.kind] for one in leakage(case["code"]).conflicts}
        if found != set(case["expect"]):
            wrong[case["name"]] = found
    assert wrong == {}


def test_a_source_of_too_many_statements_is_followed_to_a_limit_and_says_so():
    code = "from sklearn.svm import SVC\n" + "X = X[1:]\n" * 12_000
    assert leakage(code).problem == "more than 10,000 statements"


def test_a_long_chain_of_fits_is_followed_in_bounded_space():
    head = "from sklearn.preprocessing import StandardScaler\nX = load()\n"
    tail = "from sklearn.model_selection import train_test_split\na, b = train_test_split(X)\n"
    found = leakage(head + "X = StandardScaler().fit_transform(X)\n" * 3_000 + tail)
    assert len(found.conflicts) == 64


def test_deep_nesting_is_a_problem_and_no_crash():
    branches = "".join(f"elif x == {n}:\n    y = {n}\n" for n in range(600))
    code = f"from sklearn.svm import SVC\nif x == -1:\n    y = 0\n{branches}"
    assert leakage(code).problem == "nested too deeply to be followed"


def test_a_line_of_a_notebook_is_named_with_its_cell():
    code = (
        "from sklearn.preprocessing import StandardScaler\n"
        "from sklearn.model_selection import train_test_split\n"
        "X = StandardScaler().fit_transform(X)\n"
        "a, b = train_test_split(X)\n"
    )
    places = [Place("study.ipynb", line, cell) for cell, line in ((1, 1), (1, 2), (2, 1), (4, 1))]
    module = module_of(Source("study.ipynb", code, notebook=True, places=places))
    facts = Facts(Origin("case"), Tree(Path("."), ()), (module,))
    found = judge(facts)
    assert "(cell 2, line 1) before they are split (cell 4, line 1)" in found.message
    # A line of a cell is no line of the file, where an editor would jump to.
    assert {str(one.location) for one in found.evidence} == {"study.ipynb"}
    assert found.evidence[0].text.startswith("cell 2, line 1: X = ")
