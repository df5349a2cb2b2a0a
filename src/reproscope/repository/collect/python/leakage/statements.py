"""Following the statements of a scope in their order: assignments, branches, loops.

A branch that may not run takes away what it would change; a loop is taken to run once. What a
function is given is unknown, and a class's methods are scopes of their own.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from reproscope.repository.collect.python.leakage.choosing import select
from reproscope.repository.collect.python.leakage.expressions import combined, evaluate
from reproscope.repository.collect.python.leakage.names import part_named
from reproscope.repository.collect.python.leakage.scope import Scope, key_of, root_of
from reproscope.repository.collect.python.leakage.values import (
    Data,
    Estimator,
    Folds,
    Indices,
    Rows,
    Scored,
    Several,
    Value,
)

MOST_STATEMENTS = 10_000
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class TooLong(Exception):
    """A source has more statements than are followed."""


def follow(scope: Scope, body: list[ast.stmt]) -> None:
    """Let the statements of a body take effect."""
    for statement in body:
        scope.log.statements += 1
        if scope.log.statements > MOST_STATEMENTS:
            raise TooLong
        _step(scope, statement)


def attributes_of(scope: Scope, node: ast.ClassDef) -> dict[str, Value]:
    """Return the estimators that a class makes for its objects, each under a name of its own."""
    found: dict[str, Value] = {}
    for one in ast.walk(node):
        if not isinstance(one, ast.Assign) or not isinstance(one.value, ast.Call):
            continue
        key = key_of(one.targets[0])
        kind = scope.names.estimator(scope.dotted(one.value.func))
        if key is not None and key.startswith("self."):
            fresh = key not in found and kind is not None
            found[key] = evaluate(scope, one.value) if fresh else None
    return {key: value for key, value in found.items() if isinstance(value, Estimator)}


def follow_function(scope: Scope, node: _Function) -> None:
    """Follow a function as a scope of its own."""
    arguments = node.args
    for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        rows = Rows(part=part_named(one.arg), given=True)
        scope.env[one.arg] = None if one.arg in ("self", "cls") else scope.log.fresh(rows)
    follow(scope, node.body)


def _step(scope: Scope, node: ast.stmt) -> None:
    match node:
        case ast.Assign():
            scope.discarding = _discards(node.targets[0])
            value = evaluate(scope, node.value)
            scope.discarding = False
            for target in node.targets:
                assign(scope, target, value)
        case ast.AnnAssign():
            if node.value is not None:
                assign(scope, node.target, evaluate(scope, node.value))
        case ast.AugAssign():
            change = evaluate(scope, node.value)
            old = evaluate(scope, node.target)
            assign(scope, node.target, combined(scope, old, change))
        case ast.Expr() | ast.Return():
            evaluate(scope, node.value)
        case ast.For() | ast.AsyncFor():
            _iterate(scope, node.target, evaluate(scope, node.iter))
            _loop(scope, node)
        case ast.While():
            evaluate(scope, node.test)
            _loop(scope, node)
        case ast.If():
            _branch(scope, node)
        case ast.With() | ast.AsyncWith():
            for item in node.items:
                evaluate(scope, item.context_expr)
                if item.optional_vars is not None:
                    _forget(scope, item.optional_vars)
            follow(scope, node.body)
        case ast.Try() | ast.TryStar():
            _try(scope, node)
        case ast.Match():
            _match(scope, node)
        case ast.Delete():
            for target in node.targets:
                scope.env.pop(key_of(target) or "", None)
        case ast.Assert():
            evaluate(scope, node.test)
        case _:
            pass  # definitions are scopes of their own


def _discards(target: ast.expr) -> bool:
    """Whether every second name is an underscore: the test parts of a split are not used."""
    names = target.elts[1::2] if isinstance(target, ast.Tuple) else []
    return bool(names) and all(isinstance(n, ast.Name) and n.id == "_" for n in names)


def assign(scope: Scope, target: ast.expr, value: Value) -> None:
    """Let a target stand for a value."""
    if isinstance(target, ast.Tuple | ast.List):
        _unpack(scope, target, value)
    elif isinstance(target, ast.Subscript):
        _put(scope, target, value)
    elif isinstance(target, ast.Starred):
        assign(scope, target.value, None)
    else:
        key = key_of(target)
        if key is not None:
            base = root_of(target)
            if isinstance(target, ast.Attribute) and isinstance(scope.env.get(base or ""), Data):
                return
            scope.env[key] = _named(scope, key.rpartition(".")[2], value, target)


def _unpack(scope: Scope, target: ast.Tuple | ast.List, value: Value) -> None:
    items: tuple[Value, ...] = ()
    if isinstance(value, Several) and len(value.items) == len(target.elts):
        items = value.items
    elif isinstance(value, Folds) and len(target.elts) == 2:
        items = (Indices("train", value.split), Indices("test", value.split))
    elif isinstance(value, Scored):
        items = (value,) * len(target.elts)
    for number, element in enumerate(target.elts):
        assign(scope, element, items[number] if number < len(items) else None)


def _put(scope: Scope, target: ast.Subscript, value: Value) -> None:
    """Put a column or rows into a table."""
    base = target.value
    if isinstance(base, ast.Attribute) and base.attr in ("loc", "iloc"):
        base = base.value
    key = key_of(base)
    if key is None or key not in scope.env:
        return
    old = scope.env[key]
    if isinstance(value, Data) and (old is None or isinstance(old, Data)):
        scope.env[key] = scope.grown(scope.data(old, base), value)
    elif isinstance(old, Data):
        scope.env[key] = replace(scope.log.fresh(old.rows), marks=old.marks)


def _named(scope: Scope, name: str, value: Value, node: ast.expr) -> Value:
    """Return the value under its name, which may say which part of the data it is."""
    if not isinstance(value, Data):
        return value
    part = part_named(name)
    rows = value.rows
    if not part or rows.part == part:
        return replace(value, unsure=False)
    if rows.split is not None and rows.part:
        made = Rows(rows.parent, part, rows.split)
        return replace(value, rows=made, unsure=False)
    if rows.part_of:
        return value
    if (value.unsure or rows.chosen) and not rows.part:
        return _by_hand(scope, value, part, node)
    if rows.parent is None and not value.marks:
        return replace(value, rows=Rows(part=part, given=rows.given))
    return replace(value, rows=Rows(parent=rows, part=part))


def _by_hand(scope: Scope, value: Data, part: str, node: ast.expr) -> Data:
    """Take rows that are named a part for one half of a split; the other half makes it one."""
    whole = value.rows.parent if value.rows.chosen else value.rows
    assert whole is not None
    halves = scope.pending.setdefault(whole, {})
    first = next(iter(halves.values()), None)
    split = first or scope.log.split(node, "by hand", False, whole)
    halves[part] = split
    if "train" in halves and len(halves) > 1:
        scope.log.divided(replace(value, rows=whole), split)
    return replace(value, rows=Rows(parent=whole, part=part, split=split), unsure=False)


def _iterate(scope: Scope, target: ast.expr, value: Value) -> None:
    last = value.items[-1] if isinstance(value, Several) and value.items else value
    if isinstance(last, Folds):
        assign(scope, target, value)
    else:
        _forget(scope, target)


def _forget(scope: Scope, target: ast.expr) -> None:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            scope.env[node.id] = None


def _loop(scope: Scope, node: ast.For | ast.AsyncFor | ast.While) -> None:
    scope.loops += 1
    follow(scope, node.body)
    scope.loops -= 1
    follow(scope, node.orelse)


def _branch(scope: Scope, node: ast.If) -> None:
    evaluate(scope, node.test)
    select(scope, node)
    if _is_main(node.test):
        follow(scope, node.body)
        return
    before = dict(scope.env)
    follow(scope, node.body)
    after = scope.env
    scope.env = before
    follow(scope, node.orelse)
    if _leaves(node.body):
        return
    scope.env = after if _leaves(node.orelse) else joined(after, scope.env)


def _is_main(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and "__name__" in ast.unparse(test)


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], _LEAVING)


def joined(first: dict[str, Value], second: dict[str, Value]) -> dict[str, Value]:
    """Return what holds whichever way was taken."""
    return {name: _both(first[name], second[name]) for name in first if name in second}


def _both(first: Value, second: Value) -> Value:
    if first is second or first == second:
        return first
    if isinstance(first, Data) and isinstance(second, Data) and first.rows is second.rows:
        return replace(first, marks=first.marks & second.marks, unsure=True)
    return None


def _try(scope: Scope, node: ast.Try | ast.TryStar) -> None:
    follow(scope, node.body)
    follow(scope, node.orelse)
    for handler in node.handlers:
        before = dict(scope.env)
        follow(scope, handler.body)
        scope.env = before if _leaves(handler.body) else joined(scope.env, before)
    follow(scope, node.finalbody)


def _match(scope: Scope, node: ast.Match) -> None:
    evaluate(scope, node.subject)
    before = scope.env
    ends: list[dict[str, Value]] = [before]
    for case in node.cases:
        scope.env = dict(before)
        follow(scope, case.body)
        ends.append(scope.env)
    result = ends[0]
    for end in ends[1:]:
        result = joined(result, end)
    scope.env = result
