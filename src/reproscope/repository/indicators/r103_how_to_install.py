"""The README says how to install what is needed.

## What it does
Looks in the README, in `INSTALL` and in `docs/` for a command that installs (`pip install`,
`conda env create`, `poetry install`, `docker build`, …), or for a section on installing that says
something. A README without headings counts by its commands. A list of requirements alone is
`partial`.

## Why it matters
Whoever wants to run the code starts here. In the thesis's calibration the length of the README told
reproducible repositories apart better than anything else measured.

## Known problems
A section named "Setup" counts if it holds any words, whether or not they are enough. Whether the
commands work is not tried.

## How to mend
Write the exact commands, from cloning to the last package, in a code block under "Installation".
"""

from reproscope.core import Level
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.stated import Question, stated

INDICATOR = Indicator.of(
    "R103",
    "how-to-install",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)
_QUESTION = Question(
    "install",
    "how to install what is needed",
    "The documents name what is required, and no command that installs it.",
    "Add a section 'Installation' with the exact commands, e.g. `pip install -r requirements.txt`.",
)


def judge(facts: Facts) -> Judgement:
    """Answer whether the documents say how to install."""
    return stated(facts, _QUESTION)
