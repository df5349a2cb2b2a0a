"""Files that a source opens or writes under a path that stands in it, as far as that is certain.

A path is followed through names that are assigned once, ``os.path.join``, ``Path(...) / "x"``, sums
and f-strings; where any part is not known, nothing is recorded. `guarded` says that the source
minds itself whether the file is there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.parsing import Parsed, Place

HERE = "<here>"
_ITSELF = 9
_MOST_PATH = 400
# Names that stand for names that stand for names can be made to unfold without end.
_MOST_STEPS = 200_000
_CHECKS = {"exists", "isfile", "isdir", "is_file", "is_dir", "access"}


@dataclass(frozen=True, slots=True)
class Opened:
    """A literal path that a call reads or writes; `here` if it starts at the source's folder."""

    path: str
    call: str
    place: Place
    writes: bool = False
    here: bool = False
    guarded: bool = False


def opened_of(parsed: Parsed) -> tuple[Opened, ...]:
    """Return the files that a source reads and writes by literal paths."""
    if not any(
        word in parsed.source.text for word in ("open", "load", "read", "save", "to_", "Path")
    ):
        return ()
    walker = _Opened(parsed)
    walker.visit(parsed.tree)
    return tuple(walker.found)


class _Opened(ast.NodeVisitor):
    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.values = _assigned_once(parsed.nodes)
        self.found: list[Opened] = []
        self.guards = 0
        self.steps = 0
        self.openers = known("reads")
        self.writers = known("writes")

    def visit_Try(self, node: ast.Try) -> None:
        self.guards += 1
        for statement in node.body:
            self.visit(statement)
        self.guards -= 1
        for later in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(later)

    def visit_If(self, node: ast.If) -> None:
        checks = any(
            isinstance(one, ast.Attribute) and one.attr in _CHECKS for one in ast.walk(node.test)
        )
        self.visit(node.test)
        self.guards += checks
        for statement in (*node.body, *node.orelse):
            self.visit(statement)
        self.guards -= checks

    def visit_Call(self, node: ast.Call) -> None:
        name = self.parsed.dotted(node.func)
        if name is not None:
            self._record(name, node)
        self.generic_visit(node)

    def _record(self, name: str, node: ast.Call) -> None:
        reads, writes = self.openers.match(name), self.writers.match(name)
        if reads is None and writes is None:
            return
        method = name.rpartition(".")[2]
        position = int((reads or writes or "@0").rpartition("@")[2])
        if method == "open" and _writes(node, 0 if position == _ITSELF else 1):
            reads = None
        goal = self._goal(node, position)
        path = None if goal is None else self.path(goal)
        if path and len(path) <= _MOST_PATH and "\n" not in path:
            here = path.startswith(HERE)
            clean = path.removeprefix(HERE).lstrip("/") if here else path
            place = self.parsed.place(node)
            guarded = self.guards > 0
            self.found.append(Opened(clean, method, place, reads is None, here, guarded))

    def _goal(self, node: ast.Call, position: int) -> ast.expr | None:
        """Return the expression that names the file: an argument, or what the method is of."""
        if position == _ITSELF:  # a method of a path: ``Path("x").read_text()``
            return node.func.value if isinstance(node.func, ast.Attribute) else None
        for keyword in node.keywords:
            if keyword.arg in (
                "file",
                "filename",
                "path",
                "fname",
                "filepath_or_buffer",
                "f",
                "fp",
            ):
                return keyword.value
        return node.args[position] if position < len(node.args) else None

    def path(self, node: ast.expr, depth: int = 0) -> str | None:
        """Return the text of a path expression, or ``None`` if a part of it is not known."""
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
            left, right = self.path(node.left, depth + 1), self.path(node.right, depth + 1)
            if left is None or right is None or not isinstance(node.op, ast.Add | ast.Div):
                return None
            return left + right if isinstance(node.op, ast.Add) else f"{left.rstrip('/')}/{right}"
        if isinstance(node, ast.JoinedStr):
            parts = [self._piece(value, depth) for value in node.values]
            return None if None in parts else "".join(part for part in parts if part)
        if isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
            return self._called(node, depth)
        return None

    def _piece(self, node: ast.expr, depth: int) -> str | None:
        if isinstance(node, ast.FormattedValue):
            return None if node.format_spec else self.path(node.value, depth + 1)
        return self.path(node, depth + 1)

    def _called(self, node: ast.Call | ast.Attribute | ast.Subscript, depth: int) -> str | None:
        if self.parsed.segment(node, 80).replace(" ", "") in _HERE:
            return HERE
        if not isinstance(node, ast.Call) or node.keywords:
            return None
        name = self.parsed.dotted(node.func) or ""
        parts = [self.path(one, depth + 1) for one in node.args]
        if not parts or any(part is None for part in parts):
            return None
        if name in ("os.path.join", "posixpath.join", "pathlib.Path", "pathlib.PurePath"):
            return "/".join(part.rstrip("/") for part in parts if part)
        if name in ("str", "os.path.normpath", "os.fspath", "os.path.expanduser"):
            return parts[0]
        return None


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


def _writes(node: ast.Call, at: int) -> bool:
    """Whether ``open`` is called with a mode that makes the file; an unknown mode counts too."""
    mode: ast.expr | None = node.args[at] if len(node.args) > at else None
    mode = next((one.value for one in node.keywords if one.arg == "mode"), mode)
    if mode is None:
        return False
    if not isinstance(mode, ast.Constant) or not isinstance(mode.value, str):
        return True
    return any(letter in mode.value for letter in "wax+")


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
