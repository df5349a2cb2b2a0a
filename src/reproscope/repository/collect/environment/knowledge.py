"""The data beside this code: imports and their distributions, and the standard libraries."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from reproscope.repository.collect.environment.records import canonical


@dataclass(frozen=True)
class Knowledge:
    """What is known of modules: who provides them, and which no one has to declare."""

    imports: dict[str, tuple[str, ...]]
    same: frozenset[str]
    standard: frozenset[str]
    hosts: frozenset[str]
    installers: frozenset[str]
    conda: dict[str, str]
    bundles: dict[str, tuple[str, ...]]
    images: dict[str, tuple[str, ...]]
    tools: frozenset[str]
    julia: frozenset[str]

    def provider(self, module: str) -> tuple[str, tuple[str, ...]]:
        """Return the known part of a dotted name, and the distributions that provide it.

        >>> knowledge().provider("google.protobuf.message")
        ('google.protobuf', ('protobuf',))
        """
        name = module
        while name:
            if name in self.imports:
                return name, self.imports[name]
            name = name.rpartition(".")[0]
        top = module.partition(".")[0]
        return top, (canonical(top),)

    def knows(self, top: str) -> bool:
        """Whether a module is a known distribution's."""
        return top in self.imports or top in self.same

    def index_name(self, name: str) -> str:
        """Return the name on the package index of a conda package."""
        return self.conda.get(name, name)


@cache
def knowledge() -> Knowledge:
    """Load the data once."""
    library, data = _loaded("standard_library.toml"), _loaded("distributions.toml")
    standard = {*sys.stdlib_module_names, *library["removed"], *library["added"]}
    return Knowledge(
        imports={name: tuple(listed) for name, listed in data["imports"].items()},
        same=frozenset(data["same"]["names"]),
        standard=frozenset(standard.union(library["python2"]["names"])),
        hosts=frozenset(library["hosts"]["names"]),
        installers=frozenset(library["installers"]["names"]),
        conda=dict(data["conda"]),
        bundles={name: tuple(listed) for name, listed in data["bundles"].items()},
        images={name: tuple(listed) for name, listed in data["images"].items()},
        tools=frozenset(data["tools"]["names"]),
        julia=frozenset(library["julia"]["names"]),
    )


def _loaded(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))
