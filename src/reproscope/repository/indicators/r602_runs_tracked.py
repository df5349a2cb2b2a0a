"""What a run was given and gave is recorded.

## What it does
Looks for experiment trackers (wandb, mlflow, neptune, sacred, comet, TensorBoard, clearml, aim,
Lightning's loggers and others), for code that writes its configuration or arguments to a file, and
for logs in the repository. Printing the arguments, or writing a table of results, is `partial`.

## Why it matters
A score without the values that led to it cannot be had again, not even by its authors.

## Known problems
That a tracker is called does not say that hyperparameters are among what it records, nor that the
record is public.

## How to mend
Write the configuration beside every result, or use a tracker and publish its runs.

## References
Loos 2022, factor "hyperparameter logging".
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, shown, trains_nothing
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R602",
    "runs-tracked",
    "hyperparameters",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=2,
)
_REMEDY = "Write the configuration of each run to a file beside its results, or use a tracker."

_ABOUT = re.compile(
    r"wandb|mlflow|neptune|sacred|comet|board|summary|log|dump|writ|clearml|^aim$|visdom"
)


def judge(facts: Facts) -> Judgement:
    """Say what keeps a record of a run."""
    found = facts.experiment.tracking
    kept = [one for one in found if one.how in ("tracker", "dump")]
    logs = [one for one in found if one.how == "log"]
    printed = [one for one in found if one.how in ("print", "table")]
    trackers = sorted({one.by for one in kept if one.how == "tracker"})
    measured: dict[str, JSON] = {
        "trackers": [*trackers],
        "calls": len(kept),
        "logs": len(logs),
        "printed": len(printed),
    }
    if kept:
        by = ", ".join(trackers) or "a file that the code writes"
        message = f"Runs are recorded by {by} ({many(len(kept), 'call')})."
        return Judgement(Outcome.PRESENT, message, shown(kept), measured=measured)
    if logs:
        message = f"{many(len(logs), 'log file')} of runs in the repository."
        return Judgement(Outcome.PRESENT, message, shown(logs, "file"), measured=measured)
    if printed:
        message = (
            f"Settings are printed, or results written ({many(len(printed), 'call')}), but no "
            "file keeps both."
        )
        return Judgement(Outcome.PARTIAL, message, shown(printed), _REMEDY, 0.4, measured)
    idle = trains_nothing(facts)
    if idle is not None:
        return idle
    message = "No tracker, no written configuration and no log was found."
    return missing(facts, message, _REMEDY, measured, about=_ABOUT)
