"""Every folder of ``repos/`` is a repository and what is expected of it: one more, one test."""

import json
import os
import tomllib
from pathlib import Path

import pytest

from reproscope.repository.checking import examine
from reproscope.repository.collect.environment.collecting import collect_environment
from reproscope.repository.collect.python.modules import modules_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.facts import Facts, Origin
from reproscope.repository.tree import File, Tree

REPOS = Path(__file__).parent / "repos"
CASES = sorted(path.parent.name for path in REPOS.glob("*/expected.toml"))


def opened(root: Path) -> Facts:
    files = []
    for directory, _, names in os.walk(root):
        for name in names:
            path = Path(directory) / name
            if path.is_file() and not path.is_symlink():
                files.append(File(path.relative_to(root).as_posix(), path.stat().st_size))
    tree = Tree(root, tuple(sorted(files, key=lambda file: file.path)))
    modules = modules_of(_sources(tree))
    environment = collect_environment(tree, modules)
    return Facts(Origin(str(root)), tree, modules, environment=environment)


def _sources(tree: Tree):
    for file in tree.files:
        text = tree.text(file) if file.suffix in (".py", ".ipynb") else None
        if text is not None and file.suffix == ".py":
            yield Source(file.path, text.content)
        elif text is not None:
            cells = json.loads(text.content)["cells"]
            code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
            yield Source(file.path, "\n".join(code), notebook=True)


@pytest.mark.parametrize("case", CASES)
def test_a_case_gets_the_answers_that_are_expected_of_it(case):
    expected = tomllib.loads((REPOS / case / "expected.toml").read_text("utf-8"))
    answers = {
        one.indicator.rule.code: one.judgement
        for one in examine(opened(REPOS / case / "repo")).judged
    }
    for code, wanted in expected.items():
        judged = answers[code]
        assert judged.outcome == wanted["outcome"], (code, judged.message)
        places = {str(one.location) for one in judged.evidence}
        assert set(wanted.get("where", ())) <= places, (code, places)
        assert wanted.get("says", "") in judged.message, code
