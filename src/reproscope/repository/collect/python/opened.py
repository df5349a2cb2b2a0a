"""Files that a source opens or writes under a path that stands in it, as far as that is certain.

A path with a part that is not known (`paths`) can only be found in a tree, never be missed there.
`guarded` says that the source minds itself whether the file is there.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.parsing import Parsed, Place
from reproscope.repository.collect.python.paths import HERE, HOLE, Paths

_ITSELF = 9
_CHECKS = {"exists", "isfile", "isdir", "is_file", "is_dir", "access"}


@dataclass(frozen=True, slots=True)
class Opened:
    """A literal path that a call reads or writes; `here` if it starts at the source's folder.

    `handle` says that the call gets what another opened: ``pickle.load(f)``.
    """

    path: str
    call: str
    place: Place
    writes: bool = False
    here: bool = False
    guarded: bool = False
    handle: bool = False

    @property
    def has_holes(self) -> bool:
        """Whether a part of the path is not known."""
        return HOLE in self.path


def opened_of(parsed: Parsed) -> tuple[Opened, ...]:
    """Return the files that a source reads and writes by literal paths."""
    if not any(
        word in parsed.source.text for word in ("open", "load", "read", "save", "to_", "Path")
    ):
        return ()
    walker = _Opened(parsed)
    walker.visit(parsed.tree)
    checked = walker.checked
    return tuple(replace(one, guarded=one.guarded or one.path in checked) for one in walker.found)


class _Opened(ast.NodeVisitor):
    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.paths = Paths(parsed)
        self.handles: dict[str, str] = {}
        self.checked: set[str] = set()
        self.found: list[Opened] = []
        self.guards = 0
        self.openers = known("reads")
        self.writers = known("writes")
        self.loaders = known("trusts")

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

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            path = self._opened_path(item.context_expr)
            if isinstance(item.optional_vars, ast.Name):
                self.handles[item.optional_vars.id] = path or ""
        for statement in node.body:
            self.visit(statement)

    def visit_Call(self, node: ast.Call) -> None:
        name = self.parsed.dotted(node.func)
        if name is not None:
            self._record(name, node)
            self._check(name, node)
        self.generic_visit(node)

    def _check(self, name: str, node: ast.Call) -> None:
        """Remember a path that is asked for, wherever that is: ``if not exists(p): make(p)``."""
        if name.rpartition(".")[2] in _CHECKS:
            goal = node.args[0] if node.args else getattr(node.func, "value", None)
            path = self.paths.literal(goal) if isinstance(goal, ast.expr) else None
            if path is not None:
                self.checked.add(path.removeprefix(HERE).lstrip("/"))

    def _opened_path(self, node: ast.expr) -> str | None:
        """Return the path that a call of ``open`` or its like opens."""
        if not isinstance(node, ast.Call):
            return None
        read = self.openers.match(self.parsed.dotted(node.func) or "")
        goal = None if read is None else self._goal(node, int(read.rpartition("@")[2]))
        return None if goal is None else self.paths.literal(goal)

    def _handed(self, name: str, node: ast.Call) -> None:
        """Record a load from a file that is open already: ``pickle.load(open("x.pkl", "rb"))``."""
        goal = node.args[0] if node.args else None
        if self.loaders.match(name) is None or goal is None:
            return
        path = self.handles.get(goal.id) if isinstance(goal, ast.Name) else self._opened_path(goal)
        if path:
            place, clean = self.parsed.place(node), path.removeprefix(HERE).lstrip("/")
            here, guarded = path.startswith(HERE), self.guards > 0
            self.found.append(Opened(clean, name, place, False, here, guarded, handle=True))

    def _record(self, name: str, node: ast.Call) -> None:
        self._handed(name, node)
        reads, writes = self.openers.match(name), self.writers.match(name)
        if reads is None and writes is None:
            return
        method = name.rpartition(".")[2]
        position = int((reads or writes or "@0").rpartition("@")[2])
        if method == "open" and _writes(node, 0 if position == _ITSELF else 1):
            reads = None
        goal = self._goal(node, position)
        path = None if goal is None else self.paths.literal(goal)
        if path:
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


def _writes(node: ast.Call, at: int) -> bool:
    """Whether ``open`` is called with a mode that makes the file; an unknown mode counts too."""
    mode: ast.expr | None = node.args[at] if len(node.args) > at else None
    mode = next((one.value for one in node.keywords if one.arg == "mode"), mode)
    if mode is None:
        return False
    if not isinstance(mode, ast.Constant) or not isinstance(mode.value, str):
        return True
    return any(letter in mode.value for letter in "wax+")
