"""Every third-party package that the code imports is declared.

## What it does
Takes the modules that scripts and notebooks import, leaves out the standard library (of every
Python), modules of the repository itself, and imports that the code can do without (`try` with
`ImportError`), and looks for a declared or locked distribution that provides each. Names differ:
`cv2` is provided by `opencv-python` and its variants, `sklearn` by `scikit-learn`. Modules that
only tests, documentation or `setup.py` import are not asked for.

## Why it matters
A package that is used and not declared is the first error a reader meets.

## Known problems
- A module whose distribution has another name that we do not know counts as uncertain while some
  declared distribution is not accounted for; the answer is then `unknown`.
- A package that another declared one brings along is still asked for by name.
- Imports inside functions count like those at the top; imports made by `importlib` are not seen.
- `setuptools`, `pip` and `pkg_resources` count as part of every installation.

## Example
`import yaml` in `train.py` with a `requirements.txt` that names `torch` alone.

## How to mend
Add each named package to the file that declares the others.

## References
Loos (2022), Table 5.1, indicator "used imports in configuration files".
"""

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.matching import Matched, match
from reproscope.repository.collect.environment.records import UsedImport
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import seen
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R211",
    "imports-declared",
    "software",
    __doc__,
    severity=Level.ERROR,
    effort="minutes",
    weight=3,
)


def judge(facts: Facts) -> Judgement:
    """Say which share of the used packages is declared, and name the others."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    matched = match(facts.environment)
    total = len(matched.declared) + len(matched.undeclared) + len(matched.uncertain)
    unread = [b for b in facts.environment.broken if not b.file.endswith((".lock", "tox.ini"))]
    if total == 0:
        return _nothing_used(facts)
    if matched.undeclared and unread:
        places = unreadable(unread, 5)
        words = (
            f"{len(matched.declared)} of {total} imported packages are declared; "
            f"{len(unread)} declarations could not be read, which may hold the others."
        )
        return Judgement(Outcome.UNKNOWN, words, places + _named(matched.undeclared[:5]))
    if matched.undeclared:
        return _undeclared(matched, total)
    if matched.uncertain:
        words = (
            f"{len(matched.declared)} of {total} imported packages are declared; which "
            f"distribution provides the other {len(matched.uncertain)} is not known."
        )
        return Judgement(Outcome.UNKNOWN, words, _named(matched.uncertain))
    if not facts.all_parsed:
        words = f"All {total} imported packages are declared, but not all code parses."
        return Judgement(Outcome.UNKNOWN, words, measured=_measured(matched, total))
    words = f"All {total} third-party packages that the code imports are declared."
    if total == 1:
        words = "The one third-party package that the code imports is declared."
    return Judgement(Outcome.PRESENT, words, measured=_measured(matched, total))


def _nothing_used(facts: Facts) -> Judgement:
    if facts.all_parsed:
        return Judgement(Outcome.NOT_APPLICABLE, "The code needs no third-party package.")
    return Judgement(Outcome.UNKNOWN, "No import was seen, and not all code parses.")


def _undeclared(matched: Matched, total: int) -> Judgement:
    missing = matched.undeclared
    outcome = Outcome.PARTIAL if matched.declared else Outcome.ABSENT
    words = (
        f"{len(missing)} of {total} third-party packages that the code imports are not declared: "
        f"{', '.join(one.name for one in missing[:8])}{', …' if len(missing) > 8 else ''}."
    )
    names = ", ".join(one.distributions[0] for one in missing)
    remedy = f"Declare {names}, with the versions that were used."
    share = len(matched.declared) / total
    return Judgement(outcome, words, _named(missing), remedy, share, _measured(matched, total))


def _measured(matched: Matched, total: int) -> dict[str, int]:
    return {
        "used": total,
        "declared": len(matched.declared),
        "undeclared": len(matched.undeclared),
        "uncertain": len(matched.uncertain),
    }


def _named(imports: tuple[UsedImport, ...]) -> tuple[Evidence, ...]:
    return tuple(
        seen(
            one.places[0],
            f"import of {one.name}, provided by {' or '.join(one.distributions[:3])}",
        )
        for one in imports[:10]
    )
