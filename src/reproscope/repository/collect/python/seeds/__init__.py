"""What a source does with randomness: which generators it uses, and how it seeds them.

A source is looked at by itself (`seeds_of`): every use with the seed it is given, every seeding
with the origin of its value (`origins`), every switch for deterministic computation. What only
other modules can say, which functions are called and with what, is put together later, over all of
them (`reproscope.repository.tracing.seeding`).
"""

from __future__ import annotations

import ast
import re

from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.seeds.bindings import (
    Bindings,
    Bound,
    Scoped,
    bindings_of,
    scoped,
)
from reproscope.repository.collect.python.seeds.calls import Calls
from reproscope.repository.collect.python.seeds.names import names
from reproscope.repository.collect.python.seeds.origins import Origins
from reproscope.repository.collect.python.seeds.records import Seeds, Value
from reproscope.repository.collect.python.seeds.several import several_in
from reproscope.repository.collect.python.seeds.switches import switch_of
from reproscope.repository.collect.python.spots import Spot

__all__ = ["SPEAKING", "Seeds", "seeds_of"]

# Without one of these words there is nothing random that is known here.
SPEAKING = re.compile(
    r"seed|random|rng|determin|shuffle|sample|torch|tensorflow|keras|sklearn|jax|gym|umap"
)
_NAMED = re.compile(r"seed|random|rng|state", re.IGNORECASE)


def seeds_of(parsed: Parsed) -> Seeds:
    """Return all that a source says about randomness."""
    if not SPEAKING.search(parsed.source.text.casefold()):
        return Seeds()
    nodes = scoped(parsed.tree)
    bindings = bindings_of(parsed, nodes)
    origins = Origins(parsed, bindings, names())
    calls = Calls(parsed, origins, names(), _defined(nodes))
    several: list[Spot] = []
    for one in nodes:
        switch = switch_of(parsed, calls.spots, one.node)
        if switch is not None:
            calls.switches.append(switch)
        if isinstance(one.node, ast.Call):
            calls.look(one.node, one.scope)
        several.extend(several_in(calls.spots, one.node))
    return Seeds(
        tuple(calls.uses),
        tuple(calls.seedings),
        tuple(calls.handed),
        tuple(calls.loaders),
        tuple(calls.switches),
        tuple(several),
        _named(bindings, origins),
        {name: tuple(table) for name, table in bindings.parameters.items() if table},
    )


def _defined(nodes: list[Scoped]) -> set[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {one.node.name for one in nodes if isinstance(one.node, kinds)}


def _named(bindings: Bindings, origins: Origins) -> dict[str, Value]:
    """Return the values under names that speak of seeds, for other modules to refer to."""
    found: dict[str, Value] = {}
    for (scope, name), values in bindings.assigned.items():
        if not scope and _NAMED.search(name):
            found[name] = origins.of(values[-1], "")
    for name, bounds in bindings.attributes.items():
        if _NAMED.search(name):
            found.setdefault(name, _one(origins, bounds))
    for name in bindings.flags:
        if _NAMED.search(name):
            found[name] = origins.flag(name)
    return found


def _one(origins: Origins, bounds: list[Bound]) -> Value:
    return origins.of(bounds[0].node, bounds[0].scope)
