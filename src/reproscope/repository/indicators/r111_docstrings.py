"""Public functions and classes have docstrings.

## What it does
Counts the public functions, methods and classes of all Python sources that could be parsed, and
those with a docstring. Half or more is `present`, fewer is `partial` with its share.

## Why it matters
Whoever reads or changes the code must learn what a function expects without running it.

## Known problems
A docstring counts whatever it says. Methods that override a documented one count as undocumented.
Small scripts need few docstrings. No study known to us ties them to reproduction.

## How to mend
Write one sentence for each public function: what comes in, what comes out.
"""

from __future__ import annotations

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.python.lines import Lines
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.thresholds import thresholds

INDICATOR = Indicator.of(
    "R111", "docstrings", "documentation", __doc__, severity=Level.NOTE, effort="a day", weight=1
)


def judge(facts: Facts) -> Judgement:
    """Answer how much of the public code has docstrings."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    if not facts.parsed:
        return Judgement(Outcome.UNKNOWN, "No Python source could be parsed.")
    total = sum((module.lines for module in facts.parsed), Lines())
    measured: dict[str, JSON] = {"definitions": total.definitions, "documented": total.documented}
    if not total.definitions:
        message = "The sources define no public function or class."
        return Judgement(Outcome.NOT_APPLICABLE, message, measured=measured)
    share = total.documented / total.definitions
    words = f"{total.documented} of {total.definitions} public functions and classes"
    message = f"{words} have a docstring."
    if share >= thresholds("docstrings")["enough"]:
        return Judgement(Outcome.PRESENT, message, measured=measured)
    remedy = "Say in one sentence what each public function does, first in the files named here."
    outcome = Outcome.PARTIAL if total.documented else Outcome.ABSENT
    return Judgement(outcome, message, _barest(facts), remedy, round(share, 3), measured)


def _barest(facts: Facts) -> tuple[Evidence, ...]:
    """Return the files with most undocumented definitions."""
    bare = [(m.lines.definitions - m.lines.documented, m.path) for m in facts.parsed]
    most = sorted((pair for pair in bare if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return tuple(at(path, None, f"{path}: {number} without") for number, path in most[:5])
