"""Everything that two labelled sets tell, joined: `calibrate` is the one call from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from statistics import fmean

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.provenance import timestamp
from reproscope.repository.calibrating.answers import fit_answers
from reproscope.repository.calibrating.clusters import Clusters, clusters
from reproscope.repository.calibrating.fitting import (
    FACTORS,
    Fitted,
    factor_scores,
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
        if not self.name.strip():
            raise ReproscopeError("a profile needs a name, and this one is empty")


@dataclass(frozen=True, slots=True)
class Means:
    """The mean scores of one factor in both sets, and in how many repositories it is certain."""

    values: tuple[float | None, float | None]
    certain: tuple[int, int]

    @classmethod
    def of(cls, *sets: Sequence[float | None]) -> Means:
        """Take the mean of what is certain in each set."""
        known = [[value for value in one if value is not None] for one in sets]
        first, second = (fmean(one) if one else None for one in known)
        return cls((first, second), (len(known[0]), len(known[1])))


@dataclass(frozen=True)
class Calibration:
    """What was found; the last three only where the tables have the thesis's columns."""

    labelled: Labelled
    options: Options
    quartiles: Mapping[str, tuple[Quartiles, Quartiles]]
    signals: tuple[Signal, ...]
    importance: Importance
    fitted: Fitted
    means: Mapping[str, Means]
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
        known = [one for one, _ in indicators()]
        fitted = fit_answers(sets.columns, known, load_profile("default").texts)
    else:
        fitted = fit_loos(
            published, *sets.inputs, method=options.quantiles, weights=options.weights
        )
    means, groups, more = _chapter_seven(sets, published)
    return Calibration(
        labelled=sets,
        options=options,
        quartiles=_quartiles(sets, options),
        signals=tuple(signal(column) for column in sets.columns),
        importance=importance(sets.columns),
        fitted=replace(fitted, profile=_named(fitted.profile, sets, options)),
        means=means,
        groups=groups,
        notes=(*warnings(sets), *sets.notes, *fitted.notes, *more),
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
) -> tuple[Mapping[str, Means], tuple[Clusters, ...], list[str]]:
    """Return the mean scores and the groups, by the thesis's own constants (tables 7.1, 7.2)."""
    if sets.inputs is None:
        return {}, (), []
    scores = [factor_scores(published, rows) for rows in sets.inputs]
    means = {key: Means.of(scores[0][key], scores[1][key]) for key in FACTORS}
    groups, notes = [], []
    for factors, k in ((FACTORS, 2), (("SCAD", "SE"), 3)):
        rows = [list(zip(*(one[key] for key in factors), strict=True)) for one in scores]
        unknown = sum(None in row for rows_of in rows for row in rows_of)
        if unknown:
            notes.append(
                f"no {k} groups by {', '.join(factors)}: {unknown} repositories have a score that"
                " is not certain"
            )
            continue
        found = clusters(rows[0], rows[1], factors, k)
        groups += [] if found is None else [found]
    return means, tuple(groups), notes
