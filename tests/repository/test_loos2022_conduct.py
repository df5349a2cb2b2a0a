"""How the thesis's tool went about its work, and that none of it happens here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import Run
from tests.repository.making import written

Reproscope = Callable[..., Run]

NOTEBOOK = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
SEEDED = "import random\n\nrandom.seed(1)\nprint(random.random())\n"
UNSEEDED = "import random\n\nprint(random.random())\n"


def state_of(root: Path) -> list[tuple[Path, int, int, int]]:
    found = [(path, path.lstat()) for path in sorted(root.rglob("*"))]
    return [(path, one.st_mtime_ns, one.st_size, one.st_mode) for path, one in found]


def report_of(reproscope: Reproscope, root: Path) -> dict[str, Any]:
    run = reproscope("repository", "check", root, "--format", "json")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def answers_of(reproscope: Reproscope, root: Path) -> dict[str, tuple[str, str]]:
    findings = report_of(reproscope, root)["findings"]
    return {one["rule"]: (one["answer"], one["message"]) for one in findings}


def test_a_directory_that_was_checked_is_as_it_was(reproscope: Reproscope, tmp_path: Path) -> None:
    files = {"x y-1.ipynb": NOTEBOOK, "x y-1.py": SEEDED, "data/a.csv": "1\n", "README.md": "# A\n"}
    root = written(tmp_path / "work", files)
    before = state_of(root)
    assert reproscope("repository", "check", root).status in (0, 1)
    assert state_of(root) == before


def test_two_repositories_after_each_other_do_not_mix(
    reproscope: Reproscope, tmp_path: Path
) -> None:
    good = written(tmp_path / "good", {"train.py": SEEDED, "requirements.txt": "numpy==1.26.4\n"})
    bad = written(tmp_path / "bad", {"train.py": UNSEEDED, "LICENSE": "All rights reserved.\n"})
    first, other = answers_of(reproscope, good), answers_of(reproscope, bad)
    assert (first["R501"][0], other["R501"][0]) == ("present", "absent")
    assert answers_of(reproscope, good) == first
    assert answers_of(reproscope, bad) == other


def test_a_readme_alone_gets_no_score_for_its_software(
    reproscope: Reproscope, tmp_path: Path
) -> None:
    root = written(tmp_path, {"README.md": "# A plan\n\nThe code will be released soon.\n"})
    report = report_of(reproscope, root)
    software = {one["rule"]: one["answer"] for one in report["findings"] if one["rule"][:2] == "R2"}
    assert {software[f"R{number}"] for number in range(210, 220)} == {"not-applicable"}
    scores = {score["name"]: score["value"] for score in report["scores"]}
    assert scores["software"] is None
