"""Which functions that seed are called, by whom, and what they are given for their seed.

A function that seeds is no seed; its call is. A call in one module means a function of another only
if the one imports the other, directly or through one module between them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.seeds.records import FIXED, Handed, Seeding, Use, Value
from reproscope.repository.tracing.importing import Importing

_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Effective:
    """A seeding that takes place, in the module where it does, with its value as far as known."""

    path: str
    seeding: Seeding
    value: Value


class Calling:
    """Looks across modules, by name and import."""

    def __init__(self, modules: list[Module], importing: Importing) -> None:
        self.importing = importing
        self.modules = {module.path: module for module in modules}
        self.handed: dict[str, dict[str, list[Handed]]] = defaultdict(lambda: defaultdict(list))
        self.called: dict[str, set[str]] = defaultdict(set)
        self.named: dict[str, dict[str, Value]] = defaultdict(dict)
        self.general: dict[str, Value] = {}
        local = {part for module in modules for part in _parts(module.path)}
        for module in modules:
            self._record(module, local)

    def _record(self, module: Module, local: set[str]) -> None:
        outside = {i.top for i in module.imports if not i.level and i.top not in local}
        for handed in module.seeds.handed:
            if handed.name.partition(".")[0] not in outside:
                self.handed[handed.name.rpartition(".")[2]][module.path].append(handed)
        for call in module.calls:
            if call.name.partition(".")[0] not in outside:
                self.called[call.method].add(module.path)
            for name in _handed_on(call):
                self.called[name].add(module.path)
        for name, value in module.seeds.named.items():
            self.named[name][module.path] = value

    def effective(self, module: Module) -> Iterator[Effective]:
        """Yield the seedings of a module that take place."""
        for seeding in module.seeds.seedings:
            value = seeding.value
            if not seeding.scope:
                yield Effective(module.path, seeding, self.value(module.path, value))
            elif ":" in value.reference:
                yield from self._handed_over(module, seeding)
            else:
                known = self.value(module.path, value)
                for path in self._callers(module.path, seeding.scope):
                    yield Effective(path, seeding, known)

    def _callers(self, path: str, scope: str) -> list[str]:
        """Return the modules that call a function, or make an object whose method it is.

        A method may be called by the framework that its class belongs to.
        """
        names = {_caller_name(scope), scope.partition(".")[0]}
        seeing = self.importing.seeing(path)
        return sorted(p for name in names for p in self.called.get(name, set()) & seeing)

    def _handed_over(self, module: Module, seeding: Seeding) -> Iterator[Effective]:
        """Yield a seeding once for each call of the function around it, with what it is given."""
        known: set[str] = set()
        for path, handed in self._calls(module.path, seeding.scope):
            known.add(path)
            value = self._argument(module.path, seeding.value, handed, _DEEPEST)
            there = replace(seeding, spot=handed.spot)
            yield Effective(path, there, self.value(path, value))
        for path in self._callers(module.path, seeding.scope):
            if path not in known:
                yield Effective(path, seeding, _left_alone(seeding.value))

    def _calls(self, path: str, scope: str) -> list[tuple[str, Handed]]:
        """Return the calls of a function of a module, with the modules they stand in."""
        by_path = self.handed.get(_caller_name(scope), {})
        near = sorted(by_path.keys() & self.importing.seeing(path))
        return [(one, handed) for one in near for handed in by_path[one]]

    def _argument(self, path: str, wanted: Value, handed: Handed, depth: int) -> Value:
        """Return what a call gives for a parameter; its default where it gives nothing."""
        scope, _, name = wanted.reference.partition(":")
        for keyword, value in handed.named:
            if keyword == name:
                return self._further(value, handed, depth)
        table = self.modules[path].seeds.parameters.get(scope, ())
        listed = [parameter for parameter in table if parameter not in ("self", "cls")]
        if name in listed and listed.index(name) < len(handed.plain):
            return self._further(handed.plain[listed.index(name)], handed, depth)
        return _left_alone(wanted)

    def _further(self, value: Value, handed: Handed, depth: int) -> Value:
        """Follow a value that the calling function was itself given."""
        if value.kind != "parameter" or depth == 0:
            return value
        here = handed.spot.place.path
        calls = self._calls(here, value.reference.partition(":")[0])
        others = [call for _, call in calls if call is not handed]
        if not others:
            return Value("unknown")
        return self._argument(here, value, others[0], depth - 1)

    def value(self, path: str, value: Value) -> Value:
        """Return a value that refers to another module as that module explains it."""
        if value.kind != "elsewhere":
            return value
        name = value.reference.rpartition(".")[2]
        table = self.named.get(name, {})
        near = table.keys() & (self.importing.seen_from(path) - {path})
        if near:
            return _agreed(value, [table[one] for one in sorted(near)])
        if name not in self.general:
            self.general[name] = _agreed(value, list(table.values()))
        return self.general[name]

    def explained(self, path: str, use: Use) -> Use:
        """Return a use whose own seed is explained as far as it can be."""
        return use if use.own is None else replace(use, own=self.value(path, use.own))


def _handed_on(call: Call) -> Iterator[str]:
    """Yield functions that are handed to another to be called, as ``spawn(worker)`` does."""
    for argument in call.arguments:
        named = not argument.is_constant and argument.source.isidentifier()
        if named and argument.keyword != "worker_init_fn":
            yield argument.source


def _agreed(value: Value, values: list[Value]) -> Value:
    """Return what several modules say of one name: the loosest of it."""
    found = [one for one in values if one.kind not in ("elsewhere", "parameter")]
    loose = [one for one in found if one.kind not in FIXED]
    return (loose or found or [Value("unknown", value.reference)])[0]


def _left_alone(value: Value) -> Value:
    return Value("unknown") if value.kind == "parameter" else value


def _caller_name(scope: str) -> str:
    """Return the name by which a function is called: a constructor by its class."""
    head, _, last = scope.rpartition(".")
    return head.rpartition(".")[2] if last == "__init__" and head else last


def _parts(path: str) -> set[str]:
    pure = PurePosixPath(path)
    return {*pure.parts[:-1], pure.stem}
