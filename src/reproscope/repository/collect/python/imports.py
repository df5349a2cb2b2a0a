"""Which modules a source imports, where, and whether it can do without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed, Place


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module: its dotted name, the dots before it, and the names taken from it.

    `optional` is an import that may fail (inside ``try`` with an ``ImportError`` handler, or under
    ``if TYPE_CHECKING``).
    """

    module: str
    level: int
    names: tuple[str, ...]
    place: Place
    optional: bool = False

    @property
    def top(self) -> str:
        """The first part of the dotted name."""
        return self.module.partition(".")[0]


def imports_of(parsed: Parsed) -> tuple[Import, ...]:
    """Return every import of a source, in its order."""
    return tuple(_below(parsed, parsed.tree, optional=False))


def _below(parsed: Parsed, node: ast.AST, optional: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue  # no statement stands inside an expression
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, 0, (), parsed.place(child), optional)
        elif isinstance(child, ast.ImportFrom):
            names = tuple(alias.name for alias in child.names)
            yield Import(child.module or "", child.level, names, parsed.place(child), optional)
        elif isinstance(child, ast.Try):
            spared = any(_catches_import_error(handler) for handler in child.handlers)
            yield from _below(parsed, child, optional or spared)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            yield from _below(parsed, child, True)
        else:
            yield from _below(parsed, child, optional)


def _catches_import_error(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {kind.id for kind in kinds if isinstance(kind, ast.Name)}
    return bool(names & {"ImportError", "ModuleNotFoundError", "Exception"})
