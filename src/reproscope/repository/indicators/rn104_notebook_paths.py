"""Notebooks name no place that exists only on their author's machine.

## What it does
Looks for literal paths into a home folder, a mounted disk, a personal drive or a Windows user's
folder in the code cells and in `%cd` and shell lines.

## Why it matters
Such a line fails on every other machine, and the cells after it with it.

## Known problems
A path that is put together at run time is not seen. Placeholders (`/home/user`, `/path/to`) are
left alone. Folders of hosted services that everyone has (`/content`, `/kaggle/input`) are fine.

## How to mend
Use paths relative to the notebook, and one variable at the top for what must be set.
"""

from __future__ import annotations

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.personal import personal_paths

INDICATOR = Indicator.of(
    "RN104",
    "notebook-paths",
    "notebooks",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)


def judge(facts: Facts) -> Judgement:
    """Look for personal paths in notebooks."""
    books = [module for module in facts.modules if module.notebook]
    if not books:
        return not_applicable("There is no notebook.")
    read = [module for module in books if module.parsed]
    found = [path for module in books for path in personal_paths(module)]
    measured = {"notebooks": len(books), "paths": len(found)}
    if found:
        held = len({path.place.path for path in found})
        message = f"{many(len(found), 'path')} of one machine in {many(held, 'notebook')}."
        remedy = (
            "Replace these paths by ones relative to the notebook, or by one setting at its top."
        )
        return Judgement(Outcome.ABSENT, message, shown(found), remedy, measured=measured)
    if len(read) < len(books):
        message = f"{len(books) - len(read)} of {many(len(books), 'notebook')} could not be parsed."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    message = f"No path of one machine in {many(len(books), 'notebook')}."
    return Judgement(Outcome.PRESENT, message, measured=measured)
