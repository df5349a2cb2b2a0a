"""Files that say how to cite a work: CITATION.cff, BibTeX, codemeta.json, .zenodo.json."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.repository.collect.documents.document import Citation
from reproscope.repository.collect.reading import Unreadable, json_of, yaml_of
from reproscope.repository.tree import File, Text, Tree

_MOST = 256 * 1024
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"'<>}\]),;]{1,200}")
_ENTRY = re.compile(r"@\s?[A-Za-z]{3,20}\s?\{")
_TITLE = re.compile(r"\btitle\s*=\s*[{\"]+([^}\"]{1,300})")
_FORMATS = {
    "citation.cff": "cff",
    "codemeta.json": "codemeta",
    ".zenodo.json": "zenodo",
    "citation.bib": "bibtex",
    "citation.bibtex": "bibtex",
    "citation": "text",
    "citation.md": "text",
    "citation.txt": "text",
    "citation.rst": "text",
    "cite.bib": "bibtex",
    "cite.md": "text",
}


def citations_of(tree: Tree) -> Iterator[Citation]:
    """Yield the citation files at the root of a tree."""
    for file in tree.files:
        form = _FORMATS.get(file.name.casefold())
        if form is not None and file.depth == 0:
            yield _citation(tree, file, form)


def _citation(tree: Tree, file: File, form: str) -> Citation:
    text = tree.text(file)
    if text is None or len(text.content) > _MOST:
        return Citation(file.path, form, problem="it is not a text, or too long")
    problem, title = None, None
    if form in ("cff", "codemeta", "zenodo"):
        title, problem = _structured(text, form)
    elif form == "bibtex":
        match = _TITLE.search(text.content)
        title = match[1] if match else None
        problem = None if _ENTRY.search(text.content) else "it holds no BibTeX entry"
    elif not text.content.strip():
        problem = "it is empty"
    doi, line = _doi(text)
    return Citation(file.path, form, title, doi, line, problem)


def _doi(text: Text) -> tuple[str | None, int | None]:
    for number, line in enumerate(text.lines, 1):
        if match := _DOI.search(line[:4000]):
            return match[0].rstrip("."), number
    return None, None


def _structured(text: Text, form: str) -> tuple[str | None, str | None]:
    """Return the title and what is wrong, if anything is."""
    try:
        data = yaml_of(text) if form == "cff" else json_of(text)
    except Unreadable as error:
        return None, f"it cannot be read: {str(error)[:100]}"
    if not isinstance(data, dict):
        return None, "it holds no fields"
    title = data.get("title") or data.get("name")
    missing = [key for key in ("title", "authors") if form == "cff" and not data.get(key)]
    said = str(title)[:300] if title else None
    return said, f"it lacks {' and '.join(missing)}" if missing else None
