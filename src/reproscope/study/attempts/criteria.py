"""When a paper counts as reproduced in seed 002, section 2: claims, rankings, magnitudes, 10%.

Each claim is confirmed, refuted or left open, and three quarters of the claims decide. What is left
open counts for neither side: only where it could change nothing is there an answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from reproscope.core import ReproscopeError


@dataclass(frozen=True, slots=True)
class Criteria:
    """The thresholds of seed 002; ``magnitude`` is the factor that bounds one order of it."""

    claims: float = 0.75
    rankings: float = 0.90
    magnitude: float = 10.0
    within: float = 0.10


@dataclass(frozen=True, slots=True)
class Magnitude:
    """An improvement claimed as a factor: 700 times faster."""

    claimed: float
    observed: float

    def confirmed(self, criteria: Criteria) -> bool:
        """Whether both factors differ by less than one order of magnitude, or it did better."""
        for factor in (self.claimed, self.observed):
            if not (math.isfinite(factor) and factor > 0):
                raise ReproscopeError(f"a factor is a number above 0, not {factor}")
        return _exact(self.observed) * _exact(criteria.magnitude) > _exact(self.claimed)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A claim to rank so on a number of tasks: most accurate on 95 of 100."""

    claimed: int
    observed: int
    tasks: int

    def confirmed(self, criteria: Criteria) -> bool:
        """Whether at least nine in ten of the claimed ranks were seen."""
        if not (0 <= self.claimed <= self.tasks and 0 <= self.observed <= self.tasks):
            raise ReproscopeError(
                f"{self.claimed} claimed and {self.observed} observed of {self.tasks} tasks is "
                "impossible"
            )
        return self.observed >= _exact(criteria.rankings) * self.claimed


@dataclass(frozen=True, slots=True)
class Value:
    """A number, the last resort: within a tenth of the reported one, or better."""

    reported: float
    observed: float
    higher_is_better: bool = True

    def confirmed(self, criteria: Criteria) -> bool:
        """Whether the observed number is near enough or better."""
        if not (math.isfinite(self.reported) and math.isfinite(self.observed)):
            raise ReproscopeError("a reported and an observed value are finite numbers")
        reported, observed = _exact(self.reported), _exact(self.observed)
        better = observed - reported if self.higher_is_better else reported - observed
        return better >= -_exact(criteria.within) * abs(reported)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim without a number, such as the look of samples: a person's judgement, if made."""

    holds: bool | None = None

    def confirmed(self, criteria: Criteria) -> bool | None:
        """Return the judgement."""
        return self.holds


Claim = Magnitude | Ranking | Value | Judged


@dataclass(frozen=True, slots=True)
class ClaimsSummary:
    """How many claims were confirmed, and whether the paper counts as reproduced (or unknown)."""

    claims: int
    confirmed: int
    open: int
    reproduced: bool | None


def reproduced(claims: Iterable[Claim], criteria: Criteria | None = None) -> ClaimsSummary:
    """Sum up the claims of a paper.

    >>> reproduced([Magnitude(700, 300), Value(0.9, 0.7), Judged(True), Judged(True)]).reproduced
    True
    """
    criteria = criteria or Criteria()
    answers = [claim.confirmed(criteria) for claim in claims]
    if not answers:
        raise ReproscopeError("a paper without a claim cannot be judged: name at least one")
    confirmed = sum(answer is True for answer in answers)
    left_open = sum(answer is None for answer in answers)
    needed = _exact(criteria.claims) * len(answers)
    decided: bool | None = None
    if confirmed >= needed:
        decided = True
    elif confirmed + left_open < needed:
        decided = False
    return ClaimsSummary(len(answers), confirmed, left_open, decided)


def _exact(number: float) -> Fraction:
    """Return the number as it is written: a threshold is met at 10%, not at 9.999…%."""
    return Fraction(str(number))
