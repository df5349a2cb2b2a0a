"""The README says what results to expect.

## What it does
Looks in the README and `docs/` for a section on results with numbers, a table or a figure, for
tables whose heads name a metric, and for sentences such as "accuracy of 93.2 %". Results that are
only announced are `partial`.

## Why it matters
Whoever runs the code must be able to tell whether it worked. Without an expected number every
output looks right.

## Known problems
A metric with a number may be quoted from other work. A figure under "Results" counts whatever it
shows. Metrics beyond the known names are seen only under a heading.

## How to mend
Add a table: the command, the metric, the value and its spread over runs.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R106",
    "expected-results",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="an hour",
    weight=2,
)
_QUESTION = Question(
    "results",
    "what results to expect",
    "The documents speak of results, and give no number, table or figure.",
    "Add a table of the results that each command should give.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents say what results to expect."""
    return stated(facts, _QUESTION)
