"""Makes strangers' text safe to show: what would act on a terminal or a reader is spelt out.

Not for HTML, XML or CSV escaping; those forms escape on top of this.
"""

import unicodedata

_KEPT_CONTROLS = frozenset("\n\t")
# Joiners that scripts and emoji need; every other format character can mislead.
_KEPT_FORMATS = frozenset("\u00ad\u200c\u200d")
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


def visible(text: str) -> str:
    r"""Spell out control characters, bidirectional overrides and lone surrogates.

    >>> print(visible("a\x1b[31mb\u202ec"))
    a\x1b[31mb\u202ec
    """
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelt_out(char) if _is_hidden(char) else char for char in text)


def visible_line(text: str) -> str:
    """Do the same for text that must stay on one line: line ends and tabs become spaces.

    >>> visible_line("two\\n lines")
    'two lines'
    """
    return " ".join(visible(text).split())


def _is_hidden(char: str) -> bool:
    if char in _KEPT_CONTROLS or char in _KEPT_FORMATS:
        return False
    if unicodedata.category(char) in _HIDDEN:
        return True
    # Noncharacters may not stand in XML.
    return ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF


def _spelt_out(char: str) -> str:
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")
