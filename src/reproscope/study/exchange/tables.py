"""The tables of a study as rows of text, as they are written to files.

``study_files`` reads them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from reproscope.study.exchange.attempt_tables import ATTEMPT_COLUMNS, DISCREPANCY_COLUMNS
from reproscope.study.exchange.experiments import EXPERIMENT_COLUMNS, rows_of
from reproscope.study.exchange.forms.writing import Written
from reproscope.study.exchange.mapping import COUNTS, NUMBERS, TEXTS, TRUTHS
from reproscope.study.exchange.numbers import written
from reproscope.study.exchange.study_files import RESOLUTION_COLUMNS
from reproscope.study.records import Attempt
from reproscope.study.store import Study

ANSWER_COLUMNS = (
    "paper", "instrument", "variable", "coder", "value", "evidence", "seconds", "given", "revision",
)  # fmt: skip


def _papers(study: Study, history: bool) -> Written:
    papers = study.papers()
    attributes = list(dict.fromkeys(name for paper in papers for name in paper.attributes))
    rows = (
        (paper.key, paper.title, *(paper.attributes.get(name, "") for name in attributes))
        for paper in papers
    )
    return Written(("paper", "title", *attributes), rows)


def answers(
    study: Study,
    history: bool,
    instruments: Iterable[str] | None = None,
    coder: str | None = None,
) -> Written:
    """Return the answers, of all instruments and coders or of some."""
    if instruments is None:
        instruments = [instrument.name for instrument in study.instruments()]
    rows = (
        (
            answer.paper, answer.instrument, answer.variable, answer.coder, answer.value,
            answer.evidence, _number(answer.seconds), _moment(answer.given), str(answer.revision),
        )
        for instrument in instruments
        for answer in study.answers(instrument, coder, history)
    )  # fmt: skip
    return Written(ANSWER_COLUMNS, rows, frozenset({"seconds", "revision"}))


def _resolutions(study: Study, history: bool) -> Written:
    rows = (
        (
            one.paper, one.instrument, one.variable, one.value, one.by, one.note,
            str(one.revision), _moment(one.given),
        )
        for instrument in study.instruments()
        for one in study.resolutions(instrument.name, history)
    )  # fmt: skip
    return Written(RESOLUTION_COLUMNS, rows, frozenset({"revision"}))


def _attempts(study: Study, history: bool) -> Written:
    rows = (tuple(_cells(attempt).values()) for attempt in study.attempts(history))
    return Written(ATTEMPT_COLUMNS, rows, frozenset({"revision", *NUMBERS, "days", *COUNTS}))


def _cells(attempt: Attempt) -> dict[str, str]:
    cells = dict.fromkeys(ATTEMPT_COLUMNS, "")
    cells |= {"paper": attempt.paper, "key": attempt.key, "revision": str(attempt.revision)}
    cells |= {"given": _moment(attempt.given), "level": attempt.level or ""}
    cells |= {name: _number(getattr(attempt, name)) for name in NUMBERS}
    cells |= {name: _truth(getattr(attempt, name)) for name in TRUTHS}
    cells |= {name: getattr(attempt, name) for name in TEXTS}
    if attempt.time is not None:
        cells |= {"time": attempt.time.kind.value, "days": _number(attempt.time.days)}
    if attempt.tally is not None:
        cells |= {name: str(getattr(attempt.tally, name)) for name in COUNTS}
    return cells


def _experiments(study: Study, history: bool) -> Written:
    numeric = frozenset({"revision", "experiment", "result"})
    return Written(EXPERIMENT_COLUMNS, rows_of(study.attempts(history)), numeric)


def _discrepancies(study: Study, history: bool) -> Written:
    rows = (
        (
            attempt.paper, attempt.key, str(attempt.revision), one.category, str(one.count),
            one.severity, one.note,
        )
        for attempt in study.attempts(history)
        for one in attempt.discrepancies
    )  # fmt: skip
    return Written(DISCREPANCY_COLUMNS, rows, frozenset({"revision", "count"}))


def _number(number: float | None) -> str:
    return "" if number is None else written(number)


def _truth(truth: bool | None) -> str:
    return "" if truth is None else str(int(truth))


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


TABLES_OF: Mapping[str, Callable[[Study, bool], Written]] = {
    "papers": _papers,
    "answers": answers,
    "resolutions": _resolutions,
    "attempts": _attempts,
    "experiments": _experiments,
    "discrepancies": _discrepancies,
}
