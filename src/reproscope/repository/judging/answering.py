"""What several indicators say alike: evidence of places, and how sure nothing is there.

Something not found is `absent` only if everything that could hold it was looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

from reproscope.core import JSON, Evidence, Location, Outcome
from reproscope.repository.collect.python.known import known
from reproscope.repository.judging.indicator import Judgement, at

if TYPE_CHECKING:
    from reproscope.repository.collect.python.modules import Module
    from reproscope.repository.collect.python.parsing import Place
    from reproscope.repository.facts import Facts

MOST_EVIDENCE = 10
# Words without which a source that does not parse trains nothing.
_TRAINING = re.compile(r"fit|backward|optim|minimi[sz]e|train|learn|grad|epoch")
_OTHER_LANGUAGES = {
    ".r",
    ".rmd",
    ".jl",
    ".m",
    ".cpp",
    ".cc",
    ".cu",
    ".java",
    ".scala",
    ".lua",
    ".js",
}


class Seen(Protocol):
    """Anything that was seen somewhere, in its words."""

    @property
    def words(self) -> str:
        """As it was written."""

    @property
    def place(self) -> Place:
        """Where."""


def seen(place: Place, words: str, kind: str = "code") -> Evidence:
    """Return evidence for a place; in a notebook the cell and its line are said in words.

    A line of a cell is no line of the file, so the location of such evidence has none.
    """
    if place.cell is None:
        return at(place.path, place.line, words, kind)
    text = f"{place.words}: {words}"
    return Evidence(kind, text, Location(path=place.path))


def shown(some: Iterable[Seen], kind: str = "code") -> tuple[Evidence, ...]:
    """Return the first pieces of evidence, each place once."""
    found: dict[tuple[str, int, int | None, str], Evidence] = {}
    for one in some:
        key = (one.place.path, one.place.line, one.place.cell, one.words)
        found.setdefault(key, seen(one.place, one.words, kind))
        if len(found) >= MOST_EVIDENCE:
            break
    return tuple(found.values())


def files(paths: Iterable[str]) -> tuple[Evidence, ...]:
    """Return evidence for the first of some files."""
    return tuple(at(path) for path in list(paths)[:MOST_EVIDENCE])


def many(number: int, one: str, more: str | None = None) -> str:
    """Return a number with its noun.

    >>> many(1, "file"), many(2, "file"), many(2, "entry", "entries")
    ('1 file', '2 files', '2 entries')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def agreed(number: int, one: str, more: str) -> str:
    """Return the verb that goes with a number.

    >>> agreed(1, "is", "are"), agreed(3, "is", "are")
    ('is', 'are')
    """
    return one if number == 1 else more


def unread(facts: Facts, about: re.Pattern[str] | None = None) -> str | None:
    """Say what of the code could not be looked at, and may hold what is asked about, if any."""
    broken = facts.unseen(about)
    if broken:
        return f"{many(len(broken), 'source')} of {len(facts.modules)} could not be parsed"
    if not facts.modules:
        others = {PurePosixPath(f.path).suffix.casefold() for f in facts.tree.files}
        if others & _OTHER_LANGUAGES:
            return "the code is not in Python"
    return None


def unseen(facts: Facts, about: re.Pattern[str]) -> Judgement | None:
    """Return `unknown` where a source could not be parsed that may hold what was not found."""
    broken = facts.unseen(about)
    if not broken:
        return None
    message = f"Not found, but {unread(facts, about)}."
    evidence = tuple(_unparsed(module) for module in broken[:MOST_EVIDENCE])
    return Judgement(Outcome.UNKNOWN, message, evidence=evidence)


def _unparsed(module: Module) -> Evidence:
    line = None if module.notebook else module.problem_line
    return at(module.path, line, module.problem or "")


def missing(
    facts: Facts,
    message: str,
    remedy: str,
    measured: Mapping[str, JSON] | None = None,
    evidence: tuple[Evidence, ...] = (),
    about: re.Pattern[str] | None = None,
) -> Judgement:
    """Return `absent`, or `unknown` where a source that might show it could not be read."""
    why = unread(facts, about)
    if why is not None:
        words = f"{message.rstrip('.')}; but {why}."
        return Judgement(Outcome.UNKNOWN, words, evidence, measured=measured or {})
    return Judgement(Outcome.ABSENT, message, evidence, remedy, measured=measured or {})


def trains_nothing(facts: Facts) -> Judgement | None:
    """Return that the question does not arise where no code trains a model."""
    if facts.experiment.trains or facts.unseen(_TRAINING):
        return None
    return not_applicable("No code that trains a model was recognised.")


def simulated(facts: Facts) -> Judgement | None:
    """Return that no data are asked for where they come from an environment that the code runs."""
    data, simulators = facts.data, known("simulators")
    ours = (module for module in facts.modules if not module.is_test)
    runs = any(simulators.match(f"{one.module}.") for module in ours for one in module.imports)
    if not runs or data.files or data.downloads or data.links or data.dvc:
        return None
    return not_applicable("The data come from an environment that the code simulates.")


def not_applicable(message: str) -> Judgement:
    """Return that the question does not arise."""
    return Judgement(Outcome.NOT_APPLICABLE, message)
