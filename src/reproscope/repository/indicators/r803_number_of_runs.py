"""The number of runs behind the results is stated.

## What it does
Looks in the README, `docs/` and shell scripts for a number of runs, seeds or repetitions ("averaged
over 5 runs", "seeds 0, 1, 2", `for seed in 1 2 3`), and in scripts and grids for a list of seeds
that can be counted. "Several runs" without a number is `partial`.

## Why it matters
One run of a stochastic method says little. Whoever compares must know whether the reported number
is one draw, a mean or the best of many.

## Known problems
The paper may state it where the repository does not. Folds of a cross-validation are not counted as
runs.

## How to mend
Write over how many runs, with which seeds, each reported number was averaged.
"""

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import TOLD_IN, Question, stated

INDICATOR = Indicator.of(
    "R803", "number-of-runs", "practice", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_QUESTION = Question(
    "runs",
    "how many runs are behind the results",
    "The documents speak of several runs, and give no number.",
    "State the number of runs and their seeds beside the results.",
    (*TOLD_IN, "script"),
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the number of runs is stated."""
    told = stated(facts, _QUESTION)
    counted = [one for one in facts.experiment.repeats if (one.runs or 0) > 1]
    if told.outcome is Outcome.PRESENT or not counted:
        return told
    message = f"{counted[0].place.path} runs {counted[0].runs} seeds."
    measured = {**told.measured, "counted": len(counted)}
    return Judgement(Outcome.PRESENT, message, shown(counted)[:5], measured=measured)
