"""Training calls take their hyperparameters from names, not from numbers written into the call.

## What it does
Looks at optimisers, data loaders, `fit` and trainers: whether learning rate, weight decay,
momentum, batch size and epochs are numbers in the call, and at loops over a fixed number of epochs.

## Why it matters
A number inside a call is changed by editing the code, and nothing then says which value gave which
result.

## Known problems
A short script that is one experiment may rightly hold its values. Constants of well-known recipes
(`momentum=0.9`) count like any other. Calls by positional arguments are not looked at, except the
number of epochs in a loop.

## How to mend
Turn the number into an option or a named constant at the top.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import agreed, many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R604",
    "magic-numbers",
    "hyperparameters",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=1,
)
_KEYWORDS = {
    "lr",
    "learning_rate",
    "weight_decay",
    "momentum",
    "batch_size",
    "epochs",
    "max_epochs",
}
_KEYWORDS |= {"num_epochs", "n_epochs", "num_train_epochs", "per_device_train_batch_size"}
_CALLS = {"fit", "fit_generator", "Trainer", "DataLoader", "TrainingArguments", "train"}

_ABOUT = re.compile(r"fit|optim|adam|sgd|^lr$|rate|epoch|batch|trainer|loader")


@dataclass(frozen=True, slots=True)
class _Value:
    words: str
    place: Place
    literal: bool


def judge(facts: Facts) -> Judgement:
    """Count the hyperparameters of training calls that are numbers."""
    found = [v for m in facts.parsed if not m.is_test for v in _values(m)]
    literal = [value for value in found if value.literal]
    measured: dict[str, JSON] = {"values": len(found), "numbers": len(literal)}
    remedy = "Turn these numbers into options or named constants."
    if not found:
        words = "No training call with a hyperparameter was recognised."
        if facts.unseen(_ABOUT):
            return missing(facts, words, remedy, measured, about=_ABOUT)
        return not_applicable(words)
    if not literal:
        whole = agreed(
            len(found),
            "The value of a training call comes",
            f"All {len(found)} values of training calls come",
        )
        message = f"{whole} from names."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    message = f"{len(literal)} of {many(len(found), 'value')} in training calls are plain numbers."
    if len(literal) < len(found):
        share = 1 - len(literal) / len(found)
        return Judgement(Outcome.PARTIAL, message, shown(literal), remedy, share, measured)
    return Judgement(Outcome.ABSENT, message, shown(literal), remedy, measured=measured)


def _values(module: Module) -> list[_Value]:
    optimisers = known("optimisers")
    found: list[_Value] = []
    for call in module.calls:
        if optimisers.match(call.name) is None and call.method not in _CALLS:
            continue
        for one in call.arguments:
            if one.keyword in _KEYWORDS:
                number = isinstance(one.constant, int | float) and not isinstance(
                    one.constant, bool
                )
                # A weight decay of nothing switches it off, which is no choice of a value.
                literal = number and one.constant != 0
                words = f"{call.name}({one.keyword}={one.source})"
                found.append(_Value(words, call.place, literal))
    for value in module.settings.values:
        if value.how == "loop":
            words = f"for epoch in range({value.value or '…'})"
            found.append(_Value(words, value.place, bool(value.value)))
    return found
