"""A line of a source with its text: what a finding shows when the syntax tree is let go."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed, Place

_MOST_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Spot:
    """A line with its text."""

    place: Place
    text: str

    @property
    def words(self) -> str:
        """The line, as evidence shows it."""
        return self.text


class Spots:
    """The lines of one source, split once."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        # As the parser counts them: a form feed is no end of a line.
        self.lines = parsed.source.text.split("\n")

    def at(self, node: ast.AST) -> Spot:
        """Return where a node stands, with the text of its line."""
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1].strip() if line <= len(self.lines) else ""
        return Spot(self.parsed.place(node), text[:_MOST_CHARACTERS])
