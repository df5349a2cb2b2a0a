"""The whole environment is locked, with a hash for every package.

## What it does
Looks for a lock file (`uv.lock`, `poetry.lock`, `pdm.lock`, `Pipfile.lock`, `conda-lock.yml`,
`pixi.lock`, `pylock.toml`, compiled requirements, explicit conda lists, `renv.lock`,
`Manifest.toml`, `flake.lock`) and counts the packages in it that carry a hash. A lock without
hashes, or with some, is `partial`.

## Why it matters
A lock also fixes the packages that the declared ones bring along, and a hash shows that what is
installed is what the authors had.

## Known problems
- That a lock still fits the file it was made from is not examined.
- Packages taken from git have a commit and no hash; they are not asked for one, as little as the
  project itself, its directories, and Julia's standard library.
- Locks are read by lines. A lock that was edited by hand may be counted wrongly.

## How to mend
Run `uv lock`, `poetry lock`, `conda-lock`, or `uv pip compile --generate-hashes`.

## References
PEP 751; pip's hash-checking mode.
"""

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R213",
    "locked-with-hashes",
    "software",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)
_ENDINGS = (".lock", "lock.yml", "lock.yaml", "lock.toml", "manifest.toml")
_REMEDY = (
    "Let `uv lock`, `poetry lock`, `conda-lock` or `uv pip compile --generate-hashes` write one."
)


def judge(facts: Facts) -> Judgement:
    """Say whether a lock file fixes every package by its hash."""
    environment = facts.environment
    locks = [lock for lock in environment.locks if lock.packages]
    broken = [b for b in environment.broken if b.file.casefold().endswith(_ENDINGS)]
    if not locks and broken:
        places = unreadable(broken)
        return Judgement(Outcome.UNKNOWN, "The lock file could not be read.", places)
    if not locks and not environment.declarations and not environment.third_party:
        if environment.broken or not facts.all_parsed:
            return Judgement(Outcome.UNKNOWN, "What the code needs could not be read.")
        return Judgement(Outcome.NOT_APPLICABLE, "There is nothing to lock.")
    if not locks:
        return Judgement(Outcome.ABSENT, "There is no lock file.", (), _REMEDY)
    places = tuple(
        at(lock.file, 1, f"{lock.file}: {lock.packages} packages, {lock.hashed} with a hash")
        for lock in locks[:10]
    )
    best = max(locks, key=lambda lock: lock.hashed / lock.packages)
    measured = {"packages": best.packages, "hashed": best.hashed, "locks": len(locks)}
    if best.fully_hashed:
        words = f"{best.file} fixes {best.packages} packages, each with a hash."
        return Judgement(Outcome.PRESENT, words, places, measured=measured)
    words = f"{best.file} fixes {best.packages} packages, {best.hashed} of them with a hash."
    share = 0.5 + 0.5 * best.hashed / best.packages
    remedy = "Let the tool that wrote the lock file add hashes."
    return Judgement(Outcome.PARTIAL, words, places, remedy, share, measured)
