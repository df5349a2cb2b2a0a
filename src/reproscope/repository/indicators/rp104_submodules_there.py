"""The submodules that the repository names are there, or can be fetched by anyone.

## What it does
Compares `.gitmodules` with the tree. A submodule without files that has a public address is
`partial`; one whose address is of one machine, or needs a key, is `absent`.

## Why it matters
A clone without its submodules lacks code, and an address that only its authors can reach cannot be
mended by a reader.

## Known problems
A plain clone never fills submodules, so `partial` may only mean that `--recurse-submodules` was not
given. Whether the address answers is not asked here.

## How to mend
Use https addresses, and write `git clone --recurse-submodules` into the README.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "RP104",
    "submodules-there",
    "portability",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=1,
)


def judge(facts: Facts) -> Judgement:
    """Compare the submodules with what is there."""
    every = facts.tree.submodules
    if not every:
        return not_applicable("There is no submodule.")
    gone = [one for one in every if not one.populated]
    closed = [one for one in gone if not one.url.startswith(("https://", "http://", "../", "./"))]
    measured: dict[str, JSON] = {
        "submodules": len(every),
        "missing": len(gone),
        "not_public": len(closed),
    }
    if not gone:
        message = f"{many(len(every), 'submodule')} with their files."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    evidence = tuple(at(".gitmodules", None, f"{one.path}: {one.url}") for one in gone[:10])
    remedy = "Give each submodule an https address, and tell readers to clone with submodules."
    if closed:
        message = f"{len(closed)} of {many(len(every), 'submodule')} are not there, nor public."
        return Judgement(Outcome.ABSENT, message, evidence, remedy, measured=measured)
    message = f"{len(gone)} of {many(len(every), 'submodule')} are not there, but have an address."
    return Judgement(Outcome.PARTIAL, message, evidence, remedy, 0.5, measured)
