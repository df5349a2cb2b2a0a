"""Turns relative paths into the records of a `Tree`: whose each file is, what it is, its size.

It does not find the paths; ``walking`` and ``listing`` do. A path may come from a hostile index,
so it is checked here, and no directory that is a link is entered.
"""

from __future__ import annotations

import os
import posixpath
import stat
from pathlib import Path

from reproscope.repository.sources.belonging import Owner, owner_of
from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.reasons import Reasons
from reproscope.repository.tree import LFS_HEAD, File, Link, Submodule, Tree, read_beneath

_POINTER_SIZES = range(90, 1024)
_LONGEST_GOAL = 400
_SPECIAL = {
    stat.S_IFIFO: "a named pipe, not a file",
    stat.S_IFSOCK: "a socket, not a file",
    stat.S_IFBLK: "a device, not a file",
    stat.S_IFCHR: "a device, not a file",
}


class Gathering:
    """Takes paths below a root, one at a time, and hands over the tree."""

    def __init__(self, root: Path, limits: Limits, submodules: tuple[Submodule, ...] = ()) -> None:
        self.root = root
        self.limits = limits
        self.reasons = Reasons()
        self.truncated = False
        self.submodules = submodules
        self._foreign = {module.path for module in submodules}
        self._files: dict[str, File] = {}
        self._vendored: dict[str, File] = {}
        self._links: dict[str, Link] = {}
        self._owners: dict[str, Owner | None] = {"": Owner.WORK}
        self._taken_in: dict[str, int] = {}

    def owner(self, directory: str) -> Owner | None:
        """Return whose a directory is, ``None`` if it may not be entered, and note why."""
        # Iterative, because a hostile path may be deeper than Python's stack.
        parts = directory.split("/") if directory else []
        answer: Owner | None = Owner.WORK
        for end in range(1, len(parts) + 1):
            path = "/".join(parts[:end])
            if path not in self._owners:
                self._owners[path] = self._owner_of(path, answer, depth=end)
            answer = self._owners[path]
            if answer is None or answer is Owner.TOOLS:
                return answer
        return answer

    def _owner_of(self, path: str, above: Owner | None, depth: int) -> Owner | None:
        if depth > self.limits.depth:
            self.cut(path, f"deeper than {self.limits.depth} directories")
            return None
        try:
            mode = os.lstat(self.root / path).st_mode
        except (OSError, ValueError) as error:
            self.reasons.note(path, _cannot_read(error))
            return None
        if not stat.S_ISDIR(mode):
            self.reasons.note(path, "a link or file where a directory is expected; not followed")
            return None
        found = owner_of(self.root / path)
        if found is Owner.TOOLS:
            name = path.rpartition("/")[2]
            if name != ".git":
                self.reasons.note(path, "made by tools, not part of the work")
            return found
        return Owner.OTHERS if path in self._foreign or above is Owner.OTHERS else found

    def take(self, path: str) -> None:
        """Take one file or link; whatever it is not, or cannot be, is noted."""
        directory = path.rpartition("/")[0]
        if not self._is_clean(path):
            return
        owner = self.owner(directory)
        if owner is None or owner is Owner.TOOLS:
            return
        kept = self._files if owner is Owner.WORK else self._vendored
        if path in kept or path in self._links or not self._has_room(path, directory, kept):
            return
        try:
            found = os.lstat(self.root / path)
        except FileNotFoundError:
            self.reasons.note(path, "known to git and not on disk")
            return
        except (OSError, ValueError) as error:
            self.reasons.note(path, _cannot_read(error))
            return
        if stat.S_ISREG(found.st_mode):
            kept[path] = File(path, found.st_size, self._is_pointer(path, found.st_size))
        elif stat.S_ISLNK(found.st_mode):
            self._links[path] = Link(path, self._goal(path))
        elif not stat.S_ISDIR(found.st_mode):
            self.reasons.note(path, _SPECIAL.get(stat.S_IFMT(found.st_mode), "not a file"))
        elif path not in self._foreign:
            self.reasons.note(path, "a repository of its own")

    def add_link(self, link: Link) -> None:
        """Take a link that is known and does not lie on disk."""
        self._links[link.path] = link

    def cut(self, what: str, why: str) -> None:
        """Note something left out that could have mattered: the tree is not complete."""
        self.truncated = True
        self.reasons.note(what, why)

    def left(self, what: str, directory: str, why: str) -> None:
        """Note what a limit left out of a directory; it matters where that is the work's own."""
        if self.owner(directory) is Owner.WORK:
            self.truncated = True
        self.reasons.note(what, why)

    def tree(self) -> Tree:
        """Return what was taken, in the order of the paths."""
        self._note_links()
        return Tree(
            root=self.root,
            files=tuple(self._files[path] for path in sorted(self._files)),
            vendored=tuple(self._vendored[path] for path in sorted(self._vendored)),
            links=tuple(self._links[path] for path in sorted(self._links)),
            submodules=self.submodules,
            skipped=self.reasons.skipped(),
            truncated=self.truncated,
        )

    def _note_links(self) -> None:
        """Name the links that lead to nothing that is looked at; the others stand for a file."""
        goals = {*self._files, *self._vendored, *self._links, *self._owners}
        for path in sorted(self._links):
            goal = self._links[path].goal
            end = posixpath.normpath(posixpath.join(posixpath.dirname(path), goal))
            if end.startswith(("/", "../")) or end == "..":
                self.reasons.note(path, "a symbolic link that leads out of the tree; not followed")
            elif end != "." and end not in goals:
                self.reasons.note(path, "a symbolic link to nothing that is here; not followed")

    def _is_clean(self, path: str) -> bool:
        """Whether a path can only lead downwards; git's own directory is left out silently."""
        parts = path.split("/")
        if any(part in ("", ".", "..") for part in parts):
            self.reasons.note(path, "a path that leads out of the tree")
            return False
        if len(path) > self.limits.path:
            self.cut(path[:80] + "…", f"a path of more than {self.limits.path:,} characters")
            return False
        return ".git" not in parts

    def _has_room(self, path: str, directory: str, kept: dict[str, File]) -> bool:
        """Files of the root are always kept: the README must not drown in a folder of data."""
        taken = self._taken_in.get(directory, 0)
        if taken >= self.limits.in_directory:
            self.left(path, directory, f"more than {self.limits.in_directory:,} in one directory")
            return False
        if len(kept) + len(self._links) >= self.limits.files and directory:
            self.left(path, directory, f"more than {self.limits.files:,} files")
            return False
        self._taken_in[directory] = taken + 1
        return True

    def _is_pointer(self, path: str, size: int) -> bool:
        """Whether a file only stands for one that git-lfs would bring."""
        if size not in _POINTER_SIZES:
            return False
        try:
            return read_beneath(self.root, path, len(LFS_HEAD)) == LFS_HEAD
        except OSError:
            return False

    def _goal(self, path: str) -> str:
        try:
            return os.readlink(self.root / path)[:_LONGEST_GOAL]
        except OSError:
            return "?"


def _cannot_read(error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else None
    return f"cannot be read: {(why or type(error).__name__).lower()}"
