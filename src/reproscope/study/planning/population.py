"""Lists of papers to draw from: text, CSV, BibTeX and RIS.

A list is read whole and named by its digest, so that a sample says what it was drawn from. A paper
that stands twice is an error that names both lines, since it would be drawn twice as often.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.planning.bibtex import bibtex_entries
from reproscope.study.planning.ris import ris_entries
from reproscope.study.records import Paper

_LARGEST = 200_000_000
# What names a paper in a table, the surest first.
_KEYS = ("key", "id", "index", "doi", "title")

Numbered = tuple[int, Paper]


@dataclass(frozen=True, slots=True)
class Population:
    """The papers of one or several lists, with where they stood and what the lists held."""

    source: str
    digest: str
    papers: tuple[Paper, ...]


def read_population(paths: Path | Sequence[Path], attribute: str = "") -> Population:
    """Read lists of papers; with *attribute* each paper is told by it from which file it comes.

    The attribute's value is the file's name without its ending, so that several lists can be
    strata of one sample.
    """
    files = [paths] if isinstance(paths, Path) else list(paths)
    if not files:
        raise ReproscopeError("no list of papers was given")
    papers: list[Paper] = []
    seen: dict[str, str] = {}
    digest = hashlib.sha256()
    for path in files:
        data = _bytes(path)
        digest.update(data)
        for line, paper in _entries(path, data):
            place = f"{path}:{line}"
            if paper.key in seen:
                raise ReproscopeError(
                    f"{place}: paper {shown_name(paper.key)} stands at {seen[paper.key]} already"
                )
            seen[paper.key] = place
            papers.append(_marked(paper, attribute, path.stem))
    if not papers:
        raise ReproscopeError(f"{files[0]}: no paper in it")
    names = ", ".join(path.name for path in files)
    return Population(names, digest.hexdigest(), tuple(papers))


def _marked(paper: Paper, attribute: str, value: str) -> Paper:
    if not attribute:
        return paper
    return replace(paper, attributes={**paper.attributes, attribute: value})


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise ReproscopeError(f"{path}: larger than {_LARGEST:,} bytes, no list of papers")
        return path.read_bytes()
    except OSError as error:
        raise ReproscopeError(f"cannot read {str(path)!r}: {error.strerror}") from error


def _entries(path: Path, data: bytes) -> Iterator[Numbered]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReproscopeError(f"{path}: not UTF-8 text (byte {error.start})") from error
    reader = _READERS.get(path.suffix.lower(), _of_text)
    try:
        yield from reader(text)
    except ReproscopeError as error:
        raise ReproscopeError(f"{path}: {error.message}") from error


def _of_text(text: str) -> Iterator[Numbered]:
    """Yield a paper a line: its title, and its authors after a tab if they are there."""
    for number, line in enumerate(text.splitlines(), 1):
        title, _, authors = line.strip().partition("\t")
        if title:
            yield number, Paper(title, title, {"authors": authors} if authors else {})


def _of_table(text: str) -> Iterator[Numbered]:
    """Yield a paper a row; every other column is an attribute."""
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        header = [name.strip() for name in next(rows, [])]
        lowered = [name.lower() for name in header]
        key = next((name for name in _KEYS if name in lowered), None)
        if key is None:
            raise ReproscopeError(f"line 1: no column is called {', '.join(_KEYS[:-1])} or title")
        place = lowered.index(key)
        title = lowered.index("title") if "title" in lowered else place
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(header):
                raise ReproscopeError(
                    f"line {rows.line_num}: {len(row)} cells for {len(header)} columns"
                )
            if not row[place].strip():
                raise ReproscopeError(f"line {rows.line_num}: no {key}")
            attributes = {
                name: cell.strip()
                for i, (name, cell) in enumerate(zip(header, row, strict=True))
                if i not in (place, title) and name
            }
            yield rows.line_num, Paper(row[place].strip(), row[title].strip(), attributes)
    except csv.Error as error:
        raise ReproscopeError(f"line {rows.line_num}: {error}") from error


def _of_entries(
    entries: Callable[[str], Iterator[tuple[int, str, dict[str, str]]]],
) -> Callable[[str], Iterator[Numbered]]:
    def read(text: str) -> Iterator[Numbered]:
        for number, key, fields in entries(text):
            title = fields.pop("title", "")
            yield number, Paper(key or fields.get("doi", "") or title, title, fields)

    return read


_READERS: dict[str, Callable[[str], Iterator[Numbered]]] = {
    ".csv": _of_table,
    ".bib": _of_entries(bibtex_entries),
    ".ris": _of_entries(ris_entries),
}
