"""The variables of one scope while its statements are followed."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from reproscope.repository.collect.python.leakage.log import Log
from reproscope.repository.collect.python.leakage.names import Names, part_named
from reproscope.repository.collect.python.leakage.values import (
    Data,
    Estimator,
    Rows,
    Several,
    Split,
    Value,
)
from reproscope.repository.collect.python.spots import Spot


@dataclass
class Scope:
    """Variables and what they stand for, by name (``X``) or by a chain of names (``self.X``).

    `loops` counts the loops around the statement; `discarding` is set while a statement throws the
    test part of its split away; `watched` are test parts that decided when a training ended;
    `pending` are halves of splits that are made by hand.
    """

    log: Log
    names: Names
    env: dict[str, Value] = field(default_factory=dict)
    loops: int = 0
    discarding: bool = False
    watched: list[tuple[Rows, Spot]] = field(default_factory=list)
    pending: dict[Rows, dict[str, Split]] = field(default_factory=dict)

    def dotted(self, node: ast.expr) -> str:
        """Return the full name of what an expression refers to, or an empty text."""
        return self.log.parsed.dotted(node) or ""

    def data(self, value: Value, node: ast.expr | None) -> Data:
        """Return a value as a table; what is unknown is one of its own from here on."""
        if isinstance(value, Data):
            return value
        key = None if node is None else key_of(node)
        found = self.log.fresh(Rows(part=part_named(key.rpartition(".")[2]) if key else ""))
        if key is not None and (value is None or isinstance(value, Several)):
            self.env[key] = found
        return found

    def known(self, node: ast.expr) -> Value:
        """Return what a name or a chain of names stands for."""
        key = key_of(node)
        return self.env.get(key) if key is not None else None

    def rebind(self, node: ast.expr, value: Value) -> None:
        """Let the name at the root of an expression stand for what the object has become."""
        key = key_of(node)
        if key is not None and (key in self.env or isinstance(value, Estimator)):
            self.env[key] = value
            return
        root = root_of(node)
        old = None if root is None else self.env.get(root)
        if root is not None and isinstance(old, Data) and isinstance(value, Data):
            self.env[root] = self.grown(old, value)

    def grown(self, old: Data, value: Data) -> Data:
        """Return a table into which a column went."""
        aligned = old.rows.within(value.rows) or value.rows.within(old.rows)
        marks = old.marks | value.marks if aligned else old.marks
        return replace(self.log.fresh(old.rows), marks=marks)


def key_of(node: ast.expr) -> str | None:
    """Return the name of a variable or of an attribute of one."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return None


def root_of(node: ast.expr) -> str | None:
    """Return the variable that an expression of attributes and subscripts begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
