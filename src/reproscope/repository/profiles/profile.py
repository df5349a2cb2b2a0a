"""What a profile says: weights, ranges, thresholds with their uncertainty, and texts.

Values only; ``reading`` makes them from TOML and ``writing`` turns them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

Kind = Literal["indicators", "loos2022"]
KINDS: tuple[Kind, ...] = ("indicators", "loos2022")


class Band(StrEnum):
    """Where a score lies among a factor's thresholds (the thesis, 6.2.3)."""

    TOP = "top"
    AVERAGE = "average"
    LOW = "low"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The mean of the reproducible set (`top`), of the others (`low`), and the middle.

    The intervals say how far the two means may be off; without them nothing is known of that.
    `average` is missing where a score is either 0 or 1.
    """

    top: float
    low: float
    average: float | None = None
    top_interval: tuple[float, float] | None = None
    low_interval: tuple[float, float] | None = None

    def band(self, value: float) -> Band:
        """Return where a score lies, by the comparisons of the thesis.

        >>> Thresholds(0.80, 0.28, 0.54).band(0.80)
        <Band.TOP: 'top'>
        >>> Thresholds(0.80, 0.28, 0.54).band(0.28)
        <Band.BELOW: 'below'>
        """
        if value >= self.top:
            return Band.TOP
        if self.average is not None and value > self.average:
            return Band.AVERAGE
        return Band.LOW if value > self.low else Band.BELOW

    def uncertain(self, value: float) -> bool:
        """Whether a score lies within the interval of a threshold: it could be either side."""
        intervals = [one for one in (self.top_interval, self.low_interval) if one is not None]
        return any(low <= value <= high for low, high in intervals)


@dataclass(frozen=True, slots=True)
class FactorRule:
    """One factor: its name for readers, what it counts in the overall number, its thresholds."""

    key: str
    title: str = ""
    weight: float = 1.0
    thresholds: Thresholds | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class IndicatorRule:
    """What an indicator counts within its factor, between which values, and on what evidence.

    `low` and `high` are the values worth 0 and 1 where a measured number is scaled; a weight of
    ``None`` is the one the indicator has of its own. An `optional` rule may name an indicator that
    is not installed. In `desired`, ``{low}`` and ``{high}`` stand for those values.
    """

    key: str
    weight: float | None = None
    low: float | None = None
    high: float | None = None
    factor: str = ""
    title: str = ""
    evidence: str = ""
    desired: str = ""
    advice: str = ""
    optional: bool = False

    @property
    def wanted(self) -> str:
        """What is desired, with the values of this profile.

        >>> IndicatorRule("readme-length", high=72.0, desired="{high} lines or more").wanted
        '72 lines or more'
        """
        text = self.desired
        for name, value in (("{low}", self.low), ("{high}", self.high)):
            text = text if value is None else text.replace(name, f"{value:g}")
        return text


@dataclass(frozen=True)
class Profile:
    """How answers or measured values become scores; `origin` is the file it was read from."""

    name: str
    kind: Kind
    title: str
    source: str
    note: str = ""
    overall: bool = True
    factors: Mapping[str, FactorRule] = field(default_factory=dict)
    indicators: Mapping[str, IndicatorRule] = field(default_factory=dict)
    texts: Mapping[Band, str] = field(default_factory=dict)
    origin: str = ""

    @property
    def measured(self) -> bool:
        """Whether it scores measured values by the thesis's formulas, and not answers."""
        return self.kind == "loos2022"

    def factor(self, key: str) -> FactorRule:
        """Return what is said of a factor; one that is not named counts once."""
        return self.factors.get(key, FactorRule(key))
