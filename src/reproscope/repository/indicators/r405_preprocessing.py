"""How raw data become the model's input is in the code or described.

## What it does
Looks for scripts and functions named for preparing data, for sections of the documents about it,
and for calls of libraries that transform data.

## Why it matters
Cleaning, scaling and filtering change results as much as a model does, and are left out of papers
most often.

## Known problems
That there is such code does not say that it is complete. Code that only runs a simulator has no
raw data to prepare. Preparation by plain loops in a source
with another name is not recognised.

## How to mend
Add the script that turns the raw data into what the training reads, and say how to run it.
"""

from __future__ import annotations

import re

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import (
    many,
    missing,
    not_applicable,
    shown,
    simulated,
    trains_nothing,
)
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R405", "preprocessing", "data", __doc__, severity=Level.NOTE, effort="a day", weight=2
)

_ABOUT = re.compile(r"process|prepar|clean|transform|normali|token|scale|resize|dataset|augment")


def judge(facts: Facts) -> Judgement:
    """Say where data are prepared."""
    found = facts.data.preparing
    measured = {"places": len(found)}
    if found:
        message = f"{many(len(found), 'place')} where data are prepared."
        return Judgement(Outcome.PRESENT, message, shown(found), measured=measured)
    if not facts.has_code and not facts.data.files:
        return not_applicable("There is neither Python source nor data.")
    idle = (trains_nothing(facts) or simulated(facts)) if facts.has_code else None
    if idle is not None:
        return idle
    message = "No script, function, section or call that prepares data was found."
    remedy = (
        "Add the script that turns the raw data into the model's input, and name it in the README."
    )
    return missing(facts, message, remedy, measured, about=_ABOUT)
