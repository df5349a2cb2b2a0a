"""The version of the interpreter is stated.

## What it does
Looks for the version of Python in `requires-python`, `.python-version`, `runtime.txt`, conda
environments, `pixi.toml`, `Pipfile`, `requirements.txt` (`python==3.7`, which pip cannot install),
base images, dev containers, Nix and Guix files. A lower limit alone (`>=3.6`), and versions that
only classifiers or `tox.ini` name, are `partial`. R and Julia state theirs in lock files.

## Why it matters
Wheels exist for some Pythons only: what was pinned in 2019 does not install on today's.

## Known problems
- A version in the README or in a workflow of continuous integration is not looked at.
- A base image that contains Python without saying so in its tag counts as not stated.

## How to mend
Write `requires-python = ">=3.9,<3.10"` or a `.python-version` with the version that was used.
"""

from reproscope.core import Level, Outcome
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.facts import Facts
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R214",
    "interpreter-version",
    "software",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=1,
)
_REMEDY = "Add a .python-version file, or requires-python with an upper limit, to the repository."


def judge(facts: Facts) -> Judgement:
    """Say whether and how narrowly the interpreter's version is stated."""
    environment = facts.environment
    stated = environment.pythons
    places = tuple(at(v.file, v.line, f"{v.by}: Python {v.stated}") for v in stated[:10])
    fixed = [v for v in stated if v.pinned in ("exact", "bounded")]
    measured = {"stated": len(stated), "limited": len(fixed)}
    if fixed:
        words = f"Python {fixed[0].stated} is stated in {fixed[0].file}."
        return Judgement(Outcome.PRESENT, words, places, measured=measured)
    if stated:
        words = f"Python {stated[0].stated} is stated without an upper limit."
        return Judgement(Outcome.PARTIAL, words, places, _REMEDY, 0.5, measured)
    others = [k for k in environment.locks if k.language in ("r", "julia")]
    python = any(module.book is None or _is_python(module) for module in facts.modules)
    if others and not python:
        language = {"r": "R", "julia": "Julia"}[others[0].language]
        words = f"{others[0].file} records the environment of {language}."
        return Judgement(Outcome.PRESENT, words, (at(others[0].file, 1),))
    if not python:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    unread = [b for b in environment.broken if b.whole]
    if unread:
        places = unreadable(unread)
        return Judgement(Outcome.UNKNOWN, "Files that may state it could not be read.", places)
    return Judgement(Outcome.ABSENT, "No file states which Python the code runs on.", (), _REMEDY)


def _is_python(module: Module) -> bool:
    """Whether a notebook is one of Python, or does not say of which language it is."""
    language = module.book.language if module.book is not None else None
    return (language or "python").casefold() in ("python", "ipython", "python3", "python2")
