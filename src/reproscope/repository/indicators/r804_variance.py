"""The spread of the results is reported.

## What it does
Looks in the README and `docs/` for numbers with a spread ("93.2 ± 0.1"), a standard deviation, a
standard error or a confidence interval with a number. The words alone are `partial`.

## Why it matters
Without the spread nobody can tell whether a repeated result that differs a little is the same
result.

## Known problems
The paper may report it where the repository does not. A spread of something else than results
counts.

## How to mend
Report mean and standard deviation over the runs, and say which of the two spreads is meant.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R804", "variance", "practice", __doc__, severity=Level.NOTE, effort="an hour", weight=1
)
_QUESTION = Question(
    "variance",
    "how far the results spread",
    "The documents speak of a spread, and give no number for it.",
    "Report the results as mean and standard deviation over runs, e.g. '93.2 ± 0.1'.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the spread of the results is reported."""
    return stated(facts, _QUESTION)
