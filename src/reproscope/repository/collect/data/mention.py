"""Something about data that was seen on a line."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Place


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that was seen on a line, in its words."""

    words: str
    place: Place
