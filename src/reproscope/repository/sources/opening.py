"""The one door: open whatever a user names and hand over its files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.target import is_address
from reproscope.repository.sources.archives.archive import open_archive
from reproscope.repository.sources.directory import open_commit, open_directory
from reproscope.repository.sources.git.addresses import parse_address
from reproscope.repository.sources.git.fetching import open_git
from reproscope.repository.sources.git.history import git_directory
from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.network import PUBLIC, Network
from reproscope.repository.sources.opened import Opened
from reproscope.repository.sources.origin import Origin

STANDARD = Limits()


@contextmanager
def open_target(
    target: str,
    *,
    ref: str | None = None,
    online: bool = False,
    limits: Limits = STANDARD,
    network: Network = PUBLIC,
) -> Iterator[Opened]:
    """Open a directory, an archive or a git address; what was unpacked is gone at the end.

    *network* says which addresses may be fetched, once *online* allows it at all.
    """
    with tempfile.TemporaryDirectory(prefix="reproscope-", ignore_cleanup_errors=True) as folder:
        scratch = Path(folder)
        if is_address(target) and not _is_there(target):
            opened = _from_address(target, ref, online, limits, scratch, network)
        else:
            opened = _from_disk(target, ref, limits, scratch)
        yield _with_files(opened)


def _from_address(
    target: str,
    ref: str | None,
    online: bool,
    limits: Limits,
    scratch: Path,
    network: Network,
) -> Opened:
    address = parse_address(target, ref, network.schemes)
    if not online:
        raise ReproscopeError(
            f"{shown_name(address.shown)} would have to be fetched: give --online to allow it"
        )
    asked = address.shown if address.ref is None else f"{address.shown}@{address.ref}"
    return open_git(address, Origin(asked), limits, scratch, network)


def _from_disk(target: str, ref: str | None, limits: Limits, scratch: Path) -> Opened:
    # Git is started in the tree itself, where a relative path would mean something else.
    path = Path(target).absolute()
    origin = Origin(target)
    if not _is_there(target):
        raise ReproscopeError(f"cannot read {shown_name(target)}: no such file or directory")
    if path.is_dir():
        history = git_directory(path)
        if ref is None:
            return open_directory(path, origin, limits, scratch)
        if history is None:
            raise ReproscopeError(f"{shown_name(target)} is no git repository: leave --ref out")
        return open_commit(path, history, origin, ref, limits, scratch)
    if ref is not None:
        raise ReproscopeError(f"{shown_name(target)} is no git repository: leave --ref out")
    if not path.is_file():
        raise ReproscopeError(f"{shown_name(target)} is neither a directory nor a file")
    try:
        return open_archive(path, origin, limits, scratch)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ReproscopeError(f"cannot read {shown_name(target)}: {reason}") from error


def _is_there(target: str) -> bool:
    return os.path.exists(target)


def _with_files(opened: Opened) -> Opened:
    """Refuse what holds nothing at all: an empty answer would look like a clean one."""
    tree = opened.tree
    if tree.files or tree.vendored or tree.links:
        return opened
    why = next((f" ({item.what}: {item.why})" for item in tree.skipped), "")
    shown = shown_name(opened.origin.target)
    advice = "; --ref HEAD looks at its last commit" if opened.origin.commit else ""
    raise ReproscopeError(f"{shown} holds no files to look at{why}{advice}")
