"""Discrepancies: how often each category was met, how many a paper has, what goes together.

Seed 000, sections 4.2 and 5.3. Titles come from the instrument ``discrepancies-2018``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import median

from reproscope.core import Cell, Table
from reproscope.instruments import Instrument, load
from reproscope.study.analysis.columns import N, P, count, number, spread, spread_columns, text
from reproscope.study.attempts.judging import outcome_of
from reproscope.study.attempts.outcome import AttemptOutcome
from reproscope.study.holding import Holding
from reproscope.study.records import Attempt
from reproscope.study.statistics import spearman

TOPIC = "Discrepancies"
CODEBOOK = "discrepancies-2018"
ALL = "all"
_UNKNOWN = "level unknown"


def discrepancy_tables(holding: Holding) -> Iterator[Table]:
    """Yield frequencies by level, the counts of each paper, and how kinds go together."""
    attempts = [a for a in holding.attempts if a.discrepancies]
    if not attempts:
        return
    # An attempt of which others list discrepancies and it none had none.
    recorded = [a for a in holding.attempts if a.discrepancies or outcome_of(a) is not None]
    codebook = load(CODEBOOK)
    yield _frequencies(recorded, codebook)
    yield _by_paper(recorded, codebook)
    yield _medians(recorded, codebook)
    yield _spread(recorded, codebook)
    yield _together(recorded, codebook)
    yield _categories_by_paper(recorded, codebook)


def counts_of(attempt: Attempt, codebook: Instrument) -> dict[str, int]:
    """Return how many discrepancies of each kind an attempt met: problems, assumptions, errors."""
    kinds = {variable.name: variable.group for variable in codebook.variables}
    found = dict.fromkeys(codebook.groups, 0)
    for discrepancy in attempt.discrepancies:
        if discrepancy.category in kinds:
            found[kinds[discrepancy.category]] += discrepancy.count
    return found


def _kinds(codebook: Instrument) -> dict[str, str]:
    return {group: title.partition(":")[0] for group, title in codebook.groups.items()}


def _levels(attempts: list[Attempt]) -> list[str]:
    return sorted({a.level.value if a.level else _UNKNOWN for a in attempts})


def _at(attempts: list[Attempt], level: str) -> list[Attempt]:
    return [a for a in attempts if (a.level.value if a.level else _UNKNOWN) == level]


def _frequencies(attempts: list[Attempt], codebook: Instrument) -> Table:
    levels = _levels(attempts)
    kinds = _kinds(codebook)
    rows: list[tuple[Cell, ...]] = []
    for variable in codebook.variables:
        met = [_met(a, variable.name) for a in attempts]
        by_level = [sum(_met(a, variable.name) > 0 for a in _at(attempts, x)) for x in levels]
        rows.append(
            (variable.name, kinds[variable.group], variable.question, sum(x > 0 for x in met),
             sum(met), *by_level)
        )  # fmt: skip
    return Table(
        "discrepancies",
        "Discrepancies by category and level",
        (text("category", "category"), text("kind", "kind"), text("question", "what it is"),
         count("papers", "attempts"), count("total", "in all"),
         *(count(f"level_{i}", level) for i, level in enumerate(levels, 1))),
        tuple(rows),
        "attempts that met the category at least once, and how often in all; by level: attempts",
        n=len(attempts),
        missing="an attempt that lists no discrepancy of a category had none",
        notes=tuple(f"{level}: {len(_at(attempts, level))} attempts." for level in levels),
        topic=TOPIC,
    )  # fmt: skip


def _met(attempt: Attempt, category: str) -> int:
    return sum(d.count for d in attempt.discrepancies if d.category == category)


def _by_paper(attempts: list[Attempt], codebook: Instrument) -> Table:
    kinds = _kinds(codebook)
    rows: list[tuple[Cell, ...]] = []
    for attempt in attempts:
        found = counts_of(attempt, codebook)
        rows.append(
            (attempt.paper, attempt.level.value if attempt.level else None, *found.values(),
             sum(found.values()))
        )  # fmt: skip
    return Table(
        "discrepancies-by-paper",
        "Discrepancies of each attempt",
        (text("paper", "paper"), text("level", "level"),
         *(count(kind, title.lower()) for kind, title in kinds.items()), count("all", "all")),
        tuple(rows),
        "sums over the categories of each kind",
        n=len(attempts),
        topic=TOPIC,
    )  # fmt: skip


def _medians(attempts: list[Attempt], codebook: Instrument) -> Table:
    kinds = _kinds(codebook)
    rows: list[tuple[Cell, ...]] = []
    for level in _levels(attempts):
        counted = [counts_of(a, codebook) for a in _at(attempts, level)]
        rows.append(
            (level, len(counted), *(float(median(c[kind] for c in counted)) for kind in kinds),
             float(median(sum(c.values()) for c in counted)))
        )  # fmt: skip
    return Table(
        "discrepancy-medians",
        "Median number of discrepancies by level",
        (text("level", "level"), N,
         *(number(kind, title.lower(), 1) for kind, title in kinds.items()),
         number("all", "all", 1)),
        tuple(rows),
        "median over the attempts of a level; an attempt without result counts with what it met",
        n=len(attempts),
        topic=TOPIC,
    )  # fmt: skip


def _spread(attempts: list[Attempt], codebook: Instrument) -> Table:
    kinds = {**_kinds(codebook), ALL: "All"}
    rows: list[tuple[Cell, ...]] = []
    for kind, title in kinds.items():
        for level in _levels(attempts):
            counted = [counts_of(a, codebook) for a in _at(attempts, level)]
            found = [sum(c.values()) if kind == ALL else c[kind] for c in counted]
            rows.append((title, level, *spread(found)))
    return Table(
        "discrepancy-spread",
        "How many discrepancies an attempt has, by level",
        (text("kind", "kind"), text("level", "level"), *spread_columns(2)),
        tuple(rows),
        "quartiles by linear interpolation; an attempt without result counts with what it met",
        n=len(attempts),
        topic=TOPIC,
    )


def _together(attempts: list[Attempt], codebook: Instrument) -> Table:
    conducted = [a for a in attempts if outcome_of(a) is not AttemptOutcome.NO_RESULT]
    kinds = _kinds(codebook)
    rows: list[tuple[Cell, ...]] = []
    chosen = {"attempts with a result": conducted, "all attempts": attempts}
    for whose, some in chosen.items():
        counted = [counts_of(attempt, codebook) for attempt in some]
        for first, second in combinations(kinds, 2):
            test = spearman([float(c[first]) for c in counted], [float(c[second]) for c in counted])
            rows.append(
                (whose, kinds[first], kinds[second], test.n, test.statistic, test.p, test.why_not)
            )
    return Table(
        "discrepancy-correlations",
        "Do problems, assumptions and errors go together?",
        (text("whose", "over"), text("first", "kind"), text("second", "and"), N,
         number("rho", "Spearman's rho"), P, text("why_not", "no test because")),
        tuple(rows),
        "Spearman's correlation of the sums of each attempt, average ranks; an attempt without "
        "result cannot have errors in its results and is left out of the first three rows",
        n=len(attempts),
        topic=TOPIC,
    )  # fmt: skip


def _categories_by_paper(attempts: list[Attempt], codebook: Instrument) -> Table:
    """A wide table, made for a heat map: a row a category, a column an attempt."""
    twice = len({a.paper for a in attempts}) < len(attempts)
    titles = [f"{a.paper} {a.key}" if twice else a.paper for a in attempts]
    rows: list[tuple[Cell, ...]] = [
        (variable.name, *(_met(attempt, variable.name) for attempt in attempts))
        for variable in codebook.variables
    ]
    return Table(
        "discrepancy-map",
        "Which attempt met which category",
        (text("category", "category"),
         *(count(f"attempt_{i}", title) for i, title in enumerate(titles, 1))),
        tuple(rows),
        "how often the attempt met the category",
        n=len(attempts),
        topic=TOPIC,
    )  # fmt: skip
