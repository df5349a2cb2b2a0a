"""The README says how to run the code.

## What it does
Looks in the README and `docs/` for commands that run something (`python train.py`, `bash run.sh`,
`make reproduce`, `torchrun`, `jupyter`, …), or for a section on usage, training or examples that
holds code. A notebook or a script that is only named is `partial`.

## Why it matters
Without the command a stranger guesses the entry point and its arguments, and a different result may
then be the guess's.

## Known problems
Commands for something else than the reported results count too: indicator R801 asks for those. A
library whose README shows Python code under "Usage" counts as saying how it is run.

## How to mend
Give one command for each thing to run, with its arguments, in a code block.
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R104",
    "how-to-run",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)
_QUESTION = Question(
    "run",
    "how to run the code",
    "The documents name what can be run, and no command that runs it.",
    "Add a section 'Usage' with the exact commands, e.g. `python train.py --config base.yaml`.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents say how to run the code."""
    return stated(facts, _QUESTION)
