"""What the lines of a document are, whatever its markup: the common shape, and its bounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from reproscope.repository.collect.documents.document import LineKind, Section

MOST_CHARACTERS = 8_000
MOST_LINES = 20_000
_MOST_TITLE = 200


@dataclass
class Shape:
    """The kinds of all lines and the headings among them, as a reader of a markup fills them in."""

    lines: list[str]
    kinds: list[LineKind] = field(default_factory=list)
    headings: list[tuple[str, int, int]] = field(default_factory=list)
    languages: dict[int, str] = field(default_factory=dict)

    def heading(self, title: str, level: int, line: int) -> None:
        """Note a heading at a line, counted from 1."""
        self.headings.append((title.strip()[:_MOST_TITLE], level, line))

    def sections(self) -> tuple[Section, ...]:
        """Return the headings with the lines that belong to them."""
        found: list[Section] = []
        open_: list[tuple[str, int, int]] = []
        for title, level, line in [*self.headings, ("", 0, len(self.lines) + 1)]:
            while open_ and open_[-1][1] >= level:
                last = open_.pop()
                found.append(Section(last[0], last[1], last[2], line - 1))
            open_.append((title, level, line))
        return tuple(sorted(found, key=lambda section: section.line))


def bounded(text: str) -> list[str]:
    """Return a text's lines, each cut to a length that no pattern can be slow on."""
    return [line[:MOST_CHARACTERS] for line in text.splitlines()[:MOST_LINES]]


def underlines(line: str) -> str | None:
    """Return the sign of a line that underlines a heading, such as ``====``."""
    body = line.rstrip()
    if len(body) < 3 or body[0] not in "=-~^\"'`#*+.:_<>" or body != body[0] * len(body):
        return None
    return body[0]
