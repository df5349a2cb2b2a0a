"""The records of a document: its sections, links, commands, badges and what it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "readme",
    "documentation",
    "installation",
    "contributing",
    "changelog",
    "model-card",
    "data-card",
    "script",
]
Markup = Literal["markdown", "restructuredtext", "asciidoc", "plain", "shell"]
LineKind = Literal["blank", "heading", "prose", "code", "table", "badge", "hidden"]
Strength = Literal["strong", "weak"]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines up to the next heading of its level or above."""

    title: str
    level: int
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Hyperlink:
    """An address of the web; `valid` is whether its host can be a host at all."""

    url: str
    line: int
    image: bool = False
    valid: bool = True


@dataclass(frozen=True, slots=True)
class FileLink:
    """A link to a file of the repository, as written."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A line for a shell: its words, and the directory it runs in if the document tells.

    `directory` is relative to the root; ``None`` where another project was entered before.
    """

    text: str
    words: tuple[str, ...]
    line: int
    directory: str | None = ""

    @property
    def program(self) -> str:
        """The program that is called, without its path."""
        return self.words[0].rpartition("/")[2] if self.words else ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge by what it stands for: `binder`, `colab`, `ci`, `doi`, `coverage`, …"""

    kind: str
    url: str
    line: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A passage about a topic: strong where it says it, weak where it only touches it."""

    topic: str
    strength: Strength
    line: int
    text: str
    by: Literal["heading", "words", "command"]


@dataclass(frozen=True)
class Document:
    """One document: what its lines are, and what was found in them.

    `prose` keeps every line's place; lines that are no prose are empty there.
    """

    path: str
    kind: Kind
    markup: Markup
    lines: tuple[str, ...] = ()
    kinds: tuple[LineKind, ...] = ()
    sections: tuple[Section, ...] = ()
    links: tuple[Hyperlink, ...] = ()
    link_occurrences: int = 0
    files: tuple[FileLink, ...] = ()
    commands: tuple[Command, ...] = ()
    badges: tuple[Badge, ...] = ()
    mentions: tuple[Mention, ...] = ()
    words: int = 0
    encoding: str = "utf-8"
    truncated: bool = False

    @property
    def length(self) -> int:
        """The number of lines with words in them, without code, badges and comments."""
        return sum(1 for kind in self.kinds if kind in ("prose", "heading", "table"))

    def about(self, topic: str, strength: Strength | None = None) -> tuple[Mention, ...]:
        """Return the passages about a topic."""
        return tuple(
            m for m in self.mentions if m.topic == topic and strength in (None, m.strength)
        )

    def numbered(self, *kinds: LineKind) -> Iterator[tuple[int, str]]:
        """Yield the lines of some kinds with their numbers."""
        for number, (text, kind) in enumerate(zip(self.lines, self.kinds, strict=True), 1):
            if kind in kinds:
                yield number, text


@dataclass(frozen=True, slots=True)
class Citation:
    """A file that says how to cite the work; `problem` where it cannot be read as what it is."""

    path: str
    format: str
    title: str | None = None
    doi: str | None = None
    doi_line: int | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A file of continuous integration, and the lines that run tests."""

    path: str
    service: str
    test_lines: tuple[tuple[int, str], ...] = ()
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Script:
    """A console script that the package declares."""

    name: str
    goal: str
    path: str
    line: int | None = None


@dataclass(frozen=True)
class Documents:
    """Every document of a repository; the main README is the one a visitor sees first."""

    main: Document | None = None
    others: tuple[Document, ...] = ()
    citations: tuple[Citation, ...] = ()
    pipelines: tuple[Pipeline, ...] = ()
    scripts: tuple[Script, ...] = ()
    targets: tuple[tuple[str, str, int], ...] = ()
    unreadable: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def all(self) -> tuple[Document, ...]:
        """The main README first, then every other document."""
        return self.others if self.main is None else (self.main, *self.others)

    @property
    def readmes(self) -> tuple[Document, ...]:
        """Every README, the main one first."""
        return tuple(document for document in self.all if document.kind == "readme")

    @property
    def unread_readmes(self) -> tuple[str, ...]:
        """READMEs at the root that are there and could not be read."""
        return tuple(
            path
            for path in self.unreadable
            if "/" not in path and path.casefold().startswith("readme")
        )
