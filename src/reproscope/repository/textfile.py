"""The text of a file that a user names: bounded, and told in one line where it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reproscope.core import ReproscopeError


def text_of(
    path: Path, largest: int, wrong: Callable[[str], ReproscopeError], encoding: str = "utf-8"
) -> str:
    """Return a file's text; *wrong* makes the error of what is told."""
    try:
        with path.open("rb") as opened:
            data = opened.read(largest + 1)
    except OSError as error:
        raise wrong(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > largest:
        raise wrong(f"{path}: more than {largest:,} bytes")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise wrong(f"{path}: not UTF-8 at byte {error.start}") from None
