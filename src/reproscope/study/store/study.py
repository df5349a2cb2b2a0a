"""A study that is open: its verbs, each one transaction that is done in full or not at all.

The verbs themselves are in the modules of their subjects; here they are given a connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from sqlalchemy import select

from reproscope.instruments import Instrument
from reproscope.study.coding.settling import settle
from reproscope.study.holding import Holding
from reproscope.study.records import (
    Answer,
    Assignment,
    Attempt,
    Draw,
    Paper,
    Release,
    Resolution,
)
from reproscope.study.store import additions as _additions
from reproscope.study.store import answers as _answers
from reproscope.study.store import assignments as _assignments
from reproscope.study.store import attempts as _attempts
from reproscope.study.store import draws as _draws
from reproscope.study.store import instruments as _instruments
from reproscope.study.store import paging as _paging
from reproscope.study.store import papers as _papers
from reproscope.study.store import recording as _recording
from reproscope.study.store import releases as _releases
from reproscope.study.store import resolutions as _resolutions
from reproscope.study.store.batch import batch_of, batch_of_columns
from reproscope.study.store.connecting import Database
from reproscope.study.store.ids import variable_ids
from reproscope.study.store.schema import STUDY

if TYPE_CHECKING:
    import pandas as pd


class Study:
    """A study in its database; close it, or use it in a ``with`` statement."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __enter__(self) -> Study:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the database."""
        self._database.close()

    @property
    def address(self) -> str:
        """Where the study lies, without a password."""
        return self._database.address.shown

    @property
    def name(self) -> str:
        """The study's name."""
        with self._database.reading() as connection:
            return str(connection.scalar(select(STUDY.c.name)))

    def add(self, additions: _additions.Additions) -> _additions.Added:
        """Add all that belongs together, such as the contents of a file; return what was new."""
        with self._database.writing() as connection:
            return _additions.add(connection, additions)

    def add_papers(self, papers: Iterable[Paper]) -> int:
        """Add papers and return how many are new; what is said twice of one must agree."""
        papers = list(papers)
        with self._database.writing() as connection:
            return _papers.add_papers(connection, papers)

    def papers(self) -> tuple[Paper, ...]:
        """Return the papers in the order in which they were added."""
        with self._database.reading() as connection:
            return _papers.papers(connection)

    def paper(self, key: str) -> Paper:
        """Return a paper by its key; raise UnknownName for one that is not in the study."""
        with self._database.reading() as connection:
            return _papers.paper(connection, key)

    def papers_frame(self) -> pd.DataFrame:
        """Return the papers by key: a column for the title and one for each attribute."""
        with self._database.reading() as connection:
            return _papers.papers_frame(connection)

    def add_instrument(self, instrument: Instrument, source: str = "") -> bool:
        """Add an instrument, with the text of its file if known; return whether it is new."""
        with self._database.writing() as connection:
            return _instruments.add_instrument(connection, instrument, source)

    def instruments(self) -> tuple[Instrument, ...]:
        """Return the instruments in the order in which they were added."""
        with self._database.reading() as connection:
            return _instruments.instruments(connection)

    def instrument(self, name: str) -> Instrument:
        """Return an instrument of the study; raise UnknownName if it is not used."""
        with self._database.reading() as connection:
            return _instruments.instrument(connection, name)

    def instrument_source(self, name: str) -> str:
        """Return the text of the file that an instrument was read from, "" if it is not known."""
        with self._database.reading() as connection:
            return _instruments.instrument_source(connection, name)

    def record(self, answers: Iterable[Answer]) -> int:
        """Add answers, each as the next revision of its question; return how many were added.

        One that says what the coder's current answer says is not added. Answers of one coder to
        one question are taken by their revisions; two that differ at the same one are an error.
        An empty value withdraws the answer. A moment without a zone is taken for UTC, and an
        answer without a moment was given now.
        """
        batch = batch_of(answers)
        with self._database.writing() as connection:
            return _recording.record(connection, batch)

    def record_columns(self, instrument: str, coder: str, frame: pd.DataFrame) -> int:
        """Add one coder's answers as ``record`` does, from a table: rows papers, columns variables.

        Cells are text; where one is missing, nothing was answered.
        """
        batch = batch_of_columns(instrument, coder, frame)
        with self._database.writing() as connection:
            return _recording.record(connection, batch)

    def answers(
        self,
        instrument: str,
        coder: str | None = None,
        history: bool = False,
        paper: str | None = None,
    ) -> Iterator[Answer]:
        """Yield the current answers by variable, coder and paper, or with *history* all of them."""
        return _paging.answers(self._database, instrument, coder, paper, history)

    def history(self, paper: str, instrument: str, variable: str) -> list[Answer]:
        """Return every answer ever given to one question about one paper, the earliest first."""
        with self._database.reading() as connection:
            return _answers.history(connection, paper, instrument, variable)

    def coded_frame(self, instrument: str) -> pd.DataFrame:
        """Return the current answers, one a row: paper, variable, coder and value as categories."""
        with self._database.reading() as connection:
            return _answers.coded_frame(connection, instrument)

    def resolve(self, resolutions: Iterable[Resolution]) -> int:
        """Add what was settled on where coders disagreed; return how many say something new."""
        resolutions = list(resolutions)
        with self._database.writing() as connection:
            return _resolutions.resolve(connection, resolutions)

    def resolutions(self, instrument: str, history: bool = False) -> list[Resolution]:
        """Return what was settled, by variable and paper; with *history* all that ever was."""
        with self._database.reading() as connection:
            variables = list(variable_ids(connection, instrument).values())
            return _resolutions.resolutions(connection, instrument, variables, history)

    def assign(self, assignments: Iterable[Assignment]) -> int:
        """Say who is to code what; return how many assignments are new."""
        assignments = list(assignments)
        with self._database.writing() as connection:
            return _assignments.assign(connection, assignments)

    def assignments(
        self, instrument: str | None = None, coder: str | None = None
    ) -> tuple[Assignment, ...]:
        """Return who is to code what, of all or of one instrument or coder."""
        with self._database.reading() as connection:
            return _assignments.assignments(connection, instrument, coder)

    def add_attempts(self, attempts: Iterable[Attempt]) -> int:
        """Add attempts as the next revisions of paper and key; return how many were added."""
        attempts = list(attempts)
        with self._database.writing() as connection:
            return _attempts.add_attempts(connection, attempts)

    def attempts(self, history: bool = False) -> tuple[Attempt, ...]:
        """Return the attempts by paper and key; with *history* every revision."""
        with self._database.reading() as connection:
            return _attempts.attempts_of(connection, history=history)

    def record_draw(self, draw: Draw) -> Draw:
        """Add a sample, or a new revision of one of that name; return it as it is kept."""
        with self._database.writing() as connection:
            return _draws.record_draw(connection, draw)

    def draws(self, history: bool = False) -> tuple[Draw, ...]:
        """Return the samples by name; with *history* every revision."""
        with self._database.reading() as connection:
            return _draws.draws(connection, history)

    def spend(
        self,
        epsilon: float,
        limit: float,
        *,
        what: str,
        delta: float = 0.0,
        delta_limit: float | None = None,
    ) -> Release:
        """Spend of the privacy budget; raise ReproscopeError, and spend nothing, if it is over."""
        release = Release(epsilon, what, delta)
        with self._database.writing() as connection:
            return _releases.spend(connection, release, limit, delta_limit)

    def releases(self) -> tuple[Release, ...]:
        """Return what was spent of the privacy budget, in order."""
        with self._database.reading() as connection:
            return _releases.releases(connection)

    def holding(self) -> Holding:
        """Return all that the analysis may use, as it is at this moment."""
        with self._database.reading() as connection:
            coded = {}
            for instrument in _instruments.instruments(connection):
                name = instrument.name
                variables = list(variable_ids(connection, name).values())
                settled = _resolutions.resolutions(connection, name, variables, history=False)
                coded[name] = settle(
                    _answers.coded_frame(connection, name),
                    _resolutions.resolutions_frame(settled),
                    instrument,
                )
            return Holding(
                str(connection.scalar(select(STUDY.c.name))),
                _papers.papers_frame(connection),
                coded,
                _attempts.attempts_of(connection),
            )
