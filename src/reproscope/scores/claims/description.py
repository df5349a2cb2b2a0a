"""What one entry of a claims file says: the values between the file, the line and the checker.

The extractor fills these and ``writing`` writes them; ``reading`` reads them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reproscope.scores.experiments import Count, Experiment

AVERAGES = ("macro", "micro", "weighted", "unknown")
KINDS = ("test-set", "k-fold", "datasets", "multiclass", "regression")


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper the claims stand in."""

    title: str = ""
    authors: str = ""
    year: str = ""
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    file: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Where:
    """Where in the paper the scores stand; ``text`` is what fits no other field."""

    page: int | None = None
    section: str = ""
    table: str = ""
    figure: str = ""
    row: str = ""
    column: str = ""
    quote: str = ""
    text: str = ""

    def words(self) -> str:
        """Return the place in words, without page and quote: ``table 3, row SVM``."""
        named = ((name, getattr(self, name)) for name in _PLACES)
        parts = [_named(name, value) for name, value in named if value]
        return ", ".join([*parts, self.text] if self.text else parts)


_PLACES = ("section", "table", "figure", "row", "column")


def _named(name: str, value: str) -> str:
    """Say ``table 3``, and ``Table 3`` where the value already says so itself."""
    return value if value.casefold().startswith(name) else f"{name} {value}"


@dataclass(frozen=True, slots=True)
class Image:
    """One image, counted by itself."""

    positives: int
    negatives: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Data:
    """What was evaluated on: a named data set, or counts."""

    dataset: str = ""
    positive: str = ""
    positives: Count | None = None
    negatives: Count | None = None
    total: Count | None = None
    classes: Mapping[str, int] = field(default_factory=dict, hash=False)
    images: tuple[Image, ...] = ()
    items: int | None = None
    target_variance: str = ""
    target_sd: str = ""
    variance: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How it was evaluated; what is None or empty was not said."""

    kind: str = ""
    folds: int | None = None
    folding: str = ""
    repeats: int | None = None
    aggregation: str = ""
    fold_counts: tuple[tuple[int, int], ...] = ()
    undefined_folds: str = ""
    spread: str = ""
    average: str = ""
    sets: tuple[tuple[Data, Evaluation], ...] = ()


@dataclass(frozen=True, slots=True)
class Printing:
    """How the numbers were printed; what is None was not said."""

    rounding: str | None = None
    epsilon: Fraction | None = None
    percent: bool | None = None
    undefined: str | None = None

    def over(self, other: Printing) -> Printing:
        """Return this, filled from *other*; rounding and epsilon are one choice."""
        own = self.rounding is not None or self.epsilon is not None
        return Printing(
            rounding=self.rounding if own else other.rounding,
            epsilon=self.epsilon if own else other.epsilon,
            percent=other.percent if self.percent is None else self.percent,
            undefined=self.undefined or other.undefined,
        )

    def keywords(self) -> dict[str, Any]:
        """Return what ``scores.check`` takes by name."""
        return {
            "rounding": self.rounding or "any",
            "epsilon": self.epsilon,
            "percent": bool(self.percent),
            "undefined": self.undefined or "zero",
        }


@dataclass(frozen=True, slots=True)
class Description:
    """One entry as it is written: data, evaluation, scores, and where they stand."""

    id: str
    scores: Mapping[str, str] = field(hash=False)
    data: Data = Data()
    evaluation: Evaluation = Evaluation()
    printing: Printing = Printing()
    where: Where = Where()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry that can be checked: its description, its line, and the experiment it means."""

    description: Description
    line: int
    experiment: Experiment
    options: Printing = Printing()

    @property
    def id(self) -> str:
        """What the entry is called."""
        return self.description.id

    @property
    def reported(self) -> Mapping[str, str]:
        """The scores as printed."""
        return self.description.scores

    @property
    def where(self) -> Where:
        """Where the scores stand in the paper."""
        return self.description.where


@dataclass(frozen=True, slots=True)
class Problem:
    """Why one entry cannot be checked, and the line."""

    line: int
    entry: str
    message: str

    def __str__(self) -> str:
        name = f"{self.entry}: " if self.entry else ""
        return f"line {self.line}: {name}{self.message}"


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """All that a claims file says: what can be checked, and what cannot and why."""

    path: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    paper: Paper = Paper()
