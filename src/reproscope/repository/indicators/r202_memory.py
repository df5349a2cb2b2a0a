"""The memory that is needed is stated, in main memory or on the device.

## What it does
Looks in the README and `docs/` for an amount with a unit next to "memory", "RAM", "VRAM" or a
device ("16 GB of RAM", "a 24 GB GPU"). Memory without an amount is `partial`.

## Why it matters
Running out of memory is among the first things that stop a reproduction, and lowering the batch
size to avoid it changes the result.

## Known problems
Amounts of disk space or the size of a download are not meant and not counted, unless the sentence
calls them memory.

## How to mend
Write how much main memory and device memory a run took at most.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R202", "memory", "hardware", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_QUESTION = Question(
    "memory",
    "how much memory is needed",
    "The documents speak of memory, and give no amount.",
    "State how much main memory and device memory a run takes, e.g. '16 GB of GPU memory'.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents state the memory."""
    return stated(facts, _QUESTION)
