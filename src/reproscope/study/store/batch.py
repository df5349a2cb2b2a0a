"""Answers on their way into the store, as columns of small numbers; no database is asked here.

Millions of answers pass through, so a row is a few integers: its strings stand in lists once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.records import Answer
from reproscope.study.store.moments import microseconds

if TYPE_CHECKING:
    import pandas as pd

Whole = npt.NDArray[np.int64]
Note = tuple[str, float | None]
NOW = -(2**63)


@dataclass(slots=True)
class Batch:
    """Rows of answers; each column counts into the list of the same name.

    ``order`` is the revision that an answer came with, which says only what was before what;
    ``given`` is ``NOW`` for what is given at the moment of writing. ``notes`` holds evidence and
    seconds, by row, for the answers that have them.
    """

    questions: list[tuple[str, str]]
    coders: list[str]
    papers: list[str]
    values: list[str]
    question: Whole
    coder: Whole
    paper: Whole
    value: Whole
    given: Whole
    order: Whole
    notes: dict[int, Note] = field(default_factory=dict)


def batch_of(answers: Iterable[Answer]) -> Batch:
    """Read answers into columns."""
    questions: dict[tuple[str, str], int] = {}
    coders: dict[str, int] = {}
    papers: dict[str, int] = {}
    values: dict[str, int] = {}
    question, coder, paper, value, order = (array("i") for _ in range(5))
    given = array("q")
    notes: dict[int, Note] = {}
    for answer in answers:
        if answer.evidence or answer.seconds is not None:
            notes[len(given)] = (answer.evidence, _seconds(answer))
        named = (answer.instrument, answer.variable)
        question.append(questions.setdefault(named, len(questions)))
        coder.append(coders.setdefault(answer.coder, len(coders)))
        paper.append(papers.setdefault(answer.paper, len(papers)))
        value.append(values.setdefault(answer.value, len(values)))
        order.append(_order(answer))
        given.append(NOW if answer.given is None else microseconds(answer.given))
    return Batch(
        list(questions),
        list(coders),
        list(papers),
        list(values),
        _whole(question),
        _whole(coder),
        _whole(paper),
        _whole(value),
        _whole(given),
        _whole(order),
        notes,
    )


def batch_of_columns(instrument: str, coder: str, frame: pd.DataFrame) -> Batch:
    """Read one coder's answers from a table: a row a paper, a column a variable, cells of text."""
    import pandas as pd

    index = frame.index
    if not index.is_unique:
        twice = shown_name(str(index[index.duplicated()][0]))
        raise ReproscopeError(f"{instrument}: {coder} has two rows for paper {twice}")
    if not frame.columns.is_unique:
        twice = shown_name(str(frame.columns[frame.columns.duplicated()][0]))
        raise ReproscopeError(f"{instrument}: {coder} has two columns for variable {twice}")
    values: dict[str, int] = {}
    parts: list[tuple[Whole, Whole]] = []
    for name in frame.columns:
        codes, texts = pd.factorize(frame[name])
        for text in texts:
            if not isinstance(text, str):
                raise ReproscopeError(f"{instrument}: {name} is answered by text, not by {text!r}")
        numbers = np.array([values.setdefault(text, len(values)) for text in texts], np.int64)
        rows = np.flatnonzero(codes >= 0)
        parts.append((rows, numbers[codes[rows]]))
    count = sum(len(rows) for rows, _ in parts)
    places = [np.full(len(rows), place) for place, (rows, _) in enumerate(parts)]
    empty = [np.empty(0, np.int64)]
    return Batch(
        [(instrument, str(name)) for name in frame.columns],
        [coder],
        [str(key) for key in index],
        list(values),
        np.concatenate(places or empty),
        np.zeros(count, np.int64),
        np.concatenate([rows for rows, _ in parts] or empty),
        np.concatenate([found for _, found in parts] or empty),
        np.full(count, NOW),
        np.ones(count, np.int64),
    )


def _seconds(answer: Answer) -> float | None:
    if answer.seconds is not None and not 0 <= answer.seconds < float("inf"):
        raise ReproscopeError(
            f"{answer.paper}: seconds spent on {answer.variable} are a number from 0 up, "
            f"not {answer.seconds}"
        )
    return answer.seconds


def _order(answer: Answer) -> int:
    if not 1 <= answer.revision < 2**31:
        raise ReproscopeError(
            f"{answer.paper}: revisions of {answer.variable} count from 1, not {answer.revision}"
        )
    return answer.revision


def _whole(column: array[int]) -> Whole:
    return np.asarray(column, dtype=np.int64)
