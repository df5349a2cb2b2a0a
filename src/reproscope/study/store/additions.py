"""Everything that a file brings, added to a study in one transaction: all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from reproscope.instruments import Instrument
from reproscope.study.records import Attempt, Paper, Resolution
from reproscope.study.store.attempts import add_attempts
from reproscope.study.store.batch import Batch
from reproscope.study.store.instruments import add_instrument
from reproscope.study.store.papers import add_papers
from reproscope.study.store.recording import record
from reproscope.study.store.resolutions import resolve


@dataclass(frozen=True, slots=True)
class Additions:
    """What is to be added; answers come as batches, as there can be millions."""

    instruments: Sequence[Instrument] = ()
    papers: Sequence[Paper] = ()
    answers: Sequence[Batch] = ()
    resolutions: Sequence[Resolution] = ()
    attempts: Sequence[Attempt] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """How many of each were new."""

    instruments: int
    papers: int
    answers: int
    resolutions: int
    attempts: int


def add(connection: Connection, additions: Additions) -> Added:
    """Add what others refer to first."""
    return Added(
        sum(add_instrument(connection, instrument) for instrument in additions.instruments),
        add_papers(connection, additions.papers),
        sum(record(connection, batch) for batch in additions.answers),
        resolve(connection, additions.resolutions),
        add_attempts(connection, additions.attempts),
    )
