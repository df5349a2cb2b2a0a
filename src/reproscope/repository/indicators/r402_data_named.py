"""The data set is named, so that a reader knows which one it is.

## What it does
Looks for the names of several hundred public data sets as whole words in any case, in the documents
and in what the code calls and opens. Names that are ordinary words too count only as they are
written and beside a word about data.

## Why it matters
A result belongs to its data set. A name in the documents tells a reader what is needed before any
code is read.

## Known problems
A new or private data set is not on the list; a section on data then counts as `partial`. A data set
may be named only to compare with.

## How to mend
Name every data set with its version in the README, with a link or a citation.

## References
Loos 2022: the tool matched names inside other words ("removing") and missed `CIFAR10`.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R402", "data-named", "data", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_REMEDY = "Name each data set, with its version and a link or citation, in the README."


def judge(facts: Facts) -> Judgement:
    """Say which known data sets are named, and where."""
    data = facts.data
    if not facts.has_code and not data.names and not data.sections:
        return not_applicable("There is no Python source and no word about data.")
    written = [one for one in data.names if not one.code]
    measured: dict[str, JSON] = {
        "named": sorted({one.name for one in data.names})[:40],
        "documents": len(written),
    }
    names = ", ".join(list(dict.fromkeys(one.name for one in data.names))[:6])
    if written:
        message = f"The documents name known data sets: {names}."
        return Judgement(Outcome.PRESENT, message, shown(written), measured=measured)
    if data.names:
        message = f"Known data sets are named in code only: {names}."
        return Judgement(Outcome.PARTIAL, message, shown(data.names), _REMEDY, 0.7, measured)
    if data.sections:
        message = "The documents have a section on data, without the name of a known data set."
        return Judgement(
            Outcome.PARTIAL, message, shown(data.sections, "heading"), _REMEDY, 0.5, measured
        )
    message = "No known data set is named in documents or code, and no section is about data."
    return missing(facts, message, _REMEDY, measured)
