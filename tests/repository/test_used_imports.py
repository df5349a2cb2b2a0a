"""Which imports are third-party, what they are for, and who provides them."""

import pytest

from reproscope.repository.collect.environment.knowledge import knowledge
from reproscope.repository.collect.environment.matching import match
from tests.repository.trees import environment_of


def used(tmp_path, files):
    return {one.name: one for one in environment_of(tmp_path, files).third_party}


@pytest.mark.parametrize(
    ("module", "distribution"),
    [
        ("cv2", "opencv-python-headless"),
        ("PIL", "pillow"),
        ("sklearn", "scikit-learn"),
        ("skimage", "scikit-image"),
        ("yaml", "pyyaml"),
        ("bs4", "beautifulsoup4"),
        ("dateutil", "python-dateutil"),
        ("Crypto", "pycryptodome"),
        ("git", "gitpython"),
        ("attr", "attrs"),
        ("google.protobuf.message", "protobuf"),
        ("tensorflow.keras", "tensorflow-gpu"),
        ("torch_geometric", "torch-geometric"),
        ("unknown_thing", "unknown-thing"),
    ],
)
def test_a_module_is_provided_by_its_distributions(module, distribution):
    assert distribution in knowledge().provider(module)[1]


def test_the_data_are_canonical_and_know_no_module_twice():
    known = knowledge()
    names = {name for listed in known.imports.values() for name in listed}
    assert {name for name in names if name != name.lower() or "_" in name} <= {
        "spacy-model-en_core_web_sm"
    }
    assert not known.same & set(known.imports)
    assert len(known.imports) >= 150


@pytest.mark.parametrize(
    "module", ["os", "itertools", "imp", "distutils", "asyncore", "cPickle", "tomllib", "telnetlib"]
)
def test_the_standard_library_of_every_python_is_known(tmp_path, module):
    assert used(tmp_path, {"a.py": f"import {module}\n"}) == {}


def test_several_modules_of_one_line_are_all_seen(tmp_path):
    assert set(used(tmp_path, {"a.py": "import os, sys, torch, numpy as np\n"})) == {
        "torch",
        "numpy",
    }


def test_an_import_that_may_fail_everywhere_is_optional(tmp_path):
    text = "try:\n    import apex\n    import numpy\nexcept ImportError:\n    pass\n"
    found = used(tmp_path, {"a.py": text, "b.py": "import numpy\n"})
    assert (found["apex"].optional, found["numpy"].optional) == (True, False)


@pytest.mark.parametrize(
    ("path", "source", "role"),
    [
        ("train.py", "import torch\n", "runtime"),
        ("test.py", "import torch\n", "runtime"),
        ("test_model.py", "import torch\n", "runtime"),
        ("test_model.py", "import torch\nimport pytest\n", "test"),
        ("tests/model.py", "import torch\n", "test"),
        ("docs/conf.py", "import torch\n", "docs"),
        ("setup.py", "import torch\n", "build"),
    ],
)
def test_a_module_is_used_for_what_its_file_is_for(tmp_path, path, source, role):
    assert used(tmp_path, {path: source})["torch"].role == role


def test_what_the_work_and_its_tests_import_is_shown_where_the_work_does(tmp_path):
    files = {"tests/test_a.py": "import torch\n", "zoo.py": "\nimport torch\n"}
    (first, second) = used(tmp_path, files)["torch"].places
    assert (first.path, first.line, second.path) == ("zoo.py", 2, "tests/test_a.py")


def test_a_directory_named_like_a_distribution_hides_it_only_on_the_way(tmp_path):
    files = {
        "examples/wandb/run.py": "import wandb\n",
        "train.py": "import gym\n",
        "gym/env.py": "",
    }
    assert set(used(tmp_path, files)) == {"wandb"}


def test_a_base_image_provides_what_it_is_known_for(tmp_path):
    image = "FROM pytorch/pytorch:1.9.0-cuda11.1-cudnn8-runtime\n"
    matched = match(environment_of(tmp_path, {"Dockerfile": image, "a.py": "import torch, gym\n"}))
    assert [one.name for one in matched.declared] == ["torch"]
    assert [one.name for one in matched.undeclared] == ["gym"]


def test_a_former_name_of_a_distribution_declares_it_and_a_system_package_does_not(tmp_path):
    files = {"requirements.txt": "sklearn\n", "a.py": "import sklearn\nimport git\n"}
    files["environment.yml"] = "dependencies:\n  - git\n"
    matched = match(environment_of(tmp_path, files))
    assert [one.name for one in matched.declared] == ["sklearn"]
    assert [one.name for one in matched.undeclared] == ["git"]
