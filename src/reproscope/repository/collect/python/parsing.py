"""One Python source, parsed once: its tree, the names it imported, and where its lines really are.

Source that does not parse is told apart: Python 2, or broken. Depth and size are bounded, since a
hostile source can exhaust the parser.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MOST_SOURCE = 2 * 1024 * 1024
_PYTHON_2 = re.compile(
    r"^\s*(?:print\s+[\"'\w(%]|exec\s+[\"'\w]|raise\s+\w+\s*,|except\s+[\w.()\s,]+,\s*\w+\s*:)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A line as a reader finds it: in a file, or in a cell of a notebook."""

    path: str
    line: int
    cell: int | None = None


@dataclass(frozen=True)
class Source:
    """Text that is Python, or should be; `places` maps its lines to cells where it has any."""

    path: str
    text: str
    notebook: bool = False
    places: Sequence[Place] = ()

    def place(self, line: int) -> Place:
        """Return where a line of the text stands."""
        if self.places and 1 <= line <= len(self.places):
            return self.places[line - 1]
        return Place(self.path, max(1, line))


@dataclass(frozen=True)
class Parsed:
    """A source with its syntax tree and the dotted names behind its imported ones.

    `aliases` maps a name of the module to what was imported: ``np`` to ``numpy``, ``manual_seed``
    to ``torch.manual_seed``, a relative import to a name that begins with a dot.
    """

    source: Source
    tree: ast.Module
    aliases: Mapping[str, str] = field(default_factory=dict)

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


@dataclass(frozen=True, slots=True)
class Unparsable:
    """Why a source could not be parsed; `python2` where it reads like the older language."""

    source: Source
    line: int | None
    why: str
    python2: bool = False


def parse(source: Source) -> Parsed | Unparsable:
    """Parse a source; every way in which a stranger's file can fail is an answer."""
    if len(source.text) > MOST_SOURCE:
        return Unparsable(source, None, f"longer than {MOST_SOURCE:,} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.text)
    except SyntaxError as error:
        old = bool(_PYTHON_2.search(source.text))
        return Unparsable(source, error.lineno, error.msg or "syntax error", old)
    except (ValueError, RecursionError, MemoryError) as error:
        return Unparsable(source, None, f"{type(error).__name__}: {error}")
    return Parsed(source, tree, _aliases(tree))


def _aliases(tree: ast.Module) -> dict[str, str]:
    """Return what each imported name stands for, wherever in the module it is imported."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
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
