"""The run time is stated: how long training or an experiment takes.

## What it does
Looks in the README and `docs/` for a time with a unit next to words such as "takes", "training
time" or "per epoch", for GPU hours, and for a column of times in a table. A time without a number
is `partial`.

## Why it matters
Whoever wants to reproduce must plan, and a run that takes ten times longer than stated shows early
that something differs.

## Known problems
Lengths of recordings, intervals of schedules and dates are left out by their surroundings, which
can fail in both directions.

## How to mend
Write how long each experiment took, on which device.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R203", "run-time", "hardware", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_QUESTION = Question(
    "runtime",
    "how long a run takes",
    "The documents speak of the time a run takes, and give no number.",
    "State how long each experiment takes and on which device, e.g. '3 hours on one V100'.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents state the run time."""
    return stated(facts, _QUESTION)
