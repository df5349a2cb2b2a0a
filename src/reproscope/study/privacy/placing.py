"""Puts each paper into a category of a list that is public, whatever the papers are.

The categories are the allowed answers of an instrument, the outcomes of attempts, or named in the
plan. Each paper is looked at by itself, so that no other moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import Instrument, Kind, Variable
from reproscope.instruments.expressions import condition_holds, evaluate
from reproscope.study.attempts.judging import outcome_of
from reproscope.study.attempts.outcome import AttemptOutcome
from reproscope.study.holding import Holding
from reproscope.study.privacy.planning import OTHER, Groups, Request, What

if TYPE_CHECKING:
    import pandas as pd

Codes = npt.NDArray[np.int64]
NOT_ANSWERED = "not answered"
NOT_ATTEMPTED = "no attempt with an outcome"
OUTCOMES = tuple(reversed(AttemptOutcome))


def grouped(groups: Groups | None, holding: Holding) -> tuple[tuple[str, ...], Codes]:
    """Return the groups' names, and each paper's place among them."""
    if groups is None:
        return ("",), np.zeros(len(holding.papers), np.int64)
    if groups.instrument:
        instrument, answers = coded_of(groups.instrument, holding)
        variable = instrument.variable(groups.by)
        names, column = _allowed(variable), _words(variable, instrument, answers)
    else:
        known = [str(name) for name in holding.papers.columns if name != "title"]
        if groups.by not in known:
            raise UnknownName("attribute of papers", groups.by, known)
        names, column = groups.names, list(holding.papers[groups.by])
    return (*names, OTHER), _places(column, names)


def categorised(request: Request, holding: Holding) -> tuple[list[str], list[str], Codes]:
    """Return the categories, those that are parts of one whole, and each paper's category."""
    if request.what is What.PAPERS:
        return ["papers"], [], np.zeros(len(holding.papers), np.int64)
    if request.what is What.OUTCOMES:
        names = [outcome.value for outcome in OUTCOMES]
        best = np.full(len(holding.papers), len(names), np.int64)
        paper, code = attempts_by_outcome(holding, None)
        np.minimum.at(best, paper, code)
        return [*names, NOT_ATTEMPTED], names, best
    instrument, answers = coded_of(request.instrument, holding)
    metric = next((one for one in instrument.metrics if one.name == request.name), None)
    if metric is not None and metric.kind is Kind.BOOLEAN:
        names = ["1", "0"]
        values = evaluate(metric, instrument, answers)
        codes = _places([_written(value) for value in values], names)
        return [*names, NOT_ANSWERED], names, codes
    variable = _variable(request.name, instrument)
    names = list(_allowed(variable))
    codes = _places(_words(variable, instrument, answers), names)
    return [*names, NOT_ANSWERED], [n for n in names if n != variable.not_applicable], codes


def attempts_by_outcome(holding: Holding, most: int | None) -> tuple[Codes, Codes]:
    """Return the attempts with an outcome, by paper and outcome; the first *most* of each paper."""
    place = {str(key): number for number, key in enumerate(holding.papers.index)}
    found: dict[int, list[int]] = {}
    for attempt in sorted(holding.attempts, key=lambda one: (one.paper, one.key)):
        outcome = outcome_of(attempt)
        if outcome is not None and attempt.paper in place:
            found.setdefault(place[attempt.paper], []).append(OUTCOMES.index(outcome))
    pairs = [(paper, code) for paper, codes in found.items() for code in codes[:most]]
    table = np.array(pairs, np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def coded_of(name: str, holding: Holding) -> tuple[Instrument, pd.DataFrame]:
    """Return an instrument, and a row of answers for each paper in the order of the papers."""
    if name not in holding.coded:
        raise UnknownName("instrument", name, holding.coded)
    coded = holding.coded[name]
    if not coded.answers.index.is_unique:
        raise ReproscopeError(f"{name}: a paper has two rows: nothing can be promised of it")
    return coded.instrument, coded.answers.reindex(holding.papers.index)


def _variable(name: str, instrument: Instrument) -> Variable:
    if kind_of(name, instrument) and any(one.name == name for one in instrument.metrics):
        raise ReproscopeError(f"{name} of {instrument.name} is a number: ask for its mean")
    return instrument.variable(name)


def kind_of(name: str, instrument: Instrument) -> Kind:
    """Return the kind of a variable or metric; raise UnknownName with the nearest of both."""
    kinds = {one.name: one.kind for one in instrument.variables}
    kinds.update((one.name, one.kind) for one in instrument.metrics)
    if name not in kinds:
        raise UnknownName("variable or metric", name, kinds, where=instrument.name)
    return kinds[name]


def _allowed(variable: Variable) -> tuple[str, ...]:
    if variable.values:
        return tuple(allowed.value for allowed in variable.values)
    if variable.kind is Kind.BOOLEAN:
        return ("1", "0")
    raise ReproscopeError(
        f"{variable.name} has no list of allowed answers, and to read them from the papers would "
        "tell which there are" + ("; ask for its mean" if variable.kind.numeric else "")
    )


def applies(
    variable: Variable, instrument: Instrument, answers: pd.DataFrame
) -> npt.NDArray[np.bool_]:
    """Return for which papers a question applies, or may."""
    holds: Any = condition_holds(variable.condition, instrument, answers).to_numpy()
    asked: npt.NDArray[np.bool_] = holds != 0.0
    return asked


def _words(variable: Variable, instrument: Instrument, answers: pd.DataFrame) -> list[str | None]:
    """Return each paper's answer as it stands among the allowed ones, if it was given."""
    asked = applies(variable, instrument, answers)
    return [
        _written(value) if due else None
        for value, due in zip(answers[variable.name], asked, strict=True)
    ]


def _written(value: object) -> str | None:
    if isinstance(value, float):
        return None if np.isnan(value) else f"{value:.15g}"
    return None if value is None else str(value)


def _places(column: Sequence[object], names: Sequence[str]) -> Codes:
    """Return the place of each among the names; what is none of them comes behind the last."""
    place = {name: number for number, name in enumerate(names)}
    found = [place.get(value, len(names)) if isinstance(value, str) else len(names)
             for value in column]  # fmt: skip
    return np.array(found, np.int64)
