"""The files of one commit, written out from git's objects: no checkout, no filter, no hook."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import IO

from reproscope.core import ReproscopeError
from reproscope.repository.sources.gitprocess import Git, GitFailed
from reproscope.repository.sources.unpacking import Unpacking

_LINK, _MODULE = "120000", "160000"
_LONGEST_LINK = 4096
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: str
    hash: str
    size: int
    path: str


def committed_at(git: Git, commit: str) -> str | None:
    """Return when a commit was made (ISO 8601 with its offset), if git knows the commit."""
    try:
        text = git.answer("cat-file", "commit", commit).decode("utf-8", "replace")
    except ReproscopeError:
        return None
    for line in text.partition("\n\n")[0].splitlines():
        if line.startswith("committer "):
            return _moment(line)
    return None


def _moment(line: str) -> str | None:
    """Read the seconds and the offset that end a committer's line.

    >>> _moment("committer A <a@b> 1546300800 +0130")
    '2019-01-01T01:30:00+01:30'
    """
    words = line.rsplit(" ", 2)
    try:
        seconds, offset = int(words[1]), int(words[2])
        minutes = abs(offset) // 100 * 60 + abs(offset) % 100
        zone = timezone(timedelta(minutes=minutes if offset >= 0 else -minutes))
        return datetime.fromtimestamp(seconds, zone).isoformat()
    except (ValueError, IndexError, OverflowError, OSError):
        return None


def peeled(git: Git, name: str) -> str | None:
    """Return the commit that a hash, its beginning, or a tag's hash means."""
    try:
        found = git.answer("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
    except GitFailed:
        return None
    return found.decode("ascii", "replace").strip() or None


def write_out(git: Git, commit: str, unpacking: Unpacking) -> None:
    """Write every file of a commit; links become records, submodules stay away."""
    entries = _entries(git, commit, unpacking)
    with git.started("cat-file", "--batch", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for entry in entries:
            _take(entry, process.stdin, process.stdout, unpacking)
        process.stdin.close()


def _entries(git: Git, commit: str, unpacking: Unpacking) -> list[_Entry]:
    """List a commit's files, those near the root first."""
    found: list[_Entry] = []
    most = 2 * unpacking.limits.files
    for seen, line in enumerate(git.items("ls-tree", "-r", "-z", "-l", "--full-tree", commit)):
        if seen >= unpacking.limits.entries or len(found) >= most:
            unpacking.cut("the rest of the commit", f"more than {seen:,} files")
            break
        head, _, name = line.partition("\t")
        mode, _, hash_, size = head.split()
        path = unpacking.place(name) if mode != _MODULE else None
        if path is not None:
            found.append(_Entry(mode, hash_, int(size) if size.isdigit() else 0, path))
    return sorted(found, key=lambda entry: (entry.path.count("/"), entry.path))


def _take(entry: _Entry, ask: IO[bytes], answer: IO[bytes], unpacking: Unpacking) -> None:
    """Ask for one object and write it; all of its bytes have to be read off the pipe."""
    too_much = unpacking.written + entry.size > unpacking.limits.unpacked
    if too_much or entry.size > unpacking.limits.fetched:
        unpacking.write(entry.path, entry.size, lambda most: b"")
        return
    ask.write(entry.hash.encode() + b"\n")
    ask.flush()
    head = answer.readline(1000).split()
    if len(head) != 3:
        unpacking.cut(entry.path, "its content is not in the repository")
        return
    left = int(head[2])

    def read(most: int) -> bytes:
        nonlocal left
        chunk = answer.read(min(most, left))
        left -= len(chunk)
        return chunk

    if entry.mode == _LINK:
        unpacking.link(entry.path, read(_LONGEST_LINK).decode("utf-8", "surrogateescape"))
    else:
        unpacking.write(entry.path, left, read)
    while left and read(_CHUNK):
        pass
    answer.read(1)
