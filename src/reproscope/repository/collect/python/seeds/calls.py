"""The calls of a source that draw random numbers, seed a generator, or may do so."""

from __future__ import annotations

import ast
import re

from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.seeds.names import Condition, Names
from reproscope.repository.collect.python.seeds.origins import Origins
from reproscope.repository.collect.python.seeds.records import (
    Handed,
    Loader,
    Role,
    Seeding,
    Switch,
    Use,
    Value,
)
from reproscope.repository.collect.python.spots import Spots

_SPEAKING = re.compile(r"seed|determin|reproduc|random|rng", re.IGNORECASE)
_LOADERS = re.compile(r"(?:^torch\.utils\.data\.|^torch_geometric\.loader\.|^)DataLoader$")
_SEED_WORDS = ("random_state", "seed", "random_seed")


class Calls:
    """Sorts the calls of one source into records."""

    def __init__(self, parsed: Parsed, origins: Origins, names: Names, defined: set[str]) -> None:
        self.parsed = parsed
        self.origins = origins
        self.names = names
        self.defined = defined
        self.spots = Spots(parsed)
        self.uses: list[Use] = []
        self.seedings: list[Seeding] = []
        self.handed: list[Handed] = []
        self.loaders: list[Loader] = []
        self.switches: list[Switch] = []

    def look(self, node: ast.Call, scope: str) -> None:
        """Write down what one call does."""
        dotted = self.parsed.dotted(node.func) or ""
        families = self.names.seeded_by(dotted)
        if families is not None:
            self._seeding(families, dotted, node, scope)
        elif dotted in self.names.objects:
            self._object(dotted, node, scope)
        elif (found := self.names.family_of(dotted)) is not None:
            own = self._own(node, scope, ("generator", "seed"), family=found[0])
            if found[0] == "jax":
                own = Value("unknown")  # its functions cannot be called without a key
            role: Role = "layer" if found[1] else "generator"
            self.uses.append(Use(found[0], role, dotted, self.spots.at(node), own))
        elif self._is_estimator(dotted):
            self._estimator(dotted.rpartition(".")[2], node, scope)
        elif _LOADERS.match(dotted):
            self._loader(node)
        elif isinstance(node.func, ast.Attribute):
            self._method(node, node.func, dotted, scope)
        else:
            self._may_seed(dotted, node, scope)

    def _seeding(self, families: tuple[str, ...], name: str, node: ast.Call, scope: str) -> None:
        first = node.args[0] if node.args else None
        words = [w.value for w in node.keywords if w.arg is not None and w.arg != "workers"]
        value = self.origins.of(first or (words[0] if words else None), scope)
        if name == "torch.seed":
            value = Value("clock")
        self.seedings.append(Seeding(families, name, self.spots.at(node), value, scope))
        if name.endswith("seed_everything") and _word(node, "workers") is True:
            self.loaders.append(Loader(self.spots.at(node), None, True, everywhere=True))

    def _object(self, name: str, node: ast.Call, scope: str) -> None:
        value = self.origins.of(node, scope)
        family = self.names.objects[name][0]
        self.uses.append(Use(family, "generator", name, self.spots.at(node), value))

    def _own(
        self, node: ast.Call, scope: str, words: tuple[str, ...], family: str = ""
    ) -> Value | None:
        """Return the seed that a call is given itself."""
        keyword = self.names.families[family].keyword if family else None
        for word in node.keywords:
            if word.arg is None:
                return Value("unknown")
            if word.arg in words or word.arg == keyword:
                value = self.origins.of(word.value, scope)
                return None if value.kind == "none" else value
        return None

    def _is_estimator(self, dotted: str) -> bool:
        top, _, rest = dotted.partition(".")
        last = dotted.rpartition(".")[2]
        known = last in self.names.estimators or last in self.names.splits
        known = known or last in self.names.conditional
        if not rest:
            return known and last not in self.defined and last[:1].isupper()
        return known and top in self.names.packages

    def _estimator(self, name: str, node: ast.Call, scope: str) -> None:
        condition = self.names.conditional.get(name)
        if condition is not None and not _is_random(node, condition):
            return
        split = name in self.names.splits or (condition is not None and condition.split)
        own = self._given_state(node, scope)
        role: Role = "split" if split else "estimator"
        self.uses.append(Use("numpy", role, name, self.spots.at(node), own))

    def _given_state(self, node: ast.Call, scope: str) -> Value | None:
        for word in node.keywords:
            if word.arg is None:
                return Value("unknown")
            if word.arg in _SEED_WORDS:
                value = self.origins.of(word.value, scope)
                return None if value.kind == "none" else value
        return None

    def _loader(self, node: ast.Call) -> None:
        workers = next((w.value for w in node.keywords if w.arg == "num_workers"), None)
        count: bool | None = False
        if workers is not None:
            count = bool(workers.value) if isinstance(workers, ast.Constant) else None
        given = (w.arg for w in node.keywords if not _is_none(w.value))
        seeded = bool({"worker_init_fn", "generator"} & set(given))
        self.loaders.append(Loader(self.spots.at(node), count, seeded))

    def _method(self, node: ast.Call, func: ast.Attribute, dotted: str, scope: str) -> None:
        name = func.attr
        if name == "sample" and self._is_frame_sample(node, dotted):
            own = self._given_state(node, scope)
            self.uses.append(
                Use("numpy", "generator", "DataFrame.sample", self.spots.at(node), own)
            )
        elif name == "manual_seed":
            self._seeding(("torch-generator",), dotted, node, scope)
        elif name == "seed" and dotted.partition(".")[0] not in self.parsed.aliases.values():
            speaks = "env" in dotted.casefold() or "space" in dotted.casefold()
            self._seeding(("gym",) if speaks else ("object",), dotted, node, scope)
        elif name == "reset" and any(w.arg == "seed" for w in node.keywords):
            value = next(w.value for w in node.keywords if w.arg == "seed")
            origin = self.origins.of(value, scope)
            self.seedings.append(Seeding(("gym",), dotted, self.spots.at(node), origin, scope))
        else:
            self._may_seed(dotted, node, scope)

    def _is_frame_sample(self, node: ast.Call, dotted: str) -> bool:
        if "pandas" not in self.parsed.aliases.values() or dotted.startswith("random."):
            return False
        named = {w.arg for w in node.keywords}
        counted = bool(node.args) and isinstance(node.args[0], ast.Constant)
        return bool(named & {"frac", "n", "random_state"}) or (counted and len(node.args) == 1)

    def _may_seed(self, dotted: str, node: ast.Call, scope: str) -> None:
        """Keep a call of a function that may be one of the project's own which seeds."""
        last = dotted.rpartition(".")[2]
        speaking = bool(_SPEAKING.search(last)) or last in self.defined
        if not speaking and not any(_speaks(node_) for node_ in _given(node)):
            return
        if not last or last in ("print", "format", "add_argument", "append", "info", "join"):
            return
        plain = tuple(self.origins.of(a, scope) for a in node.args[:8])
        named = tuple((w.arg, self.origins.of(w.value, scope)) for w in node.keywords if w.arg)
        self.handed.append(Handed(dotted, self.spots.at(node), scope, plain, named[:12]))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _given(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(w.value for w in node.keywords)]


def _speaks(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else ""
    name = node.attr if isinstance(node, ast.Attribute) else name
    return "seed" in name.casefold()


def _word(node: ast.Call, keyword: str) -> object:
    found = next((w.value for w in node.keywords if w.arg == keyword), None)
    return found.value if isinstance(found, ast.Constant) else None


def _is_random(node: ast.Call, condition: Condition) -> bool:
    found = next((w.value for w in node.keywords if w.arg == condition.keyword), None)
    if found is None:
        return condition.default
    return isinstance(found, ast.Constant) and found.value in condition.random
