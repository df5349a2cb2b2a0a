"""Notebooks keep the outputs of their cells, so that a new run can be compared.

## What it does
Counts the notebooks in which at least one code cell has an output.

## Why it matters
The stored outputs are often the only record of what the authors saw. Without them nobody can tell
whether a run gives the same.

## Known problems
A notebook whose cells only define things or write files has nothing to show, and is left out if
every cell looks like that. Some teams strip outputs on purpose and keep the results elsewhere.

## How to mend
Run the notebook from the top and save it with its outputs, or keep an executed copy (HTML, PDF).
"""

from __future__ import annotations

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import files, many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "RN103", "outputs-kept", "notebooks", __doc__, severity=Level.NOTE, effort="minutes", weight=2
)


def judge(facts: Facts) -> Judgement:
    """Count notebooks with and without outputs."""
    if not facts.notebooks:
        return not_applicable("There is no notebook.")
    readable = [book for book in facts.notebooks if book.problem is None]
    talking = [b for b in readable if b.cells and not all(c.silent for c in b.cells)]
    talking += [b for b in readable if b not in talking and any(c.outputs for c in b.cells)]
    if not readable:
        return Judgement(Outcome.UNKNOWN, "No notebook could be read.")
    if not talking:
        return not_applicable("No notebook has a cell that would show something.")
    bare = [book for book in talking if not any(cell.outputs for cell in book.cells)]
    measured = {"notebooks": len(talking), "without_outputs": len(bare)}
    if not bare:
        message = f"{many(len(talking), 'notebook')} with outputs."
        return Judgement(
            Outcome.PRESENT, message, files(b.path for b in talking), measured=measured
        )
    outcome = Outcome.ABSENT if len(bare) == len(talking) else Outcome.PARTIAL
    share = None if outcome is Outcome.ABSENT else 1 - len(bare) / len(talking)
    message = f"Saved without any output: {len(bare)} of {many(len(talking), 'notebook')}."
    remedy = "Run the notebooks from the top and save them with their outputs."
    return Judgement(outcome, message, files(b.path for b in bare), remedy, share, measured)
