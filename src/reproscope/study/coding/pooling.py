"""Answers as ratings: of one question, or of several that have the same answers taken together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError
from reproscope.instruments import Instrument, Kind
from reproscope.study.coding.agreement import Ratings
from reproscope.study.coding.agreement.ratings import MISSING, Weights, distinct
from reproscope.study.coding.comparing import Answered

ALL = "all questions"
_POOLED = (Kind.BOOLEAN, Kind.NOMINAL, Kind.ORDINAL, Kind.DEGREE)
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pool:
    """Questions of a group that have the same kind and the same allowed answers."""

    group: str
    kind: Kind
    answered: tuple[Answered, ...]


def pools(compared: Sequence[Answered], instrument: Instrument) -> Iterator[Pool]:
    """Yield the pools of each group and of all questions that two or more coders answered."""
    groups = dict.fromkeys(one.group for one in instrument.variables if one.group)
    seen = set[tuple[str, ...]]()
    for group in (*groups, ALL):
        alike: dict[tuple[Kind, tuple[str, ...]], list[Answered]] = {}
        for answered in compared:
            variable = answered.variable
            if len(answered.paper) and variable.kind in _POOLED and group in (variable.group, ALL):
                allowed = tuple(sorted(one.value for one in variable.values))
                # Without a list of answers, only those of a fixed scale are known to be the same.
                if allowed or variable.kind in (Kind.BOOLEAN, Kind.DEGREE):
                    alike.setdefault((variable.kind, allowed), []).append(answered)
        for (kind, _), members in alike.items():
            coders = np.unique(np.concatenate([answered.coder for answered in members]))
            names = tuple(answered.variable.name for answered in members)
            # All questions that can be taken together may be those of one group, shown already.
            if len(members) > 1 and len(coders) > 1 and names not in seen:
                seen.add(names)
                yield Pool(group, kind, tuple(members))


def rated(answered: Sequence[Answered], draws: int = 0) -> tuple[Ratings, list[Weights]]:
    """Return ratings, a unit being a question about a paper, and *draws* samples of papers."""
    categories, codes = _categories(answered)
    paper, coder = (
        np.concatenate([getattr(one, name) for one in answered]).astype(np.int64)
        for name in ("paper", "coder")
    )
    question = np.repeat(np.arange(len(answered)), [len(one.paper) for one in answered])
    order = np.lexsort((coder, paper, question))
    paper, coder, question, codes = paper[order], coder[order], question[order], codes[order]
    first = np.append(True, (np.diff(paper) != 0) | (np.diff(question) != 0))[: len(paper)]
    if (~first & (np.append(-1, coder[:-1])[: len(coder)] == coder)).any():
        raise ReproscopeError("a coder answers one question about a paper twice")
    unit = np.cumsum(first) - 1
    table = _table(unit, coder, codes)
    rows, row = distinct(table, len(categories))
    counts = np.bincount(row, minlength=len(rows))
    numeric = answered[0].variable.kind.numeric and answered[0].variable.kind is not Kind.BOOLEAN
    numbers = np.array([float(name) for name in categories]) if numeric else None
    ratings = Ratings(categories, rows, counts.astype(float), numbers)
    return ratings, _samples(paper[first], row, len(rows), draws)


def _categories(answered: Sequence[Answered]) -> tuple[tuple[str, ...], Whole]:
    """Return the answers that were given, in order, and each answer as its place among them."""
    variable = answered[0].variable
    found = sorted({text for one in answered for text in one.texts})
    if variable.kind.numeric:
        found.sort(key=float)
    elif variable.values:
        place = {allowed.value: number for number, allowed in enumerate(variable.values)}
        found.sort(key=lambda text: place[text])
    places = {text: number for number, text in enumerate(found)}
    codes = [
        np.array([places[text] for text in one.texts], np.int64)[one.value]
        for one in answered
        if len(one.value)
    ]
    return tuple(found), np.concatenate(codes or [np.empty(0, np.int64)])


def _table(unit: Whole, coder: Whole, codes: Whole) -> Whole:
    """Return a row for each unit: a column for each of two coders, or what any of more coders said.

    Of more than two, no coefficient asks who said it; so answers are put in order, which makes
    most rows equal. A table of three columns at least keeps those for two coders away.
    """
    coders, column = np.unique(coder, return_inverse=True)
    width = len(coders)
    units = int(unit[-1]) + 1 if len(unit) else 0
    if width > 2:
        starts = np.flatnonzero(np.append(True, np.diff(unit) != 0))
        sizes = np.diff(np.append(starts, len(unit)))
        column = np.arange(len(unit)) - np.repeat(starts, sizes)
        codes = codes[np.lexsort((codes, unit))]
        width = max(3, int(sizes.max()))
    table = np.full((units, width), MISSING, np.int64)
    table[unit, column] = codes
    return table


def _samples(paper: Whole, row: Whole, rows: int, draws: int, seed: int = 0) -> list[Weights]:
    """Draw papers with replacement, each with all its units; count the units of each row."""
    from scipy import sparse

    papers, place = np.unique(paper, return_inverse=True)
    generator = np.random.default_rng(seed)
    units = sparse.coo_array((np.ones(len(row)), (row, place)), shape=(rows, len(papers))).tocsr()
    samples: list[Weights] = []
    for _ in range(draws):
        drawn = generator.integers(len(papers), size=len(papers))
        samples.append(units @ np.bincount(drawn, minlength=len(papers)).astype(float))
    return samples
