"""The meaning of names, read once from ``names.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

_TRAIN = re.compile(r"train")
_TEST = re.compile(r"(?<![a-z])[xy]?test")
_VALIDATION = re.compile(r"(?<![a-z])[xy]?val(?![a-z])|valid")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@dataclass(frozen=True, slots=True)
class Names:
    """Classes, functions and methods by what they do to rows."""

    packages: frozenset[str]
    estimators: Mapping[str, str]
    functions: Mapping[str, str]
    methods: Mapping[str, str]
    model_endings: tuple[str, ...]
    models: frozenset[str]
    time_words: frozenset[str]

    def estimator(self, dotted: str) -> str | None:
        """Return the kind of a class, if its full name is one of a package that is known."""
        top, _, rest = dotted.partition(".")
        name = dotted.rpartition(".")[2]
        if rest and top not in self.packages:
            return None
        kind = self.estimators.get(name)
        if kind is None and (name in self.models or name.endswith(self.model_endings)):
            return "model"
        if kind is None and top in self.packages and name[:1].isupper():
            return "model"
        return kind

    def function(self, dotted: str) -> str | None:
        """Return what a function does."""
        if dotted in self.functions:
            return self.functions[dotted]
        if dotted.partition(".")[0] in self.packages:
            package, _, name = dotted.rpartition(".")
            if package == "sklearn.metrics":
                return "metric" if name.islower() else None
            return self.functions.get(dotted.rpartition(".")[2])
        return None

    def is_time(self, column: str) -> bool:
        """Whether a column's name says that it holds times."""
        return any(w.casefold() in self.time_words for w in _WORDS.findall(column))

    def scores(self, name: str) -> bool:
        """Whether a score of this model is a claim about its skill, not a description of data."""
        return name in self.models or name.endswith(self.model_endings)


def part_named(name: str) -> str:
    """Return the part of the data that a variable's name speaks of, or an empty text.

    >>> part_named("X_train"), part_named("ytest"), part_named("latest"), part_named("x_val")
    ('train', 'test', '', 'validation')
    """
    lower = name.casefold()
    words = {word.casefold() for word in _WORDS.findall(name)}
    train = bool(_TRAIN.search(lower)) or bool(words & {"tr", "trn"})
    test = bool(_TEST.search(lower)) or bool(words & {"te", "tst", "holdout"})
    if _VALIDATION.search(lower) or words & {"val", "dev", "eval", "calib", "calibration"}:
        return "train" if train else "validation"
    if train and test:
        return ""
    return "train" if train else "test" if test else ""


@cache
def names() -> Names:
    """Read the names."""
    text = resources.files(__package__).joinpath("names.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return Names(
        packages=frozenset(table["packages"]),
        estimators=_inverted(table["estimators"]),
        functions=_inverted(table["functions"]),
        methods=_inverted(table["methods"]),
        model_endings=tuple(table["models"]["endings"]),
        models=frozenset(table["models"]["names"]),
        time_words=frozenset(table["time"]["words"]),
    )


def _inverted(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {name: kind for kind, listed in table.items() for name in listed}
