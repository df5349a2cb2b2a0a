"""Text in cells of spreadsheets: what would act as a formula is written so that it cannot.

A leading apostrophe says "this is text" to whoever opens the file, and is taken off when it is
read. Both directions undo each other for every text.
"""

from __future__ import annotations

import re

# A spreadsheet would run a cell that begins with one of these, even after blanks.
_ACTS = re.compile(r"'* *[=+\-@\t\r\n＝＋－＠]")
_PLAIN_NUMBER = re.compile(r"[+-]\d+(\.\d+)?([eE][+-]?\d+)?")
_ILLEGAL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_SPELT = re.compile(r"_x([0-9A-Fa-f]{4})_")


def guarded(text: str) -> str:
    """Return a cell's text as it is written; a plain negative number is left as it is.

    >>> guarded("=1+1"), guarded("-0.5"), guarded("it's")
    ("'=1+1", '-0.5', "it's")
    """
    return f"'{text}" if _ACTS.match(text) and not _PLAIN_NUMBER.fullmatch(text) else text


def unguarded(text: str) -> str:
    """Return a cell's text as it was meant.

    >>> unguarded("'=1+1")
    '=1+1'
    """
    return text[1:] if text[:1] == "'" and _ACTS.match(text) else text


def spelt(text: str) -> str:
    """Spell out what XML cannot hold, as Excel does: ``_x000D_``."""
    return _ILLEGAL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unspelt(text: str) -> str:
    """Undo ``spelt``."""
    return _SPELT.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
