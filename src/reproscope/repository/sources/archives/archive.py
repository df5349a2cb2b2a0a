"""Archives: told by their first bytes, unpacked by our own loop into a private directory.

An archive inside an archive stays a file. What cannot be unpacked is left out and said; only what
cannot be opened at all is an error.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.repository.sources.archives.tar import PACKERS, unpack_tar
from reproscope.repository.sources.archives.zip import unpack_zip
from reproscope.repository.sources.directory import unpacked_tree
from reproscope.repository.sources.git.history import HASH
from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.opened import Opened
from reproscope.repository.sources.origin import Origin
from reproscope.repository.sources.unpacking import Unpacking

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MARK = slice(257, 262)


def is_archive_name(name: str) -> bool:
    """Whether a name ends like an archive's.

    >>> is_archive_name("Code.TAR.gz"), is_archive_name("scores.gz")
    (True, False)
    """
    return name.casefold().endswith(ENDINGS)


def open_archive(path: Path, origin: Origin, limits: Limits, scratch: Path) -> Opened:
    """Unpack an archive into *scratch* and read what is there."""
    root = scratch / "files"
    root.mkdir()
    unpacking = Unpacking(root, limits)
    note = _unpack(path, unpacking, scratch, shown_name(origin.target))
    top = unpacking.top()
    prefix = f"{top}/" if top else ""
    tree = unpacked_tree(root / top, unpacking, prefix)
    commit = note if note is not None and HASH.fullmatch(note) else None
    return Opened(replace(origin, commit=commit), tree)


def _unpack(path: Path, unpacking: Unpacking, scratch: Path, shown: str) -> str | None:
    """Unpack by what the file begins with; return the note that ``git archive`` leaves."""
    with path.open("rb") as file:
        head = file.read(512)
        file.seek(0)
        if head.startswith(_ZIP_MARKS):
            return unpack_zip(file, unpacking, shown)
        packer = next((mark for mark in PACKERS if head.startswith(mark)), None)
        if packer is not None or head[_TAR_MARK] == b"ustar" or _is_old_tar(path, head):
            return unpack_tar(file, packer, unpacking, scratch, shown)
    raise ReproscopeError(
        f"{shown} is a file and no archive: "
        "give a directory, a zip or tar archive, or a git address"
    )


def _is_old_tar(path: Path, head: bytes) -> bool:
    """A tar of the oldest kind has no mark; its name must speak for it, and its first block."""
    return path.name.casefold().endswith(".tar") and len(head) == 512
