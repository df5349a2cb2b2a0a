"""Everything that two labelled sets tell, joined: `calibrate` is the one call from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from reproscope.core import UnknownName
from reproscope.core.provenance import timestamp
from reproscope.repository.calibrating.clusters import Clusters, clusters
from reproscope.repository.calibrating.fitting import (
    FACTORS,
    Fitted,
    factor_scores,
    fit_indicators,
    fit_loos,
)
from reproscope.repository.calibrating.importance import Importance, importance
from reproscope.repository.calibrating.labelled import Labelled, labelled
from reproscope.repository.calibrating.quantiles import METHODS, Quartiles, quartiles
from reproscope.repository.calibrating.signal import Signal, signal
from reproscope.repository.csvtable import read_csv
from reproscope.repository.indicators import indicators
from reproscope.repository.profiles import Profile, load_profile

WEIGHTS = ("signal", "thesis")
SMALL = 50


@dataclass(frozen=True, slots=True)
class Options:
    """How to fit: the rule for quartiles, where weights come from, what the profile is called."""

    quantiles: str = "thesis"
    weights: str = "signal"
    name: str = "calibrated"

    def __post_init__(self) -> None:
        if self.quantiles not in METHODS:
            raise UnknownName("quantile rule", self.quantiles, METHODS)
        if self.weights not in WEIGHTS:
            raise UnknownName("kind of weights", self.weights, WEIGHTS)


@dataclass(frozen=True)
class Calibration:
    """What was found; the last three only where the tables have the thesis's columns."""

    labelled: Labelled
    options: Options
    quartiles: Mapping[str, tuple[Quartiles, Quartiles]]
    signals: tuple[Signal, ...]
    importance: Importance
    fitted: Fitted
    means: Mapping[str, tuple[float | None, float | None]]
    groups: tuple[Clusters, ...]
    notes: tuple[str, ...]

    @property
    def profile(self) -> Profile:
        """The profile that was fitted."""
        return self.fitted.profile


def calibrate(reproducible: Path, other: Path, options: Options | None = None) -> Calibration:
    """Read two labelled sets and say what they tell."""
    return calibration_of(labelled(read_csv(reproducible), read_csv(other)), options)


def calibration_of(sets: Labelled, options: Options | None = None) -> Calibration:
    """Say what two sets tell."""
    options = options or Options()
    published = load_profile("loos2022")
    if sets.inputs is None:
        known = {name for one, _ in indicators() for name in (one.rule.code, one.rule.name)}
        fitted = fit_indicators(sets.columns, known)
    else:
        fitted = fit_loos(
            published, *sets.inputs, method=options.quantiles, weights=options.weights
        )
    means, groups = _chapter_seven(sets, published)
    return Calibration(
        labelled=sets,
        options=options,
        quartiles=_quartiles(sets, options),
        signals=tuple(signal(column) for column in sets.columns),
        importance=importance(sets.columns),
        fitted=replace(fitted, profile=_named(fitted.profile, sets, options)),
        means=means,
        groups=groups,
        notes=(*warnings(sets), *sets.notes, *fitted.notes),
    )


def _named(profile: Profile, sets: Labelled, options: Options) -> Profile:
    day = date.fromisoformat(timestamp()[:10])
    files = " and ".join(Path(name).name for name in sets.names)
    sizes = f"{sets.sizes[0]} reproducible and {sets.sizes[1]} other repositories"
    return replace(
        profile,
        name=options.name,
        title=f"Calibrated on {sizes}",
        source=f"reproscope repository calibrate on {files}, {day.isoformat()}",
        note=" ".join(warnings(sets)),
    )


def warnings(sets: Labelled) -> tuple[str, ...]:
    """Say how far numbers of sets of this size can be trusted."""
    found = [
        "The weights and thresholds come from the same repositories that show the signal, so they"
        " look better here than they will elsewhere."
    ]
    fewer = min(sets.sizes)
    if fewer < SMALL:
        found.insert(
            0,
            f"n = {fewer} in the smaller set is small: a repository more or less moves a mean by"
            f" up to {1 / fewer:.2f}, and the intervals are wide.",
        )
    return tuple(found)


def _quartiles(sets: Labelled, options: Options) -> Mapping[str, tuple[Quartiles, Quartiles]]:
    found = {}
    for column in sets.columns:
        first, second = column.known
        if first and second:
            found[column.name] = (
                quartiles(first, options.quantiles),
                quartiles(second, options.quantiles),
            )
    return found


def _chapter_seven(
    sets: Labelled, published: Profile
) -> tuple[Mapping[str, tuple[float | None, float | None]], tuple[Clusters, ...]]:
    """Return the mean scores and the groups, by the thesis's own constants (tables 7.1, 7.2)."""
    if sets.inputs is None:
        return {}, ()
    scores = [factor_scores(published, rows) for rows in sets.inputs]
    means = {key: (_mean(scores[0][key]), _mean(scores[1][key])) for key in FACTORS}
    groups = []
    for factors, k in ((FACTORS, 2), (("SCAD", "SE"), 3)):
        rows = [list(zip(*(one[key] for key in factors), strict=True)) for one in scores]
        if any(value is None for rows_of in rows for row in rows_of for value in row):
            continue
        found = clusters(rows[0], rows[1], factors, k)
        groups += [] if found is None else [found]
    return means, tuple(groups)


def _mean(values: tuple[float | None, ...]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
