"""Git's configuration syntax read as data: the remote's address, and the submodules.

Git itself is never given a stranger's configuration, because configuration can run commands. No
include is followed and no value is acted upon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SECTION = re.compile(r'^\[\s*([\w.-]{1,80})(?:\s+"((?:[^"\\]|\\.){0,1000})")?\s*\]')
_VALUE = re.compile(r"^\s*([\w-]{1,80})\s*=\s*(.{0,2000})$")
_MOST_LINES = 20_000


def values_of(text: str) -> Iterator[tuple[str, str, str, str]]:
    r"""Yield section, subsection, key and value of every setting.

    >>> list(values_of('[remote "origin"]\n\turl = https://example.org/a.git'))
    [('remote', 'origin', 'url', 'https://example.org/a.git')]
    """
    section = subsection = ""
    for line in text.splitlines()[:_MOST_LINES]:
        head = _SECTION.match(line)
        if head is not None:
            section = head[1].casefold()
            subsection = re.sub(r"\\(.)", r"\1", head[2] or "")
            continue
        value = _VALUE.match(line)
        if value is not None and not line.lstrip().startswith(("#", ";")):
            yield section, subsection, value[1].casefold(), value[2].strip().strip('"')


def remote_of(text: str) -> str | None:
    """Return the address of ``origin``, or of the first remote."""
    urls = {sub: value for sec, sub, key, value in values_of(text) if (sec, key) == _REMOTE}
    return urls.get("origin") or next(iter(urls.values()), None)


def submodules_of(text: str) -> dict[str, str]:
    """Return path and address of every submodule that a ``.gitmodules`` names."""
    found: dict[str, dict[str, str]] = {}
    for section, name, key, value in values_of(text):
        if section == "submodule":
            found.setdefault(name, {})[key] = value
    return {one["path"]: one.get("url", "") for one in found.values() if one.get("path")}


_REMOTE = ("remote", "url")
