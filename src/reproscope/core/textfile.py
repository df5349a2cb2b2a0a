"""The text of a file that a user names: bounded, and told in one line where it cannot be read.

Not for files of an audited target; those are read beneath their root by ``repository.tree``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reproscope.core.errors import ReproscopeError


def text_of(
    path: Path,
    largest: int,
    what: str,
    wrong: Callable[[str], ReproscopeError] = ReproscopeError,
) -> str:
    """Return a file's UTF-8 text, with or without a byte order mark.

    *what* names what the file should be; *wrong* makes the error of what is told.
    """
    try:
        with path.open("rb") as opened:
            data = opened.read(largest + 1)
    except OSError as error:
        raise wrong(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        # A name with a zero byte in it.
        raise wrong(f"{str(path)!r}: cannot be read: {error}") from None
    if len(data) > largest:
        raise wrong(f"{path}: more than {largest:,} bytes; that is no {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise wrong(f"{path}:{line}: not UTF-8 text") from None
