"""Hyperparameters are declared in one place: as options, or in configuration files.

## What it does
Looks for argument parsers (argparse, click, typer, absl, fire, hydra, tyro and others) with their
options, for configuration files with hyperparameters, and for constants, fields of classes, entries
of dictionaries and defaults of functions that are named like hyperparameters.

## Why it matters
Values that are scattered over the code are neither found nor changed by a stranger, and get lost
when the code is edited for the next experiment.

## Known problems
Hyperparameters are recognised by their names (`lr`, `batch_size`, `epochs` and the like). Code that
trains nothing has none to declare.

## How to mend
Declare each hyperparameter as an option with its default, or in a configuration file.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.settings import is_hyperparameter
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import files, many, missing, seen, trains_nothing
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R601",
    "hyperparameters-declared",
    "hyperparameters",
    __doc__,
    severity=Level.WARNING,
    effort="an hour",
    weight=3,
)
_REMEDY = "Declare the hyperparameters as options with defaults, or in a configuration file."

_ABOUT = re.compile(r"arg|opt|flag|conf|param|click|hydra|fire|rate|batch|epoch|^lr$")


def judge(facts: Facts) -> Judgement:
    """Say where hyperparameters are declared."""
    setup = facts.experiment
    options = [one for one in setup.options if is_hyperparameter(one.name)]
    values = [v for m in facts.modules if not m.is_test for v in m.settings.values]
    grouped = [v for v in values if v.how in ("field", "entry")]
    constants = [v for v in values if v.how in ("constant", "default")]
    measured: dict[str, JSON] = {
        "options": len(options),
        "libraries": sorted({one.library for one in setup.parsers}),
        "configs": len(setup.configs),
        "fields": len(grouped),
        "constants": len(constants),
    }
    if options or setup.configs:
        told = [many(len(options), "option")] if options else []
        told += [many(len(setup.configs), "configuration file")] if setup.configs else []
        evidence = tuple(
            seen(o.place, f"{o.name}, default {o.default or 'none'}") for o in options[:6]
        )
        evidence += files(config.path for config in setup.configs[:4])
        message = f"Hyperparameters are declared by {' and '.join(told)}."
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    if grouped:
        evidence = tuple(seen(v.place, f"{v.name} = {v.value}") for v in grouped[:10])
        message = f"{many(len(grouped), 'hyperparameter')} in classes or dictionaries of the code."
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.7, measured)
    if constants:
        evidence = tuple(seen(v.place, f"{v.name} = {v.value}") for v in constants[:10])
        message = f"{many(len(constants), 'hyperparameter')} as constants of the code only."
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.4, measured)
    if setup.options:
        evidence = tuple(
            seen(o.place, f"{o.name}, default {o.default or 'none'}") for o in setup.options[:10]
        )
        message = (
            f"{many(len(setup.options), 'option')} can be given; none has a name that is known "
            "for a hyperparameter."
        )
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.5, measured)
    idle = trains_nothing(facts)
    if idle is not None:
        return idle
    return missing(
        facts, "No declaration of a hyperparameter was found.", _REMEDY, measured, about=_ABOUT
    )
