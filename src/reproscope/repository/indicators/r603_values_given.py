"""The values behind the reported results are given, not only the names of the options.

## What it does
Looks for commands in documents and scripts that give options values, and for configuration files
with hyperparameters. Defaults of options alone are `partial`: they may be those of the reported
results.

## Why it matters
A parser says what can be set. Only a command or a configuration per experiment says what was set.

## Known problems
Whether these are the values behind a reported number cannot be seen from the repository.

## How to mend
For every reported result give the full command, or one configuration file.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.settings import is_hyperparameter
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import (
    files,
    many,
    missing,
    seen,
    shown,
    trains_nothing,
)
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R603",
    "values-given",
    "hyperparameters",
    __doc__,
    severity=Level.WARNING,
    effort="an hour",
    weight=3,
)
_REMEDY = "Give the full command or one configuration file for every reported result."

_OTHERS = ("loop", "item")

_ABOUT = re.compile(r"arg|opt|flag|conf|param|click|hydra|fire|rate|batch|epoch|^lr$")


def judge(facts: Facts) -> Judgement:
    """Say which commands and configurations give values."""
    setup = facts.experiment
    commands = [one for one in setup.commands if one.options]
    defaults = [o for o in setup.options if o.default is not None and is_hyperparameter(o.name)]
    ours = [module for module in facts.modules if not module.is_test]
    values = [v for m in ours for v in m.settings.values if v.how not in _OTHERS]
    measured: dict[str, JSON] = {
        "commands": len(commands),
        "configs": len(setup.configs),
        "defaults": len(defaults),
    }
    if commands or setup.configs:
        told = [many(len(commands), "command")] if commands else []
        told += [many(len(setup.configs), "configuration file")] if setup.configs else []
        evidence = (*shown(commands, "command")[:6], *files(c.path for c in setup.configs[:4]))
        message = f"Values are given by {' and '.join(told)}."
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    if defaults or values:
        evidence = tuple(seen(o.place, f"{o.name} = {o.default}") for o in defaults[:5])
        evidence += tuple(seen(v.place, f"{v.name} = {v.value}") for v in values[:5])
        message = "Values stand only as defaults or constants of the code, not per experiment."
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.5, measured)
    idle = trains_nothing(facts)
    if idle is not None:
        return idle
    message = "No command, configuration file or default gives a value to a hyperparameter."
    return missing(facts, message, _REMEDY, measured, about=_ABOUT)
