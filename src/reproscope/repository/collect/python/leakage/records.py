"""What the data-flow over learning code leaves behind: conflicts of two lines, and what was seen.

The counts say whether a question could arise at all: without a split nothing can be kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reproscope.repository.collect.python.spots import Spot

Kind = Literal[
    "preprocessing", "selection", "oversampling", "same", "tuning", "grouping", "ordering"
]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two lines that cannot both stand if the test rows are to be unseen.

    `first` is what uses the rows, `second` what divides or judges them; `what` and `how` are words
    for the message: ``scaler``, ``cross-validation``.
    """

    kind: Kind
    first: Spot
    second: Spot
    what: str
    how: str = ""


@dataclass(frozen=True, slots=True)
class Leakage:
    """One source: its conflicts, and how often things were seen that a conflict could concern.

    `validated` are lines at which validation rows choose a model. `problem` says why a source could
    not be followed to its end.
    """

    conflicts: tuple[Conflict, ...] = ()
    splits: tuple[Spot, ...] = ()
    validated: tuple[Spot, ...] = ()
    prepared: int = 0
    selected: int = 0
    oversampled: int = 0
    trained: int = 0
    tuned: int = 0
    grouped: int = 0
    ordered: int = 0
    problem: str | None = None
