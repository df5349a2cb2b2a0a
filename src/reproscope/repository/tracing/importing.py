"""Which module of a tree imports which other, by name: for whatever takes effect across modules."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import PurePosixPath

from reproscope.repository.collect.python.modules import Module

_MOST = 2_000


class Importing:
    """The import graph of the modules of a tree, matched by the ends of their paths."""

    def __init__(self, modules: list[Module]) -> None:
        self.everything = frozenset(module.path for module in modules)
        self.idle = {module.path for module in modules if not _runs(module)}
        self.by_end: dict[str, list[str]] = defaultdict(list)
        for module in modules:
            for end in _ends(module.path):
                self.by_end[end].append(module.path)
        self.importers: dict[str, set[str]] = defaultdict(set)
        self.imported: dict[str, set[str]] = defaultdict(set)
        for module in modules:
            for other in self._targets(module):
                self.importers[other].add(module.path)
                self.imported[module.path].add(other)

    def _targets(self, module: Module) -> set[str]:
        found: set[str] = set()
        for one in module.imports:
            base = one.module.replace(".", "/")
            if one.level:
                parents = PurePosixPath(module.path).parents
                level = min(one.level, len(parents)) - 1
                folder = str(parents[level])
                base = "/".join(part for part in (folder.strip("."), base) if part)
            ends = [base, *(f"{base}/{name}" if base else name for name in one.names)]
            for end in ends:
                found.update(self._named(end, module.path, exact=bool(one.level)))
        return found - {module.path}

    def _named(self, end: str, importer: str, exact: bool) -> list[str]:
        """Return the modules a name means: beside the importer first, then from the root."""
        candidates = self.by_end.get(end, [])
        folder = str(PurePosixPath(importer).parent).strip(".")
        for place in (end,) if exact else (f"{folder}/{end}" if folder else end, end):
            nearest = [path for path in candidates if _bare(path) == place]
            if nearest:
                return nearest
        if exact or end.partition("/")[0] in sys.stdlib_module_names:
            return []
        return candidates

    def seen_from(self, path: str) -> set[str]:
        """Return a module and those it imports, at most through one between them."""
        return self._near(path, self.imported)

    def seeing(self, path: str) -> set[str]:
        """Return a module and those that import it, at most through one between them."""
        return self._near(path, self.importers)

    def loaded_otherwise(self) -> frozenset[str]:
        """Return the modules that nothing imports and that do not run, and all they import.

        Something else may load them, by a name that is made up at run time: ``import_module(name)``
        or a class that a configuration names.
        """
        orphans = self.idle - self.importers.keys()
        return frozenset(self._closure(set(orphans), self.imported, len(self.everything) + 1))

    @staticmethod
    def _near(path: str, edges: dict[str, set[str]]) -> set[str]:
        direct = edges.get(path, set())
        return {path, *direct}.union(*(edges.get(one, ()) for one in direct))

    def around(self, path: str) -> frozenset[str]:
        """Return a module, all that import it, and all that these import, directly or not.

        Where they are too many to follow, all modules stand for them: what is somewhere may then
        take effect everywhere, and nothing is called missing that is only far away.
        """
        above = self._closure({path}, self.importers)
        found = self._closure(above, self.imported)
        return self.everything if len(found) >= _MOST else frozenset(found)

    @staticmethod
    def _closure(start: set[str], edges: dict[str, set[str]], most: int = _MOST) -> set[str]:
        found, waiting = set(start), list(start)
        while waiting and len(found) < most:
            for other in edges.get(waiting.pop(), ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found


def _runs(module: Module) -> bool:
    outline = module.outline
    return module.notebook or outline.guard_line is not None or outline.acts_line is not None


def _bare(path: str) -> str:
    """Return a module's path as an import names it: no suffix, a package by its folder."""
    return str(PurePosixPath(path).with_suffix("")).removesuffix("/__init__")


def _ends(path: str) -> list[str]:
    """Return the names under which a module may be imported, as paths without suffix."""
    parts = _bare(path).split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]
