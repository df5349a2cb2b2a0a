"""Hostile targets, made on the spot, and the page that says what a user sees of each.

``python -m tests.repository.hostile_input`` writes the page anew. What a target tries to run leaves
a trace in the file ``touched``.
"""

from __future__ import annotations

import io
import os
import pickle
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.repository.making import committed, git, script, written

HERE = Path(__file__).parent
DATA = HERE / "hostile_input.toml"
PAGE = HERE.parents[1] / "docs" / "repository" / "hostile-input.md"
# What lies beside the hostile part, and must still be found.
TRAIN = 'rows = open("/home/ada/rows.csv").read()\n'
HEAD = """# Hostile input

Repositories, archives and addresses come from strangers. Each row is something that one of them can
try, with words of the report, or of the error, that a user sees. A test makes each target, runs the
command on it, and finds these words, the finding in the file that lies beside, and no trace of
anything that was executed. The other tests that are named look closer.
"""
FOOT = """
A directory with a million files took 12 s and 59 MB on two cores (measured by hand); the first
100,000 of them and those of its root were looked at, and nothing was called absent. Of a commit
with a million files the test looks at 2,000.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of hostile input, what is seen of it, and the tests that show it."""

    id: str
    tried: str
    sees: list[str]
    tests: list[str]
    refused: bool = field(default=False)


def kinds() -> tuple[Kind, ...]:
    """Read the list."""
    return tuple(Kind(**one) for one in tomllib.loads(DATA.read_text(encoding="utf-8"))["kind"])


def page(entries: tuple[Kind, ...]) -> str:
    """Return the page that lists them."""
    rows = [
        f"| {one.tried} | {'<br>'.join(f'`{words}`' for words in one.sees)} "
        f"| {'<br>'.join(f'`{name}`' for name in one.tests)} |\n"
        for one in entries
    ]
    table = "| What is tried | What the user sees | Tests |\n|---|---|---|\n"
    return f"{HEAD}\n{table}{''.join(rows)}{FOOT}"


def _links(root: Path, touched: Path) -> str:
    (root / "README.md").symlink_to("/etc/passwd")
    (root / "data").symlink_to("/")
    (root / "gone").symlink_to("nowhere")
    (root / "round").symlink_to(".")
    return str(root)


def _zip(root: Path, extra: dict[str, bytes]) -> str:
    target = root.parent / "work.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("train.py", TRAIN)
        for name, content in extra.items():
            archive.writestr(name, content)
    return str(target)


def _zip_bomb(root: Path, touched: Path) -> str:
    return _zip(root, {"zeros.csv": bytes(80 << 20)})


def _zip_traversal(root: Path, touched: Path) -> str:
    return _zip(root, {"../../evil.py": b"x = 1\n", "/evil.py": b"x = 1\n"})


def _tar(root: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> str:
    target = root.parent / "work.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        for member, content in [(tarfile.TarInfo("train.py"), TRAIN.encode()), *members]:
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return str(target)


def _member(name: str, kind: bytes = tarfile.REGTYPE, goal: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, goal
    return member


def _tar_bomb(root: Path, touched: Path) -> str:
    return _tar(root, [(_member("zeros.csv"), bytes(90 << 20))])


def _tar_traversal(root: Path, touched: Path) -> str:
    return _tar(
        root,
        [
            (_member("../evil.py"), b"x = 1\n"),
            (_member("out", tarfile.SYMTYPE, str(root.parent)), b""),
            (_member("out/evil.py"), b"x = 1\n"),
            (_member("hard.py", tarfile.LNKTYPE, "/etc/passwd"), b""),
            (_member("device", tarfile.CHRTYPE), b""),
        ],
    )


def _two_gigabytes(root: Path, touched: Path) -> str:
    for name in ("big.py", "big.ipynb", "README.md", "requirements.txt", "model.pt"):
        with (root / name).open("wb") as file:
            file.truncate(2 << 30)
    return str(root)


def _undecodable(root: Path, touched: Path) -> str:
    latin = "# caf\xe9\n".encode("latin-1")
    written(root, {"bad.py": b'x = "\xff\0"\n', "latin.py": latin, "README.md": b"\x80\0\x81"})
    return str(root)


def _broken_notebook(root: Path, touched: Path) -> str:
    return str(written(root, {"torn.ipynb": '{"cells": [\n', "list.ipynb": "[1]"}))


def _unparsable(root: Path, touched: Path) -> str:
    deep = "(" * 5000 + ")" * 5000
    return str(written(root, {"broken.py": "def broken(:\n", "deep.py": deep}))


def _python_2(root: Path, touched: Path) -> str:
    return str(written(root, {"old.py": 'print "old"\n'}))


def _recursive_requirements(root: Path, touched: Path) -> str:
    included = (
        "-r requirements.txt\n-r a.txt\n-r ../../../etc/passwd\n-r https://example.org/r.txt\n"
    )
    files = {"requirements.txt": "-r a.txt\nnumpy==1.26.4\n", "a.txt": included}
    return str(written(root, {**files, "use.py": "import numpy\n"}))


def _switches(root: Path, touched: Path) -> str:
    hook = f"open({str(touched)!r}, 'w')"
    files = {
        ".pylintrc": f"[MASTER]\ndisable=all\ninit-hook={hook}\n",
        "ruff.toml": 'exclude = ["*"]\n',
        "pyproject.toml": '[tool.reproscope]\nonly = ["R101"]\nfail-on = "none"\n',
        "reproscope.toml": 'fail-on = "none"\n',
        "sloppy.py": "# ruff: noqa\nprint(undefined)  # noqa\n",
    }
    return str(written(root, files))


def _git_hooks(root: Path, touched: Path) -> str:
    committed(root, {".gitattributes": "* filter=x\n"})
    run = script(root.parent / "evil", touched)
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "pre-commit"):
        script(root / ".git" / "hooks" / hook, touched)
    for key in ("core.fsmonitor", "core.pager", "core.sshCommand", "filter.x.smudge"):
        git(root, "config", key, str(run))
    git(root, "config", "filter.x.clean", str(run))
    touched.unlink(missing_ok=True)  # git itself runs the monitor while it is configured
    return str(root)


def _ext_address(root: Path, touched: Path) -> str:
    return f"ext::sh -c touch% {touched}"


def _ext_submodule(root: Path, touched: Path) -> str:
    module = f'[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% {touched}\n'
    return str(written(root, {".gitmodules": module}))


def _setup_py(root: Path, touched: Path) -> str:
    effect = f"open({str(touched)!r}, 'w')\n"
    setup = f"from setuptools import setup\n{effect}setup(install_requires=['numpy>=1'])\n"
    files = {"setup.py": setup, "conftest.py": effect, "sitecustomize.py": effect}
    return str(written(root, {**files, "use.py": "import numpy\n"}))


class _Runs:
    def __init__(self, touched: Path) -> None:
        self.touched = touched

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, (f"touch '{self.touched}'",)


def _pickle(root: Path, touched: Path) -> str:
    load = 'import pickle\n\nmodel = pickle.load(open("model.pkl", "rb"))\n'
    return str(written(root, {"model.pkl": pickle.dumps(_Runs(touched)), "load.py": load}))


def _yaml_bomb(root: Path, touched: Path) -> str:
    lines = ["a0: &a0 [x]\n"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)]
    files = {"environment.yml": "".join(lines) + "dependencies: *a9\n"}
    return str(written(root, {**files, "use.py": "import numpy\n"}))


def _pipes(root: Path, touched: Path) -> str:
    for name in ("README.md", "setup.py", "environment.yml"):
        os.mkfifo(root / name)
    return str(root)


def _deep(root: Path, touched: Path) -> str:
    (root / "/".join(["deep"] * 100)).mkdir(parents=True)
    return str(root)


MAKERS: dict[str, Callable[[Path, Path], str]] = {
    "links": _links,
    "zip-bomb": _zip_bomb,
    "tar-bomb": _tar_bomb,
    "zip-traversal": _zip_traversal,
    "tar-traversal": _tar_traversal,
    "two-gigabytes": _two_gigabytes,
    "undecodable": _undecodable,
    "broken-notebook": _broken_notebook,
    "unparsable": _unparsable,
    "python-2": _python_2,
    "recursive-requirements": _recursive_requirements,
    "switches": _switches,
    "git-hooks": _git_hooks,
    "ext-address": _ext_address,
    "ext-submodule": _ext_submodule,
    "setup-py": _setup_py,
    "pickle": _pickle,
    "yaml-bomb": _yaml_bomb,
    "pipes": _pipes,
    "deep": _deep,
}


def made(kind: str, folder: Path, touched: Path) -> str:
    """Make a hostile target, with a harmless source beside what is hostile; return its name."""
    root = written(folder / "work", {"train.py": TRAIN})
    return MAKERS[kind](root, touched)


if __name__ == "__main__":
    PAGE.write_text(page(kinds()), encoding="utf-8")
