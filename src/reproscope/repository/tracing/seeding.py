"""The seeds of all modules put together: which generators are seeded where, with what value.

A use is seeded if the module it stands in, or one that imports it, seeds its generator. Modules are
matched by name: lenient where names repeat, and where nothing that is seen imports a module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.seeds.names import names
from reproscope.repository.collect.python.seeds.records import FIXED, LOOSE, Use, Value
from reproscope.repository.tracing.calling import Calling, Effective
from reproscope.repository.tracing.importing import Importing


@dataclass(frozen=True)
class Survey:
    """The seeds of a repository; `reach` are the modules that a seeding module's seeds reach.

    What loads the modules `anywhere` is not seen, so that every seed may reach them.
    """

    seedings: tuple[Effective, ...]
    uses: tuple[tuple[str, Use], ...]
    reach: dict[str, frozenset[str]] = field(repr=False)
    anywhere: frozenset[str] = field(default=frozenset(), repr=False)
    # A use asks for its module and family: the same answer for all uses of that kind there, and
    # in all modules that every seed may reach.
    _seeded: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False, compare=False)

    def seeds_for(self, path: str, family: str) -> list[Effective]:
        """Return the seedings that take effect on a family in a module."""
        known = names().families.get(family)
        wanted = {family, *(known.stand_in if known else ())}
        reaching = self.reach.keys() if path in self.anywhere else self.reached.get(path, set())
        found: list[Effective] = []
        for name in sorted(wanted):
            of_name = self.by_family.get(name, {})
            pairs = [pair for origin in of_name.keys() & reaching for pair in of_name[origin]]
            found += [one for _, one in sorted(pairs, key=itemgetter(0))]
        return found

    @cached_property
    def by_family(self) -> dict[str, dict[str, list[tuple[int, Effective]]]]:
        """The seedings of each family, numbered, by the module they stand in."""
        found: dict[str, dict[str, list[tuple[int, Effective]]]] = defaultdict(dict)
        for index, one in enumerate(self.seedings):
            for family in one.seeding.families:
                found[family].setdefault(one.path, []).append((index, one))
        return found

    @cached_property
    def reached(self) -> dict[str, set[str]]:
        """The modules whose seeds reach a module: `reach` the other way round."""
        found: dict[str, set[str]] = defaultdict(set)
        for origin, paths in self.reach.items():
            for path in paths:
                found[path].add(origin)
        return found

    def is_seeded(self, path: str, use: Use) -> bool:
        """Whether a use is seeded, by itself or by its family's generator."""
        if use.own is not None:
            return not self.is_loose(path, use.own)
        key = ("" if path in self.anywhere else path, use.family)
        if key not in self._seeded:
            found = self.seeds_for(path, use.family)
            self._seeded[key] = any(not self.is_loose(e.path, e.value) for e in found)
        return self._seeded[key]

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
    own = [module for module in modules if module.parsed and not module.is_test]
    importing = Importing(own)
    calling = Calling(own, importing)
    found = tuple(e for module in own for e in calling.effective(module))
    uses = tuple((m.path, calling.explained(m.path, use)) for m in own for use in m.seeds.uses)
    seeding = {one.path for one in found}
    reach = {path: importing.around(path) for path in seeding}
    return Survey(found, uses, reach, importing.loaded_otherwise())
