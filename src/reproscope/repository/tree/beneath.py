"""Opens a stranger's file below a root so that no link, wherever it stands, leads out of the tree.

A path is walked a step at a time from directory to directory that is held open, because a
directory can be swapped for a link after it was looked at.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = _FLAGS | getattr(os, "O_NONBLOCK", 0)
_FOLDER = _FLAGS | getattr(os, "O_DIRECTORY", 0)
_BY_STEPS = os.open in os.supports_dir_fd


def read_beneath(root: Path, path: str, most: int) -> bytes:
    """Return the beginning of a regular file; anything else is an `OSError`."""
    handle = open_beneath(root, path)
    with os.fdopen(handle, "rb") as opened:
        return opened.read(most)


def open_beneath(root: Path, path: str) -> int:
    """Open a regular file for reading and return its handle."""
    handle = _by_steps(root, path.split("/")) if _BY_STEPS else os.open(root / path, _FILE)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{path} is not a regular file")
    return handle


def _by_steps(root: Path, parts: list[str]) -> int:
    if ".." in parts:
        raise OSError("a path that leads upwards")
    # The root is the user's own word: it may be a link.
    folder = os.open(root, _FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        for part in parts[:-1]:
            below = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        os.close(folder)
