"""The small language of conditions and metrics: turns a text into nodes, and runs nothing.

It has names, numbers, texts, ``+ - * /``, comparisons, ``and``, ``or``, ``not`` and the functions
below. Python's own parser reads it, and whatever else Python would know is refused.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.errors import shown_name

LONGEST = 4_000
DEEPEST = 60
FUNCTIONS = (
    "mean",
    "weighted_mean",
    "sum",
    "count",
    "min",
    "max",
    "all",
    "any",
    "present",
)
_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_ADVICE = "use names, numbers, + - * /, comparisons, and, or, not, and the functions " + ", ".join(
    FUNCTIONS
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written."""

    value: float


@dataclass(frozen=True, slots=True)
class Text:
    """A text in quotes, to compare an answer with."""

    value: str


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, a metric or, as an argument, a group."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """One of the functions over its arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A sum, difference, product or quotient."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of two operands."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Logic:
    """Operands joined by ``and`` or by ``or``."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a truth."""

    operand: Node


Node = Number | Text | Name | Call | Arithmetic | Comparison | Logic | Not


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed text, with the names that it uses in their order."""

    text: str
    root: Node
    names: tuple[str, ...]


def parse(text: str) -> Expression:
    """Read an expression; raise ReproscopeError if it is not one of this language.

    >>> parse("mean(method) >= 0.5 and kind == 'E'").names
    ('method', 'kind')
    """
    if len(text) > LONGEST:
        raise ReproscopeError(
            f"an expression has at most {LONGEST:,} characters, not {len(text):,}"
        )
    if not text.strip():
        raise ReproscopeError("an expression is empty")
    try:
        # A text may go over several lines, as long metrics do.
        tree = ast.parse(" ".join(text.strip().splitlines()), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ReproscopeError(f"cannot read the expression {shown_name(text)}: {_ADVICE}") from None
    root = _node(tree.body, 0)
    if text.count("#") != sum(one.value.count("#") for one in walk(root) if isinstance(one, Text)):
        raise ReproscopeError("an expression holds no comment: what follows # would be lost")
    return Expression(text, root, tuple(dict.fromkeys(_names(root))))


def _node(tree: ast.expr, depth: int) -> Node:
    if depth > DEEPEST:
        raise ReproscopeError(f"an expression is nested at most {DEEPEST} deep")
    depth += 1
    match tree:
        case ast.Name():
            return Name(tree.id)
        case ast.Constant():
            return _constant(tree.value)
        case ast.BinOp(op=operator) if type(operator) in _ARITHMETIC:
            left, right = _node(tree.left, depth), _node(tree.right, depth)
            return Arithmetic(_ARITHMETIC[type(operator)], left, right)
        case ast.UnaryOp(op=ast.USub()):
            return Arithmetic("-", Number(0.0), _node(tree.operand, depth))
        case ast.UnaryOp(op=ast.Not()):
            return Not(_node(tree.operand, depth))
        case ast.BoolOp():
            word = "and" if isinstance(tree.op, ast.And) else "or"
            return Logic(word, tuple(_node(one, depth) for one in tree.values))
        case ast.Compare():
            return _comparison(tree, depth)
        case ast.Call(func=ast.Name(id=function), keywords=[]):
            return _call(function, tree.args, depth)
    raise ReproscopeError(f"{_shown(tree)} is not part of an expression: {_ADVICE}")


def _constant(value: object) -> Node:
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return Number(number)
        raise ReproscopeError("a number in an expression is too large")
    raise ReproscopeError(f"{value!r:.40} is not part of an expression: {_ADVICE}")


def _comparison(tree: ast.Compare, depth: int) -> Node:
    if len(tree.ops) > 1:
        raise ReproscopeError(f"{_shown(tree)} compares twice: write a < b and b < c")
    [operator], [right] = tree.ops, tree.comparators
    if type(operator) not in _COMPARISONS:
        raise ReproscopeError(f"{_shown(tree)} is not part of an expression: {_ADVICE}")
    return Comparison(_COMPARISONS[type(operator)], _node(tree.left, depth), _node(right, depth))


def _call(function: str, arguments: list[ast.expr], depth: int) -> Node:
    if function not in FUNCTIONS:
        raise UnknownName("function", function, FUNCTIONS)
    if not arguments:
        raise ReproscopeError(f"{function}() needs at least one name between its parentheses")
    return Call(function, tuple(_node(one, depth) for one in arguments))


def _shown(tree: ast.expr) -> str:
    try:
        return shown_name(ast.unparse(tree), 60)
    except RecursionError:
        return "this"


def _names(root: Node) -> Iterator[str]:
    for node in walk(root):
        if isinstance(node, Name):
            yield node.name


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, from left to right."""
    yield node
    below: tuple[Node, ...] = ()
    match node:
        case Call():
            below = node.arguments
        case Arithmetic() | Comparison():
            below = (node.left, node.right)
        case Logic():
            below = node.operands
        case Not():
            below = (node.operand,)
    for one in below:
        yield from walk(one)
