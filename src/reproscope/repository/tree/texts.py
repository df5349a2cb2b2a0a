"""A file's bytes as text, and how they were decoded; not for what the text means."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Text:
    """A file's text, how it was decoded, and whether the end was left out."""

    path: str
    content: str
    encoding: str = "utf-8"
    truncated: bool = False

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.content.splitlines()


_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(path: str, data: bytes, truncated: bool = False) -> Text | None:
    """Decode by the byte-order mark, as UTF-8, or as Latin-1; ``None`` for binary data."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Text(path, data.decode(encoding, "replace"), encoding, truncated)
    if b"\0" in data:
        return None
    try:
        return Text(path, data.decode("utf-8", "strict"), "utf-8", truncated)
    except UnicodeDecodeError as error:
        if truncated and error.start >= len(data) - 4:
            return Text(path, data[: error.start].decode("utf-8"), "utf-8", truncated)
    return Text(path, data.decode("latin-1"), "latin-1", truncated)
