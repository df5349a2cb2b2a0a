"""The packages can be had from the package index.

## What it does
With `--online` asks the package index that pip is configured with whether it has each declared
package, and the exact version that is asked for, and each package that is imported and not
declared. What does not answer in time is `unknown`, never missing.

## Why it matters
A package that is private, was withdrawn or never existed there stops everyone but the authors.

## Known problems
- Conda packages are not looked for on conda's channels.
- Versions with a local part (`+cu117`) and packages from a further index that the repository names
  are not held to be missing.
- A package of that name on the index may be another one than the authors used.

## How to mend
Publish the package, put its source into the repository, or point to a commit of a public one.

## References
Loos (2022), Table 5.1, indicator "publicly available libraries".
"""

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.records import Environment, Offered
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import seen
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R216",
    "publicly-available",
    "software",
    __doc__,
    severity=Level.WARNING,
    effort="a day",
    weight=1,
)


def judge(facts: Facts) -> Judgement:
    """Say which packages the index does not have."""
    environment = facts.environment
    answers = environment.availability
    if answers is None:
        if not environment.declarations and not environment.third_party and facts.all_parsed:
            return Judgement(Outcome.NOT_APPLICABLE, "No package is declared or imported.")
        words = "The package index was not asked; --online asks it."
        return Judgement(Outcome.UNKNOWN, words)
    if not answers.offered:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no package to ask the index for.")
    bad = [o for o in answers.offered if _is_missing(o)]
    open_ = [o for o in answers.offered if o.status == "unknown"]
    total = len(answers.offered)
    answered = total - len(open_)
    measured = {"asked": total, "missing": len(bad), "unanswered": len(open_)}
    if bad:
        share = (answered - len(bad)) / answered
        names = ", ".join(_said(o) for o in bad[:8])
        words = f"{len(bad)} of {answered} packages are not on {answers.index}: {names}."
        places = tuple(_place(environment, o) for o in bad[:10])
        outcome = Outcome.PARTIAL if share else Outcome.ABSENT
        remedy = "Replace these packages or versions with ones that others can install."
        return Judgement(outcome, words, places, remedy, share, measured)
    if open_:
        words = (
            f"{len(open_)} of {total} questions to {answers.index} got no answer: {open_[0].why}."
        )
        return Judgement(Outcome.UNKNOWN, words, measured=measured)
    words = f"All {total} packages are on {answers.index}."
    return Judgement(Outcome.PRESENT, words, measured=measured)


def _is_missing(offered: Offered) -> bool:
    return offered.status == "missing" or offered.version_found is False


def _said(offered: Offered) -> str:
    return f"{offered.name}=={offered.version}" if offered.version else offered.name


def _place(environment: Environment, offered: Offered) -> Evidence:
    """Return where a package is declared, or else imported."""
    for one in environment.declarations:
        if one.name == offered.name:
            return at(one.file, one.line, _said(offered))
    for used in environment.third_party:
        if offered.name in used.distributions:
            return seen(used.places[0], _said(offered))
    return at(environment.files[0] if environment.files else ".", 1, _said(offered))
