"""What a solver answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reproscope.core.answers import Verdict

# Of several readings, the first of these verdicts that one of them has is the answer.
_PRECEDENCE = (
    Verdict.CONSISTENT,
    Verdict.NOT_APPLICABLE,
    Verdict.UNDECIDED,
    Verdict.INCONSISTENT,
)


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with the counts that witness it, or with how the impossibility was proven.

    `witness` holds counts as plain data; `method` says how the verdict was reached; `detail` adds
    what a reader may want to know (how many matrices fit, how far the search got).
    """

    verdict: Verdict
    method: str
    witness: Mapping[str, Any] | None = None
    detail: str = ""
    solutions: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def consistent(cls, witness: Mapping[str, Any], method: str, **rest: Any) -> Decision:
        """Return a verdict that carries its verified witness."""
        return cls(Verdict.CONSISTENT, method, witness, **rest)

    @classmethod
    def inconsistent(cls, method: str, **rest: Any) -> Decision:
        """Return a verdict that rests on a proof; `method` names it."""
        return cls(Verdict.INCONSISTENT, method, **rest)

    @classmethod
    def undecided(cls, detail: str, method: str = "search", **rest: Any) -> Decision:
        """Return the honest answer when neither a witness nor a proof was found."""
        return cls(Verdict.UNDECIDED, method, detail=detail, **rest)

    @classmethod
    def not_applicable(cls, detail: str) -> Decision:
        """Return what is said of a question that cannot be asked here; `detail` says why."""
        return cls(Verdict.NOT_APPLICABLE, "", detail=detail)


def combined(under: Mapping[str, Decision]) -> Decision:
    """Join the verdicts of several readings: one that fits is enough, to refute takes all asked."""
    verdicts = {label: decision.verdict for label, decision in under.items()}
    facts = {"under": verdicts} if len(under) > 1 else {}
    for wanted in _PRECEDENCE:
        fitting = [(label, d) for label, d in under.items() if d.verdict is wanted]
        if not fitting:
            continue
        label, decision = fitting[0]
        merged = {**decision.facts, **facts}
        if wanted is Verdict.INCONSISTENT and len(fitting) > 1:
            method = "; ".join(f"{label}: {d.method}" for label, d in fitting)
            return replace(decision, method=method, facts=merged)
        witness = decision.witness
        if witness is not None and len(under) > 1:
            witness = {"reading": label, **witness}
        return replace(decision, witness=witness, facts=merged)
    raise AssertionError("a description has at least one reading")
