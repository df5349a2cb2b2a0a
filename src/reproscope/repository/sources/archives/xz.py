"""Files packed by xz, unpacked with a bound on memory: their heads can ask for gigabytes."""

from __future__ import annotations

import lzma
from typing import IO

_CHUNK = 1 << 20
# The largest preset needs 65 MiB.
_MOST_DICTIONARY = 192 << 20


class XzReader:
    """Unpacks an xz file of one or more streams, a piece at a time."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.decoder = _decoder()
        self.rest = b""

    def read1(self, size: int) -> bytes:
        """Return up to *size* bytes, none at the end."""
        while True:
            if self.decoder.eof:
                self.rest = (self.decoder.unused_data or self.rest).lstrip(b"\0")
                self.rest = self.rest or self.file.read(_CHUNK).lstrip(b"\0")
                if not self.rest:
                    return b""
                self.decoder = _decoder()
            elif self.decoder.needs_input:
                self.rest = self.rest or self.file.read(_CHUNK)
                if not self.rest:
                    raise EOFError("the archive ends early")
            found = self.decoder.decompress(self.rest, size)
            self.rest = b""
            if found:
                return found


def _decoder() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MOST_DICTIONARY)
