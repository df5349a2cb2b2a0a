"""What a study holds, as tables of pandas: what the analysis reads, wherever it came from.

The store makes one of a database, and tests make one of published files. Nothing is computed here
but the shape: rows are papers by key, and a missing answer is missing, never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reproscope.instruments import Instrument
from reproscope.study.records import Attempt

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Coded:
    """One instrument's answers, one for each paper and question, after disagreements were settled.

    ``answers`` has the paper's key as index and a column for each variable: floats for numeric
    kinds, text for the others, NaN or None where there is no answer. ``unresolved`` counts, by
    variable, the papers on which coders disagree and nothing was settled: their answer is missing.
    ``coders`` names who answered.
    """

    instrument: Instrument
    answers: pd.DataFrame
    unresolved: Mapping[str, int] = field(default_factory=dict)
    coders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """All that the analysis may use.

    ``papers`` has the key as index, a column ``title`` and one text column for each attribute.
    ``coded`` is by instrument name; ``attempts`` are the current revisions.
    """

    name: str
    papers: pd.DataFrame
    coded: Mapping[str, Coded] = field(default_factory=dict)
    attempts: tuple[Attempt, ...] = ()
