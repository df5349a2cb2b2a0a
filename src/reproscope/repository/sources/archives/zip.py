"""Zip archives: the list of names is bounded before it is read, each file before it is written."""

from __future__ import annotations

import lzma
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from reproscope.core import ReproscopeError
from reproscope.repository.sources.unpacking import Unpacking

_END, _END_64 = b"PK\x05\x06", b"PK\x06\x06"
_SEE_END_64 = 0xFFFFFFFF
_TAIL = 22 + 65_535 + 76
# Half a gigabyte of memory, if every name is as short as can be.
_MOST_LIST = 48 * 1024 * 1024
_LONGEST_LINK = 4096
_ENCRYPTED = 0x1
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    MemoryError,
)


def unpack_zip(file: IO[bytes], unpacking: Unpacking, shown: str) -> str | None:
    """Unpack what can be; return the archive's comment."""
    _refuse_endless_list(file, unpacking, shown)
    try:
        archive = zipfile.ZipFile(file)
    except (*_BROKEN, struct.error) as error:
        raise ReproscopeError(f"{shown} is a broken zip archive: {error}") from error
    members = [member for member in archive.infolist() if not member.is_dir()]
    if members and all(member.flag_bits & _ENCRYPTED for member in members):
        raise ReproscopeError(f"{shown} is encrypted: unpack it and give the directory")
    # Those near the root first: the README must not drown in a folder of data.
    for member in sorted(members, key=lambda m: m.filename.count("/")):
        _take(archive, member, unpacking)
    return archive.comment.decode("latin-1")


def _refuse_endless_list(file: IO[bytes], unpacking: Unpacking, shown: str) -> None:
    """Refuse an archive whose list of names alone would fill the memory."""
    length = file.seek(0, 2)
    file.seek(max(0, length - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    claims = [*_claims(tail, _END, 10, "<HL"), *_claims(tail, _END_64, 32, "<QQ")]
    count = max((count for count, _ in claims), default=0)
    size = max((size for _, size in claims if size != _SEE_END_64), default=0)
    if count > unpacking.limits.entries or size > _MOST_LIST:
        raise ReproscopeError(f"{shown} names too many files to be looked at ({count:,})")


def _claims(tail: bytes, mark: bytes, offset: int, form: str) -> Iterator[tuple[int, ...]]:
    """Yield names and bytes of every list that could be meant: which one is, a reader decides."""
    length = struct.calcsize(form)
    for found in re.finditer(re.escape(mark), tail):
        data = tail[found.start() + offset :][:length]
        if len(data) == length:
            yield struct.unpack(form, data)


def _warn_of_growth(path: str, member: zipfile.ZipInfo, unpacking: Unpacking) -> None:
    ratio = unpacking.limits.ratio
    large = member.file_size > unpacking.limits.whole
    if large and member.file_size > ratio * max(1, member.compress_size):
        why = f"it would grow more than {ratio} times; only its beginning is looked at"
        unpacking.reasons.note(path, why)


def _take(archive: zipfile.ZipFile, member: zipfile.ZipInfo, unpacking: Unpacking) -> None:
    path = unpacking.place(member.filename)
    if path is None:
        return
    if member.flag_bits & _ENCRYPTED:
        unpacking.cut(path, "encrypted")
        return
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFLNK):
        unpacking.reasons.note(path, "neither a file nor a link")
        return
    try:
        with archive.open(member) as content:
            if kind == stat.S_IFLNK:
                goal = content.read(_LONGEST_LINK)
                unpacking.link(path, goal.decode("utf-8", "surrogateescape"))
            else:
                _warn_of_growth(path, member, unpacking)
                unpacking.write(path, member.file_size, content.read)
    except _BROKEN as error:
        unpacking.cut(path, f"broken in the archive: {type(error).__name__}")
