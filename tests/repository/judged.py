"""Indicators for tests, and what a case expects of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reproscope.core import Level, Outcome
from reproscope.repository.judging.indicator import (
    Effort,
    Factor,
    Indicator,
    Judge,
    Judged,
    Judgement,
)

DOC = """Whether there is a toy.

## What it does
Looks for toys.

## Why it matters
They matter.

## Known problems
It is a toy.
"""


def indicator(
    code: str = "R101",
    factor: Factor = "documentation",
    severity: Level = Level.WARNING,
    effort: Effort = "an hour",
    weight: int = 1,
) -> Indicator:
    """Return an indicator named after its code."""
    name = f"toy-{code.casefold()}"
    how = {"severity": severity, "weight": weight}
    return Indicator.of(code, name, factor, DOC, effort=effort, **how)  # type: ignore[arg-type]


def always(outcome: Outcome, **how: Any) -> Judge:
    """Return a judge that gives one answer whatever the facts."""
    return lambda facts: Judgement(outcome, f"It is {outcome}.", **how)


def differences(judged: Judged | None, expected: Mapping[str, Any]) -> list[str]:
    """Return in words where an answer is not what a case's ``expected.toml`` says.

    `outcome` must be the same, every place of `where` must be among the evidence's, and the
    message must hold `says`.
    """
    if judged is None:
        return ["there is no such indicator"]
    unknown = set(expected) - {"outcome", "where", "says"}
    found = [f"expected.toml has a key {key!r} that means nothing" for key in sorted(unknown)]
    judgement = judged.judgement
    if judgement.outcome != expected.get("outcome", judgement.outcome):
        found.append(
            f"it is {judgement.outcome} and not {expected['outcome']}: {judgement.message}"
        )
    places = {str(item.location) for item in judgement.evidence if item.location is not None}
    for place in expected.get("where", ()):
        if place not in places and not any(p.rpartition(":")[0] == place for p in places):
            found.append(f"{place} is not among its evidence: {', '.join(sorted(places)) or '-'}")
    if expected.get("says", "") not in judgement.message:
        found.append(f"its message does not say {expected['says']!r}: {judgement.message}")
    return found
