"""What the methods of estimators, searches, samplers and splitters do."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from reproscope.repository.collect.python.leakage.arguments import Arguments, tables_in
from reproscope.repository.collect.python.leakage.evaluations import scored, watched
from reproscope.repository.collect.python.leakage.scope import Scope, root_of
from reproscope.repository.collect.python.leakage.tables import applied
from reproscope.repository.collect.python.leakage.values import (
    TOLD,
    Data,
    Estimator,
    Folds,
    Mark,
    Prediction,
    Rows,
    Several,
    Trained,
    Value,
)

_FITS = frozenset({"fit", "fit_transform", "fit_on_texts", "partial_fit", "adapt"})
_TRANSFORMS = frozenset(
    {"transform", "fit_transform", "texts_to_sequences", "texts_to_matrix", "inverse_transform"}
)
_TARGET = re.compile(r"(?i)y|y_?(?:true|all|data|labels?)|targets?|labels?|classes")
_PREDICTS = frozenset({"predict", "predict_proba", "decision_function", "predict_log_proba"})


def method(scope: Scope, base: Estimator, name: str, given: Arguments) -> Value:
    """Return what a method of an estimator yields."""
    if base.kind.endswith("splitter"):
        return _folds(scope, base, given) if name == "split" else None
    if base.kind == "oversampler":
        return _oversampled(scope, base, given) if name in ("fit_resample", "fit_sample") else None
    if name in _FITS:
        return _fitted(scope, base, name, given)
    if name in _TRANSFORMS:
        return _transformed(scope, base, _table(scope, given))
    if name in _PREDICTS:
        return Prediction(base, _table(scope, given))
    if name in ("score", "evaluate"):
        return scored(scope, base, _table(scope, given), _target(scope, given), given.node)
    return base if name in ("set_params", "set_output") else None


def _table(scope: Scope, given: Arguments) -> Data:
    keywords = ("X", "x", "raw_documents", "texts")
    return scope.data(given.value(0, *keywords), given.source(0, *keywords))


def _target(scope: Scope, given: Arguments) -> Data | None:
    source = given.source(1, "y")
    return None if source is None else scope.data(given.value(1, "y"), source)


def learns_nothing(name: str, given: Arguments) -> bool:
    """Whether an object is told all it could learn: ``CountVectorizer(vocabulary=words)``."""
    if name == "SimpleImputer":
        return given.constant("strategy") == "constant"
    if name in ("OneHotEncoder", "OrdinalEncoder"):
        return given.has("categories") and given.constant("categories") != "auto"
    return name == "CountVectorizer" and given.has("vocabulary")


def _fitted(scope: Scope, base: Estimator, name: str, given: Arguments) -> Value:
    data = _table(scope, given)
    if base.kind == TOLD or (base.kind == "encoder" and _is_target(given)):
        fresh = replace(scope.log.fresh(data.rows), marks=data.marks)
        return fresh if name == "fit_transform" else base
    spot = scope.log.spot(given.node)
    learner = base.learner
    if learner is not None:
        scope.log.seen["selected" if learner.kind == "selector" else "prepared"] += 1
        fitted = replace(base, fitted=Mark(learner.kind, _words(learner), spot, data.rows))
    else:
        scope.log.seen["trained"] += 1
        target = _target(scope, given)
        version = None if target is None else target.version
        fitted = replace(base, fitted=None, trained=Trained(data.version, version, spot))
        _tuned(scope, base, data, given)
    if isinstance(given.node.func, ast.Attribute):
        scope.rebind(given.node.func.value, fitted)
    return _transformed(scope, fitted, data) if name == "fit_transform" else fitted


def _is_target(given: Arguments) -> bool:
    """Whether the targets are encoded: their names are known before any row is seen."""
    source = given.source(0, "X")
    root = (
        None if source is None else root_of(source.func if isinstance(source, ast.Call) else source)
    )
    return root is not None and _TARGET.fullmatch(root) is not None


def _words(learner: Estimator) -> str:
    return f"{learner.kind} {learner.name}"


def _transformed(scope: Scope, base: Estimator, data: Data) -> Data:
    if base.fitted is not None:
        return applied(scope, data, base.fitted)
    if base.kind == "model" and base.name in ("", "model"):
        return scope.log.fresh()
    return replace(scope.log.fresh(data.rows), marks=data.marks)


def _tuned(scope: Scope, base: Estimator, data: Data, given: Arguments) -> None:
    """Look for rows of the test part that a search or an early end of training makes use of."""
    watched(scope, base, given)
    if base.kind != "search":
        return
    scope.log.seen["tuned"] += 1
    split = data.rows.held_out
    if split is not None:
        spot = scope.log.spot(given.node)
        scope.log.conflict("tuning", spot, split.spot, base.name, "search")
    if given.has("groups") or any(one.kind == "group-splitter" for one in base.inner):
        mixed(scope, data, given.node)


def mixed(scope: Scope, data: Data, node: ast.AST) -> None:
    """Look whether rows that are now kept together by group were divided without regard to it."""
    scope.log.seen["grouped"] += 1
    labelled = data.rows.labelled
    if labelled is None or labelled.split is None or labelled.part != "train":
        return
    if labelled.split.how in ("", "shuffle=True") and labelled.split.shuffled:
        spot = scope.log.spot(node)
        scope.log.conflict("grouping", spot, labelled.split.spot, "group", "outer")


def _folds(scope: Scope, base: Estimator, given: Arguments) -> Folds:
    table = given.value(0, "X")
    data = table if isinstance(table, Data) else None
    groups = given.source(2, "groups")
    if base.kind == "group-splitter" and data is not None:
        mixed(scope, data, given.node)
    elif groups is not None and base.kind == "splitter" and not _is_none(groups):
        scope.log.seen["grouped"] += 1
        spot = scope.log.spot(given.node)
        made = spot if base.call is None else scope.log.spot(base.call)
        scope.log.conflict("grouping", spot, made, base.name, "ignored")
    rows = data.rows if data is not None else None
    shuffled = base.kind == "splitter" and shuffles(base)
    return Folds(scope.log.split(given.node, "cross-validation", shuffled, rows))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def shuffles(splitter: Estimator) -> bool:
    """Whether a splitter takes the rows in another order."""
    if splitter.name in ("ShuffleSplit", "StratifiedShuffleSplit", "RepeatedKFold"):
        return True
    keywords = [] if splitter.call is None else splitter.call.keywords
    return any(
        word.arg == "shuffle" and isinstance(word.value, ast.Constant) and word.value.value is True
        for word in keywords
    )


def _oversampled(scope: Scope, base: Estimator, given: Arguments) -> Several:
    scope.log.seen["oversampled"] += 1
    data = _table(scope, given)
    mark = Mark("oversampling", base.name, scope.log.spot(given.node), data.rows)
    rows = Rows(parent=data.rows)
    tables = list(tables_in(Several(given.plain)))
    marks = frozenset(m for table in tables for m in table.marks) | data.marks | {mark}
    return Several(tuple(replace(scope.log.fresh(rows), marks=marks) for _ in range(2)))
