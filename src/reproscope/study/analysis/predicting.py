"""Could the outcome have been told from the features? An honest predictor, and what it relies on.

Groups of features are left out in turn, as some may be known only after an attempt: in Raff 2019
the readability was judged by whoever had just tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import N, count, number, share, text
from reproscope.study.analysis.tested import Feature, features_of, outcome_of
from reproscope.study.holding import Coded
from reproscope.study.statistics import prediction

if TYPE_CHECKING:
    import pandas as pd

# Of so many papers an AUC is known to about 0.01; more would only take longer.
_MOST = 10_000


def prediction_tables(coded: Coded, seed: int = 0) -> Iterator[Table]:
    """Yield how well the outcome can be predicted, and the importance of each feature."""
    outcome = outcome_of(coded)
    if outcome is None:
        return
    having = len(outcome)
    outcome = _drawn(outcome, seed)
    features = [f for f in features_of(coded, outcome.index) if f.values.notna().any()]
    if not features:
        return
    y = outcome.to_numpy(dtype=float)
    topic = f"Predicting the outcome: {coded.instrument.name}"
    notes = _notes(len(outcome), having, seed)
    rows: list[tuple[Cell, ...]] = []
    for title, chosen in _choices(coded, features).items():
        columns = prediction.features_of(_table(chosen))
        # What luck reaches hardly depends on which features are left out, and takes most time.
        shuffles = 20 if chosen is features else 0
        found = prediction.predict(columns, y, repeats=3, shuffles=shuffles, seed=seed)
        rows.append(
            (
                title, found.n, len(chosen), found.features, found.auc, found.repeat_deviation,
                found.low, found.high, found.chance_high, found.accuracy, found.majority,
                found.brier, found.brier_base, found.why_not,
            )
        )  # fmt: skip
    yield Table(
        f"{coded.instrument.name}-prediction",
        f"How well {coded.instrument.outcome} can be predicted",
        (text("features", "features"), N, count("number", "features used"),
         count("columns", "columns"), number("auc", "AUC"), number("deviation", "over repeats ±"),
         number("low", "from"), number("high", "to"), number("chance", "by luck up to"),
         share("accuracy", "accuracy"), share("majority", "majority"), number("brier", "Brier"),
         number("brier_base", "Brier, base"), text("why_not", "not made because")),
        tuple(rows),
        "logistic regression on standardised features, its strength chosen within each training "
        "part; five-fold cross-validation, stratified, repeated three times; AUC is the mean over "
        "repeats of the mean over folds; from and to bound it by a bootstrap over papers without "
        "refitting; by luck: 97.5% point with shuffled outcomes",
        n=len(y),
        missing="missing numbers are filled with the mean of the training part, a missing word is "
        "no level",
        notes=(
            "Papers of one survey, mostly by one reproducer: do not expect as much elsewhere.",
            *notes,
        ),
        topic=topic,
    )  # fmt: skip
    ranked = prediction.importances(prediction.features_of(_table(features)), y, seed=seed)
    if ranked:
        yield _importances(coded, ranked, len(y), notes, topic)


def _importances(
    coded: Coded,
    ranked: tuple[prediction.Importance, ...],
    n: int,
    notes: tuple[str, ...],
    topic: str,
) -> Table:
    return Table(
        f"{coded.instrument.name}-importance",
        f"What a forest relies on to predict {coded.instrument.outcome}",
        (text("feature", "feature"), number("cost", "cost in AUC"),
         number("deviation", "over folds ±"), number("impurity", "impurity")),
        tuple((one.feature, one.cost, one.deviation, one.impurity) for one in ranked),
        "random forest of 200 trees; cost is what shuffling a feature takes from the AUC on "
        "papers the forest has not seen, over five folds; impurity is the usual importance, "
        "which favours features with many values",
        n=n,
        missing="missing numbers are filled with the mean of the training part",
        notes=notes,
        topic=topic,
    )  # fmt: skip


def _drawn(outcome: pd.Series, seed: int) -> pd.Series:
    """Return the outcomes to learn from: all, or as many as are enough, drawn at random."""
    if len(outcome) <= _MOST:
        return outcome
    rows = np.random.default_rng(seed).choice(len(outcome), _MOST, replace=False)
    return outcome.iloc[np.sort(rows)]


def _notes(used: int, having: int, seed: int) -> tuple[str, ...]:
    if used == having:
        return ()
    return (f"Of {having:,} papers with an outcome, {used:,} drawn at random (seed {seed}).",)


def _choices(coded: Coded, features: list[Feature]) -> Mapping[str, list[Feature]]:
    """Return all features, and all but each group, where several groups would be left."""
    choices = {"all": features}
    groups = [g for g in coded.instrument.groups if any(f.group == g for f in features)]
    for group in groups if len(groups) > 1 else ():
        rest = [feature for feature in features if feature.group != group]
        if rest:
            title = (coded.instrument.groups.get(group) or group).partition(":")[0]
            choices[f"without {title}"] = rest
    return choices


def _table(features: list[Feature]) -> dict[str, list[object]]:
    return {
        feature.name: [
            None if value is None or value != value else value for value in feature.values
        ]
        for feature in features
    }
