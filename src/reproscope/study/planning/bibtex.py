"""Entries of a BibTeX file: braces, quotes, joined strings and abbreviations, no TeX.

Commands of TeX stay as they are written, but braces that only protect letters are taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import ReproscopeError

_ENTRY = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_KEY = re.compile(r"\s*([^\s,{}()\"=]*)\s*,?")
_FIELD = re.compile(r"[\s,]*([^\s,=\"{}()]+)\s*=")
_BARE = re.compile(r"\s*([^\s,#\"{}()]+)")
_DEEPEST = 50
_RENAMED = {"author": "authors", "booktitle": "venue", "journal": "venue", "url": "link"}
_IGNORED = ("comment", "preamble")


def bibtex_entries(text: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Yield the line, the key and the fields of each entry."""
    strings: dict[str, str] = {}
    lines, counted = 1, 0
    at = _ENTRY.search(text)
    while at is not None:
        lines, counted = lines + text.count("\n", counted, at.start()), at.start()
        kind, closing = at[1].lower(), "}" if at[2] == "{" else ")"
        if kind in _IGNORED:
            position = _end_of_group(text, at.end() - 1, lines) if at[2] == "{" else at.end()
        elif kind == "string":
            fields, position = _fields(text, at.end(), closing, strings, lines)
            strings.update(fields)
        else:
            key = _KEY.match(text, at.end())
            assert key is not None  # it matches the empty text
            fields, position = _fields(text, key.end(), closing, strings, lines)
            named = {_RENAMED.get(name, name): value for name, value in fields.items()}
            yield lines, key[1], {"type": kind, **named}
        at = _ENTRY.search(text, position)


def _fields(
    text: str, position: int, closing: str, strings: dict[str, str], line: int
) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while True:
        match = _FIELD.match(text, position)
        if match is None:
            end = re.compile(r"[\s,]*" + re.escape(closing)).match(text, position)
            if end is None:
                raise ReproscopeError(f"line {line}: this entry has no end, or a field no name")
            return fields, end.end()
        value, position = _value(text, match.end(), strings, line)
        fields[match[1].lower()] = " ".join(re.sub(r"(?<!\\)[{}]", "", value).split())


def _value(text: str, position: int, strings: dict[str, str], line: int) -> tuple[str, int]:
    """Return a value and where it ends; parts are joined by ``#``."""
    parts: list[str] = []
    while True:
        position = _after_blanks(text, position)
        opening = text[position : position + 1]
        if opening in ("{", '"'):
            end = _end_of_group(text, position, line)
            parts.append(text[position + 1 : end])
            position = end + 1
        else:
            bare = _BARE.match(text, position)
            if bare is None:
                raise ReproscopeError(f"line {line}: a field of this entry has no value")
            parts.append(strings.get(bare[1].lower(), bare[1]))
            position = bare.end()
        position = _after_blanks(text, position)
        if text[position : position + 1] != "#":
            return "".join(parts), position
        position += 1


def _after_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


_MARK = re.compile(r'\\.|[{}"]', re.DOTALL)


def _end_of_group(text: str, position: int, line: int) -> int:
    """Return where a value in braces or quotes ends; quotes inside braces do not end it."""
    quoted, depth = text[position] == '"', 0
    for mark in _MARK.finditer(text, position + 1):
        if mark[0] == "{":
            depth += 1
            if depth > _DEEPEST:
                break
        elif mark[0] == "}":
            if depth == 0 and not quoted:
                return mark.start()
            depth -= 1
        elif mark[0] == '"' and quoted and depth == 0:
            return mark.start()
        if depth < 0:
            break
    raise ReproscopeError(f"line {line}: a field of this entry has no end")
