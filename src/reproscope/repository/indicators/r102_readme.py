"""There is a README, and it is long enough to say something.

## What it does
Looks for the README that a visitor sees first: at the root, also where a symbolic link there leads
to a file of the repository, then in `.github` or `docs`. A README in a folder of data or code is
another document and does not change the answer. Its length is measured in lines and in words
without code and badges; between the two thresholds of `thresholds.toml` the answer is `partial`,
with a share.

## Why it matters
The length of the README separated reproducible from other repositories better than any other
measure of the thesis (area under the curve 0.95, n = 40).

## Known problems
Length is no quality: indicators R103 to R106 ask what is said. The thresholds come from 20 and 20
repositories. A README that only points to a website with everything is short here.

## How to mend
Say what the work is, how to install and run it, where the data are and what should come out.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.documents.document import Document
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import unread
from reproscope.repository.judging.thresholds import between, thresholds

INDICATOR = Indicator.of(
    "R102", "readme", "documentation", __doc__, severity=Level.WARNING, effort="an hour", weight=3
)
_LENGTHEN = "Say more in it: what the work is, how to install and run it, data, results."
_REMEDY = "Write a README at the root: what it is, how to install and run it, data, results."


def judge(facts: Facts) -> Judgement:
    """Answer whether there is a README and how long it is."""
    main = facts.documents.main
    if main is None:
        return _without(facts)
    measured = _measured(facts, main)
    if main.words == 0 and "code" not in main.kinds:
        unseen = unread(facts) if facts.documents.unread_readmes else None
        if unseen:
            return Judgement(Outcome.UNKNOWN, unseen, measured=measured)
        message = f"{main.path} is there and says nothing."
        return Judgement(Outcome.ABSENT, message, (at(main.path, 1),), _REMEDY, measured=measured)
    return _by_length(main, measured)


def _by_length(main: Document, measured: dict[str, JSON]) -> Judgement:
    limits = thresholds("readme")
    lines, words = len(main.lines), main.words
    share = max(
        between(lines, limits["few_lines"], limits["many_lines"]),
        between(words, limits["few_words"], limits["many_words"]),
    )
    evidence = (at(main.path, 1, f"{lines} lines, {words} words outside code"),)
    if share >= 1:
        message = f"{main.path} has {lines} lines and {words} words outside code."
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    message = f"{main.path} is short: {lines} lines and {words} words outside code."
    return Judgement(
        Outcome.PARTIAL, message, evidence, _LENGTHEN, round(max(share, 0.05), 3), measured
    )


def _without(facts: Facts) -> Judgement:
    measured = _measured(facts, None)
    unseen = unread(facts)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen, measured=measured)
    others = facts.documents.readmes
    if others:
        message = f"There is no README at the root, only {others[0].path}."
        evidence = tuple(at(one.path, 1) for one in others[:5])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.25, measured)
    message = "There is no README."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


def _measured(facts: Facts, main: Document | None) -> dict[str, JSON]:
    readmes = facts.documents.readmes
    return {
        "lines": 0 if main is None else len(main.lines),
        "text_lines": 0 if main is None else main.length,
        "words": 0 if main is None else main.words,
        "sections": 0 if main is None else len(main.sections),
        "readmes": len(readmes),
        "lines_of_all_readmes": sum(len(one.lines) for one in readmes),
    }
