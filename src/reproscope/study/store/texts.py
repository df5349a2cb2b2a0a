"""What may be kept as text: strangers' words of any kind, but for what no database can hold."""

from __future__ import annotations

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name

# PostgreSQL indexes a name of at most 2,704 bytes, and a character takes up to four.
LONGEST_NAME = 600


def storable(text: str, what: str) -> str:
    """Return the text; raise ReproscopeError if a database would refuse or cut it."""
    if "\0" in text:
        raise ReproscopeError(f"{what} has a NUL character in it: {shown_name(text)}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ReproscopeError(f"{what} is no valid text: {shown_name(text)}") from None
    return text


def storable_name(text: str, what: str) -> str:
    """Return a name that things are found by: not blank, and not endless."""
    if not text.strip():
        raise ReproscopeError(f"{what} is empty")
    if len(text) > LONGEST_NAME:
        raise ReproscopeError(
            f"{what} is longer than {LONGEST_NAME} characters: {shown_name(text)}"
        )
    return storable(text, what)
