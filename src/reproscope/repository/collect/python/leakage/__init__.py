"""Where rows of a test set reach the training, by a small data-flow over each scope.

Values are rows that were split, taken apart, filtered and transformed (`values`); statements are
followed in their order (`statements`), expressions evaluated to such values (`expressions`), and
where two lines cannot both stand they are written down (`log`). What is unknown stays silent: a
scope sees only itself, so what happens across functions is not found. Kinds follow Kapoor and
Narayanan (2023): pre-processing (L1.2), feature selection (L1.3), duplicates (L1.4), no test set
(L1.1), groups (L3.2) and time (L3.1). Illegitimate features (L2) and sampling bias (L3.3) cannot be
read off code, and are not looked for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from reproscope.repository.collect.python.leakage.log import Log
from reproscope.repository.collect.python.leakage.names import names, part_named
from reproscope.repository.collect.python.leakage.records import Conflict, Kind, Leakage
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.statements import (
    attributes_of,
    follow,
    follow_function,
)
from reproscope.repository.collect.python.leakage.values import Value
from reproscope.repository.collect.python.parsing import Parsed

__all__ = ["Conflict", "Kind", "Leakage", "leakage_of"]

# Without one of these no rows are fitted or split by anything that is known here.
_LEARNING = re.compile(r"sklearn|imblearn|xgboost|lightgbm|catboost|keras|cuml|dask_ml")


def leakage_of(parsed: Parsed) -> Leakage:
    """Follow every scope of a source and return its conflicts."""
    if not _LEARNING.search(parsed.source.text):
        return Leakage()
    log = Log(parsed)
    try:
        _follow_all(parsed, log)
    except RecursionError:
        return replace(log.closed(), problem="nested too deeply to be followed")
    if log.same and _speaks_of_test(parsed.nodes):
        log.same.clear()
    return log.closed()


def _follow_all(parsed: Parsed, log: Log) -> None:
    follow(Scope(log, names()), parsed.tree.body)
    methods: dict[ast.AST, dict[str, Value]] = {}
    for node in parsed.nodes:
        if isinstance(node, ast.ClassDef):
            made = attributes_of(Scope(log, names()), node)
            methods.update(dict.fromkeys(node.body, made))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            follow_function(Scope(log, names(), dict(methods.get(node, {}))), node)


def _speaks_of_test(nodes: Sequence[ast.AST]) -> bool:
    """Whether any variable is named for rows that are kept apart."""
    return any(
        part_named(node.id) in ("test", "validation")
        for node in nodes
        if isinstance(node, ast.Name)
    )
