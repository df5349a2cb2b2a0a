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
from dataclasses import replace

from reproscope.repository.collect.python.leakage.log import Log
from reproscope.repository.collect.python.leakage.names import names, part_named
from reproscope.repository.collect.python.leakage.records import Conflict, Kind, Leakage
from reproscope.repository.collect.python.leakage.scope import Scope
from reproscope.repository.collect.python.leakage.statements import (
    MOST_STATEMENTS,
    TooLong,
    attributes_of,
    follow,
    follow_function,
)
from reproscope.repository.collect.python.leakage.validating import chosen_on_validation
from reproscope.repository.collect.python.leakage.values import Value
from reproscope.repository.collect.python.parsing import Parsed

__all__ = ["LEARNING", "Conflict", "Kind", "Leakage", "leakage_of"]

_PARTS = re.compile(r"(?<![a-z])(?:train|test|valid|hold.?out)")
# Without one of these no rows are fitted or split by anything that is known here.
LEARNING = re.compile(r"sklearn|imblearn|xgboost|lightgbm|catboost|keras|cuml|dask_ml")


def leakage_of(parsed: Parsed) -> Leakage:
    """Follow every scope of a source and return its conflicts."""
    validated = chosen_on_validation(parsed)
    if not _may_leak(parsed.source.text):
        return Leakage(validated=validated)
    return replace(_followed(parsed), validated=validated)


def _followed(parsed: Parsed) -> Leakage:
    log = Log(parsed)
    try:
        _follow_all(parsed, log)
    except RecursionError:
        return replace(log.closed(), problem="nested too deeply to be followed")
    except TooLong:
        return replace(log.closed(), problem=f"more than {MOST_STATEMENTS:,} statements")
    if log.same and (_names(parsed.tree, "test", "validation") or _tells_of_parts(parsed.tree)):
        log.same.clear()
    found = log.closed()
    by_name = [one for one in found.conflicts if one.how == "selection by name"]
    if by_name and _names(parsed.tree, "validation"):
        return replace(found, conflicts=tuple(c for c in found.conflicts if c not in by_name))
    return found


def _may_leak(text: str) -> bool:
    """Whether a source is worth following: most sources of networks only define them."""
    choosing = "torch" in text and "best" in text and "test" in text
    return choosing or LEARNING.search(text) is not None


def _follow_all(parsed: Parsed, log: Log) -> None:
    follow(Scope(log, names()), parsed.tree.body)
    methods: dict[ast.AST, dict[str, Value]] = {}
    for node in ast.walk(parsed.tree):
        if isinstance(node, ast.ClassDef):
            made = attributes_of(Scope(log, names()), node)
            methods.update(dict.fromkeys(node.body, made))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            follow_function(Scope(log, names(), dict(methods.get(node, {}))), node)


def _names(tree: ast.Module, *parts: str) -> bool:
    """Whether any variable or argument is named for a part of the rows."""
    found = (
        node.id if isinstance(node, ast.Name) else node.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.arg)
    )
    return any(part_named(name) in parts for name in found)


def _tells_of_parts(tree: ast.Module) -> bool:
    """Whether a text speaks of training or test: the score may be said to be that of training."""
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _PARTS.search(node.value.casefold()) is not None
        for node in ast.walk(tree)
    )
