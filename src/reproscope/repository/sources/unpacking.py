"""Writes a stranger's files into a private directory, one at a time, and within limits.

It knows no archive format. No link is ever made on disk: a link becomes a record, so that nothing
can be written or read through one. Of a large file only the beginning is written and the rest is a
hole, so that its size is right and a bomb has nothing to fill.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.reasons import Reasons
from reproscope.repository.tree import Link, open_beneath

_CHUNK = 1 << 18
_BEGINNING = 1 << 16
_MOST_SIZE = 1 << 40
_LONGEST_GOAL = 400
_OF_MACOS = "__MACOSX"

Read = Callable[[int], bytes]


class Unpacking:
    """Takes names and contents and puts them below *root*."""

    def __init__(self, root: Path, limits: Limits) -> None:
        self.root = root
        self.limits = limits
        self.reasons = Reasons()
        self.links: list[Link] = []
        self.truncated = False
        self.written = 0
        self.files = 0
        self._tops: set[str] = set()
        self._taken_in: dict[str, int] = {}

    def place(self, name: str) -> str | None:
        r"""Return the relative path for a name, or ``None`` and say why there is none."""
        path = name.replace("\\", "/")
        while path.startswith("./"):
            path = path[2:]
        parts = path.rstrip("/").split("/")
        if path.startswith("/") or (len(path) > 1 and path[1] == ":" and path[0].isalpha()):
            self.reasons.note(name, "an absolute path in an archive")
        elif ".." in parts:
            self.reasons.note(name, "a path that leads out of the archive")
        elif "\0" in path:
            self.reasons.note(name, "a name with a zero byte")
        elif len(path) > self.limits.path:
            self.cut(path[:80] + "…", f"a path of more than {self.limits.path:,} characters")
        elif len(parts) > self.limits.depth:
            self.cut(path[:80], f"deeper than {self.limits.depth} directories")
        else:
            return self._placed([part for part in parts if part not in ("", ".")])
        return None

    def _placed(self, parts: list[str]) -> str | None:
        if not parts or parts[0] == _OF_MACOS:
            return None
        self._tops.add(parts[0] if len(parts) > 1 else "")
        return "/".join(parts)

    def link(self, path: str, goal: str) -> None:
        """Record a symbolic link."""
        if len(self.links) < self.limits.files:
            self.links.append(Link(path, goal[:_LONGEST_GOAL]))

    def write(self, path: str, size: int, read: Read) -> None:
        """Write one file of a declared size; *read* yields its bytes."""
        has_room = self.written + size <= self.limits.unpacked
        whole = has_room and size <= self.limits.whole
        beginning = min(_BEGINNING, max(0, 2 * self.limits.unpacked - self.written))

        def fill(file: IO[bytes]) -> None:
            copied = self._copy(read, file.write, size if whole else beginning)
            if not whole and size <= _MOST_SIZE:
                file.truncate(max(size, copied))

        if self._made(path, fill) and not has_room:
            self._miss(path, size)

    def hole(self, path: str, size: int) -> None:
        """Make a file of the right size whose bytes are not to be had."""
        if self._made(path, lambda file: file.truncate(min(size, _MOST_SIZE))):
            self._miss(path, size)

    def same(self, path: str, name: str) -> None:
        """Write a file once more that an archive holds under another name."""
        try:
            handle = open_beneath(self.root, self.place(name) or "")
        except (OSError, ValueError):
            self.cut(path, "a hard link to what is not in the archive before it")
            return
        with os.fdopen(handle, "rb") as file:
            self.write(path, os.fstat(handle).st_size, file.read)

    def _miss(self, path: str, size: int) -> None:
        """Say what is not there; of a large file only the beginning would have been looked at."""
        if size <= self.limits.whole:
            self.cut(path, f"more than {self.limits.unpacked:,} bytes in all")

    def _made(self, path: str, fill: Callable[[IO[bytes]], object]) -> bool:
        """Make a file that is not there yet, and let it be filled."""
        if not self._has_room(path):
            return False
        goal = self.root / path
        try:
            goal.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(goal, flags, 0o600)
        except FileExistsError:
            self.reasons.note(path, "named twice; the first is looked at")
            return False
        except (OSError, ValueError) as error:
            self.cut(path[:200], f"cannot be unpacked: {_why(error)}")
            return False
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
        except Exception:
            goal.unlink(missing_ok=True)  # half a file would be taken for a whole one
            raise
        self.files += 1
        return True

    def _copy(self, read: Read, write: Callable[[bytes], int], most: int) -> int:
        """Copy at most *most* bytes, whatever was declared, and count them."""
        copied = 0
        while copied < most and (chunk := read(min(_CHUNK, most - copied))):
            write(chunk)
            copied += len(chunk)
            self.written += len(chunk)
        return copied

    def cut(self, what: str, why: str) -> None:
        """Note something left out that could have mattered."""
        self.truncated = True
        self.reasons.note(what, why)

    def _has_room(self, path: str) -> bool:
        directory = path.rpartition("/")[0]
        taken = self._taken_in.get(directory, 0)
        if taken >= self.limits.in_directory:
            self.cut(path, f"more than {self.limits.in_directory:,} in one directory")
            return False
        if self.files >= self.limits.files and path.count("/") > 1:
            self.cut(path, f"more than {self.limits.files:,} files")
            return False
        self._taken_in[directory] = taken + 1
        return True

    def top(self) -> str:
        """Return the one folder that everything is in, or an empty text."""
        [top] = self._tops if len(self._tops) == 1 else [""]
        return top if os.path.isdir(self.root / top) else ""


def _why(error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else None
    return (why or type(error).__name__).lower()
