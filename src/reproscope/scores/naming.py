"""From the name a paper prints to the score it means: synonyms, complements, F-beta, statistics."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.scores.definition import Definition
from reproscope.scores.definitions import DEFINITIONS, with_beta

Statistic = Literal["value", "min", "max", "sd"]
_STATISTICS: dict[str, Statistic] = {
    "min": "min",
    "minimum": "min",
    "max": "max",
    "maximum": "max",
    "sd": "sd",
    "std": "sd",
    "stdev": "sd",
    "mean": "value",
    "avg": "value",
}
_SUFFIXED = re.compile(r"^(?P<name>.+)\.(?P<statistic>[a-z]+)$")
_CALLED = re.compile(r"^(?P<statistic>[a-z]+)\((?P<name>.+)\)$")
_BETA = re.compile(r"^f(?P<beta>\d+(?:\.\d+)?)(?P<rest>[-+]?.*)$")
AUC_NAMES = ("auc", "auroc", "roc-auc", "area-under-the-curve", "c-statistic", "rocauc")


@dataclass(frozen=True, slots=True)
class ScoreName:
    """What a printed name means."""

    written: str
    id: str
    complement: bool
    statistic: Statistic
    # In the target's unit, as a regression's errors are: never a percentage, and without a bound.
    has_unit: bool = False


def fold(name: str) -> str:
    """Return a name in the form in which names are compared: case, spaces and dashes folded."""
    folded = re.sub(r"[\s_]+", "-", name.strip().lower().replace("–", "-"))
    return folded.replace("'", "").replace("’", "").replace("β", "beta").replace("₁", "1")


@cache
def _index() -> dict[str, tuple[str, bool]]:
    """Return every known name, folded, with the score it stands for and if it is a complement."""
    index: dict[str, tuple[str, bool]] = {}
    for definition in DEFINITIONS:
        for name in (definition.id, definition.title, *definition.synonyms):
            index.setdefault(fold(name), (definition.id, False))
        for name in definition.complements:
            index.setdefault(fold(name), (definition.id, True))
    for name in AUC_NAMES:
        index[name] = ("auc", False)
    return index


def known_names() -> list[str]:
    """Return every name that is understood, in folded form."""
    return sorted(_index())


def split_statistic(written: str) -> tuple[str, Statistic]:
    """Split ``acc.min`` or ``min(acc)`` into the score's name and the statistic."""
    folded = fold(written)
    for pattern in (_SUFFIXED, _CALLED):
        match = pattern.match(folded)
        if match and match["statistic"] in _STATISTICS:
            return match["name"], _STATISTICS[match["statistic"]]
    return folded, "value"


def resolve(written: str) -> ScoreName:
    """Return what a printed name means, or raise with the nearest known name."""
    folded, statistic = split_statistic(written)
    index = _index()
    if folded not in index:
        match = _BETA.match(folded)
        if match is None:
            raise UnknownName("score", written, known_names())
        rest = match["rest"].strip("+").removeprefix("-score").strip("-")
        if rest not in ("", "negative", "minus", "m", "n", "positive", "plus", "p"):
            raise UnknownName("score", written, known_names())
        kind = "fbeta-negative" if rest[:1] in ("n", "m") or match["rest"] == "-" else "fbeta"
        return ScoreName(written, f"{kind}:{match['beta']}", False, statistic)
    score_id, complement = index[folded]
    return ScoreName(written, score_id, complement, statistic)


@cache
def definition(score_id: str) -> Definition:
    """Return the definition for a canonical id; ``fbeta:2`` is F-beta with beta = 2."""
    base, _, beta = score_id.partition(":")
    found = next((d for d in DEFINITIONS if d.id == base), None)
    if found is None:
        raise UnknownName("score", score_id, [d.id for d in DEFINITIONS])
    if not found.takes_beta:
        return found
    if not beta:
        raise ReproscopeError(f"'{base}' needs its beta: write f2 for beta = 2, or f0.5")
    return with_beta(found, Fraction(beta))
