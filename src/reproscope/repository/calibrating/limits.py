"""Thresholds: the mean scores of the two sets, with intervals, and the middle between them."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reproscope.repository.calibrating.bootstrap import mean_interval
from reproscope.repository.profiles import Profile, Thresholds

Scores = Mapping[str, Sequence[float | None]]


def with_thresholds(profile: Profile, first: Scores, second: Scores) -> tuple[Profile, list[str]]:
    """Put thresholds into a profile for every factor of which both sets have scores."""
    found = dict(profile.factors)
    notes: list[str] = []
    for key in first:
        top, low = ([one for one in scores[key] if one is not None] for scores in (first, second))
        limits, problem = None, _problem(top, low)
        if problem:
            notes.append(f"{key}: {problem}, so there is no threshold")
        else:
            limits = _thresholds(top, low)
        found[key] = replace(profile.factor(key), thresholds=limits)
    return replace(profile, factors=found), notes


def _problem(top: Sequence[float], low: Sequence[float]) -> str:
    """Say why two sets of scores give no threshold, if they do not."""
    if not top or not low:
        return "not certain in any repository of one set"
    means = statistics.fmean(top), statistics.fmean(low)
    if means[0] == means[1]:
        return f"both sets score {means[0]:g} on average"
    return "the other set scores higher" if means[0] < means[1] else ""


def _thresholds(top: Sequence[float], low: Sequence[float]) -> Thresholds:
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
