"""The class of a reproduced result: identical, consistent or different (seed 000, section 3.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from reproscope.core import ReproscopeError
from reproscope.study.attempts.printed import Printed


class ResultClass(StrEnum):
    """How a result of an experiment compares with the original, the best first."""

    IDENTICAL = "identical"
    CONSISTENT = "consistent"
    DIFFERENT = "different"
    NOT_CONDUCTED = "not-conducted"


@dataclass(frozen=True, slots=True)
class Spread:
    """How far repeated runs lie apart: their sample deviation, and how many there were."""

    deviation: float
    runs: int

    def __post_init__(self) -> None:
        if not (math.isfinite(self.deviation) and self.deviation >= 0):
            raise ReproscopeError(f"a deviation is a number from 0 up, not {self.deviation}")
        if self.runs < 2:
            raise ReproscopeError(f"{self.runs} runs have no deviation: at least two are needed")


@dataclass(frozen=True, slots=True)
class Repeated:
    """That both numbers are means of several runs, and within which margin they count as equal.

    Deviations and margin are in the unit of the numbers as they are read: 0.4% is 0.004.
    """

    original: Spread
    reproduced: Spread
    margin: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.margin) and self.margin > 0):
            raise ReproscopeError(f"a margin of equivalence is a number above 0, not {self.margin}")


@dataclass(frozen=True, slots=True)
class Result:
    """One measure of one experiment: the original, the baselines beside it, and what came out."""

    measure: str
    original: Printed
    reproduced: Printed | None
    baselines: Mapping[str, Printed] = field(default_factory=dict, hash=False)
    repeated: Repeated | None = None

    def __post_init__(self) -> None:
        if self.repeated is not None and self.reproduced is None:
            raise ReproscopeError(f"{self.measure}: runs of what was not reproduced are impossible")


@dataclass(frozen=True, slots=True)
class Classified:
    """The class of a result, and why: the baselines whose standing changed, if any did."""

    result_class: ResultClass
    why: str
    overturned: tuple[str, ...] = ()


def classify(result: Result) -> Classified:
    """Return the class of one result.

    `identical` at the printed precision; `consistent` if it stands to every baseline as the
    original does; else `different`. Without a baseline nothing can be consistent.
    """
    original, reproduced = result.original, result.reproduced
    if reproduced is None:
        return Classified(ResultClass.NOT_CONDUCTED, "no result was obtained")
    if original.identical_to(reproduced):
        return Classified(ResultClass.IDENTICAL, f"rounds to the printed {original.text}")
    if not result.baselines:
        return Classified(
            ResultClass.DIFFERENT,
            f"{reproduced.text} is not {original.text}, and there is no baseline to compare with",
        )
    overturned = tuple(
        name
        for name, baseline in result.baselines.items()
        if original.against(baseline) != reproduced.against(baseline)
    )
    if overturned:
        return Classified(
            ResultClass.DIFFERENT,
            f"stands otherwise to {', '.join(overturned)} than the original",
            overturned,
        )
    count = len(result.baselines)
    return Classified(
        ResultClass.CONSISTENT,
        f"stands to {'the baseline' if count == 1 else f'all {count} baselines'} as the original",
    )


def experiment_class(classes: Iterable[ResultClass]) -> ResultClass:
    """Return an experiment's class: the worst of its results, as all of them have to hold.

    A result that was not obtained makes the experiment one that was not conducted in full.

    >>> experiment_class([ResultClass.IDENTICAL, ResultClass.CONSISTENT])
    <ResultClass.CONSISTENT: 'consistent'>
    """
    order = tuple(ResultClass)
    return max(classes, key=order.index, default=ResultClass.NOT_CONDUCTED)
