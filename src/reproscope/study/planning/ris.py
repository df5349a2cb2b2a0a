"""Entries of a RIS file, the exchange format of reference managers.

Only what a study uses is kept: title, authors, year, where it appeared, DOI, address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import ReproscopeError

_LINE = re.compile(r"([A-Z][A-Z0-9])  -(?: (.*))?$")
# Several tags say the same; the first that is there counts.
_FIELDS = {
    "TI": "title",
    "T1": "title",
    "DO": "doi",
    "UR": "link",
    "PY": "year",
    "Y1": "year",
    "T2": "venue",
    "JO": "venue",
    "JF": "venue",
    "BT": "venue",
}
_AUTHORS = ("AU", "A1")


def ris_entries(text: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Yield the line, the key (``ID``) and the fields of each entry."""
    begun, key = 0, ""
    fields: dict[str, str] = {}
    authors: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.match(line.rstrip())
        if match is None:
            continue  # the continuation of a long field, an abstract mostly
        tag, value = match[1], (match[2] or "").strip()
        if tag == "TY":
            if begun:
                raise ReproscopeError(f"line {number}: a new entry before the end of line {begun}")
            begun, key, fields, authors = number, "", {"type": value}, []
        elif not begun:
            raise ReproscopeError(f"line {number}: {tag} stands outside of an entry")
        elif tag == "ER":
            yield begun, key, {**fields, **({"authors": "; ".join(authors)} if authors else {})}
            begun = 0
        elif tag == "ID":
            key = value
        elif tag in _AUTHORS:
            authors.append(value)
        elif tag in _FIELDS and value:
            # A date may follow the year, as in 2016/07/09.
            name = _FIELDS[tag]
            fields.setdefault(name, value[:4] if name == "year" else value)
    if begun:
        raise ReproscopeError(f"line {begun}: this entry has no end (ER)")
