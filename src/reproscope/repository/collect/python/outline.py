"""The outline of a source: which functions and classes it defines, and whether it runs by itself.

A script runs by itself under ``if __name__ == "__main__"``, or because statements that do something
stand at its top level.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed

_MOST_DEFINITIONS = 2_000


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, method or class: its name, its line, and the classes it builds on.

    `inner` is one that stands inside a function; `parameters` are counted without ``self``.
    """

    name: str
    line: int
    is_class: bool = False
    bases: tuple[str, ...] = ()
    inner: bool = False
    parameters: int = 0


@dataclass(frozen=True, slots=True)
class Outline:
    """What a source defines; the line of its main guard, and of the first thing it does."""

    definitions: tuple[Definition, ...] = ()
    guard_line: int | None = None
    acts_line: int | None = None

    @property
    def has_tests(self) -> bool:
        """Whether something in it is there for a test runner to find: ``def test_x():``."""
        return any(_is_case(one) for one in self.definitions if not one.inner)


def outline_of(parsed: Parsed) -> Outline:
    """Return the outline of a source."""
    found: list[Definition] = []
    guard = acts = None
    for statement in parsed.tree.body:
        line = parsed.place(statement).line
        if guard is None and _is_guard(statement):
            guard = line
        elif acts is None and _acts(statement):
            acts = line
        _define(parsed, statement, found)
    return Outline(tuple(found[:_MOST_DEFINITIONS]), guard, acts)


def _is_case(one: Definition) -> bool:
    if one.is_class:
        return any(base.endswith("TestCase") for base in one.bases)
    return one.name.startswith("test_") and not one.parameters


def _define(
    parsed: Parsed,
    node: ast.stmt | ast.ExceptHandler | ast.match_case,
    found: list[Definition],
    inner: bool = False,
) -> None:
    """Note the definitions of a statement and of those below it; expressions define nothing."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        line = parsed.place(node).line
        found.append(Definition(node.name, line, inner=inner, parameters=_parameters(node.args)))
        inner = True
    elif isinstance(node, ast.ClassDef):
        bases = tuple(name for base in node.bases if (name := parsed.dotted(base)) is not None)
        found.append(Definition(node.name, parsed.place(node).line, True, bases, inner))
    for block in ("body", "handlers", "orelse", "finalbody", "cases"):
        for below in getattr(node, block, ()):
            if isinstance(below, ast.stmt | ast.ExceptHandler | ast.match_case):
                _define(parsed, below, found, inner)


def _parameters(arguments: ast.arguments) -> int:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return sum(1 for argument in every if argument.arg not in ("self", "cls"))


def _is_guard(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.If) or not isinstance(statement.test, ast.Compare):
        return False
    sides = [statement.test.left, *statement.test.comparators]
    named = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return named and any(isinstance(s, ast.Constant) and s.value == "__main__" for s in sides)


def _acts(statement: ast.stmt) -> bool:
    """Whether a statement at the top level does something rather than define something."""
    if isinstance(statement, ast.For | ast.While | ast.With | ast.AsyncFor | ast.AsyncWith):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
