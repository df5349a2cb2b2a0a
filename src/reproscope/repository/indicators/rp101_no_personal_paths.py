"""Code names no place that exists only on its author's machine.

## What it does
Looks for literal paths into home folders (`/home/x`, `/Users/x`, `C:\\\\Users\\\\x`), mounted disks
(`/mnt/…`, `/scratch/…`, `/data/…`) and drives, where they are used as paths in scripts. Those of
notebooks have an indicator of their own.

## Why it matters
The script stops at that line on every other machine.

## Known problems
A path in a configuration file or put together at run time is not seen. `/data/…` counts only where
a call or a name shows that it is a path. Comments, docstrings, addresses, placeholders
(`/home/user`) and paths that are only compared with are left alone. As the default of an option it
can be overridden, and is `partial`.

## How to mend
Use paths relative to the repository, or an option without a personal default.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.personal import personal_paths

INDICATOR = Indicator.of(
    "RP101",
    "no-personal-paths",
    "portability",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=3,
)
_REMEDY = "Replace these paths by ones relative to the repository, or by required options."

_ABOUT = re.compile(
    r"^(?:home|users|root|drive|mnt|media|scratch|nfs|gpfs|lustre|raid|ssd|hdd|storage|export|cluster|vol|cephfs|data|projects?|work)"
)


def judge(facts: Facts) -> Judgement:
    """Look for personal paths in scripts."""
    scripts = [module for module in facts.modules if not module.notebook]
    if not scripts:
        return not_applicable("There is no Python script.")
    found = [p for m in scripts if not m.is_test for p in personal_paths(m)]
    fixed = [path for path in found if not path.overridable]
    measured: dict[str, JSON] = {
        "scripts": len(scripts),
        "paths": len(found),
        "defaults": len(found) - len(fixed),
    }
    if fixed:
        held = len({path.place.path for path in fixed})
        message = f"{many(len(fixed), 'path')} of one machine in {many(held, 'script')}."
        return Judgement(Outcome.ABSENT, message, shown(fixed), _REMEDY, measured=measured)
    if found:
        message = f"{many(len(found), 'path')} of one machine, each the default of an option."
        return Judgement(Outcome.PARTIAL, message, shown(found), _REMEDY, 0.6, measured)
    if facts.unseen(_ABOUT):
        return missing(facts, "No path of one machine was found.", _REMEDY, measured, about=_ABOUT)
    message = f"No path of one machine in {many(len(scripts), 'script')}."
    return Judgement(Outcome.PRESENT, message, measured=measured)
