"""The features of an instrument as columns to test: numbers, levels in order, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reproscope.instruments import Instrument, Kind, Variable
from reproscope.instruments.expressions import evaluate_all
from reproscope.study.holding import Coded

if TYPE_CHECKING:
    import pandas as pd

YES, NO = "yes", "no"
_NUMBERS = (Kind.COUNT, Kind.NUMBER, Kind.DEGREE)


@dataclass(frozen=True, slots=True)
class Feature:
    """A variable or metric: its values by paper, and its levels in order where it has such."""

    name: str
    group: str
    numeric: bool
    ordinal: bool
    values: pd.Series
    order: tuple[str, ...] = ()

    def levels(self) -> list[str | None]:
        """Return the values as words, None where there is none."""
        # As an array of objects: a column of Arrow's texts gives its values one by one slowly.
        values = self.values.to_numpy(dtype=object)
        return [None if value is None or value != value else str(value) for value in values]


def outcome_of(coded: Coded) -> pd.Series | None:
    """Return the outcome by paper as 1 and 0, of papers that have one; None without an outcome."""
    name = coded.instrument.outcome
    if not name or coded.instrument.variable(name).kind is not Kind.BOOLEAN:
        return None
    outcome = coded.answers[name].dropna()
    return outcome if len(outcome) else None


def features_of(coded: Coded, papers: pd.Index) -> Iterator[Feature]:
    """Yield the features that the instrument tests against its outcome, for some papers."""
    instrument = coded.instrument
    metrics = evaluate_all(instrument, coded.answers) if instrument.metrics else None
    variables = {variable.name: variable for variable in instrument.variables}
    for name in instrument.features:
        if name in variables:
            yield _of_variable(variables[name], coded.answers[name].loc[papers])
        elif metrics is not None:
            yield _of_metric(instrument, name, metrics[name].loc[papers])


def _of_metric(instrument: Instrument, name: str, values: pd.Series) -> Feature:
    """A metric of one variable's name, such as tables per page, belongs where that one does."""
    expression = instrument.metric(name).expression
    group = next((v.group for v in instrument.variables if v.name in expression), "")
    return Feature(name, group, True, False, values)


def _of_variable(variable: Variable, values: pd.Series) -> Feature:
    if variable.kind in _NUMBERS:
        return Feature(variable.name, variable.group, True, False, values)
    if variable.kind is Kind.BOOLEAN:
        words = values.map({1.0: YES, 0.0: NO})
        return Feature(variable.name, variable.group, False, False, words, (YES, NO))
    order = tuple(a.value for a in variable.values if a.value != variable.not_applicable)
    kept = values.where(values != variable.not_applicable, None)
    ordinal = variable.kind is Kind.ORDINAL
    return Feature(variable.name, variable.group, False, ordinal, kept, order)
