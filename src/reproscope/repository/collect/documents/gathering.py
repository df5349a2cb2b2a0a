"""From a tree to its documents and licences; one file that fails does not stop the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from reproscope.repository.collect.documents.citations import citations_of
from reproscope.repository.collect.documents.commands import commands_of
from reproscope.repository.collect.documents.document import Document, Documents, Kind, Markup
from reproscope.repository.collect.documents.licences import (
    Licence,
    licence_files,
    licences_in,
    licences_named,
)
from reproscope.repository.collect.documents.lines import Shape, bounded
from reproscope.repository.collect.documents.links import linked
from reproscope.repository.collect.documents.markdown import marked_down
from reproscope.repository.collect.documents.metadata import metadata_of
from reproscope.repository.collect.documents.naming import kind_of, linked_at_root, markup_of, rank
from reproscope.repository.collect.documents.otherwise import asciidoc, plain, restructured
from reproscope.repository.collect.documents.pipelines import pipelines_of
from reproscope.repository.collect.documents.topics import Reading, mentions_of
from reproscope.repository.tree import File, Text, Tree

MOST_DOCUMENTS = 150
MOST_BYTES = 512 * 1024
MOST_BYTES_IN_ALL = 8 * 1024 * 1024
_UNDER = re.compile(
    r"\b(?:licen[cs]ed|released|distributed|available|provided|published|shared|open[- ]sourced)"
    r"(?: \w+)? under\b"
)
_WORD = re.compile(r"[^\W_]{2,}")
_TARGET = re.compile(r"([A-Za-z%][\w.%/ -]{0,200}):(?!=)")


def collect_documents(tree: Tree) -> Documents:
    """Return every document of a tree; the README that a visitor sees first is the main one."""
    found: list[tuple[File, Document]] = []
    unreadable: list[str] = []
    left_out, read = 0, 0
    for file, kind in _candidates(tree):
        if len(found) >= MOST_DOCUMENTS or read > MOST_BYTES_IN_ALL:
            left_out += 1
            continue
        text = None if file.pointer else tree.text(file, MOST_BYTES)
        if text is None:
            unreadable.append(file.path)
        else:
            read += len(text.content)
            found.append((file, document_of(text, kind, markup_of(file) or "plain")))
    main = _main(found, linked_at_root(tree))
    metadata = metadata_of(tree)
    return Documents(
        main=main,
        others=tuple(document for _, document in found if document is not main),
        citations=tuple(citations_of(tree)),
        pipelines=tuple(pipelines_of(tree)),
        scripts=tuple(metadata.scripts),
        targets=tuple(_targets(tree)),
        unreadable=(*unreadable, *metadata.unreadable),
        left_out=left_out,
    )


def collect_licences(tree: Tree, documents: Documents) -> tuple[Licence, ...]:
    """Return the licences that files, metadata and the README name, in this order."""
    said = () if documents.main is None else tuple(_said(documents.main))
    return (*licence_files(tree), *metadata_of(tree).licences, *said)


def _candidates(tree: Tree) -> list[tuple[File, Kind]]:
    """Return the documents of a tree, those that matter most first."""
    called = linked_at_root(tree)
    named = [(file, called.get(file.path, file)) for file in tree.files]
    found = [(file, kind) for file, name in named if (kind := kind_of(name)) is not None]
    order = {"readme": 0, "installation": 1, "model-card": 1, "data-card": 1, "script": 3}

    def place(entry: tuple[File, Kind]) -> tuple[object, ...]:
        file, kind = entry
        return rank(called.get(file.path, file)) or (9,), order.get(kind, 2), file.depth, file.path

    return sorted(found, key=place)


def _main(found: list[tuple[File, Document]], called: Mapping[str, File]) -> Document | None:
    ranked = [(rank(called.get(file.path, file)), document) for file, document in found]
    shown = [(place, document) for place, document in ranked if place is not None]
    return min(shown, key=lambda pair: (pair[1].words == 0, pair[0]))[1] if shown else None


def document_of(text: Text, kind: Kind, markup: Markup) -> Document:
    """Read one document: what its lines are, and what stands in them."""
    shape = _shape(bounded(text.content), markup)
    found = linked(shape.lines, shape.kinds)
    commands = commands_of(shape.lines, shape.kinds, shape.languages, markup)
    sections = shape.sections()
    lines, kinds = tuple(shape.lines), tuple(shape.kinds)
    counted = (line for line, k in zip(lines, kinds, strict=True) if k in _WORDED)
    return Document(
        path=text.path,
        kind=kind,
        markup=markup,
        lines=lines,
        kinds=kinds,
        sections=sections,
        links=tuple(found.links),
        link_occurrences=found.occurrences,
        files=tuple(found.files),
        commands=commands,
        badges=tuple(found.badges),
        mentions=mentions_of(Reading(lines, kinds, sections, commands)),
        words=sum(len(_WORD.findall(line)) for line in counted),
        encoding=text.encoding,
        truncated=text.truncated,
    )


_WORDED = ("prose", "heading", "table")


def _shape(lines: list[str], markup: Markup) -> Shape:
    readers = {
        "markdown": marked_down,
        "restructuredtext": restructured,
        "asciidoc": asciidoc,
        "plain": plain,
    }
    if markup in readers:
        return readers[markup](lines)
    return Shape(lines, ["code" if line.strip() else "blank" for line in lines])


def _said(document: Document) -> Iterator[Licence]:
    """Yield the licences a README names: in its head, in a section of that title, in a sentence."""
    inside = {
        number
        for mention in document.about("licence")
        for section in document.sections
        if section.line == mention.line
        for number in range(section.line, section.end + 1)
    }
    whole = "\n".join(document.lines[number - 1] for number in sorted(inside))
    for known in licences_in(whole):
        yield Licence(known.spdx, known.kind, document.path, min(inside))
    badges = {badge.line: badge.url for badge in document.badges if badge.kind == "licence"}
    for number, line in enumerate(document.lines, 1):
        kind, low = document.kinds[number - 1], line.casefold()
        said = line if number not in badges else unquote(badges[number]).partition("?")[0]
        if kind == "prose" and (sentence := _UNDER.search(low)):
            said = " ".join(document.lines[number - 1 : number + 1])[sentence.start() :]
        elif not (
            number in badges
            or (kind == "hidden" and low.startswith(("license:", "licence:")))
            or (number in inside and kind in ("prose", "heading"))
        ):
            continue
        for known in licences_named(said):
            shown = line.strip()[:120]
            yield Licence(known.spdx, known.kind, document.path, number, "sentence", text=shown)


def _targets(tree: Tree) -> Iterator[tuple[str, str, int]]:
    """Yield the targets of the Makefile at the root, with file and line.

    A pattern, or another Makefile that is included, may make anything: that is a target ``%``.
    """
    for file in tree.files:
        if file.depth == 0 and file.name.casefold() in ("makefile", "gnumakefile", "justfile"):
            text = tree.text(file, MOST_BYTES)
            for number, line in enumerate(text.lines if text else (), 1):
                match = _TARGET.match(line[:500])
                names = match[1].split() if match else ()
                yield from ((name, file.path, number) for name in names)
                if line.startswith(("include ", "-include ", "import ")) or "%" in names:
                    yield "%", file.path, number
