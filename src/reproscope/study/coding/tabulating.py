"""Tables of agreement: for each question, for the questions of a group, and who against whom.

Any number of coders may share the papers, two each: only kappa and who-against-whom ask who it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from reproscope.core import Cell, Column, Table
from reproscope.instruments import Instrument, Kind
from reproscope.study.coding.agreement import Agreement, agreement_of
from reproscope.study.coding.agreement.measuring import DRAWS
from reproscope.study.coding.comparing import Answered, Long
from reproscope.study.coding.pooling import Pool, pools, rated

if TYPE_CHECKING:
    import pandas as pd

Codes = npt.NDArray[np.int32]
TOPIC = "Agreement of coders"
_MEASURED = (
    Column("coefficient", "coefficient"),
    Column("value", "value", "number", 3),
    Column("low", "from", "number", 3),
    Column("high", "to", "number", 3),
    Column("units", "units", "count"),
    Column("coders", "coders", "count"),
    Column("missing", "missing", "count"),
)
_RECIPE = (
    "current answers, settlements left aside; a unit counts if two or more coders answered it, the "
    "others are missing; 95% interval from the percentiles of {draws} bootstrap draws of {drawn}"
)


def agreement_tables(
    long: pd.DataFrame, instrument: Instrument, draws: int = DRAWS
) -> tuple[Table, ...]:
    """Return every table of agreement for the answers to an instrument."""
    return (
        agreement_table(long, instrument, draws),
        group_agreement_table(long, instrument, draws),
        pair_table(long, instrument),
    )


def agreement_table(long: pd.DataFrame, instrument: Instrument, draws: int = DRAWS) -> Table:
    """Return each coefficient that fits a question, with its interval; words are left out."""
    rows: list[tuple[Cell, ...]] = []
    shared = set[int]()
    for answered in _compared(Long.of(long, instrument), instrument):
        shared.update(_shared(answered).tolist())
        if len(np.unique(answered.coder)) < 2:
            continue
        measured = agreement_of(rated([answered])[0], answered.variable.kind, draws=draws)
        named = (answered.variable.name, answered.variable.group)
        rows += [(*named, *_cells(one, [answered])) for one in measured]
    return Table(
        f"{instrument.name}-agreement",
        f"Agreement of coders on {instrument.name}",
        (Column("variable", "question"), Column("group", "group"), *_MEASURED),
        tuple(rows),
        _RECIPE.format(draws=draws, drawn="papers"),
        n=len(shared),
        missing="questions that fewer than two coders answered have no row",
        notes=_left_out(instrument),
        topic=TOPIC,
    )


def group_agreement_table(long: pd.DataFrame, instrument: Instrument, draws: int = DRAWS) -> Table:
    """Return the coefficients over all questions of a group that have the same answers."""
    compared = list(_compared(Long.of(long, instrument), instrument))
    rows: list[tuple[Cell, ...]] = []
    shared = set[int]()
    for pool in pools(compared, instrument):
        ratings, samples = rated(pool.answered, draws)
        measured = agreement_of(ratings, pool.kind, samples=samples)
        shared.update(*(_shared(answered).tolist() for answered in pool.answered))
        rows += [(*_named(pool), *_cells(one, pool.answered)) for one in measured]
    return Table(
        f"{instrument.name}-group-agreement",
        f"Agreement of coders on the groups of {instrument.name}",
        (
            Column("group", "group"),
            Column("kind", "kind"),
            Column("variables", "questions", "count"),
            *_MEASURED,
        ),
        tuple(rows),
        _RECIPE.format(draws=draws, drawn="papers, each with all its questions")
        + "; questions are taken together where they have the same kind and allowed answers, a "
        "unit being one question about one paper",
        n=len(shared),
        missing="groups with fewer than two such questions have no row",
        notes=_left_out(instrument),
        topic=TOPIC,
    )


def pair_table(long: pd.DataFrame, instrument: Instrument) -> Table:
    """Return for every two coders how many questions both answered, and how many alike."""
    table = Long.of(long, instrument)
    counts: dict[tuple[int, int], list[int]] = {}
    papers: dict[tuple[int, int], set[int]] = {}
    for answered in _compared(table, instrument):
        by_coder = _columns(answered)
        for first, second in combinations(sorted(by_coder), 2):
            (one, values), (other, others) = by_coder[first], by_coder[second]
            both, left, right = np.intersect1d(one, other, assume_unique=True, return_indices=True)
            if len(both):
                found = counts.setdefault((first, second), [0, 0])
                found[0] += len(both)
                found[1] += int((values[left] == others[right]).sum())
                papers.setdefault((first, second), set()).update(both.tolist())
    names = table.coders
    rows: list[tuple[Cell, ...]] = []
    # Coders are numbered in any order; the table has them by name.
    for pair in sorted(counts, key=lambda pair: sorted(names[place] for place in pair)):
        n, same = counts[pair]
        rows.append((*sorted(names[place] for place in pair), len(papers[pair]), n, same, same / n))
    return Table(
        f"{instrument.name}-pairs",
        f"Who agrees with whom on {instrument.name}",
        (
            Column("coder", "coder"),
            Column("other", "and"),
            Column("papers", "papers", "count"),
            Column("units", "units", "count"),
            Column("same", "alike", "count"),
            Column("share", "agreement", "share", 1),
        ),
        tuple(rows),
        "questions about a paper that both answered, and the share that both answered alike",
        n=len(set[int]().union(*papers.values())),
        missing="coders without a question in common have no row",
        notes=_left_out(instrument),
        topic=TOPIC,
    )


def _compared(table: Long, instrument: Instrument) -> Iterable[Answered]:
    for variable in instrument.variables:
        if variable.kind is not Kind.TEXT:
            yield table.answered(variable)


def _columns(answered: Answered) -> dict[int, tuple[Codes, Codes]]:
    """Return each coder's papers in order, and the answers."""
    order = np.lexsort((answered.paper, answered.coder))
    coder = answered.coder[order]
    starts = np.flatnonzero(np.append(True, np.diff(coder) != 0)) if len(coder) else coder
    parts = zip(
        np.split(answered.paper[order], starts[1:]),
        np.split(answered.value[order], starts[1:]),
        strict=True,
    )
    return dict(zip(coder[starts].tolist(), parts, strict=False))


def _shared(answered: Answered) -> Codes:
    """Return the papers about which two or more coders answered."""
    papers, counts = np.unique(answered.paper, return_counts=True)
    shared: Codes = papers[counts > 1]
    return shared


def _cells(one: Agreement, answered: Sequence[Answered]) -> Sequence[Cell]:
    coders = len(np.unique(np.concatenate([part.coder for part in answered])))
    return (one.coefficient, one.value, one.low, one.high, one.units, coders, one.missing)


def _named(pool: Pool) -> Sequence[Cell]:
    return (pool.group, pool.kind.value, len(pool.answered))


def _left_out(instrument: Instrument) -> tuple[str, ...]:
    words = [variable.name for variable in instrument.variables if variable.kind is Kind.TEXT]
    return (f"Not compared, being free text: {', '.join(words)}.",) if words else ()
