"""Attempts taken apart into rows of the tables they are kept in."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Table, insert

from reproscope.core import ReproscopeError
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated
from reproscope.study.records import Attempt, Experiment
from reproscope.study.store.ids import chunked, next_id
from reproscope.study.store.moments import microseconds
from reproscope.study.store.numbers import storable_whole
from reproscope.study.store.schema import (
    ATTEMPT,
    BASELINE,
    DISCREPANCY,
    EXPERIMENT,
    REPEATED,
    RESULT,
)
from reproscope.study.store.texts import storable

TEXTS = ("by", "scheme", "why_not_conducted", "criteria", "note")
PLAIN = ("hours", "hours_limit", "reproduced", "contacted", "replied")
COUNTS = ("experiments", "identical", "consistent", "different", "not_conducted")
Rows = dict[Table, list[dict[str, object]]]


@dataclass(slots=True)
class AttemptRows:
    """Rows to be written, and the ids that come next."""

    rows: Rows
    attempt: int
    experiment: int
    result: int

    @classmethod
    def at(cls, connection: Connection) -> AttemptRows:
        """Begin after the last rows that there are."""
        return cls(
            {table: [] for table in (ATTEMPT, EXPERIMENT, RESULT, BASELINE, REPEATED, DISCREPANCY)},
            next_id(connection, ATTEMPT),
            next_id(connection, EXPERIMENT),
            next_id(connection, RESULT),
        )

    def add(self, paper: int, attempt: Attempt) -> None:
        """Take an attempt apart."""
        self.rows[ATTEMPT].append({"id": self.attempt, "paper": paper, **_columns(attempt)})
        for place, found in enumerate(attempt.discrepancies):
            self.rows[DISCREPANCY].append(
                {
                    "attempt": self.attempt,
                    "place": place,
                    "category": storable(found.category, "a discrepancy"),
                    "count": storable_whole(found.count, f"the count of {found.category}"),
                    "severity": storable(found.severity, "the severity of a discrepancy"),
                    "note": storable(found.note, "the note of a discrepancy"),
                }
            )
        for place, experiment in enumerate(attempt.experiments):
            self._add_experiment(place, experiment)
        self.attempt += 1

    def _add_experiment(self, place: int, experiment: Experiment) -> None:
        self.rows[EXPERIMENT].append(
            {
                "id": self.experiment,
                "attempt": self.attempt,
                "place": place,
                "method": storable(experiment.method, "the method of an experiment"),
                "data": storable(experiment.data, "the data of an experiment"),
            }
        )
        for order, result in enumerate(experiment.results):
            reproduced = result.reproduced
            self.rows[RESULT].append(
                {
                    "id": self.result,
                    "experiment": self.experiment,
                    "place": order,
                    "measure": storable(result.measure, "the measure of a result"),
                    "original": _printed(result.original),
                    "reproduced": None if reproduced is None else _printed(reproduced),
                }
            )
            if result.repeated is not None:
                self.rows[REPEATED].append(_repeated_columns(self.result, result.repeated))
            for rank, (name, value) in enumerate(result.baselines.items()):
                self.rows[BASELINE].append(
                    {
                        "result": self.result,
                        "place": rank,
                        "name": storable(name, "a baseline"),
                        "printed": _printed(value),
                    }
                )
            self.result += 1
        self.experiment += 1

    def write(self, connection: Connection) -> None:
        """Write all rows, those that others refer to first."""
        for table, rows in self.rows.items():
            for chunk in chunked(rows):
                connection.execute(insert(table), chunk)


def _columns(attempt: Attempt) -> dict[str, object]:
    counts: dict[str, int | None] = dict.fromkeys(COUNTS)
    if attempt.tally is not None:
        for name in COUNTS:
            counts[name] = storable_whole(getattr(attempt.tally, name), f"the count {name}")
    return {
        "key": attempt.key,
        "revision": attempt.revision,
        "level": None if attempt.level is None else attempt.level.value,
        "time_kind": None if attempt.time is None else attempt.time.kind.value,
        "time_days": None if attempt.time is None else attempt.time.days,
        "given": microseconds(attempt.given),
        **counts,
        **{name: getattr(attempt, name) for name in PLAIN},
        **{name: storable(getattr(attempt, name), f"{name} of an attempt") for name in TEXTS},
    }


def _printed(number: Printed) -> str:
    text = storable(number.text, "a number")
    if Printed.parse(text) != number:
        raise ReproscopeError(f"{number.text} is not how {number.value} is printed")
    return text


def _repeated_columns(result: int, told: Repeated) -> dict[str, object]:
    return {
        "result": result,
        "original_deviation": told.original.deviation,
        "original_runs": storable_whole(told.original.runs, "the runs of a result"),
        "reproduced_deviation": told.reproduced.deviation,
        "reproduced_runs": storable_whole(told.reproduced.runs, "the runs of a result"),
        "margin": told.margin,
    }
