"""What is recorded of data, experiments and models, from lines that a stranger wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from reproscope.repository.collect.artefacts import Artefacts, artefacts_of
from reproscope.repository.collect.data import Data, data_of
from reproscope.repository.collect.experiment import Experiment, experiment_of
from reproscope.repository.collect.python.modules import module_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.collect.texts import prose_of, shell_of
from reproscope.repository.tree import File, Tree


def tree(folder: Path, files: dict[str, str]) -> Tree:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Tree(folder, tuple(File(name, len(files[name])) for name in sorted(files)))


def data(folder: Path, files: dict[str, str]) -> Data:
    found = tree(folder, files)
    sources = [Source(name, text) for name, text in files.items() if name.endswith(".py")]
    return data_of(found, map(module_of, sources), prose_of(found), shell_of(found))


def experiment(folder: Path, files: dict[str, str]) -> Experiment:
    found = tree(folder, files)
    sources = [Source(name, text) for name, text in files.items() if name.endswith(".py")]
    modules = [module_of(source) for source in sources]
    return experiment_of(found, modules, prose_of(found), shell_of(found))


def artefacts(folder: Path, text: str) -> Artefacts:
    return artefacts_of(tree(folder, {}), [module_of(Source("a.py", text))], ())


@pytest.mark.parametrize(
    ("line", "linked"),
    [
        ("The [data](https://example.org/x) are there.", True),
        ("Get [CIFAR-10](https://example.org/x).", True),
        ("The dataset: https://zenodo.org/records/1", True),
        ("Data with [PyTorch](https://pytorch.org/) on a dataset", False),
        ("A dataset paper: https://arxiv.org/abs/1", False),
        ("See https://example.org", False),
        ("![data](https://img.shields.io/badge/data)", False),
    ],
)
def test_a_link_counts_if_it_leads_to_data(tmp_path: Path, line: str, linked: bool) -> None:
    assert bool(data(tmp_path, {"README.md": f"# Title\n\n{line}\n"}).links) is linked


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("wget https://example.org/data.zip", "URL"),
        ("curl -L -o d.zip https://example.org/d.zip", "URL"),
        ("kaggle datasets download -d a/b", "Kaggle"),
        ("gdown 1abc", "Google Drive"),
        ("dvc pull", "DVC"),
        ("wget https://repo.anaconda.com/miniconda/x.sh", None),
        ("curl https://example.org/install.sh | sh", None),
        ("# wget https://example.org/data.zip", None),
        ("echo wgetter", None),
    ],
)
def test_a_command_that_fetches_data_is_told_from_one_that_installs(
    tmp_path: Path, line: str, how: str | None
) -> None:
    found = data(tmp_path, {"get.sh": f"#!/bin/sh\n{line}\n"}).downloads
    assert [one.how for one in found] == ([] if how is None else [how])


@pytest.mark.parametrize(
    ("call", "seeded"),
    [
        ("train_test_split(x, random_state=0)", True),
        ("train_test_split(x, random_state=seed)", True),
        ("train_test_split(x)", False),
        ("train_test_split(x, random_state=None)", False),
        ("train_test_split(x, shuffle=False)", True),
        ("train_test_split(x, **options)", None),
        ("KFold(5)", True),
        ("KFold(5, shuffle=True)", False),
        ("KFold(5, shuffle=True, random_state=1)", True),
    ],
)
def test_a_drawn_split_is_seeded_or_not_or_not_known(
    tmp_path: Path, call: str, seeded: bool | None
) -> None:
    text = f"from sklearn.model_selection import KFold, train_test_split\n{call}\n"
    [split] = data(tmp_path, {"a.py": text}).splits
    assert split.seeded is seeded


def test_a_command_over_several_lines_is_one(tmp_path: Path) -> None:
    readme = (
        "# x\n\n```\npython train.py \\\n  --lr 0.1 \\\n  --epochs=3\npython -m pytest -x y\n```\n"
    )
    [command] = experiment(tmp_path, {"README.md": readme}).commands
    assert command.place.line == 4
    assert len(command.options) == 2


def test_a_configuration_is_one_only_with_hyperparameters(tmp_path: Path) -> None:
    files = {
        "configs/a.yaml": "lr: 0.1\nname: x\n",
        "configs/b.yaml": "name: x\n",
        "config.json": '{\n  "batch_size": 8\n}\n',
        ".github/config.yml": "lr: 1\n",
        "package.json": '{"lr": 1}\n',
    }
    found = experiment(tmp_path, files).configs
    assert [(one.path, one.keys) for one in found] == [
        ("config.json", ("batch_size",)),
        ("configs/a.yaml", ("lr",)),
    ]


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("import torch\ntorch.load(p)", 1),
        ("import torch\ntorch.load(p, weights_only=True)", 0),
        ("import numpy as np\nnp.load(p)", 0),
        ("import numpy as np\nnp.load(p, allow_pickle=True)", 1),
        ("import json\njson.load(f)", 0),
        ("import pickle\npickle.loads(x)", 0),
    ],
)
def test_only_loads_that_run_code_have_to_be_trusted(tmp_path: Path, text: str, loads: int) -> None:
    assert len(artefacts(tmp_path, text).loadings) == loads


HOSTILE = [
    "a" * 100_000,
    "-" * 100_000,
    "[" * 100_000,
    "[a](https://" * 10_000,
    "wget " * 20_000,
    "python " + "--a " * 20_000,
    "md5sum " * 20_000,
    "10.1234/" * 20_000,
    "CIFAR " * 20_000,
    "a/" * 50_000,
    "lr: " * 20_000,
    "=" * 100_000,
    "\\\n" * 15_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lines_are_read_in_bounded_time(tmp_path: Path, text: str) -> None:
    files = {"README.md": text, "get.sh": text, "configs/a.yaml": text, "setup.rst": text}
    assert data(tmp_path, files).files == ()
    assert experiment(tmp_path, files).parsers == ()
