"""What came of an attempt: the experiments counted by class, and the rule of seed 000, 3.5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reproscope.core import ReproscopeError
from reproscope.study.attempts.result import ResultClass


class AttemptOutcome(StrEnum):
    """The outcomes, from the least to the most favourable: no result ranks below failure."""

    NO_RESULT = "no-result"
    FAILURE = "failure"
    PARTIAL_SUCCESS = "partial-success"
    SUCCESS = "success"

    @property
    def rank(self) -> int:
        """0 to 3, for rank correlations (surveys.md, section 4)."""
        return tuple(AttemptOutcome).index(self)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many experiments a paper has, and what became of each; the counts must add up."""

    experiments: int
    identical: int = 0
    consistent: int = 0
    different: int = 0
    not_conducted: int = 0

    def __post_init__(self) -> None:
        parts = {
            "identical": self.identical,
            "consistent": self.consistent,
            "different": self.different,
            "not conducted": self.not_conducted,
        }
        for name, count in {"experiments": self.experiments, **parts}.items():
            if count < 0:
                raise ReproscopeError(f"{count} {name}: a count is never below 0")
        if self.experiments == 0:
            raise ReproscopeError("an attempt without an experiment: count at least one")
        for name, count in parts.items():
            if count > self.experiments:
                raise ReproscopeError(
                    f"{count} {name} of {self.experiments} experiments is impossible"
                )
        if sum(parts.values()) != self.experiments:
            told = ", ".join(f"{count} {name}" for name, count in parts.items())
            raise ReproscopeError(
                f"{told} add up to {sum(parts.values())}, not to {self.experiments} experiments"
            )

    @classmethod
    def of(cls, classes: Iterable[ResultClass]) -> Tally:
        """Count the experiments' classes."""
        counts = Counter(classes)
        return cls(
            counts.total(),
            counts[ResultClass.IDENTICAL],
            counts[ResultClass.CONSISTENT],
            counts[ResultClass.DIFFERENT],
            counts[ResultClass.NOT_CONDUCTED],
        )

    @property
    def conducted(self) -> int:
        """How many experiments gave a result."""
        return self.experiments - self.not_conducted

    @property
    def outcome(self) -> AttemptOutcome:
        """The attempt's outcome by the seed's rule."""
        if self.conducted == 0:
            return AttemptOutcome.NO_RESULT
        if self.identical == self.conducted:
            return AttemptOutcome.SUCCESS
        if self.identical + self.consistent > 0:
            return AttemptOutcome.PARTIAL_SUCCESS
        return AttemptOutcome.FAILURE
