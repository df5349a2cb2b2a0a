"""Could the outcome have been told beforehand? A predictor measured on papers it has not seen.

Everything that is learnt, scales and settings included, is learnt within the training part of each
split. The forest's importances come from papers that it has not seen either, beside the usual ones
of impurity, which favour features with many values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from reproscope.study.statistics.statistical_test import Floats, Numbers, is_missing

_STRENGTHS = (0.01, 0.1, 1.0)
_SOLVER = "newton-cholesky"  # the fastest for a few hundred rows and few columns
_LEAST = 10
_TREES = 200


@dataclass(frozen=True, slots=True)
class Features:
    """A matrix with its columns' names; ``origin`` is the feature that each column codes."""

    matrix: Floats
    columns: tuple[str, ...]
    origin: tuple[str, ...]


def features_of(table: Mapping[str, Sequence[object]]) -> Features:
    """Make a matrix of columns: numbers as they are, words as one column a level.

    A missing number is filled where it is learnt from, never here; a missing word is no level.
    """
    columns: list[Floats] = []
    names: list[str] = []
    origin: list[str] = []
    for name, values in table.items():
        for title, column in _coded(name, values):
            columns.append(column)
            names.append(title)
            origin.append(name)
    if not columns:
        raise ValueError("no feature was given")
    return Features(np.column_stack(columns), tuple(names), tuple(origin))


def _coded(name: str, values: Sequence[object]) -> Iterator[tuple[str, Floats]]:
    if all(isinstance(v, int | float | np.number) or v is None for v in values):
        yield name, np.array([np.nan if v is None else v for v in values], dtype=float)
        return
    levels = sorted({str(value) for value in values if not is_missing(value)})
    for level in levels:
        yield f"{name} = {level}", np.array([float(value == level) for value in values])


@dataclass(frozen=True, slots=True)
class Predicted:
    """How well a predictor ranks papers that it has not seen.

    ``auc`` is the mean over repeats of the mean over folds, ``repeat_deviation`` its deviation over
    repeats, ``low`` and ``high`` a bootstrap over papers of the predictions without refitting.
    ``chance_high`` is the 97.5% point of the AUC with shuffled outcomes: what luck alone reaches.
    """

    n: int
    positive: int
    features: int
    repeats: int
    auc: float | None = None
    repeat_deviation: float | None = None
    low: float | None = None
    high: float | None = None
    chance_high: float | None = None
    accuracy: float | None = None
    majority: float | None = None
    brier: float | None = None
    brier_base: float | None = None
    why_not: str = ""


def predict(
    features: Features, outcome: Numbers, *, repeats: int = 5, shuffles: int = 20, seed: int = 0
) -> Predicted:
    """Measure a logistic regression by repeated stratified five-fold cross-validation.

    Its strength is chosen within each training part by another cross-validation.
    """
    y = np.asarray(outcome, dtype=float)
    n, positive = len(y), int((y == 1).sum())
    asked = (n, positive, len(features.columns), repeats)
    if min(positive, n - positive) < _LEAST:
        return Predicted(*asked, why_not=f"fewer than {_LEAST} papers of an outcome")
    with _one_thread():
        runs = [_out_of_fold(features.matrix, y, seed + i) for i in range(repeats)]
        by_chance = _by_chance(features.matrix, y, shuffles, seed) if shuffles else None
    aucs = [auc for auc, _ in runs]
    predicted = np.mean([predictions for _, predictions in runs], axis=0)
    low, high = auc_interval(y, runs[0][1], seed)
    return Predicted(
        *asked,
        auc=float(np.mean(aucs)),
        repeat_deviation=float(np.std(aucs, ddof=1)) if repeats > 1 else None,
        low=low,
        high=high,
        chance_high=by_chance,
        accuracy=float(np.mean([((p >= 0.5) == (y == 1)).mean() for _, p in runs])),
        majority=max(positive, n - positive) / n,
        brier=float(((predicted - y) ** 2).mean()),
        brier_base=positive / n * (1 - positive / n),
    )


def _one_thread() -> AbstractContextManager[object]:
    """Keep linear algebra to one thread: on matrices this narrow others wait more than they work.

    On a machine that does something else too, two threads took ten times the time of one.
    """
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[object] = threadpool_limits(1)
    return limits


def _out_of_fold(matrix: Floats, y: Floats, seed: int) -> tuple[float, Floats]:
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import StratifiedKFold

    predictions, aucs = np.empty(len(y)), []
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for train, test in folds.split(matrix, y):
        model = _regression(y[train], seed).fit(matrix[train], y[train])
        predictions[test] = model.predict_proba(matrix[test])[:, 1]
        aucs.append(roc_auc_score(y[test], predictions[test]))
    return float(np.mean(aucs)), predictions


def _regression(y: Floats, seed: int) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    grid = GridSearchCV(
        LogisticRegression(solver=_SOLVER),
        {"C": _STRENGTHS},
        scoring="roc_auc",
        cv=StratifiedKFold(3, shuffle=True, random_state=seed),
    )
    return _prepared(grid)


def _prepared(model: Any) -> Any:
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(SimpleImputer(keep_empty_features=True), StandardScaler(), model)


def auc_interval(y: Floats, predictions: Floats, seed: int = 0) -> tuple[float, float]:
    """Bound the AUC of predictions by 500 bootstrap draws of papers, without refitting."""
    draw = np.random.default_rng(seed)
    # Sorted once for all draws: each is then a matter of counting.
    different, place = np.unique(predictions, return_inverse=True)
    found = []
    for _ in range(500):
        times = np.bincount(draw.integers(0, len(y), len(y)), minlength=len(y))
        positive = np.bincount(place, times * y, len(different)).astype(float)
        negative = np.bincount(place, times * (1 - y), len(different)).astype(float)
        if positive.any() and negative.any():
            found.append(_auc(positive, negative))
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _auc(positive: Floats, negative: Floats) -> float:
    """Return how often a positive ranks above a negative, from counts by rising prediction."""
    below = np.cumsum(negative) - negative / 2  # a tie is half a win
    return float((positive * below).sum() / (positive.sum() * negative.sum()))


def _by_chance(matrix: Floats, y: Floats, shuffles: int, seed: int) -> float:
    """Return what luck reaches, by one strength: choosing it again would change nothing."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    draw = np.random.default_rng(seed)
    found = []
    for i in range(shuffles):
        mixed = draw.permutation(y)
        folds = StratifiedKFold(5, shuffle=True, random_state=seed + i)
        model = _prepared(LogisticRegression(C=0.02, solver=_SOLVER))
        scores = cross_val_predict(model, matrix, mixed, cv=folds, method="predict_proba")[:, 1]
        found.append(roc_auc_score(mixed, scores))
    return float(np.quantile(found, 0.975))


@dataclass(frozen=True, slots=True)
class Importance:
    """How much a forest relies on a feature: by impurity, and by what shuffling it costs in AUC.

    ``deviation`` is that of the cost over folds.
    """

    feature: str
    impurity: float
    cost: float
    deviation: float


def importances(features: Features, outcome: Numbers, *, seed: int = 0) -> tuple[Importance, ...]:
    """Rank features by a random forest, the costliest to lose first.

    The levels of one feature are shuffled together, so that it is not weakened by being coded in
    several columns.
    """
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.impute import SimpleImputer
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import StratifiedKFold
    from sklearn.pipeline import make_pipeline

    y = np.asarray(outcome, dtype=float)
    names = list(dict.fromkeys(features.origin))
    if min((y == 1).sum(), (y == 0).sum()) < _LEAST:
        return ()
    costs: dict[str, list[float]] = {name: [] for name in names}
    impurity = dict.fromkeys(names, 0.0)
    draw = np.random.default_rng(seed)
    for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(y, y):
        forest = RandomForestClassifier(_TREES, min_samples_leaf=5, random_state=seed)
        model = make_pipeline(SimpleImputer(keep_empty_features=True), forest)
        model.fit(features.matrix[train], y[train])
        seen = features.matrix[test]
        base = roc_auc_score(y[test], model.predict_proba(seen)[:, 1])
        for name, value in zip(features.origin, forest.feature_importances_, strict=True):
            impurity[name] += float(value) / 5
        for name in names:
            mixed = _shuffled(seen, features, name, draw)
            costs[name].append(base - roc_auc_score(y[test], model.predict_proba(mixed)[:, 1]))
    found = (
        Importance(name, impurity[name], float(np.mean(c)), float(np.std(c, ddof=1)))
        for name, c in costs.items()
    )
    return tuple(sorted(found, key=lambda one: (-one.cost, -one.impurity, one.feature)))


def _shuffled(matrix: Floats, features: Features, name: str, draw: np.random.Generator) -> Floats:
    mixed = matrix.copy()
    columns = [i for i, origin in enumerate(features.origin) if origin == name]
    rows = draw.permutation(len(matrix))
    mixed[:, columns] = matrix[rows[:, None], columns]
    return mixed
