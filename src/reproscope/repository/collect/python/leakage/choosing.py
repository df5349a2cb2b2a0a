"""Where one of several models is kept by a score: the loop that tunes without saying so."""

from __future__ import annotations

import ast

from reproscope.repository.collect.python.leakage.evaluations import BY_NAME
from reproscope.repository.collect.python.leakage.expressions import evaluate
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.values import Scored


def select(scope: Scope, node: ast.If) -> None:
    """Look for the best of several models kept by its score on the test part."""
    test = node.test
    if not scope.loops or not isinstance(test, ast.Compare) or len(test.comparators) != 1:
        return
    sides = (test.left, test.comparators[0])
    if not isinstance(test.ops[0], ast.Gt | ast.Lt | ast.GtE | ast.LtE):
        return
    kept = {n.id for s in node.body for n in ast.walk(s) if _stores(n) and isinstance(n, ast.Name)}
    for score, best in (sides, sides[::-1]):
        value = evaluate(scope, score) if isinstance(score, ast.Name) else None
        if not isinstance(value, Scored) or not isinstance(best, ast.Name) or best.id not in kept:
            continue
        scope.log.seen["tuned"] += 1
        split = value.rows.held_out
        if split is None or (split.how == BY_NAME and not _keeps_model(node.body)):
            continue
        how = "selection" if split.how != BY_NAME else "selection by name"
        scope.log.conflict("tuning", value.spot, scope.log.spot(node), best.id, how)


def _keeps_model(body: list[ast.stmt]) -> bool:
    """Whether a model is saved or copied, and not only its score written down."""
    calls = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Call)]
    names = [c.func.attr if isinstance(c.func, ast.Attribute) else "" for c in calls]
    names += [c.func.id for c in calls if isinstance(c.func, ast.Name)]
    return any(name == "deepcopy" or name.startswith(("save", "state_dict")) for name in names)


def _stores(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
