"""Metrics and conditions over a table of answers: one row a paper, all rows at once.

What is not answered is missing, never 0. ``mean``, ``weighted_mean``, ``sum``, ``min``, ``max``,
``all`` and ``any`` skip it and are missing only where nothing is answered; so ``all`` is true where
no answer given is false, as in the survey of Gundersen and Kjensmo. ``count`` counts the answers
given, and ``present`` is true where every one is given. Arithmetic and comparisons with a missing
answer are missing, and so is a quotient by 0; ``and`` and ``or`` are missing unless the other
operand decides. An answer to a question that does not apply, by the question's condition or by the
answer itself, is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from reproscope.instruments.columns import Columns
from reproscope.instruments.grammar import Expression, parse
from reproscope.instruments.instrument import Instrument, Metric
from reproscope.instruments.meaning import Scope, check, check_condition, in_order

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Expression", "condition_holds", "evaluate", "evaluate_all", "parse"]


def evaluate(metric: Metric | str, instrument: Instrument, answers: pd.DataFrame) -> pd.Series:
    """Return a metric for each row of *answers*, NaN where it has no value; truths are 1 and 0.

    *answers* has a column for each variable; one without a column is not answered anywhere. A
    metric that is not of the instrument may be given as a value: it sees the instrument's names.
    """
    wanted = instrument.metric(metric) if isinstance(metric, str) else metric
    return _computed([wanted], instrument, answers)[wanted.name]


def evaluate_all(instrument: Instrument, answers: pd.DataFrame) -> pd.DataFrame:
    """Return a column for each metric of the instrument, in its order."""
    import pandas as pd

    computed = _computed(instrument.metrics, instrument, answers)
    return pd.DataFrame(computed, index=answers.index)


def condition_holds(condition: str, instrument: Instrument, answers: pd.DataFrame) -> pd.Series:
    """Return where a condition holds: 1, 0, or NaN where an answer that decides it is missing.

    A condition sees the answers as they were given, without regard to other conditions; where
    there is none it holds everywhere.
    """
    import pandas as pd

    given = Columns(instrument, answers, {})
    values = given.full(1.0)
    if condition:
        values = given.value(check_condition(condition, Scope.of(instrument, metrics=False)).root)
    return pd.Series(values, index=answers.index, name="holds", dtype=float)


def _computed(
    wanted: Iterable[Metric], instrument: Instrument, answers: pd.DataFrame
) -> dict[str, pd.Series]:
    import pandas as pd

    metrics = {one.name: one for one in (*instrument.metrics, *wanted)}
    parsed = _needed([one.name for one in wanted], metrics)
    scope = Scope.of(instrument)
    applies = condition_holds(instrument.applies, instrument, answers).to_numpy() == 1.0
    asked = {
        one.name: condition_holds(one.condition, instrument, answers).to_numpy() != 0.0
        for one in instrument.variables
        if one.condition
    }
    table = Columns(instrument, answers, asked)
    order = in_order({name: [n for n in one.names if n in parsed] for name, one in parsed.items()})
    for name in order:
        check(parsed[name], scope)
        table.metrics[name] = table.value(parsed[name].root)
    return {
        one.name: pd.Series(
            np.where(applies, table.metrics[one.name], np.nan), index=answers.index, name=one.name
        )
        for one in wanted
    }


def _needed(names: list[str], metrics: Mapping[str, Metric]) -> dict[str, Expression]:
    """Return the expressions of some metrics and of all that they are computed from."""
    parsed: dict[str, Expression] = {}
    open_names = list(names)
    while open_names:
        name = open_names.pop()
        if name not in parsed:
            parsed[name] = parse(metrics[name].expression)
            open_names.extend(one for one in parsed[name].names if one in metrics)
    return parsed
