"""What a hostile repository can try when it is opened, through the same door a user takes."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from reproscope.core import Skipped
from reproscope.core.registry import load_renderers
from reproscope.repository.checking import examine, report_of
from reproscope.repository.collect.python.sources import python_modules
from reproscope.repository.collecting import collect
from reproscope.repository.facts import Facts
from reproscope.repository.sources import Limits, open_target
from tests.repository.making import committed, git, needs_git, script, written

maybe_tracked = pytest.mark.parametrize("tracked", [False, pytest.param(True, marks=needs_git)])


def facts_of(root: Path, **how: object) -> Facts:
    with open_target(str(root), **how) as opened:  # type: ignore[arg-type]
        return collect(opened)


def reasons(facts: Facts) -> str:
    return " | ".join(f"{item.what}: {item.why}" for item in facts.tree.skipped)


def tree_object(root: Path, lines: list[str]) -> str:
    """Write a directory as git keeps it; the same one can stand in many places."""
    listed = root / "listed"
    listed.write_text("".join(f"{line}\n" for line in lines))
    with listed.open() as file:
        done = subprocess.run(["git", "mktree"], cwd=root, stdin=file, capture_output=True)
    return done.stdout.decode().strip()


SIDE_EFFECT = "import pathlib\npathlib.Path({!r}).touch()\n"
RUN_BY_SOMEONE = (
    *("setup.py", "conftest.py", "sitecustomize.py", "usercustomize.py", "noxfile.py"),
    *("click.py", "rich.py", "yaml.py", "ast.py", "tokenize.py", "reproscope_plugin.py"),
    *("__init__.py", "__main__.py", "pkg/__init__.py"),
)


@pytest.mark.parametrize("target", [".", "archive.zip"])
def test_no_python_of_the_target_runs_even_from_inside_it(tmp_path: Path, target: str) -> None:
    touched = tmp_path / "touched"
    root = tmp_path / "work"
    source = SIDE_EFFECT.format(str(touched))
    written(root, dict.fromkeys(RUN_BY_SOMEONE, source))
    written(root, {"evil.pth": f"import os; open({str(touched)!r}, 'w')\n"})
    written(root, {"pyproject.toml": "[tool.reproscope]\nformat = 'nonsense'\n", ".pylintrc": ""})
    with zipfile.ZipFile(root / "archive.zip", "w") as archive:
        for name in RUN_BY_SOMEONE:
            archive.writestr(name, source)
    done = subprocess.run(
        [sys.executable, "-m", "reproscope", "repository", "check", target, "--format", "json"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stderr
    assert json.loads(done.stdout)["targets"] == [target]
    assert not touched.exists()
    assert not list(root.rglob("__pycache__"))


def test_a_file_of_two_gigabytes_is_never_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {"a.py": "x = 1\n"})
    for name in ("big.py", "model.pt", "README.md"):
        with (tmp_path / name).open("wb") as file:
            file.write(b"# text\n")
            file.truncate(2 << 30)
    read: list[int] = []
    whole = os.fdopen

    def counting(*args: object, **kwargs: object) -> object:
        opened = whole(*args, **kwargs)  # type: ignore[call-overload]
        inner = opened.read

        class Counting:
            def read(self, size: int) -> bytes:
                read.append(size)
                return inner(size)  # type: ignore[no-any-return]

            def __enter__(self) -> object:
                return self

            def __exit__(self, *error: object) -> None:
                opened.close()

        return Counting()

    monkeypatch.setattr("reproscope.repository.tree.beneath.os.fdopen", counting)
    facts = facts_of(tmp_path)
    sizes = {file.path: file.size for file in facts.tree.files}
    assert sizes["model.pt"] == sizes["big.py"] == 2 << 30
    assert max(read) < 16 * 1024 * 1024
    problems = {module.path: module.problem for module in facts.modules}
    assert problems["a.py"] is None
    assert problems["big.py"]


@pytest.mark.slow
@maybe_tracked
def test_twenty_thousand_files_are_listed_and_more_are_cut(tmp_path: Path, tracked: bool) -> None:
    for folder in range(20):
        (tmp_path / f"data{folder:02}").mkdir()
        for number in range(1_000):
            (tmp_path / f"data{folder:02}" / f"{number:04}.txt").touch()
    written(tmp_path, {"train.py": "x = 1\n", "README.md": "words"})
    if tracked:
        committed(tmp_path, {})
    assert len(facts_of(tmp_path).tree.files) == 20_002
    cut = facts_of(tmp_path, limits=Limits(files=5_000))
    assert {"train.py", "README.md"} < set(cut.tree.by_path)
    assert 5_000 <= len(cut.tree.files) <= 5_002
    assert cut.tree.truncated
    assert "more than 5,000 files" in reasons(cut)
    stopped = facts_of(tmp_path, limits=Limits(entries=3_000))
    assert len(stopped.tree.files) <= 4_000
    assert "the rest of the tree: more than 3,000 entries" in reasons(stopped)


@needs_git
def test_a_commit_of_a_million_files_is_cut_and_its_root_is_read(tmp_path: Path) -> None:
    blob = written(tmp_path, {"train.py": "x = 1\n"}) / "train.py"
    git(tmp_path, "init", "-q")
    code = git(tmp_path, "hash-object", "-w", str(blob))
    folder = tree_object(tmp_path, [f"100644 blob {code}\tf{n}.txt" for n in range(1_000)])
    folders = [f"040000 tree {folder}\td{n}" for n in range(1_000)]
    top = tree_object(tmp_path, [*folders, f"100644 blob {code}\ttrain.py"])
    git(tmp_path, "update-ref", "refs/heads/million", git(tmp_path, "commit-tree", "-m", "x", top))
    facts = facts_of(tmp_path, ref="million", limits=Limits(files=2_000))
    assert len(facts.tree.files) <= 2_001
    assert [module.path for module in facts.modules] == ["train.py"]
    assert facts.tree.truncated
    assert "the rest of the commit: more than 4,000 files" in reasons(facts)


@maybe_tracked
def test_names_and_contents_that_do_not_decode_are_read_and_shown_safely(
    tmp_path: Path, tracked: bool
) -> None:
    root = tmp_path / "work"
    root.mkdir()
    raw = os.fsencode(root)
    names = (b"\xff\xfe.py", b"line\nbreak.py", b"\x1b[31mred.py", b"caf\xe9.txt")
    try:
        for name in names:
            with open(os.path.join(raw, name), "wb") as file:
                file.write(b"name = '\xe9'\n")
    except OSError:
        pytest.skip("this file system takes only names that decode")
    if tracked:
        committed(root, {})
    facts = facts_of(root)
    assert len(facts.tree.files) == 4
    assert [module.problem for module in facts.modules] == [None] * 3
    report = report_of(examine(facts))
    shown = replace(report, skipped=[Skipped(file.path, "shown") for file in facts.tree.files])
    for renderer in load_renderers().found.values():
        text = renderer.render(shown)
        text.encode("utf-8")
        assert "\x1b[31m" not in text


def test_what_could_not_be_read_is_listed_and_after_a_while_only_counted(tmp_path: Path) -> None:
    files = {f"old{n:02}.py": "def old(:\n" for n in range(40)}
    report = report_of(examine(facts_of(written(tmp_path, {**files, "README.md": b"\0"}))))
    first, *others = [(item.what, item.why) for item in report.skipped]
    assert first == ("README.md", "a document that cannot be read as a text")
    assert others[0][0] == "old00.py:1"
    assert others[0][1].startswith("not parsed: invalid syntax")
    assert ("16 more", "cannot be read either") in others
    assert len(others) < 15


def test_pipes_and_sockets_are_named_and_not_opened(tmp_path: Path) -> None:
    written(tmp_path, {"a.py": ""})
    os.mkfifo(tmp_path / "setup.py")
    os.mkfifo(tmp_path / "README.md")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(tmp_path)  # a socket's path may not be long
        try:
            server.bind("socket.py")
        finally:
            os.chdir(here)
        facts = facts_of(tmp_path)
    assert [file.path for file in facts.tree.files] == ["a.py"]
    assert "setup.py: a named pipe, not a file" in reasons(facts)
    assert "socket.py: a socket, not a file" in reasons(facts)


@needs_git
@pytest.mark.parametrize("name", [".gitignore", ".git/info/exclude", ".git/index", ".git/config"])
def test_a_pipe_that_git_would_wait_for_only_costs_the_listing(tmp_path: Path, name: str) -> None:
    committed(tmp_path, {"a.py": ""})
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    facts = facts_of(tmp_path, limits=Limits(local_seconds=1.0))
    assert [file.path for file in facts.tree.files] == ["a.py"]
    assert facts.origin.branch == "main"


def test_a_directory_that_cannot_be_read_makes_the_tree_incomplete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {"a.py": "", "closed/b.py": ""})
    scandir = os.scandir

    def refusing(path: object) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)  # type: ignore[call-overload]

    monkeypatch.setattr("reproscope.repository.sources.walking.os.scandir", refusing)
    facts = facts_of(tmp_path)
    assert [file.path for file in facts.tree.files] == ["a.py"]
    assert facts.tree.truncated
    assert "closed: a directory that cannot be read: permission denied" in reasons(facts)


def test_a_file_that_vanishes_between_listing_and_reading_is_a_fact(tmp_path: Path) -> None:
    written(tmp_path, {"a.py": "x = 1\n", "gone.py": ""})
    with open_target(str(tmp_path)) as opened:
        (tmp_path / "gone.py").unlink()
        first, second = collect(opened).modules
    assert (first.problem, second.problem) == (None, "cannot be read: no such file or directory")


def test_a_file_that_becomes_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = written(tmp_path, {"secret": "x = 'secret'\n"}) / "secret"
    root = written(tmp_path / "work", {"a.py": "x = 1\n"})
    with open_target(str(root)) as opened:
        (root / "a.py").unlink()
        (root / "a.py").symlink_to(secret)
        [module] = collect(opened).modules
    assert module.problem is not None


def test_a_tree_that_is_endlessly_deep_is_cut(tmp_path: Path) -> None:
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(200):
            os.mkdir("deeper")
            os.chdir("deeper")
        Path("a.py").touch()
    finally:
        os.chdir(here)
    written(tmp_path, {"a.py": ""})
    facts = facts_of(tmp_path)
    assert [file.path for file in facts.tree.files] == ["a.py"]
    assert facts.tree.truncated
    assert "deeper than 64 directories" in reasons(facts)


def test_a_script_without_an_ending_is_known_by_its_first_line(tmp_path: Path) -> None:
    written(tmp_path, {"run": "#!/usr/bin/env python3\nx = 1\n", "notes": "x = 1 # python\n"})
    assert [module.path for module in facts_of(tmp_path).modules] == ["run"]


def test_many_sources_are_shared_among_processes_and_come_back_in_order(tmp_path: Path) -> None:
    written(tmp_path, {f"m{n:03}.py": f"import mod{n}\n" for n in range(130)})
    with open_target(str(tmp_path)) as opened:
        shared = python_modules(opened.tree, many=10)
        alone = python_modules(opened.tree, many=10_000)
    assert shared == alone
    assert [module.imports[0].module for module in shared] == [f"mod{n}" for n in range(130)]


def test_where_no_process_can_be_started_the_sources_are_read_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*args: object) -> None:
        raise OSError("no processes")

    written(tmp_path, {f"m{n}.py": "x = 1\n" for n in range(20)})
    monkeypatch.setattr("reproscope.repository.collect.python.sources._shared", refusing)
    with open_target(str(tmp_path)) as opened:
        assert len(python_modules(opened.tree, many=10)) == 20


@needs_git
def test_a_credential_helper_in_the_target_is_not_asked(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    root = tmp_path / "work"
    committed(root, {"a.py": ""})
    program = script(tmp_path / "evil", touched)
    config = f'[credential]\n\thelper = "!{program}"\n[core]\n\tgitProxy = {program}\n'
    (root / ".git/config").write_text(config)
    assert facts_of(root).origin.branch == "main"
    assert not touched.exists()
