"""The repository says how to cite it, in a form that machines read.

## What it does
Looks at the root for `CITATION.cff`, a BibTeX file, `codemeta.json` or `.zenodo.json`, and in the
README for a BibTeX entry or a section on citing. A file that can be read is `present`; an entry in
the README alone is `partial`.

## Why it matters
A citation ties the code to a paper and a version, so that later readers know which code made which
result.

## Known problems
Whether the entry is right is not checked.

## How to mend
Add a `CITATION.cff` with title, authors, version and the paper as preferred citation.

## References
- Citation File Format, citation-file-format.github.io
"""

from __future__ import annotations

import re

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import tree_cut, unread

INDICATOR = Indicator.of(
    "R113", "citation", "documentation", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_ENTRY = re.compile(r"@[A-Za-z]{3,20}\s?\{")
_REMEDY = "Add a CITATION.cff at the root with title, authors and the paper."


def judge(facts: Facts) -> Judgement:
    """Answer whether the repository says how to cite it."""
    files = facts.documents.citations
    sound = [one for one in files if one.problem is None]
    if sound:
        names = ", ".join(one.path for one in sound)
        evidence = tuple(at(one.path, 1, one.title or one.path) for one in sound)
        return Judgement(Outcome.PRESENT, f"{names} says how to cite the work.", evidence)
    broken = tuple(at(one.path, 1, f"{one.path}: {one.problem}") for one in files)
    written = (*broken, *_in_readme(facts))
    if written:
        message = "The work can be cited by what the README says, not by a file for machines."
        if broken:
            message = f"{files[0].path} is there, and {files[0].problem}."
        return Judgement(Outcome.PARTIAL, message, written[:6], _REMEDY)
    unseen = unread(facts) or tree_cut(facts)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen)
    return Judgement(Outcome.ABSENT, "Nothing says how to cite the work.", remedy=_REMEDY)


def _in_readme(facts: Facts) -> tuple[Evidence, ...]:
    main = facts.documents.main
    if main is None:
        return ()
    entries = [
        at(main.path, number, line.strip()[:120], kind="quote")
        for number, line in enumerate(main.lines, 1)
        if _ENTRY.match(line.strip())
    ]
    headed = [at(main.path, m.line, m.text, kind="quote") for m in main.about("citation")]
    return (*entries[:3], *headed[:2])
