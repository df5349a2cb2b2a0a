"""What the peers get wrong on small repositories (``benchmarks/repository/slips.py``), ours right.

The peers themselves are run by the benchmark only.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from reproscope.core import Outcome
from reproscope.repository.checking import examine
from reproscope.repository.collecting import collect
from reproscope.repository.judging.indicator import Judgement
from reproscope.repository.sources import open_target
from tests.conftest import Run
from tests.repository.making import written

Reproscope = Callable[..., Run]

SETUP = (
    "from setuptools import setup\n"
    'setup(name="study", py_modules=["train"], install_requires=["numpy==1.26.4"])\n'
)
TRAIN = "import numpy as np\n\nnp.random.seed(0)\nweights = np.random.normal(size=3)\n"
README = "# Study\n\n## Installation\n\nClone it.\n\n## Usage\n\nRun `python train.py`.\n"


def judged(root: Path) -> dict[str, Judgement]:
    with open_target(str(root)) as opened:
        return {one.indicator.rule.code: one.judgement for one in examine(collect(opened)).judged}


def test_install_requires_in_setup_py_declares_what_is_imported(tmp_path: Path) -> None:
    answers = judged(written(tmp_path, {"setup.py": SETUP, "train.py": TRAIN}))
    assert answers["R210"].outcome == Outcome.PRESENT
    assert answers["R211"].outcome == Outcome.PRESENT
    assert answers["R212"].outcome == Outcome.PRESENT


def test_an_import_that_install_requires_leaves_out_is_still_named(tmp_path: Path) -> None:
    train = TRAIN + "import pandas\n"
    answer = judged(written(tmp_path, {"setup.py": SETUP, "train.py": train}))["R211"]
    assert answer.outcome == Outcome.PARTIAL
    assert "pandas" in answer.message
    assert "numpy" not in answer.message


def test_setuptools_is_no_dependency_of_the_research(tmp_path: Path) -> None:
    files = {"setup.py": SETUP, "train.py": TRAIN, "requirements.txt": "numpy==1.26.4\n"}
    answer = judged(written(tmp_path, files))["R211"]
    assert answer.outcome == Outcome.PRESENT
    assert "setuptools" not in answer.message


def test_a_path_that_does_not_exist_gets_an_error_and_no_score(
    reproscope: Reproscope, tmp_path: Path
) -> None:
    run = reproscope("repository", "check", tmp_path / "nowhere", "--format", "json")
    assert run.status == 2
    assert "nowhere" in run.stderr
    assert run.stdout == ""


def test_without_a_declared_environment_the_software_factor_scores_nothing(
    reproscope: Reproscope, tmp_path: Path
) -> None:
    root = written(tmp_path, {"train.py": TRAIN, "README.md": README, "LICENSE": "MIT License\n"})
    report = json.loads(reproscope("repository", "check", root, "--format", "json").stdout)
    scores = {score["name"]: score["value"] for score in report["scores"]}
    outcomes = {finding["rule"]: finding["answer"] for finding in report["findings"]}
    assert outcomes["R210"] == "absent"
    assert scores["software"] == 0
    assert scores["overall"] < 0.5
