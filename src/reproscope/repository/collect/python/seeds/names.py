"""The meaning of names around random generators, read once from ``names.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Family:
    """One generator: its title in messages, and which others stand in for it."""

    name: str
    title: str
    stand_in: tuple[str, ...]
    keyword: str | None


@dataclass(frozen=True, slots=True)
class Condition:
    """When a splitter or estimator is random: by a keyword's value, or by default."""

    keyword: str
    random: frozenset[object]
    default: bool
    split: bool


@dataclass(frozen=True, slots=True)
class Names:
    """Uses, seeds, objects and estimators by their full names."""

    families: Mapping[str, Family]
    uses: Mapping[str, str]
    prefixes: tuple[tuple[str, str], ...]
    constant: frozenset[str]
    layers: tuple[tuple[str, frozenset[str], str], ...]
    objects: Mapping[str, tuple[str, str]]
    seeds: Mapping[str, tuple[str, ...]]
    several: Mapping[str, tuple[str, ...]]
    packages: frozenset[str]
    estimators: frozenset[str]
    splits: frozenset[str]
    conditional: Mapping[str, Condition]
    clocks: frozenset[str]
    clock_prefixes: tuple[str, ...]
    passing: frozenset[str]

    def family_of(self, dotted: str) -> tuple[str, bool] | None:
        """Return the family that a call draws from, and whether it is a layer's weights."""
        found = self.uses.get(dotted)
        if found is not None:
            return found, False
        for prefix, family in self.prefixes:
            if dotted.startswith(prefix):
                drawn = dotted.removeprefix(prefix) not in self.constant
                return (family, True) if drawn else None
        package, _, name = dotted.rpartition(".")
        for packaged, names, family in self.layers:
            if name in names and f".{package}.".endswith(f".{packaged}"):
                return family, True
        return None

    def seeded_by(self, dotted: str) -> tuple[str, ...] | None:
        """Return the families that a call of a library seeds."""
        found = self.seeds.get(dotted)
        if found is not None:
            return found
        top, _, rest = dotted.partition(".")
        if not rest:
            return None
        last = rest.rpartition(".")[2]
        if top == "tensorflow" and ".keras." in f".{rest}" and last == "set_random_seed":
            top = "keras"
        return self.several.get(f"{top}.{last}")

    def is_clock(self, dotted: str) -> bool:
        """Whether a call yields something else each time."""
        return dotted in self.clocks or dotted.startswith(self.clock_prefixes)


@cache
def names() -> Names:
    """Read the names."""
    text = resources.files(__package__).joinpath("names.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    families = table["families"]
    estimators = table["estimators"]
    return Names(
        families={name: _family(name, one) for name, one in families.items()},
        uses={use: name for name, one in families.items() for use in one["uses"]},
        prefixes=tuple((p, n) for n, one in families.items() for p in one.get("prefixes", ())),
        constant=frozenset(n for one in families.values() for n in one.get("constant", ())),
        layers=tuple(
            (one["layers"], frozenset(one["layer_names"]), name)
            for name, one in families.items()
            if "layers" in one
        ),
        objects={name: (pair[0], pair[1]) for name, pair in table["objects"].items()},
        seeds={name: tuple(listed) for name, listed in table["seeds"].items()},
        several={name: tuple(listed) for name, listed in table["several"].items()},
        packages=frozenset(estimators["packages"]),
        estimators=frozenset(estimators["always"]),
        splits=frozenset(estimators["splits"]),
        conditional={n: _condition(one) for n, one in estimators["conditional"].items()},
        clocks=frozenset(table["clock"]["names"]),
        clock_prefixes=tuple(table["clock"]["prefixes"]),
        passing=frozenset(table["passing"]["names"]),
    )


def _family(name: str, one: Mapping[str, object]) -> Family:
    stand_in = one.get("stand_in", ())
    keyword = one.get("keyword")
    return Family(
        name,
        str(one["title"]),
        tuple(str(other) for other in stand_in) if isinstance(stand_in, list) else (),
        keyword if isinstance(keyword, str) else None,
    )


def _condition(one: Mapping[str, object]) -> Condition:
    random = one["random"]
    values = frozenset(random) if isinstance(random, list) else frozenset()
    return Condition(str(one["keyword"]), values, bool(one["default"]), bool(one["split"]))
