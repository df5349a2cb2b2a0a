"""The thesis's columns from real facts: what its tool measured wrongly is right, or unknown."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from reproscope.repository.collect.binderhub import Build
from reproscope.repository.collect.environment.records import Availability, Offered
from reproscope.repository.collecting import Wanted, collect
from reproscope.repository.facts import Facts
from reproscope.repository.loos2022.known import known_of
from reproscope.repository.loos2022.measured import TITLES, Measured
from reproscope.repository.loos2022.measuring import measure
from reproscope.repository.profiles import load_profile
from reproscope.repository.scoring import scores
from reproscope.repository.sources import open_target
from tests.conftest import Run
from tests.repository.making import written

Files = Mapping[str, str | bytes]
MIT = (Path(__file__).parents[2] / "LICENSE").read_text()


def facts_of(root: Path, files: Files, rating: bool = False) -> Facts:
    with open_target(str(written(root, files))) as opened:
        return collect(opened, Wanted(style=False, rating=rating))


def measured_of(root: Path, files: Files) -> Measured:
    facts = facts_of(root, files)
    return measure(facts, known_of(facts))


README = "# Work\n\nTrained on CIFAR10, see https://arxiv.org/abs/1 and https://example.org/x.\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"README.md": README, "data/cora/README": "x\n" * 40, "a.py": ""},
            {"readmes": 1, "readme_lines": 3, "readme_links": 2, "paper_links": 1},
            id="the README of a data folder is not the work's",
        ),
        pytest.param(
            {"README.md": README}, {"readme_dataset": True}, id="CIFAR10 in any case is a data set"
        ),
        pytest.param(
            {"README.md": "# Work\n\nAfter removing dropout we achieve more.\n", "a.py": ""},
            {"readme_dataset": False, "dead_links": 0},
            id="movi in removing is none",
        ),
        pytest.param({"README.md": b"\xff\x00" * 50}, {"readmes": None}, id="a README unread"),
        pytest.param(
            {"LICENCE": MIT, "a.py": ""}, {"licences": 1, "open_licences": 1}, id="LICENCE is one"
        ),
        pytest.param(
            {"LICENSE": "THIS IS LIMITED. All rights reserved by us, nobody may use it. " * 20},
            {"licences": 1, "open_licences": None},
            id="LIMITED is not MIT",
        ),
        pytest.param(
            {"third_party/x/LICENSE": MIT, "a.py": ""}, {"licences": 0}, id="a licence of a part"
        ),
        pytest.param(
            {
                "setup.py": "import setuptools\nsetuptools.setup(install_requires=['numpy'])\n",
                "a.py": "import numpy\n",
            },
            {"config_files": 1, "source_imports": 1, "imports_in_config_percent": 100.0},
            id="install_requires counts and setuptools does not",
        ),
        pytest.param(
            {
                "requirements.txt": "numpy==1.21.0 ; python_version >= '3.6'\n\nscipy>1.0\ntorch\n",
                "a.py": "import numpy, os, torch\n",
            },
            {
                **{"config_imports": 3, "strict_percent": 33.33, "loose_percent": 33.33},
                **{"source_imports": 2, "public_libraries_percent": None, "os_specified": False},
            },
            id="a marker does not loosen a pin and a blank line is no library",
        ),
        pytest.param(
            {"a.py": "from models import net\n", "models/net.py": ""},
            {"source_imports": 0, "public_libraries_percent": 0.0, "config_files": 0},
            id="a local package is no library",
        ),
        pytest.param(
            {"a.py": "import numpy\n", "environment.yml": "dependencies: [numpy"},
            {"config_files": None, "strict_percent": None},
            id="a declaration that cannot be read",
        ),
        pytest.param(
            {
                "a.py": "import time, random\nimport torch\ntorch.manual_seed(int(time.time()))\n"
                "random.seed(1)\ndef set_seed(seed):\n    pass\nsuperseeded = 3\n"
            },
            {"seed_lines": 2, "fixed_seeds_percent": 50.0},
            id="the clock is no fixed seed and a definition none at all",
        ),
        pytest.param(
            {"a.py": "import random\nrandom.seed(1)\n", "b.py": "def old(:\n"},
            {"seed_lines": None, "serialisation": None, "source_imports": None},
            id="sources that do not parse",
        ),
        pytest.param(
            {"a.py": "import pickle\nh = hash(pickle.dumps([1]))\n"},
            {"serialisation": False},
            id="a hash of a pickle saves no model",
        ),
        pytest.param(
            {"a.py": "import torch\nif 1: torch.save(model.state_dict(), 'm.pt')\n"},
            {"serialisation": True},
            id="saving on the best epoch",
        ),
        pytest.param(
            {
                "a.py": "def load(path='data/cora/', name='cora'):\n    open(path + name)\n",
                "data/cora/cora.content": "1\n",
                "data/cora/README": "notes\n",
            },
            {"dataset_folders": 1, "dataset_files": 1, "dataset_files_in_code": 1},
            id="files of a folder that code names",
        ),
        pytest.param(
            {"a.py": "plt.savefig('fig.png')\n", "docs/images/fig.png": b"\x89PNG"},
            {"dataset_files": 0, "dataset_files_in_code": 0, "dataset_folders_found": False},
            id="a figure is no data",
        ),
        pytest.param(
            {"a.py": "from torchvision import datasets\ndatasets.CIFAR10('.', download=True)\n"},
            {"dataset_files": 1, "dataset_files_in_code": 1},
            id="what code downloads",
        ),
    ],
)
def test_a_column_is_measured_rightly(tmp_path: Path, files: Files, expected: Any) -> None:
    found = measured_of(tmp_path, files)
    assert {name: getattr(found, name) for name in expected} == expected


def book(*cells: tuple[str, str]) -> str:
    some = [{"cell_type": kind, "source": text, "outputs": []} for kind, text in cells]
    return json.dumps({"cells": some, "metadata": {}, "nbformat": 4})


def test_the_share_of_notebooks_with_remarks_at_their_ends(tmp_path: Path) -> None:
    files = {
        "a.ipynb": book(("markdown", "# Work"), ("code", "x = 1")),
        "b.ipynb": book(("code", "x = 1"), ("markdown", "It works.")),
        "c.ipynb": book(("code", "# Load.\nx = 1")),
    }
    found = measured_of(tmp_path, files)
    ends = (found.notebooks_with_header_percent, found.notebooks_with_footer_percent)
    assert ends == (66.67, 33.33)
    broken = measured_of(tmp_path, {"d.ipynb": "{"})
    assert (broken.notebooks, broken.notebooks_with_header_percent) == (4, None)
    none = measured_of(tmp_path / "none", {"a.py": ""})
    assert (none.notebooks, none.notebooks_with_footer_percent) == (0, 0.0)


def test_the_pylint_column_is_filled_only_where_it_was_wanted(tmp_path: Path) -> None:
    files = {"a.py": "import os\n", "b.py": '"""Fine."""\n\nX = 1\nY = 2\n'}
    assert facts_of(tmp_path, files).rating is None
    facts = facts_of(tmp_path, files, rating=True)
    # (1 line at -10, 3 lines at 10) by pylint's formula: two messages for one statement.
    assert measure(facts, known_of(facts)).pylint == 5.0
    assert facts.skipped == ()
    old = facts_of(tmp_path, {"c.py": "print 'old'\n"}, rating=True)
    assert measure(old, known_of(old)).pylint is None
    assert [(one.what, one.unreadable) for one in old.skipped] == [("pylint rating", False)]


def test_links_are_dead_only_if_every_one_said_whether_it_is_there(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, {"README.md": README})
    urls = [link.url for link in facts.documents.main.links]  # type: ignore[union-attr]
    for answers, dead in (((True, False), 50.0), ((True, None), None)):
        told = replace(facts, links_answered=dict(zip(urls, answers, strict=True)))
        assert measure(told, known_of(told)).dead_links_percent == dead


@pytest.mark.parametrize(
    ("status", "percent"), [("found", 100.0), ("missing", 0.0), ("unknown", None)]
)
def test_a_library_is_public_if_the_index_says_so(
    tmp_path: Path, status: Any, percent: float | None
) -> None:
    facts = facts_of(tmp_path, {"a.py": "import numpy\n"})
    offered = Availability("index", (Offered("numpy", status),))
    asked = replace(facts, environment=replace(facts.environment, availability=offered))
    assert measure(asked, known_of(asked)).public_libraries_percent == percent


def test_of_a_tree_that_was_cut_only_the_build_is_known(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, {"README.md": README, "LICENSE": MIT})
    cut = replace(facts, tree=replace(facts.tree, truncated=True))
    known = known_of(replace(cut, build=Build("h", "r", "failed")))
    assert (known.readmes, known.licences, known.built) == (None, None, False)


def test_the_thesis_profile_scores_what_is_known(tmp_path: Path) -> None:
    files = {
        "README.md": README,
        "LICENSE": MIT,
        "requirements.txt": "numpy==1.21.0\n",
        "train.py": "import numpy\nnumpy.random.seed(1)\nprint(numpy.random.rand())\n",
    }
    facts = replace(facts_of(tmp_path, files), build=Build("h", "r", "built"))
    found = {one.name: one.value for one in scores(facts, [], load_profile("loos2022"))}
    assert found["RSC"] == 1.0
    assert (found["DSA"], found["MS"], found["HPL"], found["OOTB"]) == (1.0, 0.0, 0.0, 1.0)
    assert found["SE"] is None  # whether the index has numpy was not asked


def test_the_reports_say_why_there_is_no_rating(
    reproscope: Callable[..., Run], tmp_path: Path
) -> None:
    work = written(tmp_path / "work", {"old.py": "print 'old'\n"})
    told = tmp_path / "feedback.md"
    why = "old.py does not parse (it reads like Python 2)"
    report = reproscope("repository", "check", work, "--profile", "loos2022", "--only", "R101")
    assert f"pylint rating: {why}" in " ".join(report.stdout.split())
    table = reproscope("repository", "check", work, "--format", "loos-csv", "--feedback", told)
    assert f"no pylint rating: {why}" in table.stderr
    assert "(weight 0.1): unknown: old.py does not parse" in told.read_text()
    assert "pylint" not in reproscope("check", work).stdout


def test_a_report_by_the_thesis_profile_has_the_rating_and_names_pylint(
    reproscope: Callable[..., Run], tmp_path: Path
) -> None:
    work = written(tmp_path / "work", {"a.py": '"""Fine."""\n\nX = 1\n'})
    done = reproscope(
        "repository", "check", work, "--profile", "loos2022", "--only", "R101", "--format", "json"
    )
    report = json.loads(done.stdout)
    assert report["provenance"]["dependencies"]["pylint"] == version("pylint")
    [scad] = [one for one in report["scores"] if one["name"] == "SCAD"]
    assert (scad["value"], scad["coverage"]) == (0.2, {"answered": 8, "asked": 8})
    assert report["skipped"] == []


def test_the_command_writes_the_csv_and_the_feedback(
    reproscope: Callable[..., Run], tmp_path: Path
) -> None:
    work = written(tmp_path / "work", {"README.md": README, "train.py": "import numpy\n"})
    told = tmp_path / "feedback.md"
    done = reproscope("repository", "check", work, "--format", "loos-csv", "--feedback", told)
    header, row = csv.reader(done.stdout.splitlines())
    assert (tuple(header), len(row)) == (TITLES, 40)
    assert dict(zip(header, row, strict=True))["# readmes"] == "1"
    text = told.read_text()
    assert text.startswith("# Reproducibility factors, from 0 to 1\n")
    assert "R210" in text
    reproscope("repository", "check", work, "--format", "loos-csv", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == done.stdout
    other = reproscope("check", work, "--format", "loos-csv")
    assert (other.status, "unknown format 'loos-csv'" in other.stderr) == (2, True)
