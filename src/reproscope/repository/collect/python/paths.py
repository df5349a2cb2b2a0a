"""The text of an expression that names a path, as far as a source tells it.

Names that are assigned once are followed, ``os.path.join``, ``Path(...) / "x"``, sums, f-strings
and formats. A part that is not known is a ``*``; nothing is evaluated.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable

from reproscope.repository.collect.python.parsing import Parsed

HERE = "<here>"
HOLE = "*"
_MOST_PATH = 400
# Names that stand for names that stand for names can be made to unfold without end.
_MOST_STEPS = 200_000
_FIELD = re.compile(r"%(?:\(\w*\))?[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|\{[^{}]{0,40}\}")


def fits(pattern: str, path: str) -> bool:
    """Whether a path ends as a pattern tells, whose holes may be anything.

    >>> fits("data/ind.*.*", "gae/data/ind.cora.x"), fits("*/train.txt", "penn/train.txt")
    (True, True)
    >>> fits("x.csv", "max.csv"), fits("a*.csv", "b/a1.tsv")
    (False, False)
    """
    first, *others = pattern.split(HOLE)
    if not others:
        return path == first or path.endswith(f"/{first}")
    at = 0 if path.startswith(first) else path.find(f"/{first}") + 1
    if at == 0 and not path.startswith(first):
        return False
    at += len(first)
    for piece in others[:-1]:
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return path.endswith(others[-1]) and len(path) - len(others[-1]) >= at


class Paths:
    """Reads path expressions of one source."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.values = _assigned_once(parsed.nodes)
        self.steps = 0

    def literal(self, node: ast.expr) -> str | None:
        """Return a path whose file is named at least in part, or ``None``."""
        path = self.path(node)
        if path is None or len(path) > _MOST_PATH or "\n" in path:
            return None
        told = path.rpartition("/")[2] if HOLE in path else path
        return path if re.search(r"\w", told) else None

    def path(self, node: ast.expr, depth: int = 0) -> str | None:
        """Return the text of a path expression, with ``*`` for parts that are not known.

        ``None`` if nothing of it is known, or too much would have to be unfolded.
        """
        self.steps += 1
        if depth > 12 or self.steps > _MOST_STEPS:
            return None
        if isinstance(node, ast.Constant):
            told = node.value
            return told if isinstance(told, str) and len(told) <= _MOST_PATH else None
        if isinstance(node, ast.Name):
            held = self.values.get(node.id)
            return None if held is None else self.path(held, depth + 1)
        if isinstance(node, ast.BinOp):
            return self._joined(node, depth + 1)
        if isinstance(node, ast.JoinedStr):
            return _short("".join(self._piece(value, depth + 1) for value in node.values))
        if isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
            return self._called(node, depth)
        return None

    def _joined(self, node: ast.BinOp, depth: int) -> str | None:
        left = self.path(node.left, depth)
        if isinstance(node.op, ast.Mod):
            return None if left is None else _FIELD.sub(HOLE, left)
        right = self.path(node.right, depth)
        if not isinstance(node.op, ast.Add | ast.Div) or left is right is None:
            return None
        first, second = left or HOLE, right or HOLE
        joint = "" if isinstance(node.op, ast.Add) else "/"
        return _short(f"{first.rstrip('/') if joint else first}{joint}{second}")

    def _piece(self, node: ast.expr, depth: int) -> str:
        if isinstance(node, ast.FormattedValue):
            known_part = None if node.format_spec else self.path(node.value, depth)
            return known_part or HOLE
        return self.path(node, depth) or HOLE

    def _called(self, node: ast.Call | ast.Attribute | ast.Subscript, depth: int) -> str | None:
        if self.parsed.segment(node, 80).replace(" ", "") in _HERE:
            return HERE
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            form = self.path(node.func.value, depth + 1)
            return None if form is None else _FIELD.sub(HOLE, form)
        name = self.parsed.dotted(node.func) or ""
        if node.keywords or not node.args:
            return None
        if name in ("os.path.join", "posixpath.join", "pathlib.Path", "pathlib.PurePath"):
            parts = [self.path(one, depth + 1) for one in node.args]
            known_one = any(part is not None for part in parts)
            joined = "/".join((part or HOLE).rstrip("/") for part in parts if part != "")
            return _short(joined) if known_one else None
        if name in ("str", "os.path.normpath", "os.fspath", "os.path.expanduser"):
            return self.path(node.args[0], depth + 1)
        return None


def _short(path: str) -> str | None:
    return path if len(path) <= _MOST_PATH else None


_HERE = {
    "os.path.dirname(__file__)",
    "os.path.dirname(os.path.abspath(__file__))",
    "os.path.dirname(os.path.realpath(__file__))",
    "osp.dirname(__file__)",
    "osp.dirname(osp.abspath(__file__))",
    "osp.dirname(osp.realpath(__file__))",
    "Path(__file__).parent",
    "Path(__file__).resolve().parent",
    "Path(__file__).absolute().parent",
    "pathlib.Path(__file__).parent",
    "pathlib.Path(__file__).parent.resolve()",
    "pathlib.Path(__file__).resolve().parent",
    "Path(__file__).parent.resolve()",
    "Path(__file__).parent.absolute()",
}


def _assigned_once(nodes: Iterable[ast.AST]) -> dict[str, ast.expr]:
    """Return the names of a source that stand for one expression wherever they occur."""
    times: Counter[str] = Counter()
    values: dict[str, ast.expr] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            times[node.id] += 1
        elif isinstance(node, ast.arg):
            times[node.arg] += 2
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                values[target.id] = node.value
    return {name: value for name, value in values.items() if times[name] == 1}
