"""Keeps reproduction attempts; what is said anew of an attempt is its next revision.

Numbers of papers are kept as they were printed, as their digits say how exactly they are known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Select, func, select

from reproscope.core import ReproscopeError
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.records import Attempt, Discrepancy, Experiment, TimeKind, TimeTaken
from reproscope.study.store.attempt_rows import COUNTS, PLAIN, TEXTS, AttemptRows
from reproscope.study.store.ids import chunked, paper_ids
from reproscope.study.store.moments import microseconds, moment_of
from reproscope.study.store.schema import (
    ATTEMPT,
    BASELINE,
    DISCREPANCY,
    EXPERIMENT,
    PAPER,
    REPEATED,
    RESULT,
)
from reproscope.study.store.texts import storable_name


def add_attempts(connection: Connection, attempts: Iterable[Attempt]) -> int:
    """Add attempts and return how many say something new.

    Those of one paper and key are taken in the order of their revisions, which the store then
    counts; one that says what the current one says is not added again.
    """
    said = sorted(attempts, key=lambda attempt: attempt.revision)
    _check_twice(said)
    keys = list(dict.fromkeys(attempt.paper for attempt in said))
    papers = dict(zip(keys, paper_ids(connection, keys), strict=True))
    current: dict[tuple[str, str], Attempt] = {}
    for chunk in chunked(papers.values()):
        for attempt in attempts_of(connection, chunk):
            current[attempt.paper, attempt.key] = attempt
    writer = AttemptRows.at(connection)
    added = 0
    for attempt in said:
        name = (attempt.paper, storable_name(attempt.key, "the key of an attempt"))
        earlier = current.get(name)
        if earlier is not None and _same(attempt, earlier):
            continue
        revision = 1 if earlier is None else earlier.revision + 1
        given = moment_of(microseconds(attempt.given))
        current[name] = replace(attempt, revision=revision, given=given)
        writer.add(papers[attempt.paper], current[name])
        added += 1
    writer.write(connection)
    return added


def attempts_of(
    connection: Connection, papers: Iterable[int] | None = None, *, history: bool = False
) -> tuple[Attempt, ...]:
    """Return attempts by paper, key and revision; the current revisions, or all of them."""
    chosen = _chosen(papers, history)
    numbers = select(chosen.subquery().c.id)
    experiments = _experiments(connection, numbers)
    discrepancies = _discrepancies(connection, numbers)
    return tuple(
        _attempt(row, tuple(experiments[row.id]), tuple(discrepancies[row.id]))
        for row in connection.execute(chosen).all()
    )


def _same(attempt: Attempt, earlier: Attempt) -> bool:
    alike = replace(attempt, revision=earlier.revision, given=earlier.given)
    return alike == earlier and _baselines(attempt) == _baselines(earlier)


def _baselines(attempt: Attempt) -> list[list[tuple[str, Printed]]]:
    """Return what the comparison of results as values leaves out: the order of baselines."""
    return [
        list(result.baselines.items())
        for experiment in attempt.experiments
        for result in experiment.results
    ]


def _check_twice(said: list[Attempt]) -> None:
    seen: dict[tuple[str, str, int], Attempt] = {}
    for attempt in said:
        earlier = seen.setdefault((attempt.paper, attempt.key, attempt.revision), attempt)
        if not _same(attempt, earlier):
            raise ReproscopeError(f"{attempt.paper}: attempt {attempt.key} is given twice")


def _chosen(papers: Iterable[int] | None, history: bool) -> Select[Any]:
    query = (
        select(ATTEMPT, PAPER.c.key.label("paper_key"))
        .join(PAPER, PAPER.c.id == ATTEMPT.c.paper)
        .order_by(ATTEMPT.c.paper, ATTEMPT.c.key, ATTEMPT.c.revision)
    )
    if papers is not None:
        query = query.where(ATTEMPT.c.paper.in_(list(papers)))
    if history:
        return query
    later = ATTEMPT.alias("later").c
    newest = (
        select(func.max(later.revision))
        .where(later.paper == ATTEMPT.c.paper, later.key == ATTEMPT.c.key)
        .scalar_subquery()
    )
    return query.where(ATTEMPT.c.revision == newest)


def _experiments(connection: Connection, attempts: Any) -> dict[int, list[Experiment]]:
    chosen = select(EXPERIMENT).where(EXPERIMENT.c.attempt.in_(attempts))
    experiments = connection.execute(chosen.order_by(EXPERIMENT.c.place)).all()
    of_results = (
        select(RESULT)
        .join(EXPERIMENT, EXPERIMENT.c.id == RESULT.c.experiment)
        .where(EXPERIMENT.c.attempt.in_(attempts))
        .order_by(RESULT.c.place)
    )
    of_baselines = (
        select(BASELINE)
        .join(RESULT, RESULT.c.id == BASELINE.c.result)
        .join(EXPERIMENT, EXPERIMENT.c.id == RESULT.c.experiment)
        .where(EXPERIMENT.c.attempt.in_(attempts))
        .order_by(BASELINE.c.place)
    )
    baselines: dict[int, dict[str, Printed]] = defaultdict(dict)
    for row in connection.execute(of_baselines):
        baselines[row.result][row.name] = Printed.parse(row.printed)
    of_repeated = (
        select(REPEATED)
        .join(RESULT, RESULT.c.id == REPEATED.c.result)
        .join(EXPERIMENT, EXPERIMENT.c.id == RESULT.c.experiment)
        .where(EXPERIMENT.c.attempt.in_(attempts))
    )
    repeated = {row.result: _repeated(row) for row in connection.execute(of_repeated)}
    results: dict[int, list[Result]] = defaultdict(list)
    for row in connection.execute(of_results):
        reproduced = None if row.reproduced is None else Printed.parse(row.reproduced)
        original = Printed.parse(row.original)
        results[row.experiment].append(
            Result(row.measure, original, reproduced, baselines[row.id], repeated.get(row.id))
        )
    found: dict[int, list[Experiment]] = defaultdict(list)
    for row in experiments:
        found[row.attempt].append(Experiment(row.method, row.data, tuple(results[row.id])))
    return found


def _repeated(row: Any) -> Repeated:
    return Repeated(
        Spread(row.original_deviation, row.original_runs),
        Spread(row.reproduced_deviation, row.reproduced_runs),
        row.margin,
    )


def _discrepancies(connection: Connection, attempts: Any) -> dict[int, list[Discrepancy]]:
    table = DISCREPANCY.c
    query = (
        select(table.attempt, table.category, table.count, table.severity, table.note)
        .where(table.attempt.in_(attempts))
        .order_by(table.place)
    )
    found: dict[int, list[Discrepancy]] = defaultdict(list)
    for attempt, category, count, severity, note in connection.execute(query):
        found[attempt].append(Discrepancy(category, count, severity, note))
    return found


def _attempt(
    row: Any, experiments: tuple[Experiment, ...], discrepancies: tuple[Discrepancy, ...]
) -> Attempt:
    tally = None
    if row.experiments is not None:
        tally = Tally(*(getattr(row, name) for name in COUNTS))
    return Attempt(
        paper=row.paper_key,
        key=row.key,
        level=None if row.level is None else Level(row.level),
        experiments=experiments,
        tally=tally,
        time=None if row.time_kind is None else TimeTaken(TimeKind(row.time_kind), row.time_days),
        discrepancies=discrepancies,
        revision=row.revision,
        given=moment_of(row.given),
        **{name: getattr(row, name) for name in (*PLAIN, *TEXTS)},
    )
