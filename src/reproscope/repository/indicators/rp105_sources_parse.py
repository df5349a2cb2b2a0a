"""Every Python source is valid Python 3.

## What it does
Parses every script and notebook. Says which do not parse, at which line, whether they read like
Python 2 (these are read all the same), and which are in an encoding that they do not declare.

## Why it matters
A source that does not parse cannot run. What is neither Python 3 nor 2 cannot be judged either:
other indicators answer `unknown` where a word in it speaks of what they ask.

## Known problems
Reproscope parses with the Python it runs on. Syntax of a later version, and templates, are not held
against a source: they make the answer `unknown`. A broken file may be broken on purpose, to
test something; those of tests do not count.

## How to mend
Convert the source (`2to3` is a start), or remove what is not used.
"""

from __future__ import annotations

import sys

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import agreed, many, not_applicable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "RP105",
    "sources-parse",
    "portability",
    __doc__,
    severity=Level.WARNING,
    effort="a day",
    weight=3,
)
_UNJUDGED = (
    *("not Python", "more cells", "longer than", "larger than"),
    *("only a Git LFS", "cannot be read"),
)


def judge(facts: Facts) -> Judgement:
    """Count the sources that do not parse."""
    sources = [module for module in facts.modules if not module.is_test]
    if not sources:
        return not_applicable("There is no Python source.")
    broken = [m for m in sources if (_is_refused(m) or m.undeclared) and not _is_unjudged(m)]
    left_out = [m for m in sources if _is_unjudged(m)]
    old = [module for module in broken if module.python2]
    measured: dict[str, JSON] = {
        "sources": len(sources),
        "broken": len(broken),
        "python2": len(old),
        "not_judged": len(left_out),
    }
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    if broken:
        message = _told(broken, len(sources), version)
        evidence = tuple(at(m.path, _line(m), _why(m)) for m in broken[:10])
        remedy = _remedy(broken)
        outcome = Outcome.ABSENT if len(broken) == len(sources) else Outcome.PARTIAL
        share = 1 - len(broken) / len(sources) if outcome is Outcome.PARTIAL else None
        return Judgement(outcome, message, evidence, remedy, share, measured)
    if left_out:
        message = f"{many(len(left_out), 'source')} could not be judged with {version}."
        evidence = tuple(at(m.path, _line(m), _why(m)) for m in left_out[:10])
        return Judgement(Outcome.UNKNOWN, message, evidence, measured=measured)
    message = (
        f"{many(len(sources), 'source')} {agreed(len(sources), 'parses', 'parse')} with {version}."
    )
    return Judgement(Outcome.PRESENT, message, measured=measured)


def _told(broken: list[Module], sources: int, version: str) -> str:
    old = sum(module.python2 for module in broken)
    torn = sum(_is_no_notebook(module) for module in broken)
    head = f"{len(broken)} of {many(sources, 'source')}"
    if torn == len(broken):
        return f"{head} cannot be read as a notebook."
    parts = [f"{head} are not valid for {version}"]
    parts += [f"{old} read like Python 2"] if old else []
    parts += [f"{torn} cannot be read as a notebook"] if torn else []
    return ", ".join(parts) + "."


def _remedy(broken: list[Module]) -> str:
    again = "Save these notebooks again, or remove them."
    convert = "Convert these sources to Python 3, declare their encoding, or remove them."
    torn = [module for module in broken if _is_no_notebook(module)]
    if len(torn) == len(broken):
        return again
    return f"{convert} {again}" if torn else convert


def _is_no_notebook(module: Module) -> bool:
    return (module.problem or "").startswith("no notebook")


def _is_refused(module: Module) -> bool:
    return not module.parsed or module.refusal is not None


def _is_unjudged(module: Module) -> bool:
    problem = module.problem or ""
    return module.newer or problem.startswith(_UNJUDGED) or "{{" in module.path


def _line(module: Module) -> int | None:
    return None if module.notebook else module.problem_line


def _why(module: Module) -> str:
    if not _is_refused(module):
        return "not UTF-8, and no encoding is declared"
    return f"{module.problem or module.refusal}{', reads like Python 2' if module.python2 else ''}"
