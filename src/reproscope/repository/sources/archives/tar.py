"""Tar archives, packed or not: first unpacked to a bounded file, then read member by member."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Protocol, cast

from reproscope.core import ReproscopeError
from reproscope.repository.sources.archives.xz import XzReader
from reproscope.repository.sources.unpacking import Unpacking

_CHUNK = 1 << 20


class _Packed(Protocol):
    def read1(self, size: int, /) -> bytes: ...


PACKERS: Mapping[bytes, Callable[[IO[bytes]], _Packed]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": lambda file: bz2.BZ2File(file),
    b"\xfd7zXZ\0": XzReader,
}
_MOST_HEADER = 2 * _CHUNK
_MOST_SAID = 1_000
_SURELY_FINE = 64 * 1024 * 1024
_BROKEN = (OSError, EOFError, MemoryError, zlib.error, lzma.LZMAError)
_BAD_TAR = (
    *(tarfile.TarError, OSError, EOFError, ValueError, ArithmeticError),
    *(MemoryError, RecursionError),
)


def unpack_tar(
    file: IO[bytes], packer: bytes | None, unpacking: Unpacking, scratch: Path, shown: str
) -> str | None:
    """Unpack what can be; return the comment that ``git archive`` leaves."""
    if packer is None:
        return _read(file, unpacking, shown)
    with (scratch / "plain.tar").open("w+b") as plain:
        _unpacked(file, packer, plain, unpacking, shown)
        return _read(plain, unpacking, shown)


def _unpacked(
    file: IO[bytes], packer: bytes, plain: IO[bytes], unpacking: Unpacking, shown: str
) -> None:
    """Write the plain tar, until it is too large or grows like a bomb."""
    limits = unpacking.limits
    written = 0
    packed = PACKERS[packer](file)
    try:
        while chunk := packed.read1(_CHUNK):
            written += plain.write(chunk)
            grown = written / max(1, file.tell())
            if written > _SURELY_FINE and grown > limits.ratio:
                why = f"it unpacks to more than {limits.ratio} times its size"
                unpacking.cut("the rest of the archive", why)
                break
            if written > limits.unpacked:
                why = f"more than {limits.unpacked:,} bytes unpacked"
                unpacking.cut("the rest of the archive", why)
                break
    except _BROKEN as error:
        if not written:
            raise ReproscopeError(f"{shown} is a broken archive: {error}") from error
        unpacking.cut("the rest of the archive", "it ends early or is broken")
    plain.seek(0)


class _Sober:
    """A file that lets a header have little, at once and in all: only a hostile one wants more."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.left: int | None = None

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= 2 * _CHUNK:
            raise tarfile.ReadError("a header that is too large")
        if self.left is not None:
            self.left -= size
            if self.left < 0:
                raise tarfile.ReadError("a header that is too large")
        return self.file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def member_of(self, archive: tarfile.TarFile) -> tarfile.TarInfo | None:
        """Read the next header; what an archive says of all of its members is bounded too."""
        self.left = _MOST_HEADER
        member = archive.next()
        self.left = None
        archive.members = []  # type: ignore[attr-defined] # else it keeps all of them
        if len(archive.pax_headers) > _MOST_SAID:
            raise tarfile.ReadError("too many global headers")
        return member


def _read(file: IO[bytes], unpacking: Unpacking, shown: str) -> str | None:
    sober = _Sober(file)
    try:
        readable = cast(IO[bytes], sober)
        archive = tarfile.TarFile(fileobj=readable, mode="r", errors="surrogateescape")
        seen = 0
        while (member := sober.member_of(archive)) is not None:
            seen += 1
            if seen > unpacking.limits.entries:
                unpacking.cut("the rest of the archive", f"more than {seen - 1:,} entries")
                break
            _take(archive, member, unpacking)
    except _BAD_TAR as error:
        if not unpacking.files and not unpacking.links:
            raise ReproscopeError(f"{shown} is no tar archive, or a broken one: {error}") from error
        if not unpacking.truncated:  # else it was cut above, and ends early for that
            unpacking.cut("the rest of the archive", "it is broken")
        return None
    file.seek(archive.offset)
    if file.read(512).strip(b"\0") and not unpacking.truncated:
        unpacking.cut("the rest of the archive", "it is broken")
    return archive.pax_headers.get("comment")


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, unpacking: Unpacking) -> None:
    path = None if member.isdir() else unpacking.place(member.name)
    if path is None:
        return
    if member.issym():
        unpacking.link(path, member.linkname)
    elif member.islnk():
        unpacking.same(path, member.linkname)
    elif not member.isreg():
        unpacking.reasons.note(path, "a device or pipe, not a file")
    else:
        content = archive.extractfile(member)
        if content is not None:
            with content:
                unpacking.write(path, member.size, content.read)
