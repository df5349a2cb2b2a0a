"""Directories with a history are read as git sees them, and git reads nothing the target says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.sources import Limits, open_target
from reproscope.repository.tree import Submodule
from tests.repository.making import (
    MOMENT,
    committed,
    git,
    needs_git,
    paths,
    reasons,
    script,
    tree_of,
    written,
)


@needs_git
def test_tracked_and_new_files_are_seen_and_ignored_ones_are_not(tmp_path: Path) -> None:
    committed(tmp_path, {"train.py": "", ".gitignore": "*.log\nout/\n", "kept.log": "x"})
    written(tmp_path, {"new.py": "", "run.log": "", "out/a.txt": "", "sub/b.py": ""})
    assert paths(tree_of(tmp_path)) == [".gitignore", "kept.log", "new.py", "sub/b.py", "train.py"]


@needs_git
def test_what_only_this_clone_ignores_is_left_out_too(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": ""})
    written(tmp_path, {".git/info/exclude": "mine.txt\n", "mine.txt": ""})
    assert paths(tree_of(tmp_path)) == ["a.py"]


@needs_git
def test_commit_date_branch_and_remote_are_recorded_without_credentials(tmp_path: Path) -> None:
    commit = committed(tmp_path, {"a.py": ""})
    git(tmp_path, "remote", "add", "origin", "https://me:secret@example.org/a/b.git")
    with open_target(str(tmp_path)) as opened:
        origin = opened.origin
    assert (origin.commit, origin.committed, origin.branch) == (commit, MOMENT, "main")
    assert origin.remote == "https://example.org/a/b.git"


@needs_git
@pytest.mark.parametrize("how", ["detached", "packed", "worktree", "shallow", "sha256"])
def test_every_kind_of_checkout_tells_its_commit(tmp_path: Path, how: str) -> None:
    root = tmp_path / "work"
    if how == "sha256":
        root.mkdir()
        git(root, "init", "-q", "--object-format=sha256")
    commit = committed(root, {"a.py": "1"})
    if how == "detached":
        git(root, "checkout", "-q", "--detach")
    elif how == "packed":
        git(root, "pack-refs", "--all")
        git(root, "gc", "-q")
    elif how == "worktree":
        git(root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
        root = tmp_path / "side"
    elif how == "shallow":
        git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", "clone")
        root = tmp_path / "clone"
    with open_target(str(root)) as opened:
        assert (opened.origin.commit, opened.origin.committed) == (commit, MOMENT)
        assert paths(opened.tree) == ["a.py"]
        assert opened.origin.branch == {"detached": None, "worktree": "side"}.get(how, "main")


@needs_git
def test_a_bare_repository_shows_the_files_of_its_head(tmp_path: Path) -> None:
    commit = committed(tmp_path / "work", {"a/b.py": "x = 1\n"})
    git(tmp_path, "clone", "-q", "--bare", "work", "bare.git")
    with open_target(str(tmp_path / "bare.git")) as opened:
        assert opened.origin.commit == commit
        [file] = opened.tree.files
        text = opened.tree.text(file)
        assert (file.path, text and text.content) == ("a/b.py", "x = 1\n")


@needs_git
def test_a_repository_without_a_commit_shows_the_files_that_lie_there(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    written(tmp_path, {"a.py": ""})
    with open_target(str(tmp_path)) as opened:
        assert (opened.origin.commit, opened.origin.branch) == (None, "main")
        assert paths(opened.tree) == ["a.py"]


@needs_git
@pytest.mark.parametrize("ref", ["v1", "main~", "side", "hash", "short", "annotated"])
def test_any_branch_tag_or_commit_can_be_looked_at(tmp_path: Path, ref: str) -> None:
    first = committed(tmp_path, {"old.py": ""})
    git(tmp_path, "tag", "v1")
    git(tmp_path, "tag", "-a", "annotated", "-m", "x")
    git(tmp_path, "branch", "side")
    git(tmp_path, "rm", "-q", "old.py")
    committed(tmp_path, {"new.py": ""})
    name = {"hash": first, "short": first[:10]}.get(ref, ref)
    if ref == "main~":
        with pytest.raises(ReproscopeError, match="cannot be a branch, a tag or a commit"):
            tree_of(tmp_path, ref=name)
        return
    with open_target(str(tmp_path), ref=name) as opened:
        assert (paths(opened.tree), opened.origin.commit) == (["old.py"], first)
        assert opened.origin.branch == ("side" if ref == "side" else None)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".git", "new.py"]


@needs_git
def test_an_unknown_reference_is_told_the_nearest(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": ""})
    git(tmp_path, "tag", "v1.0")
    with pytest.raises(UnknownName, match=r"unknown branch, tag or commit 'v1\.O': did you mean"):
        tree_of(tmp_path, ref="v1.O")
    with pytest.raises(ReproscopeError, match="cannot be a branch"):
        tree_of(tmp_path, ref="--upload-pack=x")


HOOKS = ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc")


@needs_git
@pytest.mark.parametrize("ref", [None, "HEAD"])
def test_nothing_that_a_repository_configures_is_run(tmp_path: Path, ref: str | None) -> None:
    root, touched = tmp_path / "work", tmp_path / "touched"
    committed(root, {"a.py": "", "b.dat": "x", ".gitattributes": "*.dat filter=evil diff=evil\n"})
    program = script(tmp_path / "evil", touched)
    for hook in HOOKS:
        script(root / ".git/hooks" / hook, touched)
    written(tmp_path, {"more": f"[core]\n\tfsmonitor = {program}\n\tpager = {program}\n"})
    (root / ".git/config").write_text(
        f"[core]\n\trepositoryformatversion = 0\n\tfsmonitor = {program}\n"
        f"\thooksPath = {root}/.git/hooks\n\tsshCommand = {program}\n\teditor = {program}\n"
        f"[include]\n\tpath = {tmp_path}/more\n"
        f'[filter "evil"]\n\tsmudge = {program}\n\tclean = {program}\n'
        f'[diff "evil"]\n\ttextconv = {program}\n'
        f"[alias]\n\tls-files = !{program}\n[uploadpack]\n\tpackObjectsHook = {program}\n"
    )
    git(root, "status")  # an author's own git does run it: the trap works
    assert touched.exists()
    touched.unlink()
    before = snapshot(root)
    tree = tree_of(root, ref=ref)
    assert "a.py" in paths(tree)
    assert not touched.exists()
    assert snapshot(root) == before


def snapshot(root: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for folder, _, files in os.walk(root):
        for name in files:
            status = os.lstat(os.path.join(folder, name))
            found[os.path.join(folder, name)] = (status.st_size, status.st_mtime_ns)
    return found


@needs_git
def test_a_git_file_may_not_name_someone_elses_repository(tmp_path: Path) -> None:
    committed(tmp_path / "private", {"secret.py": ""})
    root = written(tmp_path / "work", {"a.py": "", ".git": f"gitdir: {tmp_path}/private/.git\n"})
    with open_target(str(root)) as opened:
        assert opened.origin.commit is None
        assert paths(opened.tree) == ["a.py"]


@needs_git
def test_a_worktree_may_not_claim_someone_elses_history(tmp_path: Path) -> None:
    committed(tmp_path / "private", {"secret.py": ""})
    root = written(tmp_path / "work", {"a.py": "", ".git": "gitdir: fake\n"})
    written(root, {"fake/HEAD": "ref: refs/heads/main\n", "fake/gitdir": f"{root}/.git\n"})
    written(root, {"fake/commondir": f"{tmp_path}/private/.git\n"})
    with open_target(str(root)) as opened:
        assert opened.origin.commit is None


@needs_git
def test_a_relative_path_means_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = committed(tmp_path / "above/work", {"a.py": "", ".gitignore": "out\n", "out": ""})
    monkeypatch.chdir(tmp_path)
    for target in ("above/work", "./above/../above/work/"):
        with open_target(target) as opened:
            assert (opened.origin.commit, opened.origin.target) == (commit, target)
            assert paths(opened.tree) == [".gitignore", "a.py", "out"]
        assert paths(tree_of(Path(target), ref="HEAD")) == [".gitignore", "a.py", "out"]


@needs_git
@pytest.mark.parametrize("head", ["ref: /etc/passwd", "ref: ../../secret", "ref: " + "x" * 9999])
def test_a_head_that_leads_elsewhere_names_nothing(tmp_path: Path, head: str) -> None:
    committed(tmp_path, {"a.py": ""})
    (tmp_path / ".git/HEAD").write_text(head + "\n")
    with open_target(str(tmp_path)) as opened:
        assert (opened.origin.commit, opened.origin.branch) == (None, None)
        assert paths(opened.tree) == ["a.py"]


@needs_git
def test_submodules_are_named_with_whether_their_files_are_there(tmp_path: Path) -> None:
    committed(tmp_path / "lib", {"lib.py": ""})
    root = tmp_path / "work"
    committed(root, {"a.py": ""})
    for name in ("full", "empty"):
        git(root, "submodule", "--quiet", "add", f"file://{tmp_path}/lib", name)
    git(root, "commit", "-q", "-m", "modules")
    shutil.rmtree(root / "empty")
    (root / "empty").mkdir()
    tree = tree_of(root)
    url = f"file://{tmp_path}/lib"
    assert tree.submodules == (Submodule("full", url, True), Submodule("empty", url, False))
    assert paths(tree) == [".gitmodules", "a.py"]
    assert [file.path for file in tree.vendored] == ["full/lib.py"]
    with open_target(str(root / "full")) as opened:
        assert opened.origin.committed == MOMENT


@needs_git
def test_a_broken_index_does_not_stop_the_rest(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": ""})
    (tmp_path / ".git/index").write_bytes(b"DIRC" + b"\xff" * 100)
    tree = tree_of(tmp_path)
    assert paths(tree) == ["a.py"]
    assert "git cannot list the files" in reasons(tree)


@needs_git
def test_a_program_called_git_in_the_tree_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, touched = tmp_path / "work", tmp_path / "touched"
    committed(root, {"a.py": ""})
    script(root / "git", touched)
    script(root / "ssh", touched)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", os.environ["PATH"])))
    assert "a.py" in paths(tree_of(Path(".")))
    assert paths(tree_of(Path("."), ref="HEAD")) == ["a.py"]
    assert not touched.exists()


@needs_git
def test_one_large_object_named_many_times_is_not_read_many_times(tmp_path: Path) -> None:
    large = b"0123456789" * 30_000
    committed(tmp_path, {"a.py": "x", **{f"data/{n:02}.bin": large for n in range(30)}})
    limits = Limits(whole=100_000, unpacked=1_000_000)
    with open_target(str(tmp_path), ref="HEAD", limits=limits) as opened:
        tree = opened.tree
        assert {file.size for file in tree.files} == {1, 300_000}
        heads = [tree.read_bytes(file, 10) for file in tree.files if file.suffix == ".bin"]
        assert heads.count(b"0123456789") == 3
        assert heads.count(b"\0" * 10) == 27
        assert not tree.truncated


@needs_git
def test_what_of_a_commit_is_beyond_the_total_is_said(tmp_path: Path) -> None:
    committed(tmp_path, {f"{n}.py": f"x = {n}\n" * 20_000 for n in range(9)})
    with open_target(str(tmp_path), ref="HEAD", limits=Limits(unpacked=500_000)) as opened:
        assert len(opened.tree.files) == 9
        assert opened.tree.truncated
        assert "5.py: more than 500,000 bytes in all" in reasons(opened.tree)


@needs_git
def test_a_commit_whose_objects_are_missing_says_so(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": "x = 1\n", "b.py": "x = 2\n"})
    hash_ = git(tmp_path, "rev-parse", "HEAD:a.py")
    (tmp_path / ".git/objects" / hash_[:2] / hash_[2:]).unlink()
    tree = tree_of(tmp_path, ref="HEAD")
    assert (paths(tree), tree.truncated) == (["b.py"], True)
    assert "a.py: its content is not in the repository" in reasons(tree)
