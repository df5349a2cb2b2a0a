"""Whose answers a coder may see: only their own, until all coders of the paper have finished.

These are functions of records alone; whoever shows answers to a coder asks them first. A question
that a coder looks at and leaves open is an answer without a value, and counts as dealt with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reproscope.instruments import Instrument
from reproscope.instruments.expressions import condition_holds
from reproscope.study.records import Answer, Assignment


def finished(answers: Iterable[Answer], instrument: Instrument) -> frozenset[tuple[str, str]]:
    """Return the papers and coders where every question that applies was dealt with.

    A question applies if its condition holds by that coder's own answers. Where the answer that
    decides a condition is missing, it is that answer which is still due, if any.
    """
    import pandas as pd

    newest: dict[tuple[str, str], dict[str, Answer]] = {}
    for answer in answers:
        if answer.instrument == instrument.name:
            given = newest.setdefault((answer.paper, answer.coder), {})
            earlier = given.get(answer.variable)
            if earlier is None or earlier.revision <= answer.revision:
                given[answer.variable] = answer
    if not newest:
        return frozenset()
    frame = pd.DataFrame(
        {
            variable.name: [
                (given[variable.name].value or None) if variable.name in given else None
                for given in newest.values()
            ]
            for variable in instrument.variables
        },
        dtype=object,
    )
    done = pd.Series(True, index=frame.index)
    for variable in instrument.variables:
        due = condition_holds(variable.condition, instrument, frame) == 1.0
        dealt_with = [variable.name in given for given in newest.values()]
        done &= ~due | pd.Series(dealt_with, index=frame.index)
    return frozenset(key for key, whole in zip(newest, done, strict=True) if whole)


def opened(
    coder: str, answers: Sequence[Answer], assignments: Iterable[Assignment], instrument: Instrument
) -> frozenset[str]:
    """Return the papers of which a coder may see everybody's answers.

    A paper that was assigned to nobody opens to those who answered it when all of them, the coder
    included, have finished.
    """
    due: dict[str, set[str]] = {}
    for assignment in assignments:
        if assignment.instrument == instrument.name:
            due.setdefault(assignment.paper, set()).add(assignment.coder)
    answered: dict[str, set[str]] = {}
    for answer in answers:
        if answer.instrument == instrument.name:
            answered.setdefault(answer.paper, {coder}).add(answer.coder)
    for paper, coders in answered.items():
        due.setdefault(paper, coders)
    done = finished(answers, instrument)
    return frozenset(
        paper for paper, coders in due.items() if all((paper, name) in done for name in coders)
    )


def visible(
    coder: str, answers: Iterable[Answer], assignments: Iterable[Assignment], instrument: Instrument
) -> tuple[Answer, ...]:
    """Return the answers to an instrument that a coder may see, in their order."""
    all_of_it = [answer for answer in answers if answer.instrument == instrument.name]
    papers = opened(coder, all_of_it, assignments, instrument)
    return tuple(answer for answer in all_of_it if answer.coder == coder or answer.paper in papers)
