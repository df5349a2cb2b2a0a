"""What an expression stands for, given the variables of a scope."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from reproscope.repository.collect.python.leakage import estimators, tables
from reproscope.repository.collect.python.leakage.arguments import Arguments
from reproscope.repository.collect.python.leakage.evaluations import judged_by_name
from reproscope.repository.collect.python.leakage.functions import function, inner_of
from reproscope.repository.collect.python.leakage.scope import Scope, key_of
from reproscope.repository.collect.python.leakage.values import (
    TOLD,
    Data,
    Estimator,
    Folds,
    Indices,
    Prediction,
    Scored,
    Several,
    Statistic,
    Value,
)

_PASSING = frozenset({"tqdm", "tqdm.tqdm", "tqdm.auto.tqdm", "list", "next", "iter", "tuple"})


def evaluate(scope: Scope, node: ast.expr | None) -> Value:
    """Return what an expression stands for; all calls in it take effect."""
    match node:
        case None | ast.Constant():
            return None
        case ast.Name():
            return scope.env.get(node.id)
        case ast.Attribute():
            return _attribute(scope, node)
        case ast.Subscript():
            return _subscript(scope, node)
        case ast.Call():
            return _call(scope, node)
        case ast.BinOp():
            right = evaluate(scope, node.right)
            return combined(scope, evaluate(scope, node.left), right)
        case ast.Compare():
            return _compared(scope, node)
        case ast.UnaryOp():
            return evaluate(scope, node.operand)
        case ast.Tuple() | ast.List() | ast.Set():
            return Several(tuple(evaluate(scope, element) for element in node.elts))
        case ast.IfExp():
            evaluate(scope, node.test)
            first, second = evaluate(scope, node.body), evaluate(scope, node.orelse)
            return first if first == second else None
        case ast.Lambda():
            return None
        case _:
            _below(scope, ast.iter_child_nodes(node))
            return None


def _below(scope: Scope, nodes: Iterable[ast.AST]) -> None:
    """Let the calls inside take effect: in f-strings, dictionaries, comprehensions."""
    for node in nodes:
        if isinstance(node, ast.comprehension):
            evaluate(scope, node.iter)
        elif isinstance(node, ast.expr):
            evaluate(scope, node)


def _attribute(scope: Scope, node: ast.Attribute) -> Value:
    key = key_of(node)
    if key is not None and key in scope.env:
        return scope.env[key]
    base = _base(scope, node.value)
    if isinstance(base, Data):
        return tables.attribute(scope, base, node.attr)
    if isinstance(base, Estimator) and node.attr == "best_estimator_":
        return replace(base, kind="model")
    return None


def _base(scope: Scope, node: ast.expr) -> Value:
    """Return what something is taken from; a plain variable that is unknown becomes a table."""
    value = evaluate(scope, node)
    if value is None and isinstance(node, ast.Name) and _is_variable(scope, node.id):
        return scope.data(None, node)
    return value


def _is_variable(scope: Scope, name: str) -> bool:
    return name in scope.env and name not in scope.log.parsed.aliases


def _subscript(scope: Scope, node: ast.Subscript) -> Value:
    base = _base(scope, node.value)
    index = node.slice
    value = None if isinstance(index, ast.Slice) else evaluate(scope, index)
    if isinstance(base, Data):
        return tables.indexed(scope, base, index, value)
    if isinstance(base, Several) and isinstance(index, ast.Constant):
        number = index.value
        inside = isinstance(number, int) and -len(base.items) <= number < len(base.items)
        return base.items[number] if inside and isinstance(number, int) else None
    return base if isinstance(base, Prediction | Statistic) else None


def combined(scope: Scope, left: Value, right: Value) -> Value:
    """Return what arithmetic makes of two values."""
    if isinstance(right, Data) and not isinstance(left, Data):
        left, right = right, left
    if isinstance(left, Data):
        result = replace(scope.log.fresh(left.rows), marks=left.marks)
        if isinstance(right, Statistic):
            return tables.with_statistic(scope, result, right)
        if isinstance(right, Data):
            return replace(result, marks=left.marks | right.marks)
        return result
    if isinstance(left, Statistic | Prediction | Scored):
        return left
    return right if isinstance(right, Statistic | Prediction | Scored) else None


def _compared(scope: Scope, node: ast.Compare) -> Value:
    left = evaluate(scope, node.left)
    for comparator in node.comparators:
        evaluate(scope, comparator)
    if isinstance(left, Prediction):
        return left
    if isinstance(left, Data):
        return replace(scope.log.fresh(left.rows), marks=left.marks)
    return None


def _call(scope: Scope, node: ast.Call) -> Value:
    base = _base(scope, node.func.value) if isinstance(node.func, ast.Attribute) else None
    given = Arguments(
        node,
        tuple(evaluate(scope, argument) for argument in node.args),
        {word.arg or "**": evaluate(scope, word.value) for word in node.keywords},
    )
    if isinstance(node.func, ast.Attribute):
        if isinstance(base, Estimator):
            return estimators.method(scope, base, node.func.attr, given)
        if isinstance(base, Data):
            found = _learning(scope, node, given)
            found = found or tables.method(scope, base, node.func.attr, given)
            return found or judged_by_name(scope, node)
        if isinstance(base, Prediction) and node.func.attr in ("astype", "reshape", "round"):
            return base
        if isinstance(base, Statistic | Prediction | Indices):
            return None
    elif not isinstance(node.func, ast.Name):
        evaluate(scope, node.func)
    return _named(scope, node, given)


def _learning(scope: Scope, node: ast.Call, given: Arguments) -> Value:
    """Return the fitted model where a variable of unknown make is fitted or asked to predict."""
    assert isinstance(node.func, ast.Attribute)
    if node.func.attr not in ("fit", "predict", "predict_proba", "score", "evaluate"):
        return None
    if not given.plain and not given.named:
        return None
    return estimators.method(scope, Estimator("model", "model"), node.func.attr, given)


def _named(scope: Scope, node: ast.Call, given: Arguments) -> Value:
    name = scope.dotted(node.func)
    if name in scope.log.defined:
        return judged_by_name(scope, node)
    if name == "enumerate" and given.plain:
        return Several((None, given.plain[0])) if isinstance(given.plain[0], Folds) else None
    if name in _PASSING and given.plain and isinstance(given.plain[0], Folds):
        return given.plain[0]
    kind = scope.names.function(name)
    if kind is not None:
        return function(scope, kind, name, given)
    kind = scope.names.estimator(name)
    if kind is not None:
        last = name.rpartition(".")[2]
        told = estimators.learns_nothing(last, given)
        return Estimator(TOLD if told else kind, last, node, inner_of(given))
    if isinstance(node.func, ast.Attribute) and node.func.attr == "fit":
        return estimators.method(scope, Estimator("model", "model"), "fit", given)
    return judged_by_name(scope, node)
