"""Trained weights are there, or the documents say where to get them.

## What it does
Looks for files of weights by type, for links in the documents on lines or under headings about
weights, checkpoints or models, and for weights that code takes from a hub by name.

## Why it matters
Weights allow the evaluation to be checked alone, and tell a failed training from a wrong claim.

## Known problems
A link is not followed here. Weights of a hub may be only the starting point of the training, and
are `partial`, as are those without a revision. Types that data have too (`.h5`, `.pkl`) count only
where the name or folder says that it is a model.

## How to mend
Publish the weights behind the reported results in an archive or on a hub, and pin the revision.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, shown, trains_nothing
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R702",
    "weights-available",
    "serialisation",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=2,
)
_REMEDY = "Publish the trained weights and link them in the README, with a version."

_ABOUT = re.compile(r"pretrained|hub|load_url|create_model")


def judge(facts: Facts) -> Judgement:
    """Say which weights can be had."""
    weights = facts.artefacts.weights
    inside = [one for one in weights if one.how == "file"]
    links = [one for one in weights if one.how == "link"]
    hub = [one for one in weights if one.how == "hub"]
    pinned = [one for one in hub if one.revision is not None]
    measured: dict[str, JSON] = {
        "files": len(inside),
        "kinds": sorted({one.kind for one in inside}),
        "links": len(links),
        "hub": len(hub),
        "pinned": len(pinned),
    }
    if inside or links:
        told = [many(len(inside), "file")] if inside else []
        told += [many(len(links), "link")] if links else []
        message = f"Weights are given by {' and '.join(told)}."
        return Judgement(Outcome.PRESENT, message, shown((*inside, *links)), measured=measured)
    if hub:
        message = f"{many(len(hub), 'model')} of a hub by name, {len(pinned)} with a revision."
        share = 0.6 if len(pinned) == len(hub) else 0.4
        return Judgement(Outcome.PARTIAL, message, shown(hub), _REMEDY, share, measured)
    idle = trains_nothing(facts)
    if idle is not None:
        return idle
    message = "No file of weights, and no link to one, was found."
    return missing(facts, message, _REMEDY, measured, about=_ABOUT)
