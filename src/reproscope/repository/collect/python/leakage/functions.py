"""What the functions of the learning libraries do: split, cross-validate, resample, join."""

from __future__ import annotations

import ast
from dataclasses import replace

from reproscope.repository.collect.python.leakage.arguments import Arguments, tables_in
from reproscope.repository.collect.python.leakage.estimators import mixed, shuffles
from reproscope.repository.collect.python.leakage.evaluations import measured, watched
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.tables import applied
from reproscope.repository.collect.python.leakage.values import (
    Data,
    Estimator,
    Mark,
    Rows,
    Several,
    Statistic,
    Value,
)


def function(scope: Scope, kind: str, name: str, given: Arguments) -> Value:
    """Return what a known function yields."""
    if kind == "split":
        return _split(scope, given)
    if kind == "cross-validation":
        return _cross_validated(scope, given)
    if kind == "metric":
        return measured(scope, given)
    if kind == "pipeline":
        return Estimator("pipeline", name, given.node, inner_of(given))
    if kind == "stopping":
        return Estimator("stopping", name, given.node)
    if kind == "training":
        model = Estimator("model", name, given.node)
        watched(scope, model, given)
        return model
    return _of_tables(scope, kind, name, given)


def _of_tables(scope: Scope, kind: str, name: str, given: Arguments) -> Value:
    if kind == "read":
        return _read(scope, given)
    if kind == "resample":
        return _resampled(scope, given)
    if kind == "shuffle":
        tables = [scope.data(v, n) for v, n in zip(given.plain, given.node.args, strict=False)]
        copies = tuple(replace(scope.log.fresh(t.rows), marks=t.marks) for t in tables)
        return copies[0] if len(copies) == 1 else Several(copies)
    if kind in ("below", "beside"):
        return _joined(scope, kind, given)
    first = given.value(0)
    if kind == "scaler":
        data = scope.data(first, given.source(0))
        scope.log.seen["prepared"] += 1
        mark = Mark("scaler", name.rpartition(".")[2], scope.log.spot(given.node), data.rows)
        return applied(scope, data, mark)
    if kind == "statistic" and isinstance(first, Data):
        axis = given.constant("axis")
        if axis in (1, ...):
            return None
        return Statistic(first.rows, scope.log.spot(given.node), _by(name))
    if kind == "rowwise":
        table = next(iter(given.tables()), None)
        return None if table is None else replace(scope.log.fresh(table.rows), marks=table.marks)
    return None


def _by(name: str) -> str:
    return f"filling or scaling by the {name.rpartition('.')[2]}"


def inner_of(given: Arguments) -> tuple[Estimator, ...]:
    """Return the estimators among the arguments of a pipeline, a search or a wrapper."""
    return tuple(_estimators(Several((*given.plain, *given.named.values()))))


def _estimators(value: Value) -> list[Estimator]:
    if isinstance(value, Estimator):
        return [value]
    if isinstance(value, Several):
        return [one for item in value.items for one in _estimators(item)]
    return []


def _split(scope: Scope, given: Arguments) -> Value:
    if given.open:
        scope.log.split(given.node, "", False, None)
        return None
    shuffle = given.constant("shuffle")
    how = "shuffle=True" if shuffle is True else ""
    shuffled = shuffle is not False and shuffle is not ...
    pairs = zip(given.plain, given.node.args, strict=True)
    tables = [scope.data(value, node) for value, node in pairs]
    rows = tables[0].rows if tables else None
    if scope.discarding:
        return None
    split = scope.log.split(given.node, how, shuffled, rows)
    parts: list[Value] = []
    for table in tables:
        scope.log.divided(table, split)
        for part in ("train", "test"):
            made = scope.log.fresh(Rows(parent=table.rows, part=part, split=split))
            parts.append(replace(made, marks=table.marks))
    return Several(tuple(parts))


def _cross_validated(scope: Scope, given: Arguments) -> Value:
    data = scope.data(given.value(1, "X"), given.source(1, "X"))
    cv = given.value(None, "cv")
    splitter = cv if isinstance(cv, Estimator) and cv.kind.endswith("splitter") else None
    plain = splitter is not None and splitter.kind == "splitter"
    shuffled = splitter is not None and plain and shuffles(splitter)
    split = scope.log.split(given.node, "cross-validation", shuffled, data.rows)
    scope.log.divided(data, split)
    if given.has("groups"):
        scope.log.seen["grouped"] += 1
        source = given.source(None, "cv")
        counted = source is None or (isinstance(source, ast.Constant))
        if plain or counted:
            made = splitter.call if splitter is not None and splitter.call else given.node
            name = splitter.name if splitter is not None else "the default folds"
            spot = scope.log.spot(given.node)
            scope.log.conflict("grouping", spot, scope.log.spot(made), name, "ignored")
        elif splitter is not None:
            mixed(scope, data, given.node)
    return None


def _read(scope: Scope, given: Arguments) -> Data:
    data = scope.log.fresh()
    index = given.constant("index_col")
    dates = given.source(None, "parse_dates")
    if dates is not None and isinstance(index, str) and scope.names.is_time(index):
        scope.log.seen["ordered"] += 1
        data = data.marked(Mark("order", "index_col", scope.log.spot(given.node), data.rows))
    return data


def _resampled(scope: Scope, given: Arguments) -> Value:
    tables = [scope.data(v, n) for v, n in zip(given.plain, given.node.args, strict=False)]
    if given.constant("replace") is False or not tables:
        copies = [replace(scope.log.fresh(Rows(parent=t.rows)), marks=t.marks) for t in tables]
        return copies[0] if len(copies) == 1 else Several(tuple(copies))
    if not given.has("n_samples"):
        return None  # as many rows as there were: a bootstrap, not more of the rare class
    scope.log.seen["oversampled"] += 1
    made: list[Value] = []
    for table in tables:
        mark = Mark("oversampling", "resample", scope.log.spot(given.node), table.rows)
        rows = Rows(parent=table.rows)
        made.append(replace(scope.log.fresh(rows), marks=table.marks | {mark}))
    return made[0] if len(made) == 1 else Several(tuple(made))


def _joined(scope: Scope, kind: str, given: Arguments) -> Value:
    tables = list(tables_in(Several(given.plain)))
    if not tables:
        return None
    marks = frozenset(mark for table in tables for mark in table.marks)
    first = tables[0].rows
    side = kind == "beside" or given.constant("axis") in (1, "columns")
    if side:
        return replace(scope.log.fresh(first), marks=marks)
    parts = [table.rows.labelled for table in tables]
    split = parts[0].split if parts[0] is not None else None
    labels = {part.part for part in parts if part is not None and part.split is split}
    if split is not None and {"train", "test"} <= labels and split.rows is not None:
        return replace(scope.log.fresh(split.rows), marks=marks)
    if len(tables) == 1:
        return replace(scope.log.fresh(first), marks=marks)
    return replace(scope.log.fresh(), marks=marks)
