"""A number that sums answers up, always with how many of the questions were answered.

Scoring itself belongs to profiles; this module only makes sure a score never travels alone.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from reproscope.core.answers import Answer, is_answered, is_applicable


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the questions that apply were answered."""

    answered: int
    asked: int

    def __post_init__(self) -> None:
        if not 0 <= self.answered <= self.asked:
            raise ValueError(f"coverage {self.answered} of {self.asked} is not possible")

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> "Coverage":
        """Count answers: what does not apply was not asked, what is unknown was not answered."""
        asked = [answer for answer in answers if is_applicable(answer)]
        return cls(answered=sum(map(is_answered, asked)), asked=len(asked))

    @property
    def share(self) -> Fraction | None:
        """The answered share, or None where nothing was asked."""
        return Fraction(self.answered, self.asked) if self.asked else None

    def __str__(self) -> str:
        return f"{self.answered} of {self.asked} answered"


@dataclass(frozen=True, slots=True)
class Score:
    """A named number under a profile; its value is None where nothing could be answered.

    ``note`` is what the profile says of the value: how it compares, and how far to trust that.
    ``target`` says which one of several it is about, in a report on more than one.
    """

    name: str
    value: Fraction | float | None
    coverage: Coverage
    profile: str = "default"
    note: str = ""
    target: str | None = None

    def __post_init__(self) -> None:
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"score {self.name!r} must be finite, got {self.value}")
        if self.value is not None and self.coverage.answered == 0:
            raise ValueError(f"score {self.name!r} has a value but no question was answered")
