"""The data-flow over learning code: snippets, half of them leaks, half of them look-alikes."""

import tomllib
from pathlib import Path

import pytest

from reproscope.repository.collect.python.leakage import Leakage, leakage_of
from reproscope.repository.collect.python.modules import module_of
from reproscope.repository.collect.python.parsing import Parsed, Place, Source, parse
from reproscope.repository.facts import Facts
from reproscope.repository.indicators.r901_preprocessing_apart import judge
from reproscope.repository.sources.origin import Origin
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


@pytest.mark.parametrize("pair", ["x = (x, x)", "x = [x, *x, x]", "x = make_pipeline(x, x)"])
def test_values_that_double_do_not_grow_without_end(pair):
    head = "from sklearn.model_selection import train_test_split\n"
    head += "from sklearn.pipeline import make_pipeline\nx = (rows, rows)\n"
    code = head + f"{pair}\n" * 200 + "train_test_split(x, x)\n"
    assert leakage(code).problem is None


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("if val_loss < best_loss:\n    save(model)", [1]),
        ("if val_loss < stored:\n    stored = val_loss", [1]),
        ("if val_loss.avg < best_loss:\n    save(model)", [1]),
        ("is_best = val_acc > best_acc", [1]),
        ("if cost_val[-1] > mean(cost_val[-9:]):\n    break", [1]),
        ("for e in x:\n    if m['val']['loss'] < state['best_loss']:\n        keep()", [2]),
        ("EarlyStopping(monitor='val_loss', patience=3)", [1]),
        ("early_stopping(val_loss, model)", [1]),
        ("stop = EarlyStopping(monitor='loss')", []),
        ("if train_loss < best_loss:\n    save(model)", []),
        ("if test_acc > best_acc:\n    save(model)", []),
        ("if value < best_value:\n    best_value = value", []),
        ("if val_loss < 3:\n    print('low')", []),
        ("val = CIFAR10('d', train=False)\nif val_acc > best_acc:\n    save()", []),
    ],
)
def test_a_choice_by_validation_rows_is_told_by_its_names(code, lines):
    assert [spot.place.line for spot in leakage(code).validated] == lines


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
