"""The declared packages are fixed to one version each.

## What it does
Takes the packages that the code needs, each name once, and counts those that some file fixes to one
version (`==1.9.0`, a commit, an archive with its version) or that a lock file holds. A marker such
as `; python_version >= "3.6"` says when a package is needed, and does not loosen its version.
Constraints files (`-c`) fix versions too.

## Why it matters
With `torch` or `torch>=1.0` a reader gets what is newest on that day, which may behave differently
or not run at all.

## Known problems
- Conda's `numpy=1.19.2` is taken for exact, although 1.19.2.1 would fit; `numpy=1.19` is a range.
- Pinned files and loose files of the same name count as pinned, since a reader can use the first.
- A library that others build on is right to declare ranges; this asks what a reproduction needs.

## Example
`scipy>1.0` and `matplotlib<4,>=3` are ranges; `numpy==1.21.0 ; python_version >= "3.6"` is fixed.

## How to mend
Keep what you import in one file, and let `pip freeze`, `uv lock` or `conda-lock` write the
versions.

## References
Loos (2022), Table 5.1, indicator "strictness".
"""

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.knowledge import knowledge
from reproscope.repository.collect.environment.records import Declaration, Environment
from reproscope.repository.facts import Facts
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R212",
    "versions-pinned",
    "software",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)

_WHY = {
    "exact": "",
    "bounded": ": a range",
    "unbounded": "",
    "url": ": an address without a commit or version",
    "path": ": a path on the authors' machine",
    "unknown": ": could not be read",
}


def judge(facts: Facts) -> Judgement:
    """Say which share of the needed packages has one version."""
    environment = facts.environment
    packages = _packages(environment)
    if not packages:
        return _without(facts)
    fixed = _fixed(environment)
    loose = {name: listed for name, listed in packages.items() if name not in fixed}
    unread = {n for n, listed in loose.items() if all(d.pinned == "unknown" for d in listed)}
    total = len(packages)
    known = total - len(unread)
    measured = {"packages": total, "fixed": total - len(loose), "unread": len(unread)}
    if known == 0:
        words = f"The versions of {total} declared packages could not be read."
        return Judgement(Outcome.UNKNOWN, words, _evidence(loose), measured=measured)
    if not loose:
        words = f"All {total} packages that the code needs are fixed to one version."
        if total == 1:
            words = "The one package that the code needs is fixed to one version."
        return Judgement(Outcome.PRESENT, words, measured=measured)
    share = (total - len(loose)) / known
    words = f"{total - len(loose)} of {total} declared packages are fixed to one version."
    outcome = Outcome.PARTIAL if share else Outcome.ABSENT
    if share == 1:
        outcome, words = Outcome.UNKNOWN, f"{words} The others could not be read."
    remedy = "Write the version that was used behind each name, or add a lock file."
    return Judgement(outcome, words, _evidence(loose), remedy, share, measured)


def _packages(environment: Environment) -> dict[str, list[Declaration]]:
    """Return the packages the code needs, each name once; paths in the tree are none.

    ``numpy @ file:///tmp/build`` is one: the path lies on the authors' machine.
    """
    found: dict[str, list[Declaration]] = {}
    for one in environment.of("runtime"):
        elsewhere = one.specifier.startswith(("@ file:", "@ /"))
        if (one.pinned != "path" or elsewhere) and (one.name or one.pinned == "unknown"):
            found.setdefault(knowledge().index_name(one.name), []).append(one)
    return found


def _fixed(environment: Environment) -> set[str]:
    known = knowledge()
    exact = {
        known.index_name(one.name)
        for one in environment.of("runtime", "constraint")
        if one.pinned == "exact"
    }
    return exact.union(*({known.index_name(n) for n in k.names} for k in environment.locks))


def _without(facts: Facts) -> Judgement:
    environment = facts.environment
    if environment.locks:
        packages = sum(lock.packages for lock in environment.locks)
        places = tuple(at(lock.file, 1) for lock in environment.locks[:10])
        words = f"Lock files fix {packages} packages."
        return Judgement(Outcome.PRESENT, words, places, measured={"locked": packages})
    if environment.broken:
        places = unreadable(environment.broken)
        return Judgement(Outcome.UNKNOWN, "The declarations could not be read.", places)
    return Judgement(Outcome.NOT_APPLICABLE, "No package is declared whose version could be fixed.")


def _evidence(loose: dict[str, list[Declaration]]) -> tuple[Evidence, ...]:
    return tuple(
        at(one.file, one.line, f"{one.name}{one.specifier or ' (any version)'}{_WHY[one.pinned]}")
        for one in [listed[0] for listed in loose.values()][:10]
    )
