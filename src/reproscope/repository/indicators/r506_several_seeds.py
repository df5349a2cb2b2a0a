"""Several seeds are run.

## What it does

Looks for a loop over seeds or runs, a list of seeds, or a command-line flag that takes many; in
shell scripts and code blocks of the documents for loops that hand their variable to a seed, for
commands with different seeds and for job arrays; and in YAML, JSON and TOML for grids and sweeps
with more than one seed.

## Why it matters

One seed is one draw. Several show how much of a result is chance, which readers need to judge a
difference between methods.

## Known problems

Seeds that a job scheduler elsewhere or a person runs through are not seen: `absent` means only that
the repository does not do it, and counts for little. A loop named for runs counts although its runs
may differ in more than the seed.

## How to mend

Loop over five or more seeds, and report the mean with its spread.
"""

import re

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R506", "several-seeds", "seeds", __doc__, severity=Level.NOTE, effort="an hour"
)

_ABOUT = re.compile(r"seed|random|rng|shuffle|torch|tensorflow|keras|jax")


def judge(facts: Facts) -> Judgement:
    """Say where several seeds are run."""
    modules = [module for module in facts.parsed if not module.is_test]
    spots = [spot for module in modules for spot in module.seeds.several]
    repeats = facts.experiment.repeats
    places = len(spots) + len(repeats)
    if places:
        words = f"Several seeds are run in {many(places, 'place')}."
        evidence = (*shown(repeats)[:5], *shown(spots)[:5])
        return Judgement(Outcome.PRESENT, words, evidence, measured={"places": places})
    missing = unseen(facts, _ABOUT)
    if missing is not None:
        return missing
    if not facts.seeding.uses:
        return Judgement(Outcome.NOT_APPLICABLE, "No use of a random generator was found.")
    return Judgement(
        Outcome.ABSENT,
        "No loop over seeds, list of seeds or flag for several was found.",
        remedy="Run five or more seeds in a loop, and report the mean with its spread.",
        measured={"places": 0},
    )
