"""Which columns a random forest leans on: the mean decrease of impurity (the thesis, 7.2).

The recipe is the thesis's: one split with the seed 9, columns of yes and no in two parts before the
numbers, gaps filled with the mean of the training part, ten forests with the seeds 9 to 18.
Impurity favours columns with many distinct values, and the numbers of a column's two parts add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reproscope.repository.calibrating.extra import needed
from reproscope.repository.calibrating.labelled import Column

SPLIT_SEED = 9
FOREST_SEEDS = tuple(range(9, 19))


@dataclass(frozen=True, slots=True)
class Importance:
    """The mean importances, highest first; how each forest did on the rows left out."""

    means: tuple[tuple[str, float], ...]
    accuracies: tuple[float, ...]
    test_rows: int

    def of(self, column: Column) -> float:
        """Return a column's importance, the parts of a yes-or-no column added."""
        parts = {f"{column.name}_0", f"{column.name}_1"} if column.binary else {column.name}
        return sum(value for name, value in self.means if name in parts)


def importance(columns: Sequence[Column]) -> Importance:
    """Return the ranking of the columns; the rows are the reproducible set, then the other."""
    names, table = _features(columns)
    label = [1] * len(columns[0].reproducible) + [0] * len(columns[0].other)
    split = needed("sklearn.model_selection").train_test_split
    train, test, wanted, held_out = split(
        table, np.array(label), stratify=label, random_state=SPLIT_SEED
    )
    train, test = _filled(train, train), _filled(test, train)
    forest: Any = needed("sklearn.ensemble").RandomForestClassifier
    fitted = [forest(random_state=seed).fit(train, wanted) for seed in FOREST_SEEDS]
    means = np.mean([one.feature_importances_ for one in fitted], axis=0)
    ranked = sorted(zip(names, map(float, means), strict=True), key=lambda pair: -pair[1])
    scores = tuple(float(one.score(test, held_out)) for one in fitted)
    return Importance(tuple(ranked), scores, len(held_out))


def _features(columns: Sequence[Column]) -> tuple[list[str], np.ndarray[Any, Any]]:
    names: list[str] = []
    found: list[np.ndarray[Any, Any]] = []
    for column in columns:
        if column.binary:
            values = _values(column)
            names += [f"{column.name}_0", f"{column.name}_1"]
            found += [(values == 0).astype(float), (values == 1).astype(float)]
    for column in columns:
        if not column.binary:
            names.append(column.name)
            found.append(_values(column))
    return names, np.column_stack(found)


def _values(column: Column) -> np.ndarray[Any, Any]:
    rows = [*column.reproducible, *column.other]
    return np.array([np.nan if value is None else value for value in rows], dtype=float)


def _filled(table: np.ndarray[Any, Any], training: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Fill gaps with the mean of the training part; a column that is all gaps becomes 0."""
    gaps = np.isnan(training)
    known = np.maximum((~gaps).sum(axis=0), 1)
    means = np.where(gaps, 0.0, training).sum(axis=0) / known
    return np.where(np.isnan(table), means, table)
