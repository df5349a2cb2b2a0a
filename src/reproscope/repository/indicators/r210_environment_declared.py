"""The packages the code needs are declared in a file that a tool can read.

## What it does
Looks for declarations of dependencies: requirements files, `pyproject.toml`, `setup.py`,
`setup.cfg`, `Pipfile`, `pixi.toml`, conda environments, lock files, install commands of
Dockerfiles, Nix and Guix; for R `DESCRIPTION`, `renv.lock` and Binder's `install.R`, for Julia
`Project.toml`. `partial` is a repository that only declares what builds, tests or extends it, or
only names a base image.

## Why it matters
Without a declaration a reader has to guess the packages and their versions from error messages.

## Known problems
- Packages that are named in the README alone, or installed by cells of a notebook, are not a
  declaration here.
- The build files of C++, Java and other languages are not read: such a repository is `unknown`.
- Code that imports the standard library alone needs no declaration and is `not-applicable`.

## How to mend
Write `requirements.txt`, `environment.yml` or `pyproject.toml` with every package the code imports.

## References
Loos (2022), Table 5.1, indicator "configuration files".
"""

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, seen
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R210",
    "environment-declared",
    "software",
    __doc__,
    severity=Level.ERROR,
    effort="an hour",
    weight=3,
)
_REMEDY = (
    "Write a requirements.txt, environment.yml or pyproject.toml that names every package the code "
    "imports, with its version."
)
_READABLE = {"Python", "R", "Julia"}
_NO_CODE = {"Shell"}


def judge(facts: Facts) -> Judgement:
    """Say whether there is any declaration."""
    environment = facts.environment
    runtime = tuple(environment.of("runtime"))
    places: dict[str, int] = {}
    for one in runtime:
        places.setdefault(one.file, one.line)
    for lock in environment.locks:
        places.setdefault(lock.file, 1)
    if places:
        names = len({d.name for d in runtime if d.name})
        words = f"Packages declared for the code: {names}, in {many(len(places), 'file')}."
        measured = {"files": len(places), "declared": names}
        return Judgement(Outcome.PRESENT, words, _evidence(places), measured=measured)
    if environment.broken:
        broken = unreadable(environment.broken)
        number = len({b.file for b in environment.broken})
        words = f"{many(number, 'file')} that may declare packages could not be read."
        return Judgement(Outcome.UNKNOWN, words, broken)
    others = {d.file: d.line for d in reversed(environment.declarations)}
    others.update({image.file: image.line for image in environment.images})
    if others:
        words = (
            "Files name a base image or tools for building and testing, not what the code needs."
        )
        return Judgement(Outcome.PARTIAL, words, _evidence(others), _REMEDY, 0.25)
    return _nothing(facts)


def _nothing(facts: Facts) -> Judgement:
    """Tell apart: no code, code that needs nothing, code we cannot judge, and code without any."""
    languages = {one.name for one in facts.environment.languages} - _NO_CODE
    if not facts.has_code and not languages:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no code that would need an environment.")
    used = facts.environment.third_party
    if used:
        first = tuple(seen(u.places[0], f"import of {u.name}") for u in used[:10])
        packages = many(len(used), "third-party package")
        words = f"No file declares the {packages} that the code imports."
        return Judgement(Outcome.ABSENT, words, first, _REMEDY, measured={"used": len(used)})
    if not facts.all_parsed:
        return Judgement(Outcome.UNKNOWN, "No declaration was found, and not all code parses.")
    if not languages - {"Python"}:
        return Judgement(Outcome.NOT_APPLICABLE, "The code imports the standard library alone.")
    if languages & {"R", "Julia"} and languages <= _READABLE:
        named = [one for one in facts.environment.languages if one.name in ("R", "Julia")]
        words = f"No file declares the packages of {named[0].files} {named[0].name} files."
        return Judgement(Outcome.ABSENT, words, (at(named[0].first),), _REMEDY)
    other = ", ".join(sorted(languages - _READABLE))
    return Judgement(Outcome.UNKNOWN, f"How {other} declares packages is not looked at.")


def _evidence(places: dict[str, int]) -> tuple[Evidence, ...]:
    return tuple(at(path, line, path) for path, line in list(places.items())[:10])
