"""A stranger's YAML as a tree of texts that remembers its lines, within fixed limits.

Nothing is resolved: ``0.940`` stays the text it is. Anchors, aliases and tags are refused, so
nothing can grow while it is read and nothing can be made but texts, lists and tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from reproscope.core.errors import ReproscopeError, shown_name

LARGEST_FILE = 10_000_000
DEEPEST = 12
MOST_NODES = 1_000_000

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # YAML 1.1, 5.1
)
# libyaml where there is one: thirty times faster, and the same events.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text; a plain one stands without quotation marks."""

    text: str
    line: int
    plain: bool = True

    @property
    def says_nothing(self) -> bool:
        """Whether there is no value: an empty place, ``~`` or ``null``, but not ``"null"``."""
        return not self.text.strip() or (self.plain and self.text.strip() in ("~", "null"))


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping: what stands under each key, the line of each key, and keys that came again."""

    values: Mapping[str, Node]
    lines: Mapping[str, int]
    line: int
    repeated: tuple[tuple[str, int], ...] = ()


Node = Scalar | Listing | Table


class NotADocument(ReproscopeError):
    """The file as a whole cannot be read; the message begins with the place."""


def load(path: Path) -> Node:
    """Read a file as a tree; raise with its line where it is not one we read."""
    return parse(_text(path), str(path))


def _text(path: Path) -> str:
    shown = shown_name(str(path))
    try:
        if not path.is_file():
            reason = "it is not a file" if path.exists() else "no such file or directory"
            raise NotADocument(f"cannot read {shown}: {reason}")
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise NotADocument(
                f"cannot read {shown}: it has {size / 1e6:.1f} MB, and a claims file may have "
                f"{LARGEST_FILE / 1e6:g} MB; split it"
            )
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)  # it may have grown since
        return raw[:LARGEST_FILE].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotADocument(f"{path}:{line}: not UTF-8 text") from None
    except OSError as error:
        raise NotADocument(f"cannot read {shown}: {error.strerror or error}") from None


def parse(text: str, name: str = "claims") -> Node:
    """Turn YAML into a tree, event by event, and stop at the first thing that is refused."""
    bad = _UNPRINTABLE.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        raise NotADocument(
            f"{name}:{line}: not valid YAML: it holds the character U+{ord(bad[0]):04X}"
        )
    builder = _Builder(name)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = "" if mark is None else f":{mark.line + 1}:{mark.column + 1}"
        words = ", ".join(part for part in (error.problem, error.context) if part)
        raise NotADocument(f"{name}{place}: not valid YAML: {words}") from None
    except yaml.YAMLError as error:
        raise NotADocument(f"{name}: not valid YAML: {error}") from None
    if builder.root is None:
        raise NotADocument(f"{name}: the file is empty: it needs 'claims:' and a list under it")
    return builder.root


@dataclass(slots=True)
class _Open:
    """A list or table whose end has not come yet."""

    line: int
    is_table: bool
    items: list[Node] = field(default_factory=list)
    values: dict[str, Node] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    repeated: list[tuple[str, int]] = field(default_factory=list)
    key: Scalar | None = None

    def closed(self) -> Node:
        if self.is_table:
            return Table(self.values, self.lines, self.line, tuple(self.repeated))
        return Listing(tuple(self.items), self.line)


class _Builder:
    """Puts the tree together without recursion, so that depth is a number and not a crash."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.nodes = 0

    def take(self, event: Any) -> None:
        """Take the next event of the parser."""
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            self._refuse(line, f"*{event.anchor}: anchors and aliases are not used here")
        if isinstance(event, yaml.NodeEvent):
            self._allow(event, line)
        if isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._refuse(line, "a second document begins: one file is one document")
        if isinstance(event, yaml.ScalarEvent):
            self._place(Scalar(event.value, line, bool(event.implicit[0])))
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(self.open) >= DEEPEST:
                self._refuse(line, f"nested more than {DEEPEST} deep")
            self.open.append(_Open(line, isinstance(event, yaml.MappingStartEvent)))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._place(self.open.pop().closed())

    def _allow(self, event: Any, line: int) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._refuse(line, f"more than {MOST_NODES:,} values")
        if event.anchor is not None:
            self._refuse(line, f"&{event.anchor}: anchors and aliases are not used here")
        tag = getattr(event, "tag", None)
        if tag not in (None, "!"):
            self._refuse(line, f"tag {shown_name(tag)}: tags are not used here")

    def _place(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        top = self.open[-1]
        if not top.is_table:
            top.items.append(node)
        elif top.key is None:
            if not isinstance(node, Scalar):
                self._refuse(node.line, "a key must be a word")
            top.key = node
        else:
            if top.key.text in top.values:
                top.repeated.append((top.key.text, top.key.line))
            else:
                top.values[top.key.text] = node
                top.lines[top.key.text] = top.key.line
            top.key = None

    def _refuse(self, line: int, why: str) -> NoReturn:
        raise NotADocument(f"{self.name}:{line}: {why}")
