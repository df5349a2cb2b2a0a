"""What a mapping says: which column of a file is what in a study, as plain values.

``mapping_reading`` makes them of TOML and ``mapping_finding`` finds the TOML.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

NUMBERS = ("hours", "hours_limit")
TRUTHS = ("reproduced", "contacted", "replied")
TEXTS = ("key", "by", "scheme", "why_not_conducted", "criteria", "note")
COUNTS = ("experiments", "identical", "consistent", "different", "not_conducted")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: a column, or the same text for every row; and its translation.

    A cell that is not among ``values`` is taken as it is.
    """

    column: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    constant: str = ""


@dataclass(frozen=True, slots=True)
class TimeSource:
    """Where the time to reproduction comes from: a column of days, in which some words mean that
    it was reproduced after an unknown time. Not reproduced means censored, known or not."""

    days: str
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptSource:
    """Where an attempt's fields come from; a row has an attempt where ``given_by`` is not missing.

    ``fields`` are the plain ones by their names in ``records.Attempt``, ``tally`` the counts.
    """

    fields: Mapping[str, Source] = field(default_factory=dict, hash=False)
    tally: Mapping[str, str] = field(default_factory=dict, hash=False)
    time: TimeSource | None = None
    given_by: str = ""


@dataclass(frozen=True, slots=True)
class FileMapping:
    """What the columns of one file are.

    ``key`` is the column of the papers' keys, "" where rows are numbered instead. With
    ``category`` each row is a discrepancy's category, and each other column a paper by its key.
    """

    name: str = ""
    sheet: str = ""
    key: str = ""
    title: str = ""
    coder: str = ""
    coder_column: str = ""
    instrument: str = ""
    answers: Mapping[str, Source] = field(default_factory=dict, hash=False)
    attributes: Mapping[str, Source] = field(default_factory=dict, hash=False)
    attempt: AttemptSource | None = None
    category: str = ""
    missing: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def needed(self) -> Iterator[str]:
        """Yield the columns that must be there."""
        yield from (self.key, self.title, self.coder_column, self.category)
        for source in (*self.answers.values(), *self.attributes.values()):
            yield source.column
        if self.attempt is not None:
            yield from (source.column for source in self.attempt.fields.values())
            yield from self.attempt.tally.values()
            yield self.attempt.given_by
            yield self.attempt.time.days if self.attempt.time else ""


@dataclass(frozen=True, slots=True)
class StudyMapping:
    """How the files of one source become a study; ``key_prefix`` keeps its papers apart."""

    name: str
    title: str
    source: str
    files: tuple[FileMapping, ...]
    key_prefix: str = ""
    notes: tuple[str, ...] = ()
