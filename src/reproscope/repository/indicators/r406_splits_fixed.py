"""Training and test data are the same parts in every run.

## What it does
Looks for files that hold a split, for loaders that give predefined parts and paths of parts that
code opens by name (`train.txt` and `valid.txt`), and for calls that draw a split, with the seed
they are given. Folds that are not shuffled need none. In a function that is named for splitting, a
permutation draws one.

## Why it matters
Another split gives other scores; the difference is often larger than that between methods.

## Known problems
A call without a seed of its own follows the global generator, which may be seeded: that is
`partial`. A seed that comes from a variable is taken as given. A part that is opened by name is
taken for one that comes with the data, although other code may have drawn it. Splitting by slices
is not recognised.

## How to mend
Store the split as files, or give the call a fixed `random_state` (or `generator`).
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R406", "splits-fixed", "data", __doc__, severity=Level.WARNING, effort="minutes", weight=2
)
_REMEDY = "Give these calls a fixed random_state or generator, or store the split as files."
_ABOUT = re.compile(r"split|fold|train|test|valid|^dev$|load_data")
_SEED = re.compile(r"seed|random_state|generator")
_SEEDS = {
    "seed",
    "manual_seed",
    "seed_everything",
    "set_seed",
    "set_random_seed",
    "manual_seed_all",
}


def judge(facts: Facts) -> Judgement:
    """Compare the splits that are drawn with those that are fixed."""
    splits = facts.data.splits
    drawn = [one for one in splits if one.kind == "drawn"]
    fixed = [one for one in splits if one.kind != "drawn"]
    loose = [one for one in drawn if one.seeded is False]
    measured: dict[str, JSON] = {
        "files": sum(one.kind == "file" for one in splits),
        "fixed": sum(one.kind == "fixed" for one in splits),
        "drawn": len(drawn),
        "unseeded": len(loose),
    }
    if not splits:
        why = "No split of data was recognised, by file, by call or by loader."
        if facts.unseen(_ABOUT):
            return missing(facts, why, _REMEDY, measured, about=_ABOUT)
        return not_applicable(why)
    if not loose:
        ways = [many(len(drawn), "seeded split")] if drawn else []
        ways += [many(len(fixed), "predefined part")] if fixed else []
        message = f"The split is fixed: {', '.join(ways)}."
        return Judgement(Outcome.PRESENT, message, shown((*drawn, *fixed)), measured=measured)
    message = f"{len(loose)} of {many(len(drawn), 'drawn split')} get no seed of their own."
    if len(loose) < len(drawn) or fixed or _is_seeded(facts):
        share = 0.5 if _is_seeded(facts) else (1 - len(loose) / len(splits)) * 0.75
        return Judgement(Outcome.PARTIAL, message, shown(loose), _REMEDY, share, measured)
    return missing(facts, message, _REMEDY, measured, shown(loose), _SEED)


def _is_seeded(facts: Facts) -> bool:
    """Whether a global generator is seeded anywhere, which may reach the split."""
    ours = (module for module in facts.modules if not module.is_test)
    return any(call.method in _SEEDS for module in ours for call in module.calls)
