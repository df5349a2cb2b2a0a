"""Lines with their text as evidence, and the answer where sources could not be looked at."""

from __future__ import annotations

from collections.abc import Iterable

from reproscope.core import Evidence, Outcome
from reproscope.repository.collect.python.spots import Spot
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import MOST_EVIDENCE, seen
from reproscope.repository.judging.indicator import Judgement, at


def shown(spots: Iterable[Spot]) -> tuple[Evidence, ...]:
    """Return lines as evidence, each once and not too many."""
    return tuple(line_of(spot) for spot in list(dict.fromkeys(spots))[:MOST_EVIDENCE])


def line_of(spot: Spot) -> Evidence:
    """Return a line as evidence; that of a notebook is said in words."""
    return seen(spot.place, spot.text, "line")


def unparsed(facts: Facts) -> Judgement | None:
    """Return `unknown` where sources could not be parsed: they may hold what was not found."""
    missing = [module for module in facts.modules if not module.parsed]
    if not missing:
        return None
    some = f"{len(missing)} of {len(facts.modules)} sources could not be parsed."
    evidence = tuple(at(m.path, m.problem_line, m.problem or "") for m in missing[:MOST_EVIDENCE])
    return Judgement(Outcome.UNKNOWN, f"Not found, but {some}", evidence=evidence)
