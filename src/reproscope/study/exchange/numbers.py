"""Numbers in files that know numbers, as text and back without a change.

Text is what the study keeps; a cell may be written as a number only where it reads back the same.
"""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,17})?(e[+-]\d{1,3})?")


def written(number: float) -> str:
    """Return the text of a finite number; a whole one has no point.

    >>> written(3.0), written(0.1), written(7)
    ('3', '0.1', '7')
    """
    if isinstance(number, int):
        return str(number)
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)


def number_of(text: str) -> int | float | None:
    """Return the number that reads back as exactly this text, or None.

    >>> number_of("0.5"), number_of("12"), number_of("0.50"), number_of("007")
    (0.5, 12, None, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text) if text.lstrip("-").isdecimal() else float(text)
    return number if math.isfinite(number) and written(number) == text else None
