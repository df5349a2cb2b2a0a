"""Make a profile of the evidence: representative values, weights, thresholds with intervals.

A weight is the indicator's share of its factor's signal, 2 AUC - 1 towards what is good; an
indicator whose interval holds 0.5 gets 0. Where no indicator of a factor has a signal the weights
of the thesis stay, and the profile says so.
"""

from __future__ import annotations

import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from reproscope.repository.calibrating.bootstrap import mean_interval
from reproscope.repository.calibrating.labelled import Better, Column
from reproscope.repository.calibrating.quantiles import quartiles
from reproscope.repository.calibrating.signal import Signal, signal
from reproscope.repository.loos2022.factors import Constants, factors, normalised, readme_score
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.profiles import FactorRule, IndicatorRule, Profile, Thresholds

Rows = Sequence[Inputs]
FACTORS = ("SCAD", "SE", "DSA", "RSC", "MS", "HPL")
# Which quartile of which set (0 reproducible, 1 other) is worth 0 and which 1: the thesis, 6.2.2.
RULES: Mapping[str, tuple[str, tuple[int, str], tuple[int, str]]] = {
    "readme-length": ("readme_lines", (1, "third"), (0, "median")),
    "readme-links": ("readme_links", (1, "third"), (0, "median")),
    "code-comment-ratio": ("code_comment_ratio", (0, "third"), (1, "third")),
    "pylint": ("pylint", (1, "first"), (0, "median")),
}
GROUPS = (
    ("readme-length", "readme-links"),
    ("readme", "licence", "pylint", "code-comment-ratio"),
    ("imports-in-config", "strict-declarations", "public-libraries"),
)
_COLUMNS = {
    "readme-length": "readme_lines",
    "readme-links": "readme_links",
    "pylint": "pylint",
    "code-comment-ratio": "code_comment_ratio",
    "imports-in-config": "imports_in_config",
    "strict-declarations": "strict_declarations",
    "public-libraries": "public_libraries",
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """The profile, the signals behind its weights, and what could not be fitted."""

    profile: Profile
    signals: Mapping[str, Signal]
    notes: tuple[str, ...] = ()


def fit_loos(published: Profile, first: Rows, second: Rows, *, method: str, weights: str) -> Fitted:
    """Fit the constants of the thesis's formulas to two sets."""
    profile, notes = with_ranges(published, first, second, method)
    signals = {
        key: signal(column) for key, column in _weighted(Constants.of(profile), first, second)
    }
    if weights == "signal":
        profile, more = _with_weights(profile, signals)
        notes += more
    profile, more = with_thresholds(profile, first, second)
    return Fitted(profile, signals, notes + more)


def with_ranges(
    profile: Profile, first: Rows, second: Rows, method: str
) -> tuple[Profile, tuple[str, ...]]:
    """Put the representative values of the sets into a profile (tables 6.1 and 6.2)."""
    found = dict(profile.indicators)
    notes: list[str] = []
    for key, (name, low, high) in RULES.items():
        sets = [_known(first, name), _known(second, name)]
        if not all(sets):
            notes.append(f"{key}: unknown in one set, its range is the thesis's")
            continue
        ends = [getattr(quartiles(sets[which], method), part) for which, part in (low, high)]
        if ends[0] >= ends[1]:
            words = f"the sets give {ends[0]:g} to {ends[1]:g}, which is no range"
            notes.append(f"{key}: {words}; its range is the thesis's")
            continue
        found[key] = replace(found[key], low=ends[0], high=ends[1])
    return replace(profile, indicators=found), tuple(notes)


def _known(rows: Rows, name: str) -> list[float]:
    return [float(value) for row in rows if (value := getattr(row, name)) is not None]


def _weighted(constants: Constants, first: Rows, second: Rows) -> list[tuple[str, Column]]:
    """Return the column behind every weight; the README and the licence are sums of their own."""

    def column(key: str) -> Column:
        sets = [tuple(_value(key, row, constants) for row in rows) for rows in (first, second)]
        better: Better = "lower" if key == "code-comment-ratio" else "higher"
        return Column(key, sets[0], sets[1], better=better)

    return [(key, column(key)) for group in GROUPS for key in group]


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
    profile: Profile, signals: Mapping[str, Signal]
) -> tuple[Profile, tuple[str, ...]]:
    found = dict(profile.indicators)
    notes: list[str] = []
    for group in GROUPS:
        effects = [signals[key].effect for key in group]
        if not any(effects):
            notes.append(f"{', '.join(group)}: no signal, the weights of the thesis stay")
            continue
        for key, weight in zip(group, hundredths(effects), strict=True):
            words = evidence(signals[key])
            found[key] = replace(found[key], weight=weight, evidence=words)
    return replace(profile, indicators=found), tuple(notes)


def hundredths(parts: Sequence[float]) -> list[float]:
    """Return the shares of the parts in hundredths that add up to 1, by largest remainder.

    >>> hundredths([1, 1, 1])
    [0.34, 0.33, 0.33]
    """
    exact = [100 * part / sum(parts) for part in parts]
    floors = [int(one) for one in exact]
    order = sorted(range(len(parts)), key=lambda at: floors[at] - exact[at])
    for at in order[: 100 - sum(floors)]:
        floors[at] += 1
    return [one / 100 for one in floors]


def evidence(found: Signal) -> str:
    """Return the evidence for a weight in one line."""
    if found.constant:
        return "no signal: every value is the same"
    low, high = found.interval
    words = "signal" if found.shown else "no signal shown, so it counts nothing"
    if found.shown and not found.effect:
        words = "signal against what is good, so it counts nothing"
    sizes = f"{found.known[0]} and {found.known[1]} repositories"
    return f"{words}: AUC {found.auc:.3f} [{low:.3f}, {high:.3f}], p = {found.p_value:.2g}, {sizes}"


def with_thresholds(profile: Profile, first: Rows, second: Rows) -> tuple[Profile, tuple[str, ...]]:
    """Put the mean scores of the sets into a profile, with the intervals of the means."""
    sets = [factor_scores(profile, rows) for rows in (first, second)]
    found: dict[str, FactorRule] = dict(profile.factors)
    notes: list[str] = []
    for key in FACTORS:
        top, low = (_certain(scores[key]) for scores in sets)
        if not top or not low:
            notes.append(f"{key}: not certain in any repository of one set, so no threshold")
            found[key] = replace(found[key], thresholds=None)
            continue
        means = statistics.fmean(top), statistics.fmean(low)
        if means[0] < means[1]:
            notes.append(f"{key}: the other set scores higher, so there is no threshold")
            found[key] = replace(found[key], thresholds=None)
            continue
        found[key] = replace(found[key], thresholds=_thresholds(top, low))
    return replace(profile, factors=found), tuple(notes)


def _thresholds(top: list[float], low: list[float]) -> Thresholds:
    mean_top, mean_low = statistics.fmean(top), statistics.fmean(low)
    intervals = [mean_interval(values) for values in (top, low)]
    rounded = [(round(one[0], 3), round(one[1], 3)) for one in intervals]
    return Thresholds(
        top=round(mean_top, 4),
        low=round(mean_low, 4),
        average=round((mean_top + mean_low) / 2, 4),
        top_interval=rounded[0],
        low_interval=rounded[1],
    )


def _certain(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def factor_scores(profile: Profile, rows: Rows) -> Mapping[str, tuple[float | None, ...]]:
    """Return every repository's factor scores; ``None`` where an unknown value matters."""
    constants = Constants.of(profile)
    found = [factors(row, constants) for row in rows]
    return {key: tuple(one[key].value for one in found) for key in FACTORS}


def fit_indicators(columns: Sequence[Column], known: Collection[str]) -> Fitted:
    """Make weights for indicators that columns are named after, by code or name."""
    signals = {column.name: signal(column) for column in columns}
    found = {
        name: IndicatorRule(name, round(one.effect, 3), evidence=evidence(one))
        for name, one in signals.items()
        if name in known
    }
    others = tuple(
        f"{name}: not an indicator of reproscope, so it is shown and not in the profile"
        for name in signals
        if name not in known
    )
    profile = Profile("calibrated", "indicators", "", "", indicators=found)
    return Fitted(profile, signals, others)
