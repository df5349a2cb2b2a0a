"""Outcomes by level: counts, shares, over-representation (Cappelen and Mølnå 2018, Table 5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import (
    SHARE_HIGH,
    SHARE_LOW,
    N,
    count,
    number,
    share,
    text,
)
from reproscope.study.analysis.results import TOPIC
from reproscope.study.attempts.judging import outcome_of
from reproscope.study.attempts.outcome import AttemptOutcome
from reproscope.study.holding import Holding
from reproscope.study.statistics import contingency
from reproscope.study.statistics.means import share_of_count

ALL = "all"
_UNKNOWN = "level unknown"
# The most favourable outcome first, as papers print them.
ORDER = tuple(reversed(AttemptOutcome))
SUCCESSES = (AttemptOutcome.SUCCESS, AttemptOutcome.PARTIAL_SUCCESS)
Pairs = list[tuple[str, AttemptOutcome]]


def outcome_tables(holding: Holding) -> Iterator[Table]:
    """Yield outcomes by level, success rates, and each level's part in each outcome."""
    pairs = [
        (attempt.level.value if attempt.level else _UNKNOWN, outcome)
        for attempt in holding.attempts
        if (outcome := outcome_of(attempt)) is not None
    ]
    if pairs:
        levels = sorted({level for level, _ in pairs})
        yield _counts(pairs, levels)
        yield _success(pairs, levels)
        if len(levels) > 1:
            yield _representation(pairs, levels)
    judged = [a for a in holding.attempts if a.reproduced is not None]
    if judged:
        yield _reproduced(holding)


def _counts(pairs: Pairs, levels: list[str]) -> Table:
    counted = Counter(pairs)
    rows: list[tuple[Cell, ...]] = []
    for level in (*levels, ALL):
        names = levels if level == ALL else [level]
        counts = [sum(counted[name, outcome] for name in names) for outcome in ORDER]
        total = sum(counts)
        rows.append((level, total, *counts, *(found / total for found in counts)))
    return Table(
        "outcomes",
        "Outcomes by level",
        (
            text("level", "level"),
            N,
            *(count(_slug(o), o.value) for o in ORDER),
            *(share(f"{_slug(o)}_share", f"{o.value}, share") for o in ORDER),
        ),
        tuple(rows),
        "attempts counted by their outcome; levels are those of scheme cappelen2018",
        n=len(pairs),
        topic=TOPIC,
    )


def _success(pairs: Pairs, levels: list[str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for level in (*levels, ALL):
        outcomes = [outcome for name, outcome in pairs if level in (name, ALL)]
        found = share_of_count(sum(outcome in SUCCESSES for outcome in outcomes), len(outcomes))
        rows.append((level, found.n, found.count, found.share, found.low, found.high))
    notes = [note for pair in combinations(levels, 2) if (note := _fisher(pairs, *pair))]
    return Table(
        "success",
        "Attempts that succeeded, at least in part",
        (text("level", "level"), N, count("succeeded", "succeeded"),
         share("share", "share"), SHARE_LOW, SHARE_HIGH),
        tuple(rows),
        "success and partial success among all attempts; Wilson's interval",
        n=len(pairs),
        notes=tuple(notes),
        topic=TOPIC,
    )  # fmt: skip


def _fisher(pairs: Pairs, first: str, second: str) -> str:
    """Compare the success rates of two levels, where both kinds of outcome were met."""
    both = [(level, o in SUCCESSES) for level, o in pairs if level in (first, second)]
    test = contingency([level for level, _ in both], [str(won) for _, won in both])
    if test.fisher_p is None:
        return ""
    return f"{first} against {second}: Fisher's exact p {test.fisher_p:.4f}."


def _representation(pairs: Pairs, levels: list[str]) -> Table:
    counted = Counter(pairs)
    by_level = Counter(level for level, _ in pairs)
    by_outcome = Counter(outcome for _, outcome in pairs)
    rows = [
        (
            level,
            *(
                counted[level, o] * len(pairs) / (by_level[level] * by_outcome[o])
                if by_outcome[o]
                else None
                for o in ORDER
            ),
        )
        for level in levels
    ]
    return Table(
        "representation",
        "How each level is represented among the attempts of an outcome",
        (text("level", "level"), *(number(_slug(o), o.value, 2) for o in ORDER)),
        tuple(rows),
        "the level's share among the attempts of that outcome over its share among all attempts; "
        "above 1 it is over-represented",
        n=len(pairs),
        topic=TOPIC,
    )


def _reproduced(holding: Holding) -> Table:
    criteria = sorted({a.criteria for a in holding.attempts if a.reproduced is not None})
    rows: list[tuple[Cell, ...]] = []
    for name in criteria:
        judged = [a for a in holding.attempts if a.reproduced is not None and a.criteria == name]
        found = share_of_count(sum(bool(a.reproduced) for a in judged), len(judged))
        rows.append((name or "not named", found.n, found.count, found.share, found.low, found.high))
    open_ones = sum(a.reproduced is None for a in holding.attempts)
    return Table(
        "reproduced",
        "Papers judged as reproduced",
        (text("criteria", "criteria"), N, count("reproduced", "reproduced"),
         share("share", "share"), SHARE_LOW, SHARE_HIGH),
        tuple(rows),
        "attempts whose paper counts as reproduced by the named criteria; Wilson's interval",
        n=len(holding.attempts),
        missing=f"{open_ones} attempts without such a judgement" if open_ones else "",
        topic=TOPIC,
    )  # fmt: skip


def _slug(outcome: AttemptOutcome) -> str:
    return outcome.value.replace("-", "_")
