"""A directory as it lies on disk: nothing in it is changed, followed or run.

With a ``.git`` the files are those git sees; without, all but what tools leave behind. A directory
inside a larger repository is read by itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import UnknownName, shown_name
from reproscope.core.target import without_credentials
from reproscope.repository.sources.gathering import Gathering
from reproscope.repository.sources.git.commits import committed_at, peeled, write_out
from reproscope.repository.sources.git.history import (
    REFERENCE,
    GitDirectory,
    git_directory,
    read_small,
)
from reproscope.repository.sources.git.listing import git_for, list_by_git
from reproscope.repository.sources.git.process import Git, GitFailed, NoGit
from reproscope.repository.sources.git.settings import submodules_of
from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.opened import Opened
from reproscope.repository.sources.origin import Origin
from reproscope.repository.sources.unpacking import Unpacking
from reproscope.repository.sources.walking import walk
from reproscope.repository.tree import Link, Submodule, Tree

_MOST_SUBMODULES = 500


def open_directory(root: Path, origin: Origin, limits: Limits, scratch: Path) -> Opened:
    """Read a directory; *scratch* is an empty directory of ours for git."""
    history = git_directory(root)
    if history is not None and history.bare:
        return open_commit(root, history, origin, None, limits, scratch)
    gathering = Gathering(root, limits, submodules(root))
    if history is None:
        walk(gathering)
        return Opened(origin, gathering.tree())
    try:
        git = git_for(history, scratch / "git", limits.local_seconds)
    except NoGit:
        gathering.reasons.note(".git", "git is not installed: ignored files are not left out")
        walk(gathering)
        return Opened(_origin(origin, history, None), gathering.tree())
    try:
        list_by_git(gathering, history, git)
    except GitFailed as error:
        gathering = Gathering(root, limits, gathering.submodules)
        why = f"git cannot list the files, so ignored ones are not left out: {error.message}"
        gathering.reasons.note(".git", why)
        walk(gathering)
    return Opened(_origin(origin, history, git), gathering.tree())


def open_commit(
    root: Path,
    history: GitDirectory,
    origin: Origin,
    ref: str | None,
    limits: Limits,
    scratch: Path,
) -> Opened:
    """Read one commit of a repository on disk, by its branch, tag or hash; HEAD if none."""
    git = git_for(history, scratch / "git", limits.seconds).reading(objects=history.objects)
    found = history.head()[0] if ref is None else _resolved(git, history, ref)
    if found is None:
        raise ReproscopeError(f"{shown_name(origin.target)} has no commit to look at")
    origin = _origin(origin, history, git)
    branch = ref if ref is not None and history.find(f"refs/heads/{ref}") else None
    named = replace(origin, commit=found, committed=committed_at(git, found))
    if ref is not None:
        named = replace(named, branch=branch)
    return open_written(git, found, named, limits, scratch)


def open_written(git: Git, commit: str, origin: Origin, limits: Limits, scratch: Path) -> Opened:
    """Write a commit's files into *scratch* and read them there."""
    root = scratch / "files"
    root.mkdir()
    unpacking = Unpacking(root, limits)
    write_out(git, commit, unpacking)
    return Opened(origin, unpacked_tree(root, unpacking))


def unpacked_tree(root: Path, unpacking: Unpacking, prefix: str = "") -> Tree:
    """Read files of our own making, with the links that were only recorded."""
    gathering = Gathering(root, unpacking.limits, submodules(root))
    walk(gathering)
    for link in unpacking.links:
        gathering.add_link(Link(link.path.removeprefix(prefix), link.goal))
    tree = gathering.tree()
    return replace(
        tree,
        skipped=(*unpacking.reasons.skipped(), *tree.skipped),
        truncated=tree.truncated or unpacking.truncated,
    )


def submodules(root: Path) -> tuple[Submodule, ...]:
    """Return the submodules that ``.gitmodules`` names, and whether their files are there."""
    named = submodules_of(read_small(root / ".gitmodules"))
    return tuple(_submodules(root, list(named.items())[:_MOST_SUBMODULES]))


def _submodules(root: Path, named: Iterable[tuple[str, str]]) -> Iterable[Submodule]:
    for path, url in named:
        clean = path.strip("/")
        if not clean or any(part in ("", ".", "..") for part in clean.split("/")):
            continue
        folder = root / clean
        try:
            real = os.path.join(os.path.realpath(root), clean)
            inside = os.path.isdir(folder) and os.path.realpath(folder) == real
            populated = inside and any(entry.name != ".git" for entry in folder.iterdir())
        except (OSError, ValueError):
            populated = False
        yield Submodule(clean, without_credentials(url), populated)


def _resolved(git: Git, history: GitDirectory, ref: str) -> str:
    if not REFERENCE.fullmatch(ref):
        raise ReproscopeError(f"{shown_name(ref)} cannot be a branch, a tag or a commit")
    found = peeled(git, history.find(ref) or ref)
    if found is None:
        raise UnknownName("branch, tag or commit", ref, history.names())
    return found


def _origin(origin: Origin, history: GitDirectory, git: Git | None) -> Origin:
    commit, branch = history.head()
    remote = history.remote()
    when = None
    if git is not None and commit is not None:
        when = committed_at(git.reading(objects=history.objects), commit)
    return replace(
        origin,
        commit=commit,
        committed=when,
        branch=branch,
        remote=None if remote is None else without_credentials(remote),
    )
