"""Notebooks say for which language and version they were run.

## What it does
Looks for the name of the kernel and the version of its language in each notebook's metadata.

## Why it matters
The version is the only trace of the interpreter that gave the outputs; without the kernel's name a
viewer does not even know the language.

## Known problems
Notebooks of hosted services often leave the version out; that is `partial`. The version is that of
the last save, which need not be that of the outputs.

## How to mend
Open and save the notebook with Jupyter, which records both.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "RN106",
    "kernel-recorded",
    "notebooks",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)


def judge(facts: Facts) -> Judgement:
    """Count the notebooks that name kernel and version."""
    if not facts.notebooks:
        return not_applicable("There is no notebook.")
    read = [book for book in facts.notebooks if book.problem is None]
    if not read:
        return Judgement(Outcome.UNKNOWN, "No notebook could be read.")
    whole = [book for book in read if book.kernel and book.version]
    versions = sorted({f"{book.language or '?'} {book.version}" for book in read if book.version})
    measured: dict[str, JSON] = {
        "notebooks": len(read),
        "recorded": len(whole),
        "versions": [*versions[:10]],
    }
    if len(whole) == len(read):
        message = (
            f"{many(len(read), 'notebook')} with kernel and version: {', '.join(versions[:5])}."
        )
        evidence = tuple(
            at(b.path, None, f"{b.kernel}, {b.language or '?'} {b.version}") for b in whole[:10]
        )
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    lacking = [book for book in read if book not in whole]
    half = [book for book in lacking if book.kernel or book.version]
    outcome = Outcome.PARTIAL if whole or half else Outcome.ABSENT
    share = (len(whole) + len(half) / 2) / len(read) if outcome is Outcome.PARTIAL else None
    message = f"Kernel and version are missing in {len(lacking)} of {many(len(read), 'notebook')}."
    evidence = tuple(
        at(b.path, None, f"kernel {b.kernel or 'not named'}, version {b.version or 'not named'}")
        for b in lacking[:10]
    )
    remedy = "Open the notebooks with the kernel they are for, and save them."
    return Judgement(outcome, message, evidence, remedy, share, measured)
