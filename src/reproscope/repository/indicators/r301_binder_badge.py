"""The README opens the work in a prepared environment with one click.

## What it does
Looks in the READMEs for a Binder badge or link. A link to Colab is `partial`: it opens a notebook,
and the environment is whatever Colab has that day.

## Why it matters
A badge that works shows that the environment can be built by someone else.

## Known problems
Whether the badge's build succeeds is not tried here. A badge may lead to another repository.

## How to mend
Add the files Binder needs (indicator R302), then the badge from mybinder.org.
"""

from __future__ import annotations

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import unread

INDICATOR = Indicator.of(
    "R301",
    "binder-badge",
    "buildability",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=1,
)
_REMEDY = "Add a Binder badge to the README once the repository builds on mybinder.org."


def judge(facts: Facts) -> Judgement:
    """Answer whether the README has a Binder badge."""
    badges = [(d.path, badge) for d in facts.documents.readmes for badge in d.badges]
    binder = [at(path, b.line, b.url) for path, b in badges if b.kind == "binder"]
    colab = [at(path, b.line, b.url) for path, b in badges if b.kind == "colab"]
    if binder:
        return Judgement(Outcome.PRESENT, "A Binder badge opens the work.", tuple(binder[:5]))
    unseen = unread(facts)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen)
    if colab:
        message = "A link opens a notebook in Colab, whose environment is not declared here."
        return Judgement(Outcome.PARTIAL, message, tuple(colab[:5]), _REMEDY)
    message = "No badge opens the work in a prepared environment."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY)
