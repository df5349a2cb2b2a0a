"""Every code cell of a notebook was run before it was saved.

## What it does
Counts the code cells that are not empty and have no execution count, in notebooks where other
cells have one. If more than half were not run the answer is `absent`, otherwise `partial`.

## Why it matters
A cell that never ran was not part of the result that is shown; a reader cannot know whether it
belongs to the experiment, or whether it works.

## Known problems
A notebook saved without any run state (by `nbstripout`, for instance) says nothing and is
`unknown`. A cell left out on purpose, such as an optional download, counts as not run.

## How to mend
Run all cells; move what is not part of the experiment elsewhere.
"""

from __future__ import annotations

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "RN102", "all-cells-run", "notebooks", __doc__, severity=Level.NOTE, effort="minutes", weight=2
)


def judge(facts: Facts) -> Judgement:
    """Count the cells without an execution count."""
    if not facts.notebooks:
        return not_applicable("There is no notebook.")
    if all(book.problem is None and not book.cells for book in facts.notebooks):
        return not_applicable("No notebook has a code cell.")
    run = [book for book in facts.notebooks if any(c.count is not None for c in book.cells)]
    if not run:
        return Judgement(Outcome.UNKNOWN, "No notebook was saved with execution counts.")
    cells = [(book.path, cell) for book in run for cell in book.cells]
    left = [(path, cell) for path, cell in cells if cell.count is None]
    measured = {"notebooks": len(run), "cells": len(cells), "not_run": len(left)}
    if not left:
        message = f"All {many(len(cells), 'code cell')} of {many(len(run), 'notebook')} were run."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    evidence = tuple(
        at(p, None, f"cell {cell.number} was not run", "cell") for p, cell in left[:10]
    )
    message = f"{len(left)} of {many(len(cells), 'code cell')} were not run before saving."
    remedy = "Run all cells before saving, and remove the cells that are not part of the work."
    if 2 * len(left) > len(cells):
        return Judgement(Outcome.ABSENT, message, evidence, remedy, measured=measured)
    share = 1 - len(left) / len(cells)
    return Judgement(Outcome.PARTIAL, message, evidence, remedy, share, measured)
