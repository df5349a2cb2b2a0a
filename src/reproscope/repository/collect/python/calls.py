"""Every call of a source as a small record: what is called, where, and with which arguments.

Most indicators ask about calls (saving, seeding, downloading, tracking), and none of them needs the
syntax tree for that.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed, Place

_MOST_ARGUMENTS = 24
_MOST_CHARACTERS = 120
Constant = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its keyword if it has one, its value if it is a constant, else its source.

    The keyword of ``f(**options)`` is ``**``.
    """

    keyword: str | None
    constant: Constant
    is_constant: bool
    source: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call of `name`, a dotted name resolved by the imports; `scope` is the function around it.

    ``torch.save(model.state_dict(), path)`` is ``torch.save``; ``model.fit(X)`` is ``model.fit``;
    ``make().fit(X)`` is ``?.fit``.
    """

    name: str
    place: Place
    arguments: tuple[Argument, ...]
    scope: str = ""

    @property
    def method(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def words(self) -> str:
        """The call with its first arguments, as evidence shows it."""
        shown = (
            a.source if a.keyword is None else f"{a.keyword}={a.source}" for a in self.arguments
        )
        return f"{self.name}({', '.join(shown)})"[:160]

    def argument(self, keyword: str, position: int | None = None) -> Argument | None:
        """Return an argument by its keyword, or by its place among those without one."""
        plain = [a for a in self.arguments if a.keyword is None]
        named = next((a for a in self.arguments if a.keyword == keyword), None)
        if named is not None or position is None or position >= len(plain):
            return named
        return plain[position]


def calls_of(parsed: Parsed) -> tuple[Call, ...]:
    """Return every call of a source, in the order of its lines."""
    visitor = _Calls(parsed)
    visitor.visit(parsed.tree)
    return tuple(visitor.found)


class _Calls(ast.NodeVisitor):
    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.found: list[Call] = []
        self.scopes: list[str] = []

    def _scoped(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.scopes.append(node.name)
        self.generic_visit(node)
        self.scopes.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scoped  # noqa: N815

    def visit_Call(self, node: ast.Call) -> None:
        name = self.parsed.dotted(node.func)
        if name is not None:
            arguments = tuple(_argument(self.parsed, None, a) for a in node.args[:_MOST_ARGUMENTS])
            arguments += tuple(
                _argument(self.parsed, k.arg or "**", k.value)
                for k in node.keywords[:_MOST_ARGUMENTS]
            )
            place = self.parsed.place(node)
            self.found.append(Call(name, place, arguments, ".".join(self.scopes)))
        self.generic_visit(node)


def _argument(parsed: Parsed, keyword: str | None, node: ast.expr) -> Argument:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | bool | None):
        value = node.value
        shown = value[:_MOST_CHARACTERS] if isinstance(value, str) else value
        return Argument(keyword, shown, True, repr(shown))
    if (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and isinstance(node.operand.value, int | float)
    ):
        return Argument(keyword, -node.operand.value, True, repr(-node.operand.value))
    return Argument(keyword, None, False, parsed.segment(node, _MOST_CHARACTERS))
