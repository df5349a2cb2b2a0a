"""What is to be released and at which price: values, without a look at the data.

Everything a reader sees but the noisy numbers follows from these and from the instruments.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from reproscope.core import ReproscopeError
from reproscope.instruments import Instrument, Kind

OTHER = "other or none"


class What(StrEnum):
    """What is counted or averaged."""

    PAPERS = "papers"  # how many there are
    OUTCOMES = "outcomes"  # papers by the most favourable outcome of their attempts
    ATTEMPTS = "attempts"  # attempts by outcome, only so many of each paper
    ANSWERS = "answers"  # papers by their answer to a question, or by a metric that is true or not
    MEAN = "mean"  # the mean of a bounded number over papers


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of papers by an attribute, with names that are public and said beforehand.

    With an instrument, ``by`` is one of its questions and the names are its allowed answers. A
    paper of none of these groups is counted under "other or none".
    """

    by: str
    names: tuple[str, ...] = ()
    instrument: str = ""

    def __post_init__(self) -> None:
        if self.instrument and self.names:
            raise ReproscopeError(
                f"groups by {self.by} of {self.instrument} are its allowed answers: name no others"
            )
        if not self.instrument and not self.names:
            raise ReproscopeError(
                f"the groups by {self.by} have to be named: to read them from the papers would "
                "tell which there are"
            )
        if len({*self.names, OTHER}) != len(self.names) + 1:
            raise ReproscopeError(f"the groups by {self.by} need different names, none {OTHER!r}")


@dataclass(frozen=True, slots=True)
class Request:
    """One table: what it counts, by which groups, and its weight in the division of epsilon.

    ``low`` and ``high`` bound a mean; values beyond are taken as the bound. A degree or a truth
    lies from 0 to 1 and needs none.
    """

    what: What
    instrument: str = ""
    name: str = ""
    groups: Groups | None = None
    low: float | None = None
    high: float | None = None
    weight: float = 1.0

    def __post_init__(self) -> None:
        asks = self.what in (What.ANSWERS, What.MEAN)
        if asks and not (self.instrument and self.name):
            raise ReproscopeError(f"{self.what} need an instrument and a name of it")
        if not asks and (self.instrument or self.name):
            raise ReproscopeError(f"{self.what} are of no instrument: ask for answers or a mean")
        if not (math.isfinite(self.weight) and self.weight > 0):
            raise ReproscopeError(f"{self.title}: a weight is a number above 0, not {self.weight}")
        bounds = (self.low, self.high)
        if self.what is not What.MEAN and bounds != (None, None):
            raise ReproscopeError(f"{self.title}: only a mean has bounds")
        if bounds != (None, None):
            low, high = (math.nan if bound is None else bound for bound in bounds)
            if not (math.isfinite(high - low) and low < high):
                raise ReproscopeError(
                    f"{self.title}: the bounds of a mean are two numbers, low below high, "
                    f"not {self.low} and {self.high}"
                )

    @property
    def title(self) -> str:
        """What the table shows, in words."""
        subject = {
            What.PAPERS: "papers",
            What.OUTCOMES: "papers by outcome",
            What.ATTEMPTS: "attempts by outcome",
            What.ANSWERS: f"papers by {self.name} ({self.instrument})",
            What.MEAN: f"mean of {self.name} ({self.instrument})",
        }[self.what]
        return subject if self.groups is None else f"{subject}, for each {self.groups.by}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables of a release, the epsilon they cost together, and the limit of all releases.

    Of a paper's attempts, ``attempts_per_paper`` count. ``size_public`` publishes how many papers
    there are; what one paper changes is then that it is another one, which doubles the noise.
    """

    requests: tuple[Request, ...]
    epsilon: float
    limit: float
    attempts_per_paper: int = 1
    size_public: bool = False

    def __post_init__(self) -> None:
        if not self.requests:
            raise ReproscopeError("a release needs at least one table")
        for name, number in (("epsilon", self.epsilon), ("the limit of epsilon", self.limit)):
            if not (math.isfinite(number) and number > 0):
                raise ReproscopeError(f"{name} is a number above 0, not {number}")
        if self.epsilon > self.limit:
            raise ReproscopeError(
                f"epsilon {self.epsilon:g} is above the limit of {self.limit:g} for all releases"
            )
        if self.attempts_per_paper < 1:
            raise ReproscopeError(
                f"{self.attempts_per_paper} attempts of a paper cannot be counted: at least 1"
            )

    def price(self, request: Request) -> Fraction:
        """Return a request's part of epsilon; the parts add up to it exactly."""
        total = sum((_exact(one.weight) for one in self.requests), Fraction(0))
        return _exact(self.epsilon) * _exact(request.weight) / total

    @property
    def summary(self) -> str:
        """What is released, for the record of releases."""
        return "; ".join(request.title for request in self.requests)


def standard_plan(
    instruments: Iterable[Instrument],
    *,
    epsilon: float,
    limit: float,
    groups: Groups | None = None,
    attempts: bool = True,
) -> Plan:
    """Plan a release of what a study is made for: outcomes, and each instrument's degrees.

    Few numbers that say something are better than many that are noise.
    """
    requests = [Request(What.OUTCOMES, groups=groups, weight=2)] if attempts else []
    for instrument in instruments:
        if instrument.outcome:
            requests.append(
                Request(What.ANSWERS, instrument.name, instrument.outcome, groups, weight=2)
            )
        requests += [
            Request(What.MEAN, instrument.name, metric.name, groups)
            for metric in instrument.metrics
            if metric.kind is Kind.DEGREE
        ]
    return Plan(tuple(requests), epsilon, limit)


def _exact(number: float) -> Fraction:
    """Return the number as it is written, as the budget in the store does."""
    return Fraction(str(float(number)))
