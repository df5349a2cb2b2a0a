"""Pylint's rating: the same as pylint prints, obeying and importing nothing of the target."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from reproscope.repository.collect.python.rating import Rated, Rating, collect_rating
from reproscope.repository.collect.python.rating.child import Trusted
from reproscope.repository.collect.python.rating.collecting import GET, Limits
from reproscope.repository.collect.python.sources import python_modules
from reproscope.repository.sources import open_target
from tests.repository.making import written

Files = Mapping[str, str | bytes]
LIMITS = Limits()
NOWHERE = "/there/is/no/python"
# The formula of the thesis's tool: later pylints print 0 for what is below.
EVALUATION = "10.0 - ((float(5 * error + warning + refactor + convention) / statement) * 10)"
SCRIPT = """import os
import torch
from helpers import *
def Train(x, y):
    unused = 1
    print("%s" % x)
    return grow(x)
l = Train(1, 2)
"""
HELPERS = 'def grow(value, by=1):\n    """Grow."""\n    return value + by\n'


def rated(root: Path, files: Files, limits: Limits = LIMITS, **how: str) -> Rating:
    with open_target(str(written(root, files))) as opened:
        return collect_rating(opened.tree, python_modules(opened.tree), limits, **how)


def ratings(found: Rating) -> dict[str, float | None]:
    assert found.problem is None
    return {one.path: one.rating for one in found.files}


def printed(root: Path, path: str) -> float | None:
    """Return what pylint itself prints for one file, called as the thesis's tool calls it."""
    file = root / path
    folder = file.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    settings = written(root.parent / "settings", {"pylintrc": ""}) / "pylintrc"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pylint", f"--rcfile={settings}", "--persistent=n"),
            *("--disable=E0401", f"--evaluation={EVALUATION}", str(file.relative_to(folder))),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    match = re.search(r"rated at (-?[\d.]+)/10", done.stdout)
    return float(match[1]) if match else None


CASES = {
    "a script with its helpers": {"train.py": SCRIPT, "helpers.py": HELPERS},
    "what is its own comes last": {
        "train.py": "import helpers\nimport torch\nimport os\nprint(helpers, torch, os)\n",
        "helpers.py": HELPERS,
    },
    "errors below 0": {"bad.py": "print(a)\nprint(b)\nb()\n"},
    "a package": {
        "pack/__init__.py": "from .part import grow\n",
        "pack/part.py": HELPERS,
        "pack/deep/__init__.py": "",
        "pack/deep/more.py": "from ..part import grow, shrink\nimport pack.part\ngrow(1, 2, 3)\n",
        "run.py": "import sys\nfrom pack.part import grow\nimport pack\nsys.exit(pack.nothing)\n",
    },
    "a root that is a package": {"__init__.py": "", "a.py": "from . import b\n", "b.py": "X = 1\n"},
    "modules of one name in two folders": {
        "one/utils.py": "def load():\n    pass\n",
        "one/train.py": "from utils import load\nload()\n",
        "two/utils.py": "def save():\n    pass\n",
        "two/train.py": "from utils import load\nload()\n",
    },
    "modules with the names of others": {
        "random.py": "def draw():\n    return 4\n",
        "a.py": "import random\nrandom.random()\nrandom.draw()\n",
        "b.py": "import random\nimport logging\nlogging.info('%d' % random.draw())\n",
    },
    "odd bytes": {
        "latin.py": "# -*- coding: latin-1 -*-\nNAME = 'é'\n".encode("latin-1"),
        "windows.py": b"import os\r\n\r\nx = 1\r\n",
        "mark.py": b"\xef\xbb\xbfx = 1\n",
        "My-Script.py": "import os , sys\n",
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("files", CASES.values(), ids=CASES)
def test_a_rating_is_the_one_that_pylint_prints(tmp_path: Path, files: Files) -> None:
    root = tmp_path / "work"
    assert ratings(rated(root, files)) == {path: printed(root, path) for path in sorted(files)}


@pytest.mark.slow
def test_without_processes_for_each_the_ratings_are_the_same(tmp_path: Path) -> None:
    names = ("errors below 0", "modules of one name in two folders", "odd bytes")
    files = {
        f"{names.index(name)}/{path}": text for name in names for path, text in CASES[name].items()
    }
    one = ratings(rated(tmp_path, files, Limits(processes=0)))
    assert one == ratings(rated(tmp_path, files))
    assert len(one) == len(files)
    assert min(value for value in one.values() if value is not None) < 0


def test_the_mean_is_weighed_by_lines_and_leaves_out_what_has_no_statement() -> None:
    files = (Rated("a.py", 10.0, 30), Rated("b.py", -2.0, 10), Rated("c.py", None, 500))
    assert Rating(files).mean == 7.0
    assert Rating(files, problem="one is missing").mean is None


def test_lines_are_code_and_comments(tmp_path: Path) -> None:
    [one] = rated(tmp_path, {"a.py": '"""What."""\n\n# Why.\nX = 1\nY = 2\n'}).files
    assert (one.rating, one.lines) == (10.0, 4)


def test_where_there_is_nothing_to_rate_the_mean_is_0_as_in_the_thesis(tmp_path: Path) -> None:
    assert rated(tmp_path, {"README.md": "x"}, python=NOWHERE).mean == 0.0
    assert ratings(rated(tmp_path, {"__init__.py": "", "b.py": "# only a remark\n"})) == {
        "__init__.py": None,
        "b.py": None,
    }


SPY = "import pathlib; pathlib.Path({path!r}).write_text('I ran')"


def hostile(trace: Path) -> Files:
    """Return everything by which a target could switch pylint off, or get something run."""
    spy = SPY.format(path=str(trace))
    return {
        ".pylintrc": f"[MAIN]\ninit-hook={spy}\nload-plugins=plugin\n"
        "[MESSAGES CONTROL]\ndisable=all\n[REPORTS]\nevaluation=10\n",
        "pylintrc": "[MESSAGES CONTROL]\ndisable=all\n",
        "pyproject.toml": '[tool.pylint.main]\nload-plugins = ["plugin"]\ndisable = ["all"]\n'
        '[tool.isort]\nknown_standard_library = ["torch"]\n',
        "setup.cfg": f"[pylint.MAIN]\ndisable=all\ninit-hook={spy}\n",
        ".isort.cfg": "[settings]\nknown_standard_library=torch\n",
        "tox.ini": "[pylint]\ndisable=all\n",
    }


def test_the_target_cannot_configure_it_or_get_anything_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    plain = {"train.py": SCRIPT, "helpers.py": HELPERS}
    before = ratings(rated(tmp_path / "plain", plain))
    after = ratings(rated(tmp_path / "hostile", {**plain, **hostile(trace)}))
    assert after == before
    assert before["train.py"] is not None
    assert before["train.py"] < 0
    assert not trace.exists()


def test_no_configuration_of_this_machine_is_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = {"a.py": '"""Torch first."""\nimport torch\nimport os\nprint(torch, os)\n'}
    before = ratings(rated(tmp_path / "work", source))
    assert before == {"a.py": 6.67}
    settings = {".isort.cfg": "[settings]\nknown_standard_library=torch\n"}
    settings[".pylintrc"] = "[MESSAGES CONTROL]\ndisable=all\n"
    monkeypatch.setattr("tempfile.tempdir", str(written(tmp_path / "temporary", settings)))
    monkeypatch.setenv("PYLINTRC", str(tmp_path / "temporary" / ".pylintrc"))
    assert ratings(rated(tmp_path / "work", source)) == before


# What pylint and astroid really import while they look at sources, and what that imports in turn.
IMPORTED = (
    *("isort", "isort/__init__", "dill", "tomlkit", "copy", "copyreg", "pyexpat", "plugin"),
    *("zoneinfo/__init__", "zoneinfo/_common", "zoneinfo/_tzpath", "enchant", "platformdirs"),
    *("pylint", "astroid", "sitecustomize", "xml/__init__", "google/protobuf", "encodings/idna"),
)


@pytest.mark.parametrize("folder", ["", "pack/"])
def test_no_module_of_the_target_is_imported(tmp_path: Path, folder: str) -> None:
    trace = tmp_path / "trace"
    spies = {f"{folder}{name}.py": SPY.format(path=str(trace)) + "\n" for name in IMPORTED}
    names = [name.removesuffix("/__init__").replace("/", ".") for name in IMPORTED]
    # These are compiled parts of the standard library: astroid imports them to see what they hold.
    code = f"import {', '.join(names)}\nimport _zoneinfo, _elementtree, _pickle, _decimal\n"
    code += "print(_zoneinfo.ZoneInfo('x').key, _pickle.dumps(1), _decimal.Decimal(1).real)\n"
    code += "print(_elementtree.Element('x').tag)\n"
    found = rated(tmp_path / "work", {**spies, f"{folder}a.py": code})
    assert not trace.exists()
    assert ratings(found)[f"{folder}a.py"] is not None


def test_a_module_is_not_found_among_the_copies_wherever_it_is_looked_for(tmp_path: Path) -> None:
    copies = written(tmp_path / "copies", {"a.py": "", "b/c.py": ""})
    for name, path in (("a", None), ("b", None), ("c", [str(copies / "b")])):
        assert Trusted([str(copies)], tmp_path / "others").find_spec(name, path) is not None
        assert Trusted([str(copies)], copies).find_spec(name, path) is None


def test_what_is_installed_here_does_not_change_the_rating(tmp_path: Path) -> None:
    files = {
        f"with_{name}.py": f"import {name}\n{name}.none()\n" for name in ("packaging", "packagins")
    }
    assert len(set(ratings(rated(tmp_path, files)).values())) == 1


@pytest.mark.parametrize(
    "remark", ["# pylint: skip-file", "# pylint: disable=all", "# pylint: disable=C,W,R,E"]
)
def test_a_remark_in_a_source_switches_nothing_off(tmp_path: Path, remark: str) -> None:
    bare = ratings(rated(tmp_path / "bare", {"a.py": f"# a remark\n{SCRIPT}"}))
    assert ratings(rated(tmp_path / "told", {"a.py": f"{remark}\n{SCRIPT}"})) == bare


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.py": "x = 1\n", "b.py": "def f(:\n"}, r"^b\.py does not parse: "),
        ({"b.py": "print 'old'\n"}, r"^b\.py does not parse \(it reads like Python 2\): "),
        ({"n.ipynb": "{"}, r"^n\.ipynb does not parse: no notebook"),
    ],
)
def test_what_does_not_parse_leaves_the_rating_unknown(
    tmp_path: Path, files: Files, reason: str
) -> None:
    found = rated(tmp_path, files, python=NOWHERE)  # it is not even started
    assert found.mean is None
    assert re.search(reason, found.problem or "")


def test_a_limit_that_is_reached_leaves_the_rating_unknown_and_is_named(tmp_path: Path) -> None:
    long = "".join(
        f"def f{n}(a, b):\n    return [a + b for a in b if b[{n}]]\n" for n in range(4000)
    )
    files = {"a.py": "X = 1\n", "b.py": long}
    for limits, reason in (
        (Limits(seconds=0.05), "pylint took longer than 0.05 seconds (0 of 2 sources)"),
        (Limits(seconds_each=1), "b.py: pylint was ended at its limit of time or memory"),
        (Limits(files=1), "there are more than 1 sources"),
    ):
        found = rated(tmp_path, files, limits)
        assert (found.mean, found.problem) == (None, reason)
    found = rated(tmp_path, {"a.py": "X = 1\n"}, Limits(memory=1024**2))
    assert (found.mean, (found.problem or "")[:23]) == (None, "pylint could not be run")


def test_without_pylint_the_reason_says_which_extra_brings_it(tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    python = str(tmp_path / "bare" / "bin" / "python")
    found = rated(tmp_path / "work", {"a.py": "X = 1\n"}, python=python)
    assert (found.mean, found.problem) == (None, GET)
    assert "reproscope[loos2022]" in GET


def test_an_interpreter_that_is_not_there_leaves_the_rating_unknown(tmp_path: Path) -> None:
    found = rated(tmp_path, {"a.py": "X = 1\n"}, python=NOWHERE)
    assert found.mean is None
    assert (found.problem or "").startswith("pylint was not run: ")


def notebook(*cells: str) -> str:
    some = [{"cell_type": "code", "source": text, "outputs": []} for text in cells]
    return json.dumps({"cells": some, "metadata": {}, "nbformat": 4})


def test_a_notebook_is_rated_by_its_code_beside_a_script_of_its_name(tmp_path: Path) -> None:
    files = {
        "train.ipynb": notebook("%matplotlib inline\nimport os", "!pip install x", SCRIPT),
        "train.py": "X = 1\n",
        "notebook_1.py": "Y = 1\n",
        "helpers.py": HELPERS,
    }
    found = ratings(rated(tmp_path / "work", files))
    text = f"\nimport os\n\n{SCRIPT}"
    alone = written(tmp_path / "alone", {"train_book.py": text, "helpers.py": HELPERS})
    assert found["train.ipynb"] == printed(alone, "train_book.py")
    assert set(found) == set(files)
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == sorted(files)
