"""The files of one commit, written out from git's objects: no checkout, no filter, no hook."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import IO

from reproscope.core import ReproscopeError
from reproscope.repository.sources.git.process import Git, GitFailed
from reproscope.repository.sources.unpacking import Unpacking

_FOLDER, _LINK, _MODULE = "040000", "120000", "160000"
_LONGEST_LINK = 4096
_CHUNK = 1 << 18
_MOST_ASKED = 500
_BATCH = 8 << 20


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
    try:
        with git.started("cat-file", "--batch", stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for batch in _batches(_to_read(entries, unpacking)):
                process.stdin.write(b"".join(entry.hash.encode() + b"\n" for entry in batch))
                process.stdin.flush()
                for entry in batch:
                    _take(entry, process.stdout, unpacking)
            process.stdin.close()
    except (GitFailed, BrokenPipeError) as error:
        why = error.message if isinstance(error, GitFailed) else "git stopped"
        if not unpacking.files:
            raise GitFailed(f"its files cannot be read: {why}") from error
        unpacking.cut("the rest of the commit", why)


def _batches(entries: Iterable[_Entry]) -> Iterator[list[_Entry]]:
    """Group entries, so that git is not waited for at each; what is asked must fit into a pipe."""
    batch: list[_Entry] = []
    size = 0
    for entry in entries:
        if len(batch) == _MOST_ASKED or (batch and size + entry.size > _BATCH):
            yield batch
            batch, size = [], 0
        batch.append(entry)
        size += entry.size
    if batch:
        yield batch


def _to_read(entries: Iterable[_Entry], unpacking: Unpacking) -> Iterator[_Entry]:
    """Yield what is to be asked for; the same large object can be named a million times.

    All bytes of an object come through the pipe, also those that are not written.
    """
    limits = unpacking.limits
    passed = 0
    for entry in entries:
        if passed + entry.size > limits.unpacked or entry.size > limits.fetched:
            unpacking.hole(entry.path, entry.size)
        else:
            passed += entry.size
            yield entry


def _entries(git: Git, commit: str, unpacking: Unpacking) -> list[_Entry]:
    """List a commit's files, those near the root first."""
    found: dict[str, _Entry] = {}
    most = 2 * unpacking.limits.files
    for seen, line in enumerate(_lines(git, commit)):
        if seen >= unpacking.limits.entries or len(found) >= most:
            unpacking.cut("the rest of the commit", f"more than {len(found):,} files")
            break
        head, _, name = line.partition("\t")
        mode, _, hash_, size = head.split()
        if mode in (_MODULE, _FOLDER) or name in found:
            continue
        path = unpacking.place(name)
        if path is not None:
            found[name] = _Entry(mode, hash_, int(size) if size.isdigit() else 0, path)
    entries = sorted(found.values(), key=lambda entry: (entry.path.count("/"), entry.path))
    most = unpacking.limits.files + sum("/" not in entry.path for entry in entries)
    if len(entries) > most:
        unpacking.cut(f"{len(entries) - most:,} files", f"more than {most:,} files")
    return entries[:most]


def _lines(git: Git, commit: str) -> Iterator[str]:
    """Yield the root's entries before all: they must not drown in folders that come earlier."""
    yield from git.items("ls-tree", "-z", "-l", "--full-tree", commit)
    yield from git.items("ls-tree", "-r", "-z", "-l", "--full-tree", commit)


def _take(entry: _Entry, answer: IO[bytes], unpacking: Unpacking) -> None:
    """Write one object that was asked for; all of its bytes have to be read off the pipe."""
    line = answer.readline(1000)
    if not line:
        raise BrokenPipeError
    head = line.split()
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
