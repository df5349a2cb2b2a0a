"""Notebooks were run from top to bottom before they were saved.

## What it does
Looks at the execution counts of every notebook's code cells. Each must be larger than the one
before; counts without gaps from 1 show one clean run, gaps show cells that were run again or
removed.

## Why it matters
The state that a cell saw when its result was saved may come from cells below it, or from cells that
no longer exist. Whoever runs the notebook from the top then gets something else, or an error.

## Known problems
A notebook saved without its counts says nothing, which is `unknown`. A clean run of an old version
whose cells were edited afterwards, without running them, cannot be told apart.

## How to mend
Restart the kernel, run all cells, save.

## References
Pimentel et al. 2019, *A large-scale study about quality and reproducibility of Jupyter notebooks*.
"""

from __future__ import annotations

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.python.notebooks import Notebook
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "RN101",
    "run-in-order",
    "notebooks",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=3,
)
_REMEDY = "Restart the kernel, run all cells from the top, and save the notebook."


def judge(facts: Facts) -> Judgement:
    """Compare the execution counts of each notebook with their order."""
    if not facts.notebooks:
        return not_applicable("There is no notebook.")
    if all(book.problem is None and not book.cells for book in facts.notebooks):
        return not_applicable("No notebook has a code cell.")
    counted = [book for book in facts.notebooks if any(cell.count for cell in book.cells)]
    if not counted:
        return Judgement(Outcome.UNKNOWN, "No notebook was saved with execution counts.")
    disordered = {book.path: steps for book in counted if (steps := _steps_back(book))}
    gapped = [book for book in counted if book.path not in disordered and not _is_clean(book)]
    share = 1 - (len(disordered) + 0.25 * len(gapped)) / len(counted)
    measured = {"notebooks": len(counted), "disordered": len(disordered), "gaps": len(gapped)}
    evidence = tuple(one for steps in disordered.values() for one in steps)[:10]
    if not disordered and not gapped:
        message = f"{many(len(counted), 'notebook')} ran from top to bottom."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    if not disordered:
        message = (
            f"{len(gapped)} of {many(len(counted), 'notebook')} ran in order, but with counts that "
            "are missing: cells were run again or removed."
        )
        evidence = tuple(at(book.path, None, _counts(book)) for book in gapped[:10])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, share, measured)
    cells = sum(len(steps) for steps in disordered.values())
    message = (
        f"{many(cells, 'cell')} in {len(disordered)} of {many(len(counted), 'notebook')} ran "
        "before the cell above."
    )
    outcome = Outcome.ABSENT if len(disordered) == len(counted) else Outcome.PARTIAL
    share_of_partial = share if outcome is Outcome.PARTIAL else None
    return Judgement(outcome, message, evidence, _REMEDY, share_of_partial, measured)


def _steps_back(book: Notebook) -> list[Evidence]:
    found: list[Evidence] = []
    before = 0
    for cell in book.cells:
        if cell.count is None:
            continue
        if cell.count <= before:
            words = f"cell {cell.number} has count {cell.count}, after count {before}"
            found.append(at(book.path, None, words, "cell"))
        before = cell.count
    return found


def _is_clean(book: Notebook) -> bool:
    counts = [cell.count for cell in book.cells if cell.count is not None]
    return counts == list(range(1, len(counts) + 1))


def _counts(book: Notebook) -> str:
    counts = [str(cell.count) for cell in book.cells if cell.count is not None]
    return f"counts {', '.join(counts[:12])}{', …' if len(counts) > 12 else ''}"
