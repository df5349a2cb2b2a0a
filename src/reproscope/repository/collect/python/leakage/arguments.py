"""The arguments of one call, evaluated once, by position or keyword."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.leakage.values import Data, Several, Value


@dataclass(frozen=True, slots=True)
class Arguments:
    """A call with the values of what it is given."""

    node: ast.Call
    plain: tuple[Value, ...]
    named: dict[str, Value]

    def value(self, position: int | None, *keywords: str) -> Value:
        """Return the value of an argument."""
        for keyword in keywords:
            if keyword in self.named:
                return self.named[keyword]
        if position is not None and position < len(self.plain):
            return self.plain[position]
        return None

    def source(self, position: int | None, *keywords: str) -> ast.expr | None:
        """Return the expression of an argument."""
        for keyword in self.node.keywords:
            if keyword.arg in keywords:
                return keyword.value
        if position is not None and position < len(self.node.args):
            return self.node.args[position]
        return None

    def has(self, keyword: str) -> bool:
        """Whether a keyword is given, with something else than ``None``."""
        found = self.source(None, keyword)
        return found is not None and not (isinstance(found, ast.Constant) and found.value is None)

    def constant(self, keyword: str) -> object:
        """Return the constant a keyword is given, ``...`` where it is no constant."""
        found = self.source(None, keyword)
        if found is None:
            return None
        return found.value if isinstance(found, ast.Constant) else ...

    @property
    def open(self) -> bool:
        """Whether arguments are handed on with stars, so that not all of them are seen."""
        return any(isinstance(a, ast.Starred) for a in self.node.args) or any(
            keyword.arg is None for keyword in self.node.keywords
        )

    def tables(self) -> list[Data]:
        """Return every table among the arguments, those in lists too."""
        return list(tables_in(Several((*self.plain, *self.named.values()))))


def tables_in(value: Value) -> Iterator[Data]:
    """Yield the tables of a value, however deep they lie."""
    if isinstance(value, Data):
        yield value
    elif isinstance(value, Several):
        for item in value.items:
            yield from tables_in(item)
