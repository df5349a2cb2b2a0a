"""Every folder of ``repos/`` is a test: a small repository, and what the indicators must say."""

from __future__ import annotations

import configparser
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from reproscope.repository.checking import examine
from reproscope.repository.collect.artefacts import artefacts_of
from reproscope.repository.collect.data import data_of
from reproscope.repository.collect.experiment import experiment_of
from reproscope.repository.collect.python.modules import modules_of
from reproscope.repository.collect.python.reading import python_sources
from reproscope.repository.collect.texts import prose_of, shell_of
from reproscope.repository.facts import Facts, Origin
from reproscope.repository.tree import LFS_HEAD, File, Submodule, Tree

REPOS = Path(__file__).parent / "repos"
CASES = sorted(path.parent for path in REPOS.glob("*/expected.toml"))


def tree_of(root: Path) -> Tree:
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = Path(folder) / name
            if path.is_file() and not path.is_symlink():
                pointer = path.read_bytes()[:100].startswith(LFS_HEAD)
                place = path.relative_to(root).as_posix()
                files.append(File(place, path.stat().st_size, pointer))
    modules = configparser.ConfigParser()
    modules.read(root / ".gitmodules")
    parts = [modules[name] for name in modules.sections()]
    submodules = [Submodule(p["path"], p["url"], (root / p["path"]).is_dir()) for p in parts]
    files.sort(key=lambda file: file.path)
    return Tree(root, tuple(files), submodules=tuple(submodules))


def facts_of(root: Path) -> Facts:
    tree = tree_of(root)
    modules = modules_of(python_sources(tree))
    prose, shell = prose_of(tree), shell_of(tree)
    return Facts(
        Origin(str(root)),
        tree,
        modules,
        data=data_of(tree, modules, prose, shell),
        experiment=experiment_of(tree, modules, prose, shell),
        artefacts=artefacts_of(tree, modules, prose),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_repository_gets_the_answers_that_are_expected(case: Path) -> None:
    expected = tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))
    by_code = {
        one.indicator.rule.code: one.judgement for one in examine(facts_of(case / "repo")).judged
    }
    wrong = [
        f"{code}: {words}"
        for code, table in expected.items()
        for words in differences(by_code[code], table)
    ]
    assert not wrong, "\n".join(wrong)


def differences(judgement: Any, expected: dict[str, Any]) -> list[str]:
    found = []
    if judgement.outcome != expected.get("outcome", judgement.outcome):
        found.append(f"{judgement.outcome}, not {expected['outcome']}: {judgement.message}")
    places = {str(item.location) for item in judgement.evidence}
    for place in expected.get("where", ()):
        if place not in places and not any(p.rpartition(":")[0] == place for p in places):
            found.append(f"{place} is not among {sorted(places)}")
    if expected.get("says", "") not in judgement.message:
        found.append(f"does not say {expected['says']!r}: {judgement.message}")
    return found
