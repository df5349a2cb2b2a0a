"""How many lines of comments there are for the lines of code.

## What it does
Counts lines of code, comments and docstrings by tokens over all Python sources and gives the ratio.
Inline comments and docstrings are counted apart. It is a measure, with no weight in our own
profile.

## Why it matters
The thesis's profile `loos2022` uses the ratio; this is the same question measured right.

## Known problems
The ratio carries no known signal: over the thesis's 20 reproducible and 20 other repositories it
told nothing (area under the curve 0.505, p = 0.97). Commented-out code counts as comments.

## How to mend
Say in comments why the code is as it is, where a reader would ask.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.lines import Lines
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R110", "comments", "documentation", __doc__, severity=Level.NONE, effort="an hour", weight=0
)


def judge(facts: Facts) -> Judgement:
    """Answer how many comments there are."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    if not facts.parsed:
        return Judgement(Outcome.UNKNOWN, "No Python source could be parsed.")
    total = sum((module.lines for module in facts.parsed), Lines())
    measured = _measured(total, len(facts.parsed))
    if total.code == 0:
        message = "The Python sources hold no line of code."
        return Judgement(Outcome.NOT_APPLICABLE, message, measured=measured)
    remarks = total.comment + total.docstring + total.trailing_comments
    message = (
        f"{total.code} lines of code, {total.comment} of comments, {total.docstring} of docstrings,"
        f" {total.trailing_comments} comments behind code."
    )
    if remarks:
        return Judgement(Outcome.PRESENT, message, measured=measured)
    remedy = "Say in comments why the code is as it is, where a reader would ask."
    return Judgement(Outcome.ABSENT, message, remedy=remedy, measured=measured)


def _measured(total: Lines, sources: int) -> dict[str, JSON]:
    words = total.comment + total.docstring
    return {
        "sources": sources,
        "code": total.code,
        "comment": total.comment,
        "docstring": total.docstring,
        "trailing_comments": total.trailing_comments,
        "code_comment_ratio": round(total.code / words, 2) if words else float(total.code),
    }
