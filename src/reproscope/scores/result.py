"""The answer to one check: verdict, witness or proof, and, when asked for, the diagnosis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reproscope.core.answers import Verdict
from reproscope.scores.reported import Claim

_SHOWN_FOLDS = 12


@dataclass(frozen=True)
class Nearest:
    """The nearest printed value of one score that would fit the others, or none."""

    name: str
    reported: str
    value: str | None
    searched: bool = True

    def as_data(self) -> dict[str, Any]:
        """Return this as plain data."""
        return {"reported": self.reported, "value": self.value, "searched": self.searched}


@dataclass(frozen=True)
class Power:
    """How many one-digit slips the test would have caught, of how many tried."""

    caught: int
    tried: int
    undecided: int = 0

    @property
    def share(self) -> float:
        """The share of slips caught."""
        return self.caught / self.tried if self.tried else 0.0

    def as_data(self) -> dict[str, Any]:
        """Return this as plain data."""
        return {
            "caught": self.caught,
            "tried": self.tried,
            "undecided": self.undecided,
            "share": round(self.share, 4),
        }


@dataclass(frozen=True)
class Result:
    """What `check` answers. `conflict`, `nearest` and `power` are there once asked for."""

    verdict: Verdict
    claims: tuple[Claim, ...]
    experiment: Any
    rounding: str
    method: str
    seconds: float
    witness: Mapping[str, Any] | None = None
    detail: str = ""
    solutions: int | None = None
    under: Mapping[str, Verdict] = field(default_factory=dict)
    conflict: tuple[str, ...] | None = None
    nearest: tuple[Nearest, ...] | None = None
    power: Power | None = None
    undefined: tuple[str, ...] = ()
    again: Callable[..., Result] | None = field(default=None, repr=False, compare=False)

    @property
    def scores(self) -> dict[str, str]:
        """The scores as they were printed."""
        return {claim.name: claim.text for claim in self.claims}

    def with_diagnosis(self, **found: Any) -> Result:
        """Return the result with what a diagnosis found."""
        return replace(self, **found)

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data, as the JSON output has it."""
        return {
            "verdict": self.verdict.value,
            "scores": self.scores,
            "experiment": self.experiment.as_data(),
            "rounding": self.rounding,
            "witness": None if self.witness is None else dict(self.witness),
            "solutions": self.solutions,
            "undefined": list(self.undefined),
            "under": {k: v.value for k, v in self.under.items()},
            "conflict": None if self.conflict is None else list(self.conflict),
            "nearest": None
            if self.nearest is None
            else {n.name: n.as_data() for n in self.nearest},
            "power": None if self.power is None else self.power.as_data(),
            "method": self.method,
            "detail": self.detail,
            "seconds": round(self.seconds, 4),
        }

    def explain(self) -> str:
        """Return the verdict in plain sentences."""
        from reproscope.scores.wording import explain

        return explain(self)
