"""The README says where the data are.

## What it does
Looks in the READMEs and `docs/` for a section on data that gives a link, a folder or a command, for
a sentence that says where data are downloaded from or put, for a command that fetches them, and for
links to data repositories. A data set that is only mentioned is `partial`.

## Why it matters
Results cannot be had again without the same data, and names alone are ambiguous: there are several
versions of most public data sets.

## Known problems
Work that needs no data (pure theory, simulations) is `absent` here although nothing is missing.
Data that the code downloads by itself without a word in the README are judged by the data
indicators, not here.

## How to mend
Add a section "Data": where each data set comes from (a link or DOI), which version, and the folder
it belongs into.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R105",
    "where-the-data-are",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)
_QUESTION = Question(
    "data",
    "where the data are",
    "The documents mention data, and not where they come from.",
    "Add a section 'Data' that links each data set and names the folder it belongs into.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents say where the data are."""
    return stated(facts, _QUESTION)
