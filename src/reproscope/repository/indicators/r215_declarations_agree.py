"""Files that declare the same package leave at least one version that fits them all.

## What it does
Compares the main files of a directory (`requirements.txt`, `environment.yml`, `setup.py`,
`setup.cfg`, `pyproject.toml`, `Pipfile`, and what they include) package by package, Python itself
too, and reports pairs of specifiers that no version can satisfy.

## Why it matters
Whoever follows one file has another environment than whoever follows the other, and nobody can tell
which of them gave the results.

## Known problems
- Files that are meant as a choice (`requirements-gpu.txt`) are not compared.
- Requirements with different markers are not compared, since they may never apply together.
- Whether the versions that fit were ever released is not asked; that is R217.

## Example
`numpy==1.19.5` in `requirements.txt` and `numpy>=1.21` in `setup.py`.

## How to mend
Keep the versions in one file, and let the others read or include it.
"""

from reproscope.core import Level, Outcome
from reproscope.repository.collect.environment.contradictions import Claim, contradictions
from reproscope.repository.facts import Facts
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R215",
    "declarations-agree",
    "software",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=1,
)


def judge(facts: Facts) -> Judgement:
    """Say which declarations exclude each other."""
    environment = facts.environment
    found = contradictions(environment)
    if found:
        names = sorted({one.first.name for one in found})
        claims = [claim for one in found for claim in (one.first, one.second)]
        places = tuple(at(c.file, c.line, _said(c)) for c in dict.fromkeys(claims))
        words = f"No version satisfies all that is declared of {', '.join(names[:8])}."
        remedy = "Keep the version that was used and change or remove the other declaration."
        measured = {"pairs": len(found), "packages": len(names)}
        return Judgement(Outcome.ABSENT, words, places[:10], remedy, measured=measured)
    files = {d.file for d in environment.declarations} | {v.file for v in environment.pythons}
    if environment.broken:
        places = unreadable(environment.broken)
        words = "The declarations that could be read agree; others could not be read."
        return Judgement(Outcome.UNKNOWN, words, places)
    if len(files) < 2:
        return Judgement(Outcome.NOT_APPLICABLE, "There are no two declarations to compare.")
    words = f"The declarations in {len(files)} files do not exclude each other."
    return Judgement(Outcome.PRESENT, words, measured={"files": len(files)})


def _said(claim: Claim) -> str:
    return f"{claim.name} {claim.specifier}"
