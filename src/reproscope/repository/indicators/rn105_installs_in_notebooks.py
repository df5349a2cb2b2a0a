"""Notebooks do not install packages themselves, or pin what they install.

## What it does
Looks for `!pip install`, `%pip`, `%conda`, `!conda`, `!apt` and the like in notebooks, and whether
each names versions or a file of requirements.

## Why it matters
An install line without a version gives another environment every day, changes the reader's machine
unasked, and is seen by no tool that reads declared dependencies.

## Known problems
For a notebook made for a hosted service an install line may be the only way; with versions it is
`partial`. Lines in a comment do not count.

## How to mend
Declare the dependencies in a file, and install from it: `%pip install -r requirements.txt`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reproscope.core import Level, Outcome
from reproscope.repository.collect.python.magics import Magic
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "RN105",
    "installs-in-notebooks",
    "notebooks",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)
_INSTALL = re.compile(
    r"[!%]?\s*(?:sudo\s+)?(?:(?:\S*python\S*|\{?sys\.executable\}?)\s+-m\s+)?(?P<by>pip3?|uv(?:\s+pip)?|conda|mamba|apt(?:-get)?)"
    r"\s+(?:-\S+\s+)*(?:install|add)\s+(?P<what>.+)"
)


@dataclass(frozen=True, slots=True)
class _Install:
    words: str
    place: Place
    pinned: bool


def judge(facts: Facts) -> Judgement:
    """Look for install lines in notebooks."""
    if not facts.notebooks:
        return not_applicable("There is no notebook.")
    found = [one for book in facts.notebooks for m in book.magics if (one := _install(m))]
    loose = [one for one in found if not one.pinned]
    broken = [book for book in facts.notebooks if book.problem is not None]
    measured = {"notebooks": len(facts.notebooks), "installs": len(found), "unpinned": len(loose)}
    if not found:
        if broken:
            message = f"{many(len(broken), 'notebook')} could not be read."
            return Judgement(Outcome.UNKNOWN, message, measured=measured)
        message = f"No install line in {many(len(facts.notebooks), 'notebook')}."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    remedy = "Declare these packages with versions in a requirements file and install from that."
    if not loose:
        message = (
            f"{many(len(found), 'install line')} in notebooks, all with versions or from a file."
        )
        return Judgement(Outcome.PARTIAL, message, shown(found), remedy, measured=measured)
    message = f"{len(loose)} of {many(len(found), 'install line')} in notebooks name no version."
    return Judgement(Outcome.ABSENT, message, shown(loose), remedy, measured=measured)


def _install(magic: Magic) -> _Install | None:
    found = _INSTALL.match(magic.text)
    if found is None:
        return None
    words = [w.strip("'\"") for w in found["what"].partition("#")[0].split()]
    packages = [word for word in words if not word.startswith(("-", ">", "/", "&", "|"))]
    from_file = (
        any(w in ("-r", "--requirement", "-e", "--file", "-f") for w in words) or "." in words
    )
    pinned = from_file or all("==" in p or "@" in p or p.count("=") == 1 for p in packages)
    return _Install(magic.text, magic.place, pinned and bool(words))
