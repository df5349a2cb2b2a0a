"""How clean the Python code is, by ruff.

## What it does
Runs ruff over the Python sources with a fixed set of rules (errors, undefined and unused names,
likely bugs) and gives the findings for a hundred lines of code. The audited repository's own
settings and `noqa` remarks are not obeyed. Where ruff is not installed the answer is `unknown`.

## Why it matters
Undefined names and unused imports are signs of code that was never run as it is published.

## Known problems
The thesis rated style by pylint (area under the curve 0.73, p = 0.015); these rules are others and
are not yet calibrated. Findings are not bugs. Sources that do not parse are one finding each.

## How to mend
Run `ruff check --fix` and read what is left.
"""

from __future__ import annotations

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.python.style import Style
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.thresholds import between, thresholds

INDICATOR = Indicator.of(
    "R112", "style", "documentation", __doc__, severity=Level.NOTE, effort="an hour", weight=1
)


def judge(facts: Facts) -> Judgement:
    """Answer how clean the code is."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    style = facts.style
    if style is None or style.problem is not None:
        why = "it was not rated" if style is None else str(style.problem)
        return Judgement(Outcome.UNKNOWN, f"The style of the code is not known: {why}.")
    code = sum(module.lines.code for module in facts.parsed if not module.refusal)
    if code == 0:
        return Judgement(Outcome.UNKNOWN, "No line of code could be parsed.")
    rate = 100 * style.found / code
    limits = thresholds("style")
    share = 1 - between(rate, limits["clean"], limits["untidy"])
    message = f"ruff has {counted(style.found, 'finding')} in {code} lines of code."
    measured: dict[str, JSON] = {
        "findings": style.found,
        "per_hundred_lines": round(rate, 2),
        "rating": round(10 * share, 2),
        "ruff": style.version,
    }
    if share >= 1:
        return Judgement(Outcome.PRESENT, message, _evidence(style), measured=measured)
    outcome = Outcome.PARTIAL if share > 0 else Outcome.ABSENT
    remedy = "Run `ruff check --fix`, then read what is left, undefined names first."
    return Judgement(outcome, message, _evidence(style), remedy, round(share, 3), measured)


def _evidence(style: Style) -> tuple[Evidence, ...]:
    """Return one place for each of the most frequent rules."""
    counts = dict(style.counts)
    return tuple(
        at(path, line, f"{code}, {counted(counts[code], 'time')}, first here")
        for code, path, line in style.places[:6]
    )
