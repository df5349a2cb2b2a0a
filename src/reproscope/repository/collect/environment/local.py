"""Which imported names are modules of the tree itself: beside the script, above it, or elsewhere.

Code is run from many directories and changes ``sys.path``, so a module anywhere in the tree counts,
unless its name is a well-known distribution's: ``examples/pytorch_lightning/gin.py`` imports the
distribution, so that such a module must lie beside the script, at the root or in a source root.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.tree import Tree

_SOURCES = {".py", ".ipynb", ".pyx", ".so", ".pyd", ".pyi"}
_COMPILED = (".c", ".cpp", ".cc", ".cu")
_ROOTS = ("src", "lib", "python", "code", "source", "scripts")
_EXTENSIONS = {"Extension", "CUDAExtension", "CppExtension", "CythonExtension", "Pybind11Extension"}


@dataclass(frozen=True)
class LocalModules:
    """The importable names of a tree, by the directory they lie in."""

    tree: Tree
    modules: tuple[Module, ...]
    _seen: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)

    def holds(self, top: str, path: str, known: bool) -> bool:
        """Whether a name imported by a file is a module of the tree."""
        directory = path.rpartition("/")[0]
        key = (directory, top)
        if key not in self._seen:
            self._seen[key] = self._found(top, directory, known)
        return self._seen[key]

    def _found(self, top: str, directory: str, known: bool) -> bool:
        way = (directory, "", *_ROOTS) if known else _way(directory)
        if any(top in self._by_directory.get(one, ()) for one in way):
            return True
        return not known and (top in self._anywhere or top in self._made)

    @cached_property
    def _by_directory(self) -> dict[str, set[str]]:
        """Return the modules and packages that lie directly in each directory."""
        found: dict[str, set[str]] = {}
        seen: set[str] = set()
        for path in self._paths():
            directory, _, name = path.rpartition("/")
            stem, dot, _ = name.partition(".")
            if f".{name.rpartition('.')[2]}".casefold() not in _SOURCES or not dot:
                continue
            found.setdefault(directory, set()).add(stem)
            while directory and directory not in seen:
                seen.add(directory)
                directory, _, package = directory.rpartition("/")
                found.setdefault(directory, set()).add(package)
        for module in self.tree.submodules:
            parent, _, name = module.path.rpartition("/")
            found.setdefault(parent, set()).add(name)
        return found

    def _paths(self) -> Iterator[str]:
        for file in (*self.tree.files, *self.tree.vendored):
            yield file.path
        for link in self.tree.links:
            yield link.path if "." in link.path else f"{link.path}/__init__.py"

    @cached_property
    def _anywhere(self) -> frozenset[str]:
        return frozenset(name for names in self._by_directory.values() for name in names)

    @cached_property
    def _made(self) -> frozenset[str]:
        """Return modules that a build makes: extensions, compiled sources, protocol buffers."""
        names = set(_extension_names(self.modules))
        for file in self.tree.files:
            if file.path.endswith((*_COMPILED, ".proto")):
                stem = PurePosixPath(file.path).stem
                made = (f"{stem}_pb2", f"{stem}_pb2_grpc") if file.suffix == ".proto" else (stem,)
                names.update(made)
        return frozenset(names)


def _way(directory: str) -> Iterator[str]:
    """Yield the directories an import is looked for in: its own, those above, source roots."""
    yield directory
    while directory:
        directory = directory.rpartition("/")[0]
        yield directory
    yield from _ROOTS


def _extension_names(modules: Iterable[Module]) -> Iterator[str]:
    for module in modules:
        for call in module.calls:
            if call.method in _EXTENSIONS:
                named = call.argument("name", 0)
                if named is not None and isinstance(named.constant, str):
                    yield named.constant.rpartition(".")[2]
                    yield named.constant.partition(".")[0]
