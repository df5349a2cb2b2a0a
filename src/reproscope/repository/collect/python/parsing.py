"""One Python source, parsed once: its tree, the names it imported, and where its lines really are.

Source that does not parse is told apart: Python 2, which is read all the same, or broken. Depth and
size are bounded, since a hostile source can exhaust the parser.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from reproscope.repository.collect.python.older import modernised

if TYPE_CHECKING:
    from reproscope.repository.collect.python.notebooks import Notebook

MOST_SOURCE = 2 * 1024 * 1024
# Only blanks within a line: ``\\s`` would run over a million empty lines from each of them.
_PYTHON_2 = re.compile(
    r"^[ \t]*(?:print[ \t]+[\"'\w(%]|exec[ \t]+[\"'\w]|raise[ \t]+\w+[ \t]*,"
    r"|except[ \t]+[\w.() \t,]{1,200},[ \t]*[a-z_]\w*[ \t]*:)",
    re.MULTILINE,
)
_NEWER = re.compile(
    r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+\w+\[|^[ \t]*type[ \t]+\w+|^[ \t]*except\b"
    r"|\b[ft][\"']|\{\{|\{%"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A line as a reader finds it: in a file, or in a cell of a notebook."""

    path: str
    line: int
    cell: int | None = None

    @property
    def words(self) -> str:
        """The line as it is said to a reader: ``line 3``, or ``cell 2, line 3``."""
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


@dataclass(frozen=True)
class Source:
    """Text that is Python, or should be; `places` maps its lines to cells where it has any.

    `problem` says why there is no text (a notebook that is no JSON), `undeclared` that the file is
    not UTF-8 and does not say so, which an interpreter refuses.
    """

    path: str
    text: str
    notebook: bool = False
    places: Sequence[Place] = ()
    book: Notebook | None = None
    problem: str | None = None
    undeclared: bool = False

    def place(self, line: int) -> Place:
        """Return where a line of the text stands."""
        if self.places and 1 <= line <= len(self.places):
            return self.places[line - 1]
        return Place(self.path, max(1, line))


@dataclass(frozen=True)
class Parsed:
    """A source with its syntax tree and the dotted names behind its imported ones.

    `aliases` maps a name of the module to what was imported: ``np`` to ``numpy``, ``manual_seed``
    to ``torch.manual_seed``, a relative import to a name that begins with a dot. `nodes` are all
    nodes of the tree, as ``ast.walk`` gives them, so that it is walked once. Of a source in
    Python 2 `refused` is why Python 3 does not take it, and `text` what was parsed in its stead.
    """

    source: Source
    tree: ast.Module
    aliases: Mapping[str, str] = field(default_factory=dict)
    nodes: Sequence[ast.AST] = ()
    text: str = ""
    refused: Unparsable | None = None

    def dotted(self, node: ast.expr) -> str | None:
        """Return the full dotted name of an expression such as ``np.random.seed``.

        What does not begin with an imported or built-in name keeps the name it has; an expression
        that is no chain of names begins with ``?``, as in ``?.fit`` for ``make().fit``.
        """
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            parts.append(self.aliases.get(node.id, node.id))
        elif parts:
            parts.append("?")
        else:
            return None
        return ".".join(reversed(parts))

    def place(self, node: ast.AST) -> Place:
        """Return where a node stands."""
        return self.source.place(getattr(node, "lineno", 1))

    @cached_property
    def _lines(self) -> list[bytes]:
        """The lines as the parser counts them: a form feed is no end of a line."""
        return self.text.encode("utf-8", "replace").split(b"\n")

    def segment(self, node: ast.expr, most: int) -> str:
        """Return the text of an expression, blanks joined, at most so many characters of it."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        if first == last:
            end = min(node.end_col_offset or 0, node.col_offset + 4 * most)
            piece = self._lines[first][node.col_offset : end]
        else:
            taken = self._lines[first : min(last + 1, first + 12)]
            if first + len(taken) == last + 1:
                taken[-1] = taken[-1][: node.end_col_offset]
            start = taken[0][node.col_offset : node.col_offset + 4 * most]
            piece = b" ".join([start, *(line[: 4 * most] for line in taken[1:])])
        return " ".join(piece[: 4 * most].decode("utf-8", "replace").split())[:most]


@dataclass(frozen=True, slots=True)
class Unparsable:
    """Why a source could not be parsed.

    `python2` where it reads like the older language; `newer` where it may be a newer Python than
    the one that runs, or a template, so that nothing may be held against it.
    """

    source: Source
    line: int | None
    why: str
    python2: bool = False
    newer: bool = False


def parse(source: Source) -> Parsed | Unparsable:
    """Parse a source; every way in which a stranger's file can fail is an answer."""
    if source.problem is not None:
        return Unparsable(source, None, source.problem)
    if len(source.text) > MOST_SOURCE:
        return Unparsable(source, None, f"longer than {MOST_SOURCE:,} characters")
    try:
        return _parsed(source, source.text)
    except SyntaxError as error:
        old = bool(_PYTHON_2.search(source.text))
        newer = not old and _may_be_newer(source.text, error)
        refused = Unparsable(source, error.lineno, error.msg or "syntax error", old, newer)
        return refused if newer else _parsed_older(refused) or refused
    except (ValueError, RecursionError, MemoryError) as error:
        return Unparsable(source, None, f"{type(error).__name__}: {error}")


def _parsed(source: Source, text: str, refused: Unparsable | None = None) -> Parsed:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return Parsed(source, tree, _aliases(nodes), nodes, text, refused)


def _parsed_older(refused: Unparsable) -> Parsed | None:
    """Return a source in Python 2 as it reads with Python 3's forms, if it then parses."""
    text = modernised(refused.source.text)
    try:
        return None if text is None else _parsed(refused.source, text, refused)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _may_be_newer(text: str, error: SyntaxError) -> bool:
    """Whether a line that was refused uses syntax of later versions, or of a template."""
    lines = text.split("\n")
    line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
    return "f-string" in (error.msg or "") or bool(_NEWER.search(line[:400]))


def _aliases(nodes: Sequence[ast.AST]) -> dict[str, str]:
    """Return what each imported name stands for, wherever in the module it is imported."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                found[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                if alias.name != "*":
                    joint = "" if base.endswith(".") or not base else "."
                    found[alias.asname or alias.name] = f"{base}{joint}{alias.name}"
    return found
