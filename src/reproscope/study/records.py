"""What a study holds, as plain values: papers, draws, answers and resolutions, attempts, releases.

They check what can be checked of one record alone. The store keeps them, files bring and take them
in ``exchange``, and ``holding`` shows them to the analysis as tables.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from reproscope.core import ReproscopeError
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.result import Result


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper by its key, unique in the study; ``attributes`` are what groups are made by."""

    key: str
    title: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.key.strip():
            raise ReproscopeError("a paper has no key")


@dataclass(frozen=True, slots=True)
class Answer:
    """What one coder answered to one question about one paper; a program is a coder too.

    ``revision`` counts the answers of that coder to that question from 1: an earlier one stays.
    """

    paper: str
    instrument: str
    variable: str
    coder: str
    value: str
    evidence: str = ""
    seconds: float | None = None
    revision: int = 1
    given: datetime | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What was settled on where coders disagreed, by whom and why; earlier ones stay."""

    paper: str
    instrument: str
    variable: str
    value: str
    by: str
    note: str = ""
    revision: int = 1
    given: datetime | None = None


class TimeKind(StrEnum):
    """How the time to reproduction is known."""

    KNOWN = "known"  # reproduced after so many days
    CENSORED = "censored"  # given up, not reproduced, after so many days
    UNKNOWN = "unknown"  # reproduced, but nobody knows after how long


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """The time to reproduction in days; ``UNKNOWN`` has none, ``CENSORED`` may lack it."""

    kind: TimeKind
    days: float | None = None

    def __post_init__(self) -> None:
        if self.days is not None and not (math.isfinite(self.days) and self.days >= 0):
            raise ReproscopeError(f"a time is a number of days from 0 up, not {self.days}")
        if self.kind is TimeKind.KNOWN and self.days is None:
            raise ReproscopeError("a known time to reproduction needs its days")
        if self.kind is TimeKind.UNKNOWN and self.days is not None:
            raise ReproscopeError(f"a time of {self.days:g} days is not an unknown one")


@dataclass(frozen=True, slots=True)
class Experiment:
    """One method on one data set, with a result for each measure."""

    method: str
    data: str
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """How often a problem, assumption or error (P1, A1, E1, ...) was met, and how grave it was."""

    category: str
    count: int = 1
    severity: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ReproscopeError(f"{self.category}: {self.count} discrepancies are impossible")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to reproduce one paper.

    ``tally`` counts the experiments by class where they are not listed one by one. ``reproduced``
    is an overall judgement by the criteria named in ``criteria``. ``scheme`` says whose levels.
    """

    paper: str
    key: str = "1"
    by: str = ""
    level: Level | None = None
    scheme: str = "cappelen2018"
    hours: float | None = None
    hours_limit: float | None = None
    experiments: tuple[Experiment, ...] = ()
    tally: Tally | None = None
    why_not_conducted: str = ""
    reproduced: bool | None = None
    criteria: str = ""
    contacted: bool | None = None
    replied: bool | None = None
    time: TimeTaken | None = None
    discrepancies: tuple[Discrepancy, ...] = ()
    note: str = ""
    revision: int = 1
    given: datetime | None = None

    def __post_init__(self) -> None:
        for name, hours in (("hours", self.hours), ("hours_limit", self.hours_limit)):
            if hours is not None and not (math.isfinite(hours) and hours >= 0):
                raise ReproscopeError(f"{name} of an attempt is a number from 0 up, not {hours}")
        categories = [found.category for found in self.discrepancies]
        twice = {name for name in categories if categories.count(name) > 1}
        if twice:
            raise ReproscopeError(f"discrepancy {sorted(twice)[0]} is counted twice")
        if self.tally is not None and self.experiments:
            raise ReproscopeError("an attempt lists its experiments or counts them, not both")
        if self.replied and self.contacted is False:
            raise ReproscopeError("authors who were not contacted cannot have replied")


@dataclass(frozen=True, slots=True)
class Assignment:
    """That a coder is to answer an instrument about a paper."""

    paper: str
    instrument: str
    coder: str
    given: datetime | None = None


class MemberStatus(StrEnum):
    """What became of a paper that was drawn."""

    SAMPLED = "sampled"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Member:
    """A paper that was drawn; an excluded one says why, and which paper took its place."""

    paper: str
    stratum: str = ""
    status: MemberStatus = MemberStatus.SAMPLED
    reason: str = ""
    replaced_by: str = ""

    def __post_init__(self) -> None:
        if self.status is MemberStatus.EXCLUDED and not self.reason.strip():
            raise ReproscopeError(f"{self.paper} is excluded from the sample: say why")
        if self.status is MemberStatus.SAMPLED and (self.reason or self.replaced_by):
            raise ReproscopeError(f"{self.paper} is in the sample: nothing replaces it")


@dataclass(frozen=True, slots=True)
class Draw:
    """A sample as it was drawn: enough to draw it again, and its members in order.

    ``digest`` is of the population as it was read from ``source``; ``size`` papers were asked for
    of its ``population``. ``strata`` says how many were asked for of each value of the attribute
    ``by``. An exclusion makes a new revision of the draw of that name.
    """

    name: str
    source: str
    digest: str
    population: int
    size: int
    seed: int
    method: str
    members: tuple[Member, ...]
    by: str = ""
    strata: Mapping[str, int] = field(default_factory=dict, hash=False)
    revision: int = 1
    given: datetime | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.size <= self.population:
            raise ReproscopeError(
                f"a sample of {self.size} from {self.population} papers is impossible"
            )
        papers = [member.paper for member in self.members]
        twice = {paper for paper, count in Counter(papers).items() if count > 1}
        if twice:
            raise ReproscopeError(f"draw {self.name}: {sorted(twice)[0]} was drawn twice")
        strangers = {member.replaced_by for member in self.members} - {*papers, ""}
        if strangers:
            raise ReproscopeError(
                f"draw {self.name}: {sorted(strangers)[0]} replaces a paper but is no member"
            )


@dataclass(frozen=True, slots=True)
class Release:
    """What was spent of the privacy budget, on what and when; it cannot be taken back."""

    epsilon: float
    what: str
    delta: float = 0.0
    given: datetime | None = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.epsilon) and self.epsilon > 0):
            raise ReproscopeError(f"epsilon is a number above 0, not {self.epsilon}")
        if not 0 <= self.delta < 1:
            raise ReproscopeError(f"delta is a number from 0 to below 1, not {self.delta}")
