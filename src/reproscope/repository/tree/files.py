"""The files of a target as they are looked at: bounded, never followed out of the tree.

A `Tree` lists and reads; it does not know what a file means. Every path is relative to the root,
with slashes, and every read is bounded, because a stranger chose the sizes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePosixPath

from reproscope.core import Skipped
from reproscope.repository.tree.beneath import read_beneath
from reproscope.repository.tree.texts import Text, decoded

MOST_TEXT = 4 * 1024 * 1024
LFS_HEAD = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class File:
    """One regular file: where it lies, how large it is, and whether only a pointer is there."""

    path: str
    size: int
    pointer: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return PurePosixPath(self.path).name

    @property
    def suffix(self) -> str:
        """The ending in small letters, with its dot."""
        return PurePosixPath(self.path).suffix.casefold()

    @property
    def depth(self) -> int:
        """How many directories lie above the file."""
        return self.path.count("/")


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link: it is named, and never followed."""

    path: str
    goal: str


@dataclass(frozen=True, slots=True)
class Submodule:
    """A submodule that `.gitmodules` names, and whether its files are there."""

    path: str
    url: str
    populated: bool


@dataclass(frozen=True)
class Tree:
    """The files below a root that belong to the work itself, in the order of their paths.

    `vendored` are files of others that lie in the tree (an environment, `node_modules`,
    `third_party`): counted, and not judged. `skipped` says what was left out and why;
    `truncated` is set where that could have been the work's own: what is not here may exist.
    """

    root: Path
    files: tuple[File, ...]
    vendored: tuple[File, ...] = ()
    links: tuple[Link, ...] = ()
    submodules: tuple[Submodule, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    truncated: bool = False
    _texts: dict[tuple[str, int], Text | None] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def by_path(self) -> dict[str, File]:
        """Every file by its path."""
        return {file.path: file for file in self.files}

    @cached_property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, the root as an empty text."""
        return frozenset(
            "" if str(parent) == "." else str(parent)
            for file in self.files
            for parent in PurePosixPath(file.path).parents
        )

    def matching(self, *patterns: str) -> Iterator[File]:
        """Yield the files whose name fits a pattern such as ``requirements*.txt``, any case."""
        for file in self.files:
            if any(fnmatchcase(file.name.casefold(), pattern) for pattern in patterns):
                yield file

    def exists(self, path: str) -> bool:
        """Whether a relative path names a file or a directory of the tree."""
        clean = os.path.normpath(path.replace("\\", "/"))
        return clean in self.by_path or clean in self.directories or clean == "."

    def read_bytes(self, file: File, most: int) -> bytes:
        """Return the beginning of a file; nothing that is not a regular file is opened."""
        return read_beneath(self.root, file.path, most)

    def text(self, file: File, most: int = MOST_TEXT) -> Text | None:
        """Return a file's text, or ``None`` if it is none (it is binary, or cannot be read)."""
        key = (file.path, most)
        if key not in self._texts:
            self._texts[key] = self._decoded(file, most)
        return self._texts[key]

    def _decoded(self, file: File, most: int) -> Text | None:
        try:
            data = self.read_bytes(file, most + 1)
        except OSError:
            return None
        return decoded(file.path, data[:most], truncated=len(data) > most)
