"""The third-party modules the code uses, where, and the distributions that would provide each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from reproscope.repository.collect.environment.knowledge import Knowledge, knowledge
from reproscope.repository.collect.environment.local import LocalModules
from reproscope.repository.collect.environment.records import Role, UsedImport
from reproscope.repository.collect.python.imports import Import
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.tree import Tree

_TEST_DIRECTORIES = {"tests", "test", "testing", "unittests", "unit_tests"}
_DOCS_DIRECTORIES = {"docs", "doc", "documentation"}
_TEST_TOOLS = {"pytest", "unittest", "nose", "hypothesis"}
_BUILD_FILES = {"setup.py", "ez_setup.py", "noxfile.py", "conanfile.py", "fabfile.py"}
_STRENGTH: tuple[Role, ...] = ("runtime", "test", "docs", "build")
_MOST_PLACES = 20


@dataclass(slots=True)
class _Use:
    distributions: tuple[str, ...]
    known: bool
    places: list[tuple[int, Place]] = field(default_factory=list)
    roles: set[Role] = field(default_factory=set)
    needed: bool = False


def third_party_of(tree: Tree, modules: tuple[Module, ...]) -> tuple[UsedImport, ...]:
    """Return every third-party module that is imported, in the order of the names."""
    known, local = knowledge(), LocalModules(tree, modules)
    uses: dict[str, _Use] = {}
    for module in modules:
        role = role_of(module)
        for one in module.imports:
            for name in _third_party(one, module.path, known, local):
                key, distributions = known.provider(name)
                use = uses.setdefault(key, _Use(distributions, known.knows(key)))
                use.roles.add(role)
                use.needed |= not one.optional
                use.places.append((_STRENGTH.index(role), one.place))
    return tuple(_used(name, uses[name]) for name in sorted(uses, key=str.casefold))


def _third_party(one: Import, path: str, known: Knowledge, local: LocalModules) -> Iterator[str]:
    """Yield the dotted names of an import that come from outside; ``google`` is told apart."""
    top = one.top
    if one.level or not top or top in known.standard or top in known.installers:
        return
    if local.holds(top, path, known.knows(top)):
        return
    dotted = [f"{one.module}.{name}" for name in one.names] or [one.module]
    for name in {known.provider(full)[0]: full for full in dotted}.values():
        if top not in known.hosts and ".".join(name.split(".")[:2]) not in known.hosts:
            yield name


def role_of(module: Module) -> Role:
    """Say what a module is for: the work itself, its tests, its documentation, its building.

    ``test.py`` in a research repository evaluates a model: only a test directory, or a file that
    is named like a test and imports a test tool, is a test.
    """
    path = PurePosixPath(module.path)
    directories = {part.casefold() for part in path.parts[:-1]}
    if path.name in _BUILD_FILES:
        return "build"
    if directories & _TEST_DIRECTORIES or path.name == "conftest.py":
        return "test"
    if path.name.startswith("test_") or path.stem.endswith("_test"):
        return "test" if any(one.top in _TEST_TOOLS for one in module.imports) else "runtime"
    return "docs" if directories & _DOCS_DIRECTORIES else "runtime"


def _used(name: str, use: _Use) -> UsedImport:
    role = next(one for one in _STRENGTH if one in use.roles)
    ordered = sorted(use.places, key=lambda pair: pair[0])[:_MOST_PLACES]
    places = tuple(place for _, place in ordered)
    return UsedImport(name, use.distributions, places, role, not use.needed, use.known)
