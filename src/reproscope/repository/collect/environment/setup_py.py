"""``setup.py`` read by ``ast`` and never run: literals, names bound to literals, files it opens.

Where the value of ``install_requires`` is computed in another way, that is a fact with its line.
"""

from __future__ import annotations

import ast
import posixpath
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

from reproscope.repository.collect.environment.pyproject import group_kind
from reproscope.repository.collect.environment.records import Broken, Gathered, Kind, Reference
from reproscope.repository.collect.environment.requirements import inside
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.collect.environment.versions import classifiers_stated, python_stated
from reproscope.repository.collect.reading import Unreadable
from reproscope.repository.tree import Text, Tree

_MOST_STEPS = 400
_KINDS: dict[str, Kind] = {
    "install_requires": "runtime",
    "requires": "runtime",
    "tests_require": "dev",
    "setup_requires": "build",
}


def read_setup_py(tree: Tree, text: Text) -> Gathered:
    """Return what the call of ``setup`` declares, as far as it can be read without running it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text.content)
        script = _Script(tree, text.path, _bindings(module))
        for call in ast.walk(module):
            if isinstance(call, ast.Call) and _called(call) == "setup":
                script.read(call)
    except SyntaxError as error:
        raise Unreadable(f"it does not parse: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"it does not parse: {type(error).__name__}") from None
    return script.found


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _bindings(module: ast.Module) -> dict[str, list[ast.AST]]:
    """Return what each name is bound to: assigned, opened by ``with``, looped over, defined."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(module):
        pairs: list[tuple[ast.expr | None, ast.AST]] = []
        if isinstance(node, ast.Assign):
            pairs = [(goal, node.value) for goal in node.targets]
        elif isinstance(node, ast.AnnAssign | ast.AugAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.With):
            pairs = [(item.optional_vars, item.context_expr) for item in node.items]
        elif isinstance(node, ast.For):
            pairs = [(node.target, node.iter)]
        elif isinstance(node, ast.Call) and _called(node) in ("append", "extend") and node.args:
            pairs = [(getattr(node.func, "value", None), node.args[0])]
        elif isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        for goal, value in pairs:
            if isinstance(goal, ast.Name):
                found.setdefault(goal.id, []).append(value)
    return found


@dataclass
class _Script:
    tree: Tree
    path: str
    bound: dict[str, list[ast.AST]]
    found: Gathered = field(default_factory=Gathered.empty)

    def read(self, call: ast.Call) -> None:
        """Read the arguments of one call of ``setup``."""
        for keyword in self._keywords(call):
            if keyword.arg in _KINDS:
                self._requirements(keyword.value, _KINDS[keyword.arg])
            elif keyword.arg == "extras_require":
                self._extras(keyword.value)
            elif keyword.arg == "python_requires":
                self._python(keyword.value)
            elif keyword.arg == "classifiers":
                self._classifiers(keyword.value)

    def _keywords(self, call: ast.Call) -> Iterator[ast.keyword]:
        for keyword in call.keywords:
            if keyword.arg is not None:
                yield keyword
                continue
            options = self._single(keyword.value)
            if isinstance(options, ast.Dict):
                for key, value in zip(options.keys, options.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield ast.keyword(arg=key.value, value=value)
            else:
                self._unread(keyword.value.lineno, "setup() is given computed arguments")

    def _classifiers(self, node: ast.expr) -> None:
        constants = [one for one in self._elements(node) if isinstance(one, ast.Constant)]
        values = [one.value for one in constants if isinstance(one.value, str)]
        self.found.pythons.extend(classifiers_stated(self.path, node.lineno, values))

    def _single(self, node: ast.AST) -> ast.AST:
        """Return what a name is bound to, if it is bound once."""
        if isinstance(node, ast.Name) and len(self.bound.get(node.id, ())) == 1:
            return self.bound[node.id][0]
        return node

    def _extras(self, node: ast.AST) -> None:
        options = self._single(node)
        if not isinstance(options, ast.Dict):
            return  # extras are optional: nothing is missed that the code needs
        for key, value in zip(options.keys, options.values, strict=True):
            name = key.value if isinstance(key, ast.Constant) else "extra"
            self._requirements(value, group_kind(name))

    def _python(self, node: ast.AST) -> None:
        node = self._single(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            stated = python_stated(self.path, node.lineno, node.value, "requires-python")
            self.found.pythons.extend([stated] if stated else [])

    def _requirements(self, node: ast.AST, kind: Kind) -> None:
        """Record literal requirements, and the files of the tree that the others come from."""
        for element in self._elements(node):
            if isinstance(element, ast.Constant) and isinstance(element.value, str):
                where = Where(self.path, element.lineno, kind, "setup.py")
                for one in element.value.splitlines():
                    if one.strip() and not one.strip().startswith("#"):
                        self.found.declarations.append(declared(one, where))
                continue
            files = dict(self._files(element))
            for named, line in files.items():
                goal = inside(self.tree, self.path, named)
                self.found.references.append(Reference(self.path, line, named, goal))
            if not files and kind == "runtime":
                line = getattr(element, "lineno", 1)
                self._unread(line, "a part of install_requires is computed")

    def _elements(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the texts a list is made of, and each part of it that is computed.

        Lists are joined by ``+``, but ``deps["torch"] + ">=1.0"`` inside of one makes a text.
        """
        stack: list[tuple[ast.AST, bool]] = [(node, True)]
        steps = 0
        while stack and steps < _MOST_STEPS:
            (current, whole), steps = stack.pop(), steps + 1
            if isinstance(current, ast.List | ast.Tuple | ast.Set) and whole:
                stack.extend((one, False) for one in reversed(current.elts))
            elif isinstance(current, ast.BinOp) and isinstance(current.op, ast.Add) and whole:
                stack.extend([(current.right, True), (current.left, True)])
            elif isinstance(current, ast.Starred):
                stack.append((current.value, True))
            elif isinstance(current, ast.Name) and self._only_values(current.id):
                stack.extend((one, whole) for one in reversed(self.bound[current.id]))
            else:
                yield current

    def _only_values(self, name: str) -> bool:
        bound = self.bound.get(name, [])
        return bool(bound) and not any(isinstance(one, ast.FunctionDef) for one in bound)

    def _files(self, node: ast.AST) -> Iterator[tuple[str, int]]:
        """Yield the files of the tree that a computed value names, through names and functions."""
        seen: set[int] = set()
        stack = [node]
        while stack and len(seen) < _MOST_STEPS:
            current = stack.pop()
            if id(current) in seen:
                continue
            seen.add(id(current))
            if isinstance(current, ast.Constant):
                text = current.value
                if isinstance(text, str) and self._is_requirements(text):
                    yield text, current.lineno
            elif isinstance(current, ast.Name):
                stack.extend(self.bound.get(current.id, ()))
            elif isinstance(current, ast.Call) and self._names_a_file(current):
                stack.extend(current.args)  # what the function names by itself is its default
            else:
                stack.extend(_parts(current))

    def _names_a_file(self, call: ast.Call) -> bool:
        constants = [a.value for a in call.args if isinstance(a, ast.Constant)]
        return any(isinstance(one, str) and self._is_requirements(one) for one in constants)

    def _is_requirements(self, named: str) -> bool:
        if not 0 < len(named) < 200 or not named.endswith((".txt", ".in", ".pip")):
            return False
        return inside(self.tree, self.path, named) is not None

    def _unread(self, line: int, why: str) -> None:
        self.found.broken.append(Broken(self.path, line, why, False))


def _parts(node: ast.AST) -> list[ast.AST]:
    """Return where the value of an expression comes from; the parts of a path are joined."""
    if isinstance(node, ast.Call) and _called(node) == "join":
        joined = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if joined and all(isinstance(one, str) for one in joined):
            constant = ast.Constant(posixpath.join(*[str(one) for one in joined]))
            return [ast.copy_location(constant, node)]
    return list(ast.iter_child_nodes(node))
