"""What indexing a table and calling its methods do to its rows."""

from __future__ import annotations

import ast
from dataclasses import replace

from reproscope.repository.collect.python.leakage.arguments import Arguments
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.values import (
    Data,
    Indices,
    Mark,
    Rows,
    Statistic,
    Value,
)

_NOT_ROWS = frozenset({"shape", "columns", "index", "dtypes", "dtype", "size", "ndim"})


def attribute(scope: Scope, base: Data, name: str) -> Value:
    """Return an attribute of a table: a column, an accessor, or nothing that has rows."""
    if name in _NOT_ROWS:
        return None
    if name in ("iloc", "loc"):
        return base
    return replace(base, version=scope.log.derived(base, name))


def indexed(scope: Scope, base: Data, index: ast.expr, value: Value) -> Value:
    """Return what is taken from a table: columns, some rows, or the rows of a part."""
    if isinstance(index, ast.Tuple) and index.elts:
        if _is_full(index.elts[0]):
            return replace(base, version=scope.log.derived(base, ast.unparse(index)))
        index = index.elts[0]
        value = scope.known(index)
    if isinstance(value, Indices):
        return part(scope, base, value)
    if _is_full(index):
        return base
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return None
    if isinstance(index, ast.Slice | ast.Compare | ast.BoolOp | ast.UnaryOp) or _is_mask(index):
        return chosen(scope, base)
    if isinstance(index, ast.Call) and isinstance(value, Data):
        return chosen(scope, base)
    if isinstance(index, ast.Constant | ast.List):
        return replace(base, version=scope.log.derived(base, ast.unparse(index)))
    version = scope.log.fresh().version
    return replace(base, version=version, unsure=True)


def _is_full(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and index.lower is None and index.upper is None


def _is_mask(index: ast.expr) -> bool:
    return isinstance(index, ast.BinOp) and isinstance(index.op, ast.BitAnd | ast.BitOr)


def chosen(scope: Scope, base: Data) -> Data:
    """Return some of a table's rows."""
    fresh = scope.log.fresh(Rows(parent=base.rows, chosen=True))
    return replace(fresh, marks=base.marks)


def part(scope: Scope, base: Data, indices: Indices) -> Data:
    """Return the rows of a part, and set what they went through against the split."""
    scope.log.divided(base, indices.split)
    rows = Rows(parent=base.rows, part=indices.part, split=indices.split)
    return replace(scope.log.fresh(rows), marks=base.marks)


def method(scope: Scope, base: Data, name: str, given: Arguments) -> Value:
    """Return what a table's method yields; an unknown one yields nothing that is known."""
    kind = scope.names.methods.get(name)
    if name == "fillna":
        result: Value = _filled(scope, base, given)
    elif kind == "statistic":
        return _statistic(scope, base, name, given)
    elif kind == "lag":
        scope.log.seen["ordered"] += 1
        mark = Mark("lag", name, scope.log.spot(given.node), base.rows)
        return replace(scope.log.fresh(base.rows), marks=base.marks | {mark})
    elif kind == "subset":
        result = _subset(scope, base, name, given)
    elif kind == "rowwise":
        result = _rowwise(scope, base, name, given)
    else:
        return None
    if given.constant("inplace") is True and isinstance(given.node.func, ast.Attribute):
        scope.rebind(given.node.func.value, result)
    return result


def _rowwise(scope: Scope, base: Data, name: str, given: Arguments) -> Data:
    first = given.source(0, "index", "labels")
    if name == "drop" and isinstance(first, ast.Attribute) and first.attr == "index":
        return chosen(scope, base)
    result = replace(scope.log.fresh(base.rows), marks=base.marks)
    if name in ("sort_values", "set_index") and _names_time(scope, given):
        scope.log.seen["ordered"] += 1
        return result.marked(Mark("order", name, scope.log.spot(given.node), base.rows))
    if name in ("join", "merge"):
        marks = frozenset(mark for table in given.tables() for mark in table.marks)
        return replace(result, marks=result.marks | marks)
    return result


def _names_time(scope: Scope, given: Arguments) -> bool:
    source = given.source(0, "by", "keys")
    column = source.elts[0] if isinstance(source, ast.List) and source.elts else source
    name = column.value if isinstance(column, ast.Constant) else None
    return isinstance(name, str) and scope.names.is_time(name)


def _subset(scope: Scope, base: Data, name: str, given: Arguments) -> Data:
    if name == "sample" and given.constant("frac") in (1, 1.0):
        marks = frozenset(mark for mark in base.marks if mark.kind != "order")
        return replace(scope.log.fresh(base.rows), marks=marks)
    result = chosen(scope, base)
    if name == "drop_duplicates":
        marks = frozenset(mark for mark in base.marks if mark.kind != "oversampling")
        return replace(result, marks=marks)
    return result


def _filled(scope: Scope, base: Data, given: Arguments) -> Data:
    result = replace(scope.log.fresh(base.rows), marks=base.marks)
    value = given.value(0, "value")
    return with_statistic(scope, result, value) if isinstance(value, Statistic) else result


def with_statistic(scope: Scope, data: Data, statistic: Statistic) -> Data:
    """Return a table that was moved, scaled or filled by a number computed over rows."""
    if not data.rows.within(statistic.rows):
        return data
    scope.log.seen["prepared"] += 1
    mark = Mark("scaler", statistic.what, statistic.spot, statistic.rows)
    beyond = _split_below(data.rows, statistic.rows)
    if beyond is not None and not statistic.rows.part_of and beyond.split is not None:
        scope.log.learnt(mark, beyond.split)
    return data.marked(mark)


def _split_below(rows: Rows, top: Rows) -> Rows | None:
    """Return the part that was taken from some rows on the way down to others."""
    for one in rows.line():
        if one is top:
            return None
        if one.part and one.split is not None:
            return one
    return None


def applied(scope: Scope, data: Data, mark: Mark) -> Data:
    """Return a table after a fitted transformation; one that saw the other part is a conflict."""
    beyond = _split_below(data.rows, mark.rows)
    if data.rows.within(mark.rows) and beyond is not None and not mark.rows.part_of:
        assert beyond.split is not None
        scope.log.learnt(mark, beyond.split)
    return replace(scope.log.fresh(data.rows), marks=data.marks | {mark})


def _statistic(scope: Scope, base: Data, name: str, given: Arguments) -> Statistic | None:
    axis = given.constant("axis") if given.source(0, "axis") is None else _axis(given)
    if axis in (1, "columns", ...):
        return None
    return Statistic(base.rows, scope.log.spot(given.node), f"filling or scaling by the {name}")


def _axis(given: Arguments) -> object:
    source = given.source(0, "axis")
    if isinstance(source, ast.Constant):
        return source.value
    if isinstance(source, ast.UnaryOp) and isinstance(source.operand, ast.Constant):
        return 1  # the last axis is each row's own
    return ...
