"""Notebooks, read as the JSON they are: their code as one source, and the state they were saved in.

Nothing is converted or written. Outputs are counted and let go; what is no Python in a cell
(`magics`) becomes blank lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reproscope.repository.collect.python.magics import Magic, blanked, has_magics, parses
from reproscope.repository.collect.python.parsing import Place, Source
from reproscope.repository.collect.python.remarks import closes_with_remark, opens_with_remark
from reproscope.repository.tree import File, Tree, decoded

MOST_NOTEBOOK = 64 * 1024 * 1024
MOST_CELLS = 5_000
_MOST_LINES = 50_000
_MOST_HEADINGS = 200


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell that is not empty: its number among all cells from 1, and its last run."""

    number: int
    count: int | None
    outputs: int
    silent: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a Markdown cell."""

    text: str
    cell: int


@dataclass(frozen=True, slots=True)
class Notebook:
    """What a notebook says besides its code; `problem` is why it could not be read.

    `header` and `footer` tell whether remarks stand before its first line of code, and after its
    last.
    """

    path: str
    language: str | None = None
    version: str | None = None
    kernel: str | None = None
    cells: tuple[Cell, ...] = ()
    magics: tuple[Magic, ...] = ()
    headings: tuple[Heading, ...] = ()
    markdown: int = 0
    header: bool = False
    footer: bool = False
    problem: str | None = None

    @property
    def is_python(self) -> bool:
        """Whether the code is Python, as it is where no language is named."""
        return (self.language or "python").casefold().startswith(("python", "ipython", "sage"))

    @property
    def was_run(self) -> bool:
        """Whether any trace of a run was saved."""
        return any(cell.count is not None or cell.outputs for cell in self.cells)


def notebook_source(tree: Tree, file: File) -> Source:
    """Return a notebook's code as one source that carries what else is known of it."""
    try:
        cells, metadata = _cells_of(_document(tree, file))
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        why = _why(error)
        return Source(file.path, "", True, book=Notebook(file.path, problem=why), problem=why)
    reading = _Reading(file.path)
    for number, cell in enumerate(cells[:MOST_CELLS], 1):
        reading.take(number, cell)
    book = reading.book(metadata)
    problem = None if book.is_python else f"not Python but {book.language}"
    if len(cells) > MOST_CELLS or len(reading.lines) > _MOST_LINES:
        problem = "more cells or lines than are read"
    return Source(file.path, "\n".join(reading.lines), True, tuple(reading.places), book, problem)


class _TooLarge(ValueError):
    """A notebook that may well be one, and is not read."""


def _why(error: Exception) -> str:
    """Say what is wrong with the file in words, not in the names of Python's errors."""
    if isinstance(error, json.JSONDecodeError):
        return f"no notebook: its JSON is broken at line {error.lineno}: {error.msg[:200]}"
    if isinstance(error, (RecursionError, MemoryError)):
        return "no notebook: its JSON is nested too deeply"
    if isinstance(error, _TooLarge):
        return str(error)
    head = "no notebook" if isinstance(error, ValueError) else "cannot be read"
    return f"{head}: {str(error)[:200]}"


def _document(tree: Tree, file: File) -> Mapping[str, object]:
    data = tree.read_bytes(file, MOST_NOTEBOOK + 1)
    if len(data) > MOST_NOTEBOOK:
        raise _TooLarge(f"larger than {MOST_NOTEBOOK:,} bytes")
    text = decoded(file.path, data)
    if text is None:
        raise ValueError("binary data")
    found = json.loads(text.content.removeprefix("\ufeff"), parse_int=_bounded)
    if not isinstance(found, dict):
        raise ValueError("its JSON is no object")
    return found


def _bounded(digits: str) -> int:
    """Read a whole number; one of a million digits would take minutes and means nothing."""
    return int(digits) if len(digits) <= 18 else 0


def _cells_of(found: Mapping[str, object]) -> tuple[list[object], Mapping[str, object]]:
    """Return the cells, of format 4 or of the worksheets of format 3, and the metadata."""
    metadata = found.get("metadata")
    cells = found.get("cells")
    if cells is None:
        sheets = found.get("worksheets")
        if not isinstance(sheets, list):
            raise ValueError("it has neither cells nor worksheets")
        held = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        cells = [cell for some in held if isinstance(some, list) for cell in some]
    if not isinstance(cells, list):
        raise ValueError("its cells are no list")
    return cells, metadata if isinstance(metadata, dict) else {}


class _Reading:
    """The lines, places and records of the cells taken so far."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[str] = []
        self.places: list[Place] = []
        self.cells: list[Cell] = []
        self.magics: list[Magic] = []
        self.headings: list[Heading] = []
        self.markdown = 0
        self.texts: list[tuple[bool, str]] = []

    def take(self, number: int, cell: object) -> None:
        if not isinstance(cell, dict):
            return
        kind = cell.get("cell_type")
        text = _joined(cell.get("source", cell.get("input")))
        if kind == "code" and len(self.lines) <= _MOST_LINES:
            self.texts.append((True, text))
            self._code(number, cell, text)
        elif kind in ("markdown", "heading"):
            self.markdown += 1
            self.texts.append((False, text))
            self._headings(number, text, heading=kind == "heading")

    def _headings(self, number: int, text: str, heading: bool) -> None:
        for line in text.splitlines():
            if (heading or line.startswith("#")) and len(self.headings) < _MOST_HEADINGS:
                self.headings.append(Heading(line.strip("# \t")[:200], number))

    def _code(self, number: int, cell: Mapping[str, object], text: str) -> None:
        lines = text.split("\n")
        foreign = has_magics(lines) and not parses(text)
        python = list(blanked(self.path, number, lines, self.magics)) if foreign else lines
        self.lines.extend(python)
        self.places.extend(Place(self.path, n, number) for n in range(1, len(lines) + 1))
        if not text.strip():
            return
        count = cell.get("execution_count", cell.get("prompt_number"))
        outputs = cell.get("outputs")
        real = isinstance(count, int) and not isinstance(count, bool)
        self.cells.append(
            Cell(
                number,
                count if real and isinstance(count, int) else None,
                len(outputs) if isinstance(outputs, list) else 0,
                _is_silent(python),
            )
        )

    def book(self, metadata: Mapping[str, object]) -> Notebook:
        spec, info = metadata.get("kernelspec"), metadata.get("language_info")
        spec = spec if isinstance(spec, dict) else {}
        info = info if isinstance(info, dict) else {}
        return Notebook(
            self.path,
            language=_word(info.get("name")) or _word(spec.get("language")),
            version=_word(info.get("version")),
            kernel=_word(spec.get("name")) or _word(spec.get("display_name")),
            cells=tuple(self.cells),
            magics=tuple(self.magics),
            headings=tuple(self.headings),
            markdown=self.markdown,
            header=opens_with_remark(self.texts),
            footer=closes_with_remark(self.texts),
        )


def _is_silent(lines: Iterable[str]) -> bool:
    """Whether a cell only defines or imports, so that a run of it leaves no output."""
    last = next((line for line in reversed(list(lines)) if line.strip()), "")
    starts = ("import ", "from ", "def ", "class ", "@", "return", "pass", " ", "\t", ")", "]", "}")
    assigned = re.match(r"[\w.\[\]'\", ]{1,80}[-+*/]?=(?!=)", last)
    return last.startswith(("#", *starts)) or bool(assigned) or last.rstrip().endswith(";")


def _joined(source: object) -> str:
    """Return a cell's text; format 4 keeps it as one text or as a list of lines."""
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    text = source if isinstance(source, str) else ""
    return text.replace("\r\n", "\n").replace("\r", "\n")  # as the parser counts lines


def _word(value: object) -> str | None:
    return value[:80] if isinstance(value, str) and value.strip() else None
