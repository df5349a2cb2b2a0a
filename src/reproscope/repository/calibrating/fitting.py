"""Fit the constants of the thesis's formulas to two sets: ranges, weights, thresholds.

A weight is the indicator's share of its group's signal; where no indicator of a group has one, the
weights of the thesis stay and the profile says so. Indicators of our own are fitted by ``answers``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reproscope.repository.calibrating.labelled import Better, Column
from reproscope.repository.calibrating.limits import with_thresholds
from reproscope.repository.calibrating.ranges import with_ranges
from reproscope.repository.calibrating.signal import Signal, signal
from reproscope.repository.calibrating.weights import evidence, hundredths
from reproscope.repository.loos2022.constants import Constants, normalised
from reproscope.repository.loos2022.factors import factors, readme_score
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.profiles import Profile

Rows = Sequence[Inputs]
FACTORS = ("SCAD", "SE", "DSA", "RSC", "MS", "HPL")
# The indicators of tables 6.1 to 6.3, whose weights add up to 1 within each; then those that are
# alone in their factor.
GROUPS = (
    ("readme-length", "readme-links"),
    ("readme", "licence", "pylint", "code-comment-ratio"),
    ("imports-in-config", "strict-declarations", "public-libraries"),
)
ALONE = ("dataset", "fixed-seeds", "serialisation", "logging")
_COLUMNS = {
    "readme-length": "readme_lines",
    "readme-links": "readme_links",
    "pylint": "pylint",
    "code-comment-ratio": "code_comment_ratio",
    "imports-in-config": "imports_in_config",
    "strict-declarations": "strict_declarations",
    "public-libraries": "public_libraries",
    "dataset": "dataset",
    "fixed-seeds": "fixed_seeds",
    "serialisation": "serialisation",
    "logging": "logging",
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """The profile, the signals behind its weights, and what could not be fitted."""

    profile: Profile
    signals: Mapping[str, Signal]
    notes: tuple[str, ...] = ()


def fit_loos(published: Profile, first: Rows, second: Rows, *, method: str, weights: str) -> Fitted:
    """Fit the constants of the thesis's formulas to two sets."""
    profile, notes = with_ranges(_without_notes(published), first, second, method)
    constants = Constants.of(profile)
    keys = (*(key for group in GROUPS for key in group), *ALONE)
    signals = {key: signal(_column(key, constants, first, second)) for key in keys}
    profile, more = _with_weights(profile, signals, by_signal=weights == "signal")
    profile, last = with_mean_scores(profile, first, second)
    return Fitted(profile, signals, (*notes, *more, *last))


def with_mean_scores(profile: Profile, first: Rows, second: Rows) -> tuple[Profile, list[str]]:
    """Put the mean scores of two sets by a profile into it, as its thresholds (table 6.4)."""
    return with_thresholds(profile, factor_scores(profile, first), factor_scores(profile, second))


def _without_notes(published: Profile) -> Profile:
    """Leave out what the published profile says of its own numbers."""
    rules = {key: replace(one, note="") for key, one in published.factors.items()}
    build = replace(published.indicators["build"], evidence="not in these sets")
    return replace(published, factors=rules, indicators={**published.indicators, "build": build})


def _column(key: str, constants: Constants, first: Rows, second: Rows) -> Column:
    """Return the column behind a weight; the README and the licence are sums of their own."""
    sets = [tuple(_value(key, row, constants) for row in rows) for rows in (first, second)]
    better: Better = "lower" if key == "code-comment-ratio" else "higher"
    return Column(key, sets[0], sets[1], better=better)


def _value(key: str, row: Inputs, constants: Constants) -> float | None:
    if key == "readme":
        needed = ("readmes", "readme_lines", "readme_links", "dead_links")
        return None if row.unknown(needed) else readme_score(row, constants)
    if key == "licence":
        if row.licences is None or row.open_licences is None:
            return None
        return normalised(row.open_licences, 0, row.licences)
    found = getattr(row, _COLUMNS[key])
    return None if found is None else float(found)


def _with_weights(
    profile: Profile, signals: Mapping[str, Signal], *, by_signal: bool
) -> tuple[Profile, list[str]]:
    """Put the weights into a profile, each with what these sets show for it."""
    found = dict(profile.indicators)
    notes: list[str] = []
    for group in GROUPS:
        effects = [signals[key].effect for key in group]
        fitted = by_signal and any(effects)
        if by_signal and not fitted:
            notes.append(f"{', '.join(group)}: no signal, the weights of the thesis stay")
        kept = "" if fitted else "the weight is the thesis's"
        new = hundredths(effects) if fitted else [found[key].weight for key in group]
        for key, weight in zip(group, new, strict=True):
            found[key] = replace(found[key], weight=weight, evidence=evidence(signals[key], kept))
    for key in ALONE:
        words = evidence(signals[key], "the only indicator of its factor")
        found[key] = replace(found[key], evidence=words)
    return replace(profile, indicators=found), notes


def factor_scores(profile: Profile, rows: Rows) -> Mapping[str, tuple[float | None, ...]]:
    """Return every repository's factor scores; ``None`` where an unknown value matters."""
    constants = Constants.of(profile)
    found = [factors(row, constants) for row in rows]
    return {key: tuple(one[key].value for one in found) for key in FACTORS}
