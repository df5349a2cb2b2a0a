"""The hardware is named: which accelerator or processor the work ran on.

## What it does
Looks in the README and `docs/` for the model of a GPU, TPU or processor ("NVIDIA V100",
"RTX 3090", "TPU v3", "Xeon"), or for the statement that no GPU is needed. "GPU" or "CUDA" without a
model is `partial`.

## Why it matters
Floating-point results, batch sizes that fit and run times depend on the device. A reader must know
beforehand whether theirs will do.

## Known problems
A device named in another connection (a table of other people's models, a list of supported cards)
counts. Names that are also other things ("T4") count only next to "GPU".

## How to mend
Write one sentence: how many of which device, e.g. "trained on 4 NVIDIA V100 (32 GB)".
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R201",
    "accelerator",
    "hardware",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)
_QUESTION = Question(
    "accelerator",
    "on which device the work ran",
    "The documents speak of GPUs or processors in general, and name no model.",
    "State number and model of the devices that were used, or that none is needed.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents name the device."""
    return stated(facts, _QUESTION)
