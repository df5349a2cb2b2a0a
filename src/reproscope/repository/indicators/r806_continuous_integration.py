"""Continuous integration is set up, and it runs tests.

## What it does
Looks for pipelines of GitHub Actions, GitLab, CircleCI, Travis, Azure, AppVeyor, Jenkins and others
where these services look for them, and in them for lines that run tests. A pipeline that runs none
is `partial`.

## Why it matters
A machine that installs and tests the code from scratch at each change finds what is missing in the
instructions.

## Known problems
Tests behind a script of another name are not recognised. Whether the pipeline passes, or still
runs, is not asked.

## How to mend
Add a workflow that installs the declared environment and runs the tests.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R806",
    "continuous-integration",
    "practice",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=1,
)
_REMEDY = "Add a workflow that installs the environment and runs the tests at each change."


def judge(facts: Facts) -> Judgement:
    """Answer whether a machine tests the code."""
    pipelines = facts.documents.pipelines
    testing = [one for one in pipelines if one.test_lines]
    measured: dict[str, JSON] = {"pipelines": len(pipelines), "testing": len(testing)}
    if testing:
        message = f"{testing[0].service} runs tests."
        evidence = tuple(at(one.path, *one.test_lines[0]) for one in testing[:5])
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    unreadable = [one for one in pipelines if not one.readable]
    cut = tree_cut(facts)
    if unreadable or cut:
        message = cut or f"{unreadable[0].path} could not be read as a text."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    if pipelines:
        message = f"{pipelines[0].service} is set up, and no line that runs tests was found."
        evidence = tuple(at(one.path) for one in pipelines[:5])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, measured=measured)
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.", measured=measured)
    message = "No continuous integration is set up."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)
