"""The seeds of all modules put together: which functions seed, who calls them, with what value.

A function that seeds is no seed; its call is. A use is seeded if the module it stands in, or one
that imports it, seeds its generator. Modules are matched by name: lenient where names repeat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.seeds.names import names
from reproscope.repository.collect.python.seeds.records import (
    FIXED,
    LOOSE,
    Handed,
    Seeding,
    Use,
    Value,
)
from reproscope.repository.importing import Importing

_DEEPEST = 3
_HOOKS = frozenset({"main", "setUp", "setup", "run", "__init__", "__call__", "worker_init_fn"})


@dataclass(frozen=True, slots=True)
class Effective:
    """A seeding that takes place, in the module where it does, with its value as far as known."""

    path: str
    seeding: Seeding
    value: Value


@dataclass(frozen=True)
class Survey:
    """The seeds of a repository; `reach` are the modules that a seeding module's seeds reach."""

    seedings: tuple[Effective, ...]
    uses: tuple[tuple[str, Use], ...]
    reach: dict[str, frozenset[str]] = field(repr=False)

    def seeds_for(self, path: str, family: str) -> list[Effective]:
        """Return the seedings that take effect on a family in a module."""
        known = names().families.get(family)
        wanted = {family, *(known.stand_in if known else ())}
        return [
            one
            for name in sorted(wanted)
            for one in self.by_family.get(name, ())
            if path in self.reach[one.path]
        ]

    @cached_property
    def by_family(self) -> dict[str, list[Effective]]:
        """The seedings of each family."""
        found: dict[str, list[Effective]] = defaultdict(list)
        for one in self.seedings:
            for family in one.seeding.families:
                found[family].append(one)
        return found

    def is_seeded(self, path: str, use: Use) -> bool:
        """Whether a use is seeded, by itself or by its family's generator."""
        if use.own is not None:
            return not self.is_loose(path, use.own)
        return any(not self.is_loose(e.path, e.value) for e in self.seeds_for(path, use.family))

    def is_loose(self, path: str, value: Value) -> bool:
        """Whether a value is another one each time."""
        if value.kind == "drawn":
            drawn = self.seeds_for(path, value.reference)
            return not any(e.value.kind not in (*LOOSE, "drawn") for e in drawn)
        return value.kind in LOOSE

    def is_fixed(self, path: str, value: Value) -> bool:
        """Whether a value is the same each time unless someone says otherwise."""
        if value.kind == "drawn":
            drawn = self.seeds_for(path, value.reference)
            return bool(drawn) and all(e.value.kind in FIXED for e in drawn)
        return value.kind in FIXED


def survey(modules: Iterable[Module]) -> Survey:
    """Put the seeds of all modules together; tests are left out."""
    own = [module for module in modules if module.parsed and not is_test(module.path)]
    joint = _Joint(own)
    found = tuple(e for module in own for e in joint.effective(module))
    uses = tuple((m.path, joint.explained(use)) for m in own for use in m.seeds.uses)
    importing = Importing(own)
    seeding = {one.path for one in found}
    return Survey(found, uses, {path: importing.around(path) for path in seeding})


def is_test(path: str) -> bool:
    """Whether a module tests others rather than running an experiment.

    >>> is_test("tests/test_model.py"), is_test("train.py"), is_test("test.py")
    (True, False, False)
    """
    parts = PurePosixPath(path).parts
    name = parts[-1]
    return (
        name.startswith("test_")
        or name.endswith("_test.py")
        or name in ("conftest.py", "setup.py")
        or any(part in ("tests", "testing") for part in parts[:-1])
    )


class _Joint:
    """Looks across modules, by name."""

    def __init__(self, modules: list[Module]) -> None:
        self.handed: dict[str, list[tuple[str, Handed]]] = defaultdict(list)
        self.called: dict[str, set[str]] = defaultdict(set)
        self.parameters: dict[str, tuple[str, ...]] = {}
        self.named: dict[str, Value] = {}
        local = {part for module in modules for part in _parts(module.path)}
        for module in modules:
            outside = {i.top for i in module.imports if not i.level and i.top not in local}
            for handed in module.seeds.handed:
                if handed.name.partition(".")[0] not in outside:
                    self.handed[handed.name.rpartition(".")[2]].append((module.path, handed))
            for call in module.calls:
                if call.name.partition(".")[0] not in outside:
                    self.called[call.method].add(module.path)
                for name in _handed_on(call):
                    self.called[name].add(module.path)
            self.parameters.update(module.seeds.parameters)
            for name, value in module.seeds.named.items():
                if name not in self.named or value.kind in FIXED:
                    self.named[name] = value

    def effective(self, module: Module) -> Iterator[Effective]:
        """Yield the seedings of a module that take place."""
        for seeding in module.seeds.seedings:
            if not seeding.scope:
                yield Effective(module.path, seeding, self.value(seeding.value))
                continue
            function = _caller_name(seeding.scope)
            paths = self.called.get(function, set())
            if seeding.value.kind in ("parameter", "open", "default"):
                yield from self._handed_over(module, seeding, function)
            else:
                value = self.value(seeding.value)
                for path in sorted(paths) or self._hooked(module, function):
                    yield Effective(path, seeding, value)

    def _hooked(self, module: Module, function: str) -> list[str]:
        """A framework may call what nothing in the repository calls."""
        return [module.path] if function in _HOOKS else []

    def _handed_over(self, module: Module, seeding: Seeding, function: str) -> Iterator[Effective]:
        calls = self.handed.get(function, [])
        for path, handed in calls:
            value = self._argument(seeding.value, handed, _DEEPEST)
            yield Effective(path, replace(seeding, spot=handed.spot), self.value(value))
        known = {path for path, _ in calls}
        for path in sorted(self.called.get(function, set()) - known):
            yield Effective(path, seeding, _left_alone(seeding.value))
        if not calls and function not in self.called and function in _HOOKS:
            yield Effective(module.path, seeding, _left_alone(seeding.value))

    def _argument(self, wanted: Value, handed: Handed, depth: int) -> Value:
        """Return what a call gives for a parameter; its default where it gives nothing."""
        scope, _, name = wanted.reference.partition(":")
        for keyword, value in handed.named:
            if keyword == name:
                return self._further(value, handed, depth)
        listed = [p for p in self.parameters.get(scope, ()) if p not in ("self", "cls")]
        if name in listed and listed.index(name) < len(handed.plain):
            return self._further(handed.plain[listed.index(name)], handed, depth)
        return _left_alone(wanted)

    def _further(self, value: Value, handed: Handed, depth: int) -> Value:
        if value.kind != "parameter" or depth == 0:
            return value
        calls = self.handed.get(_caller_name(value.reference.partition(":")[0]), [])
        others = [one for _, one in calls if one is not handed]
        return self._argument(value, others[0], depth - 1) if others else Value("unknown")

    def value(self, value: Value) -> Value:
        """Return a value that refers to another module as that module explains it."""
        if value.kind != "elsewhere":
            return value
        found = self.named.get(value.reference.rpartition(".")[2])
        if found is None or found.kind in ("elsewhere", "parameter"):
            return Value("unknown", value.reference)
        return found

    def explained(self, use: Use) -> Use:
        """Return a use whose own seed is explained as far as it can be."""
        return use if use.own is None else replace(use, own=self.value(use.own))


def _handed_on(call: Call) -> Iterator[str]:
    """Yield functions that are handed to another to be called, as ``spawn(worker)`` does."""
    for argument in call.arguments:
        named = not argument.is_constant and argument.source.isidentifier()
        if named and argument.keyword != "worker_init_fn":
            yield argument.source


def _left_alone(value: Value) -> Value:
    return Value("unknown") if value.kind == "parameter" else value


def _caller_name(scope: str) -> str:
    """Return the name by which a function is called: a constructor by its class."""
    head, _, last = scope.rpartition(".")
    return head.rpartition(".")[2] if last == "__init__" and head else last


def _parts(path: str) -> set[str]:
    pure = PurePosixPath(path)
    return {*pure.parts[:-1], pure.stem}
