"""Finds the paths below a directory without git: breadth first, so that what matters comes first.

No link is followed. Names that do not decode keep their bytes (``surrogateescape``).
"""

from __future__ import annotations

import os
from collections import deque

from reproscope.repository.sources.belonging import Owner
from reproscope.repository.sources.gathering import Gathering


def walk(gathering: Gathering, start: str = "") -> None:
    """Let *gathering* take every file below *start*."""
    limits = gathering.limits
    waiting = deque([start])
    seen = 0
    while waiting:
        directory = waiting.popleft()
        owner = gathering.owner(directory)
        if owner is None or owner is Owner.TOOLS:
            continue
        files, directories, more = _entries(gathering, directory)
        seen += len(files) + len(directories) + more
        for name in files:
            gathering.take(_below(directory, name))
        if more:
            why = f"more than {limits.in_directory:,} in one directory"
            gathering.left(f"{more:,} entries of {directory or 'the root'}", directory, why)
        if seen > limits.entries:
            gathering.cut("the rest of the tree", f"more than {limits.entries:,} entries")
            return
        waiting.extend(_below(directory, name) for name in directories)


def _entries(gathering: Gathering, directory: str) -> tuple[list[str], list[str], int]:
    """Return the names of files and directories, sorted, and how many more there are."""
    files: list[str] = []
    directories: list[str] = []
    more = 0
    try:
        with os.scandir(gathering.root / directory) as found:
            for entry in found:
                if len(files) + len(directories) >= gathering.limits.in_directory:
                    more += 1
                    if more > gathering.limits.entries:
                        break
                elif entry.is_dir(follow_symlinks=False):
                    directories.append(entry.name)
                else:
                    files.append(entry.name)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        gathering.cut(directory or "the root", f"a directory that cannot be read: {reason}")
    return sorted(files), sorted(directories), more


def _below(directory: str, name: str) -> str:
    return f"{directory}/{name}" if directory else name
