"""What names, attributes, keys, parameters and flags of a source are bound to, wherever it is.

Without regard to order: a seed's value is looked up, not computed.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from reproscope.repository.collect.python.parsing import Parsed

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TELLING = (
    *_DEFINING,
    ast.Assign,
    ast.AnnAssign,
    ast.For,
    ast.comprehension,
    ast.Dict,
    ast.Call,
)
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop)
_FLAGS = frozenset({"add_argument", "add_option"})
_OPTIONS = frozenset({"click.option", "click.argument", "typer.Option", "typer.Argument"})


class Scoped(NamedTuple):
    """A node with the function or class around it, as a dotted name; empty for the module."""

    node: ast.AST
    scope: str
    in_class: bool


def scoped(tree: ast.Module) -> list[Scoped]:
    """Return every node that binds or calls, in the order of the source, without recursion."""
    found: list[Scoped] = []
    stack: list[tuple[ast.AST, str, bool]] = [(tree, "", False)]
    while stack:
        node, scope, in_class = stack.pop()
        if isinstance(node, _TELLING):
            found.append(Scoped(node, scope, in_class))
            if isinstance(node, _DEFINING):
                scope = f"{scope}.{node.name}" if scope else node.name
                in_class = isinstance(node, ast.ClassDef)
        elif isinstance(node, _LEAVES):
            continue
        stack.extend([(child, scope, in_class) for child in _children(node)])
    return found


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below one, the last first."""
    for name in reversed(node._fields):
        value = getattr(node, name, None)
        if isinstance(value, list):
            for item in reversed(value):
                if isinstance(item, ast.AST):
                    yield item
        elif isinstance(value, ast.AST):
            yield value


@dataclass(frozen=True, slots=True)
class Bound:
    """An expression, and the scope its names belong to."""

    node: ast.expr
    scope: str


@dataclass
class Bindings:
    """Every binding of one source."""

    assigned: dict[tuple[str, str], list[ast.expr]] = field(
        default_factory=lambda: defaultdict(list)
    )
    parameters: dict[str, dict[str, ast.expr | None]] = field(default_factory=dict)
    attributes: dict[str, list[Bound]] = field(default_factory=lambda: defaultdict(list))
    keys: dict[str, list[Bound]] = field(default_factory=lambda: defaultdict(list))
    loops: dict[tuple[str, str], ast.expr] = field(default_factory=dict)
    flags: dict[str, ast.Call] = field(default_factory=dict)
    options: dict[tuple[str, str], ast.Call] = field(default_factory=dict)


def bindings_of(parsed: Parsed, nodes: list[Scoped]) -> Bindings:
    """Collect the bindings of a source."""
    found = Bindings()
    for one in nodes:
        node = one.node
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _bind(found, target, node.value, one)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            _bind(found, node.target, node.value, one)
        elif isinstance(node, ast.For | ast.comprehension):
            _loop(found, node.target, node.iter, one.scope)
        elif isinstance(node, _Function):
            _function(parsed, found, node, one.scope)
        elif isinstance(node, ast.Dict):
            _keys(found, node, one.scope)
        elif isinstance(node, ast.Call):
            _call(parsed, found, node, one.scope)
    return found


def _bind(found: Bindings, target: ast.expr, value: ast.expr, one: Scoped) -> None:
    if isinstance(target, ast.Name):
        if one.in_class:
            found.attributes[target.id].append(Bound(value, one.scope))
        found.assigned[one.scope, target.id].append(value)
    elif isinstance(target, ast.Attribute):
        found.attributes[target.attr].append(Bound(value, one.scope))
    elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        if isinstance(target.slice.value, str):
            found.keys[target.slice.value].append(Bound(value, one.scope))
    elif isinstance(target, ast.Tuple | ast.List):
        values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        if len(values) == len(target.elts):
            for element, part in zip(target.elts, values, strict=True):
                _bind(found, element, part, one)


def _loop(found: Bindings, target: ast.expr, values: ast.expr, scope: str) -> None:
    if isinstance(target, ast.Tuple) and isinstance(values, ast.Call) and values.args:
        target = target.elts[-1]  # enumerate(seeds), zip(..., seeds)
        values = values.args[-1]
    if isinstance(target, ast.Name):
        found.loops[scope, target.id] = values


def _function(parsed: Parsed, found: Bindings, node: _Function, scope: str) -> None:
    name = f"{scope}.{node.name}" if scope else node.name
    spec = node.args
    plain = [*spec.posonlyargs, *spec.args]
    missing = len(plain) - len(spec.defaults)
    table: dict[str, ast.expr | None] = {}
    for number, argument in enumerate(plain):
        table[argument.arg] = spec.defaults[number - missing] if number >= missing else None
    for argument, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        table[argument.arg] = default
    found.parameters[name] = table
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and parsed.dotted(decorator.func) in _OPTIONS:
            found.options[name, _dest(decorator)] = decorator


def _keys(found: Bindings, node: ast.Dict, scope: str) -> None:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            found.keys[key.value].append(Bound(value, scope))


def _call(parsed: Parsed, found: Bindings, node: ast.Call, scope: str) -> None:
    name = parsed.dotted(node.func) or ""
    last = name.rpartition(".")[2]
    if last in _FLAGS or ("flags" in name and last.startswith("DEFINE_")):
        found.flags.setdefault(_dest(node), node)
    elif name == "dict" or last == "update":
        for word in node.keywords:
            if word.arg is not None:
                found.keys[word.arg].append(Bound(word.value, scope))


def _dest(node: ast.Call) -> str:
    for word in node.keywords:
        if word.arg == "dest" and isinstance(word.value, ast.Constant):
            return str(word.value.value)
    texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    flags = [text for text in texts if text.startswith("--")] or texts
    return flags[0].lstrip("-").replace("-", "_") if flags else ""
