"""How the conflicts of the data-flow become an answer: the same for every kind of leakage.

`present` means "kept apart": rows are divided and no conflict was found. `absent` means that the
property is not there: two lines conflict. What could not be followed is `unknown`, and code in
which the question does not arise is `not-applicable`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reproscope.core import Outcome
from reproscope.repository.collect.python.leakage import LEARNING, Conflict, Kind, Leakage
from reproscope.repository.collect.python.spots import Spot
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown
from reproscope.repository.judging.indicator import Judgement


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every source: the kind of conflict, when it arises, and the words."""

    kind: Kind
    arises: Callable[[Leakage], bool]
    kept_apart: str
    no_such_code: str
    words: Callable[[Conflict], str]
    remedy: str
    seen: Callable[[Leakage], tuple[Spot, ...]] = lambda source: source.splits[:1]


def answer(facts: Facts, question: Question) -> Judgement:
    """Judge one kind of leakage over all sources but tests."""
    modules = [module for module in facts.modules if not module.is_test]
    found = [
        conflict
        for module in modules
        for conflict in module.leakage.conflicts
        if conflict.kind == question.kind
    ]
    arising = [module for module in modules if question.arises(module.leakage)]
    measured = {"conflicts": len(found), "sources": len(arising)}
    if found:
        return Judgement(
            Outcome.ABSENT,
            _message(found, question),
            evidence=shown(s for one in found for s in (one.first, one.second)),
            remedy=question.remedy,
            measured=measured,
        )
    lost = len(facts.unseen(LEARNING)) + sum(m.leakage.problem is not None for m in modules)
    if lost:
        words = f"No such conflict was found, but {lost} of {len(modules)} sources"
        return Judgement(Outcome.UNKNOWN, f"{words} could not be followed.", measured=measured)
    if not arising:
        return Judgement(Outcome.NOT_APPLICABLE, question.no_such_code, measured=measured)
    apart = [spot for module in arising for spot in question.seen(module.leakage)]
    return Judgement(Outcome.PRESENT, question.kept_apart, evidence=shown(apart), measured=measured)


def _message(found: list[Conflict], question: Question) -> str:
    first = f"In {found[0].first.place.path}, {question.words(found[0])}"
    more = len(found) - 1
    if not more:
        return first
    also = "one more such conflict was" if more == 1 else f"{more} more such conflicts were"
    return f"{first.removesuffix('.')}; {also} found."


def line(spot: Spot) -> str:
    """Return a line's number as a message names it."""
    return spot.place.words


def before(conflict: Conflict) -> str:
    """Return how the split stands to the line that uses its rows."""
    first, second = conflict.first.place, conflict.second.place
    earlier = ((first.cell or 0), first.line) <= ((second.cell or 0), second.line)
    divided = "cross-validated" if conflict.how == "cross-validation" else "split"
    if earlier:
        return f"before they are {divided} ({line(conflict.second)})"
    return f"although they are {divided} ({line(conflict.second)})"
