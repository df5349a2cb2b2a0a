"""Where a repository keeps its history, and what its references say, read as plain files.

Nothing here runs git. A ``.git`` that points elsewhere is believed only if that place points back
or holds it as a submodule, so that a stranger's file cannot name someone else's repository.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from reproscope.repository.sources.git.settings import remote_of

HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
REFERENCE = re.compile(
    r"(?![-/])(?!.*(?:\.\.|//|@\{|\.lock$|[./]$))[^\x00-\x20\x7f~^:?*\[\\]{1,250}"
)
_MOST_READ = 4 * 1024 * 1024
_LONGEST_PATH = 4096
_MOST_STEPS = 5
_MOST_NAMES = 2_000
_PLACES = (
    *("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}"),
    *("refs/remotes/{}", "refs/remotes/origin/{}"),
)


@dataclass(frozen=True, slots=True)
class GitDirectory:
    """A repository's own directory; `common` holds what its worktrees share."""

    path: Path
    common: Path
    bare: bool = False

    @property
    def index(self) -> Path | None:
        """The index, if it is a regular file of a bearable size."""
        path = self.path / "index"
        return path if _size(path) in range(1, 512 * 1024 * 1024) else None

    @property
    def objects(self) -> Path:
        """Where the objects lie."""
        return self.common / "objects"

    def head(self) -> tuple[str | None, str | None]:
        """Return the commit that is checked out and the branch, each if there is one."""
        text = read_small(self.path / "HEAD").strip()
        if not text.startswith("ref:"):
            return (text if HASH.fullmatch(text) else None), None
        name = text[4:].strip()
        if not REFERENCE.fullmatch(name):
            return None, None
        return self._followed(name), name.removeprefix("refs/heads/")

    def find(self, reference: str) -> str | None:
        """Return the hash behind a branch, a tag or another reference."""
        for place in _PLACES:
            found = self._followed(place.format(reference))
            if found is not None:
                return found
        return None

    def names(self) -> list[str]:
        """Return the names of branches and tags, for a suggestion."""
        found: set[str] = set()
        for kind in ("heads", "tags"):
            base = self.common / "refs" / kind
            if base.is_symlink():
                continue
            for folder, _, files in os.walk(base):
                found.update(str((Path(folder) / name).relative_to(base)) for name in files[:500])
                if len(found) > _MOST_NAMES:
                    break
        packed = (name.split("/", 2)[-1] for name in self._packed())
        return sorted(found.union(packed))[:_MOST_NAMES]

    def remote(self) -> str | None:
        """Return the address of the remote as it is written, credentials and all."""
        return remote_of(read_small(self.common / "config"))

    def _followed(self, name: str) -> str | None:
        packed: dict[str, str] | None = None
        for _ in range(_MOST_STEPS):
            if not REFERENCE.fullmatch(name):
                return None
            text = read_small(self.path / name) or read_small(self.common / name)
            if not text:
                packed = self._packed() if packed is None else packed
                text = packed.get(name, "")
            text = text.strip()
            if not text.startswith("ref:"):
                return text if HASH.fullmatch(text) else None
            name = text[4:].strip()
        return None

    def _packed(self) -> dict[str, str]:
        lines = read_small(self.common / "packed-refs").splitlines()
        pairs = (line.split(" ", 1) for line in lines if line[:1] not in ("#", "^", ""))
        return {pair[1].strip(): pair[0] for pair in pairs if len(pair) == 2}


def git_directory(root: Path) -> GitDirectory | None:
    """Return the history of a work tree or of a bare repository, if it has one we may believe."""
    marker = root / ".git"
    try:
        mode = os.lstat(marker).st_mode
    except OSError:
        return GitDirectory(root, root, bare=True) if _is_git_directory(root) else None
    if stat.S_ISDIR(mode) and _is_git_directory(marker):
        return GitDirectory(marker, marker)
    if stat.S_ISREG(mode):
        return _elsewhere(root, marker)
    return None


def _elsewhere(root: Path, marker: Path) -> GitDirectory | None:
    """Follow a ``.git`` file to a worktree's or a submodule's directory that knows of it."""
    text = _path_in(marker)
    if not text.startswith("gitdir:"):
        return None
    path = Path(os.path.realpath(root / text[7:].strip()))
    if not os.path.isfile(path / "HEAD"):
        return None
    shared = _path_in(path / "commondir")
    common = Path(os.path.realpath(path / shared)) if shared else path
    back = _path_in(path / "gitdir")
    is_worktree = (
        bool(back)
        and os.path.realpath(path / back) == os.path.realpath(marker)
        and path.parent.parent == common
    )
    above = Path(os.path.realpath(root)).parents
    is_submodule = any(path.is_relative_to(one / ".git" / "modules") for one in above)
    is_submodule = is_submodule and common == path
    return GitDirectory(path, common) if is_worktree or is_submodule else None


def _path_in(file: Path) -> str:
    """Return the path that a small file holds, empty if no path can look like that."""
    text = read_small(file, _LONGEST_PATH).strip()
    return text if text.isprintable() else ""


def _is_git_directory(path: Path) -> bool:
    # Not the methods of a path: those raise where a link has a name that is too long.
    has_references = os.path.isdir(path / "refs") or os.path.isfile(path / "packed-refs")
    has_objects = os.path.isdir(path / "objects")
    return os.path.isfile(path / "HEAD") and has_objects and has_references


def read_small(path: Path, most: int = _MOST_READ) -> str:
    """Return a small file's text, empty if it is no regular file or cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags)
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return opened.read(most).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _size(path: Path) -> int:
    try:
        found = os.lstat(path)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0
