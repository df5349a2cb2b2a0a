"""Directories are read where they lie: whose each file is, what is left out, and where it ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.sources import Limits, open_target
from reproscope.repository.tree import LFS_HEAD, Link
from tests.repository.making import committed, needs_git, paths, reasons, tree_of, written


def test_without_git_installed_the_files_are_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", "a.py": ""})
    written(tmp_path, {".git/refs/heads/main": "0" * 40 + "\n"})
    monkeypatch.setenv("PATH", str(tmp_path))
    with open_target(str(tmp_path)) as opened:
        assert paths(opened.tree) == ["a.py"]
        assert (opened.origin.commit, opened.origin.branch) == ("0" * 40, "main")
        assert "git is not installed" in reasons(opened.tree)
    with pytest.raises(ReproscopeError, match="git is not installed"):
        tree_of(tmp_path, ref="main")


def test_files_of_others_are_counted_apart_and_what_tools_made_is_left_out(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "a.py": "",
            "env/config.yml": "",
            "build/make.py": "",
            "venv/x.py": "",
            "myenv/pyvenv.cfg": "",
            "myenv/lib/y.py": "",
            "node_modules/m/index.js": "",
            "third_party/t.py": "",
            "__pycache__/a.pyc": "",
            ".git/notes": "",
            "build/lib/a.py": "",
        },
    )
    tree = tree_of(tmp_path)
    assert paths(tree) == ["a.py", "build/make.py", "env/config.yml"]
    assert [file.path for file in tree.vendored] == [
        "myenv/lib/y.py",
        "myenv/pyvenv.cfg",
        "node_modules/m/index.js",
        "third_party/t.py",
        "venv/x.py",
    ]
    assert "__pycache__: made by tools" in reasons(tree)
    assert not tree.truncated


def test_a_pointer_of_git_lfs_is_known_for_what_it_is(tmp_path: Path) -> None:
    pointer = LFS_HEAD + b"v1\noid sha256:" + b"0" * 64 + b"\nsize 123456\n"
    written(tmp_path, {"model.pt": pointer, "notes.md": "x" * len(pointer)})
    assert [file.pointer for file in tree_of(tmp_path).files] == [True, False]


def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside", {"secret.py": "secret"})
    root = written(tmp_path / "work", {"a.py": ""})
    (root / "file").symlink_to(outside / "secret.py")
    (root / "folder").symlink_to(outside)
    (root / "loop").symlink_to(root)
    tree = tree_of(root)
    assert paths(tree) == ["a.py"]
    assert tree.links == (
        Link("file", str(outside / "secret.py")),
        Link("folder", str(outside)),
        Link("loop", str(root)),
    )


def test_a_link_to_nothing_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    root = written(tmp_path, {"a.py": ""})
    (root / "README.md").symlink_to("gone.md")
    (root / "data").symlink_to("/nowhere/at/all")
    tree = tree_of(root)
    assert paths(tree) == ["a.py"]
    assert tree.links == (Link("README.md", "gone.md"), Link("data", "/nowhere/at/all"))


@needs_git
def test_a_tracked_path_below_a_link_is_not_read_through_it(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside", {"b.py": "secret"})
    root = tmp_path / "work"
    committed(root, {"a.py": "", "sub/b.py": ""})
    shutil.rmtree(root / "sub")
    (root / "sub").symlink_to(outside)
    tree = tree_of(root)
    assert paths(tree) == ["a.py"]
    assert [link.path for link in tree.links] == ["sub"]


def test_a_directory_with_too_many_files_does_not_hide_the_others(tmp_path: Path) -> None:
    written(tmp_path, {f"images/{n:03}.png": "" for n in range(50)})
    written(tmp_path, {"README.md": "", "zoo/train.py": ""})
    tree = tree_of(tmp_path, limits=Limits(in_directory=10))
    assert {"README.md", "zoo/train.py"} < set(paths(tree))
    assert len(tree.files) == 12
    assert tree.truncated
    assert "40 entries of images: more than 10 in one directory" in reasons(tree)


@needs_git
def test_the_same_holds_for_what_git_lists(tmp_path: Path) -> None:
    files = {f"images/{n:03}.png": "" for n in range(50)}
    committed(tmp_path, {**files, "README.md": "", "zoo/train.py": ""})
    tree = tree_of(tmp_path, limits=Limits(in_directory=10))
    assert {"README.md", "zoo/train.py"} < set(paths(tree))
    assert (len(tree.files), tree.truncated) == (12, True)
    assert "36 more: more than 10 in one directory" not in reasons(tree)
    assert "35 more: more than 10 in one directory" in reasons(tree)


def test_what_is_left_out_of_vendored_files_takes_nothing_from_the_work(tmp_path: Path) -> None:
    written(tmp_path, {f"node_modules/{n:03}.js": "" for n in range(50)})
    written(tmp_path, {"a.py": ""})
    tree = tree_of(tmp_path, limits=Limits(in_directory=10))
    assert (paths(tree), len(tree.vendored), tree.truncated) == (["a.py"], 10, False)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("gone", "cannot read '.*gone': no such file or directory"),
        ("notes.txt", "is a file and no archive: give a directory, a zip or tar archive"),
        ("empty", "'.*empty' holds no files to look at"),
    ],
)
def test_what_cannot_be_opened_is_one_clear_line(tmp_path: Path, target: str, message: str) -> None:
    written(tmp_path, {"notes.txt": "words"})
    (tmp_path / "empty").mkdir()
    with pytest.raises(ReproscopeError, match=message):
        tree_of(tmp_path / target)
    with pytest.raises(ReproscopeError):
        tree_of(tmp_path / target, ref="main")


@pytest.mark.parametrize(
    "name", ["sub/pyvenv.cfg", "sub/conda-meta", ".git/HEAD", ".git/objects", ".git/refs", ".git"]
)
def test_a_link_to_a_name_that_is_too_long_stops_nothing(tmp_path: Path, name: str) -> None:
    written(tmp_path, {"a.py": "", "sub/b.py": ""})
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to("x" * 300)
    found = tree_of(tmp_path)
    assert {"a.py", "sub/b.py"} == set(paths(found)) | {file.path for file in found.vendored}


@pytest.mark.parametrize(
    "text", ["gitdir: a\0b", "gitdir: " + "x" * 300, "gitdir: " + "x/" * 5000, "gitdir:", "\xff"]
)
def test_a_git_file_that_names_no_path_stops_nothing(tmp_path: Path, text: str) -> None:
    written(tmp_path, {"a.py": "", ".git": text})
    assert paths(tree_of(tmp_path)) == ["a.py"]


def test_a_folder_swapped_for_a_link_after_it_was_listed_is_not_read_through(
    tmp_path: Path,
) -> None:
    outside = written(tmp_path / "outside", {"b.py": "secret"})
    root = written(tmp_path / "work", {"sub/b.py": "own", "sub/deep/c.py": "own"})
    tree = tree_of(root)
    file = tree.by_path["sub/b.py"]
    assert tree.read_bytes(file, 10) == b"own"
    shutil.rmtree(root / "sub")
    (root / "sub").symlink_to(outside)
    with pytest.raises(OSError, match=r"directory|symbolic"):
        tree.read_bytes(file, 10)
    assert tree.text(file) is None


def test_a_root_that_is_a_link_is_the_users_own_word(tmp_path: Path) -> None:
    written(tmp_path / "work", {"sub/b.py": "own"})
    (tmp_path / "link").symlink_to(tmp_path / "work")
    tree = tree_of(tmp_path / "link")
    assert tree.read_bytes(tree.by_path["sub/b.py"], 10) == b"own"


def test_a_text_is_as_long_as_was_asked_for_whoever_asked_before(tmp_path: Path) -> None:
    written(tmp_path, {"a.md": "word " * 10})
    with open_target(str(tmp_path)) as opened:
        tree = opened.tree
        file = tree.by_path["a.md"]
        short, whole = tree.text(file, 10), tree.text(file)
    assert short is not None
    assert whole is not None
    assert (short.content, short.truncated) == ("word word ", True)
    assert (len(whole.content), whole.truncated) == (50, False)


def test_a_submodule_below_a_link_is_not_there(tmp_path: Path) -> None:
    written(tmp_path / "outside", {"lib/b.py": "secret"})
    modules = '[submodule "lib"]\n\tpath = sub/lib\n\turl = https://example.org/lib\n'
    root = written(tmp_path / "work", {"a.py": "", ".gitmodules": modules})
    (root / "sub").symlink_to(tmp_path / "outside")
    [module] = tree_of(root).submodules
    assert not module.populated
