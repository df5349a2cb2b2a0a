"""Licences by what their text says, to SPDX identifiers; and what fields and sentences name.

A text is compared with short fragments of the known licences (``licences.toml``), word by word, so
that ``LIMITED`` is not MIT and ``DISCLAIMER`` not ISC. One file may hold several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.collect.documents.naming import linked_at_root
from reproscope.repository.tree import File, Tree

LicenceKind = Literal["open-source", "open-content", "restricted", "unrecognised"]
By = Literal["text", "field", "sentence"]
_MOST_TEXT = 256 * 1024
_WORD = re.compile(r"[a-z0-9+]+")
_FILE = re.compile(r"(?:.{1,40}[-_.])?(?:licen[cs]es?|copying|unlicen[cs]e)(?:[-_.].{1,40})?")
_EXACT = re.compile(r"(?:the[-_])?(?:licen[cs]es?|copying(?:\.lesser)?|unlicen[cs]e)")
_VERSION = re.compile(r" (?:attribution|cc by)[a-z ]{0,60}? ([1-4]) (\d) ")
_TEXTS = (".txt", ".md", ".rst", ".html", ".htm", ".adoc", ".org", ".tex", ".rtf", ".pdf", ".docx")
_OF_OTHERS = re.compile(r"(?:third|3rd)[-_ ]?part(?:y|ies)|vendor|dependenc")
_NO_TEXT = {
    ".py", ".js", ".ts", ".json", ".ipynb", ".png", ".jpg", ".svg", ".c", ".h", ".cpp", ".css",
    ".yml", ".yaml", ".toml", ".csv", ".sh", ".cfg", ".lock", ".ini", ".gif", ".xml", ".r",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence: its SPDX identifier, where it stands, and how it was recognised.

    `spdx` is ``None`` for a text that is none of the known ones; `root` says whether it stands for
    the whole repository or lies with a part of it.
    """

    spdx: str | None
    kind: LicenceKind
    path: str
    line: int | None = None
    by: By = "text"
    root: bool = True
    text: str = ""
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """A licence as ``licences.toml`` describes it, in plain words."""

    spdx: str
    kind: LicenceKind
    all: tuple[str, ...]
    any: tuple[str, ...]
    none: tuple[str, ...]
    names: tuple[str, ...]

    def fits(self, words: str) -> bool:
        """Whether a text in plain words is this licence."""
        if not self.all and not self.any:
            return False
        return (
            all(part in words for part in self.all)
            and (not self.any or any(part in words for part in self.any))
            and not any(part in words for part in self.none)
        )


def plain_words(text: str) -> str:
    """Return a text as its words, framed by blanks, so that only whole words are found.

    >>> plain_words("The MIT-Licence!")
    ' the mit license '
    """
    words = " ".join(_WORD.findall(text.casefold()))
    return f" {words} ".replace("licence", "license")


@cache
def known_licences() -> tuple[Known, ...]:
    """Return every licence that can be recognised."""
    return tuple(_known(entry) for entry in knowledge("licences")["licence"])


def _known(entry: Mapping[str, Any]) -> Known:
    fragments = {
        key: tuple(plain_words(part) for part in entry.get(key, ()))
        for key in ("all", "any", "none", "names")
    }
    return Known(entry["id"], entry["kind"], **fragments)


def licences_in(text: str) -> tuple[Known, ...]:
    """Return every licence whose text stands in a text."""
    words = plain_words(text[:_MOST_TEXT])
    return tuple(_versioned(known, words) for known in known_licences() if known.fits(words))


def _versioned(known: Known, words: str) -> Known:
    """Creative Commons licences carry their version in the identifier, if it is said."""
    if not known.spdx.startswith("CC-BY"):
        return known
    version = _VERSION.search(words)
    return replace(known, spdx=f"{known.spdx}-{version[1]}.{version[2]}") if version else known


@cache
def _names() -> tuple[tuple[str, Known], ...]:
    pairs = [(name, known) for known in known_licences() for name in known.names]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def licences_named(text: str) -> tuple[Known, ...]:
    """Return the licences that a field or a sentence names; a longer name covers a shorter one.

    >>> [known.spdx for known in licences_named("under CC BY-NC 4.0, not MIT")]
    ['CC-BY-NC-4.0']
    """
    words = whole = plain_words(text[:2_000])
    found: dict[str, Known] = {}
    for name, known in _names():
        at = words.find(name)
        while at >= 0:
            before = words[:at].split()[-3:]
            if not {"not", "no", "non", "incompatible"} & set(before):
                found[known.spdx] = known
            words = f"{words[:at]} , {words[at + len(name) :]}"
            at = words.find(name)
    return tuple(_versioned(known, whole) for known in found.values())


def licence_files(tree: Tree) -> Iterator[Licence]:
    """Yield what every licence file of a tree is, by its text."""
    called = linked_at_root(tree)
    for file in tree.files:
        named = called.get(file.path, file)
        exact = bool(_EXACT.fullmatch(_stem(named)))
        folder = _in_licence_folder(named)
        if named.suffix in _NO_TEXT or not (
            exact or folder or _FILE.fullmatch(named.name.casefold())
        ):
            continue
        root = (named.depth == 0 or folder) and not _OF_OTHERS.search(named.name.casefold())
        yield from _of_file(tree, file, root, certain=exact or folder)


def _stem(file: File) -> str:
    name = file.name.casefold()
    return name[: -len(file.suffix)] if file.suffix in _TEXTS else name


def _in_licence_folder(file: File) -> bool:
    parts = file.path.casefold().split("/")
    return len(parts) == 2 and parts[0] in ("licenses", "licences", "license", "licence")


def _of_file(tree: Tree, file: File, root: bool, certain: bool) -> Iterator[Licence]:
    text = None if file.pointer else tree.text(file)
    if text is None:
        if certain:
            yield Licence(None, "unrecognised", file.path, root=root, readable=False)
        return
    found = licences_in(text.content)
    for known in found:
        yield Licence(known.spdx, known.kind, file.path, 1, root=root)
    if found or not text.content.strip():
        return
    if len(text.content) < 400:  # "MIT", or "Licensed under Apache 2.0": a name, not a text
        named = licences_named(text.content)
        for known in named:
            shown = text.content.strip().partition("\n")[0][:100]
            yield Licence(known.spdx, known.kind, file.path, 1, "sentence", root, shown)
        if named:
            return
    if certain:
        yield Licence(None, "unrecognised", file.path, 1, root=root)
