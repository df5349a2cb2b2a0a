"""Where models are judged: scores on rows, and test parts that decide when a training ends."""

from __future__ import annotations

import ast
import re

from reproscope.repository.collect.python.leakage.arguments import Arguments, tables_in
from reproscope.repository.collect.python.leakage.names import part_named
from reproscope.repository.collect.python.leakage.records import Conflict
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.values import (
    Data,
    Estimator,
    Prediction,
    Rows,
    Scored,
    Several,
    Split,
    Value,
)

BY_NAME = "by name"
_JUDGING = re.compile(r"eval|test|valid|perform|score|acc|metric")
_LOADING = re.compile(r"load|set|data|dl$|iter")
_WATCHING = ("eval_set", "validation_data", "evals", "valid_sets", "eval_X")
_STOPPING = ("early_stopping_rounds", "early_stopping", "use_best_model", "od_wait")


def scored(scope: Scope, model: Estimator, data: Data, target: Value, node: ast.AST) -> Scored:
    """Return the score of a model on rows, set against what the model has seen."""
    spot = scope.log.spot(node)
    trained = model.trained
    if (
        trained is not None
        and scope.names.scores(model.name)
        and trained.rows == data.version
        and trained.target is not None
        and isinstance(target, Data)
        and trained.target == target.version
        and not data.rows.part_of
        and not data.rows.foreign
    ):
        scope.log.same.append(Conflict("same", trained.spot, spot, model.name))
    labelled = data.rows.labelled
    for rows, seen in scope.watched:
        if labelled is not None and rows.split is labelled.split and rows.part == labelled.part:
            scope.log.conflict("tuning", seen, spot, model.name, "stopping")
    return Scored(data.rows, spot)


def measured(scope: Scope, given: Arguments) -> Value:
    """Return the score that a metric gives to predictions."""
    values = (given.value(0, "y_true"), given.value(1, "y_pred", "y_score", "y_prob"))
    predictions = [value for value in values if isinstance(value, Prediction)]
    targets = [value for value in values if isinstance(value, Data)]
    if not predictions:
        return None
    target = targets[0] if targets else None
    return scored(scope, predictions[0].model, predictions[0].data, target, given.node)


def judged_by_name(scope: Scope, node: ast.Call) -> Value:
    """Return a score where a function of the project's own judges a loader named for the test.

    Only inside a loop, where such a score can choose among models: ``evaluate(net, test_loader)``.
    """
    callee = node.func.attr if isinstance(node.func, ast.Attribute) else scope.dotted(node.func)
    if not scope.loops or not _JUDGING.search(callee.rpartition(".")[2].casefold()):
        return None
    for argument in (*node.args, *(word.value for word in node.keywords)):
        name = argument.id if isinstance(argument, ast.Name) else ""
        if part_named(name) == "test" and _LOADING.search(name.casefold()):
            spot = scope.log.spot(node)
            return Scored(Rows(part="test", split=Split(spot, BY_NAME)), spot)
    return None


def watched(scope: Scope, model: Estimator, given: Arguments) -> None:
    """Remember the test part that decides when a training ends."""
    seen = [value for name in _WATCHING if (value := given.named.get(name)) is not None]
    tables = list(tables_in(Several(tuple(seen))))
    if not tables or not _stops(model, given):
        return
    scope.log.seen["tuned"] += 1
    parts = [table.rows.labelled for table in tables]
    if any(part is None or part.part == "validation" for part in parts):
        return
    spot = scope.log.spot(given.node)
    for part in parts:
        if part is not None and part.held_out is not None:
            scope.watched.append((part, spot))


def _stops(model: Estimator, given: Arguments) -> bool:
    if any(_is_on(given.node, name) for name in _STOPPING):
        return True
    if model.call is not None and any(_is_on(model.call, name) for name in _STOPPING):
        return True
    return _has_stopping(given.named.get("callbacks"))


def _is_on(call: ast.Call, name: str) -> bool:
    found = next((word.value for word in call.keywords if word.arg == name), None)
    if found is None:
        return False
    return not (isinstance(found, ast.Constant) and found.value in (None, False))


def _has_stopping(value: Value) -> bool:
    if isinstance(value, Several):
        return any(_has_stopping(item) for item in value.items)
    return isinstance(value, Estimator) and value.kind == "stopping"
