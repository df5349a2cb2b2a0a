"""Strangers' text made harmless for a terminal and for Markdown.

The room ``report`` has its own for reports; this one is for what this room writes itself.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#|~!&])")
# A bare address would become a link.
_ADDRESS = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=www)\.|@", re.IGNORECASE)


def one_line(text: str) -> str:
    r"""Put text on one line, with what cannot be seen written out.

    >>> one_line("a\x1b[31m")
    'a\\x1b[31m'
    """
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it is, on one line.

    >>> escaped("*a* | <b>")
    '\\*a\\* \\| \\<b\\>'
    """
    line = _SPECIAL.sub(r"\\\1", one_line(text))
    return _ADDRESS.sub(lambda match: f"&#{ord(match[0])};", line)
