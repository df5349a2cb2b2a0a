"""Fit weights and thresholds for indicators of our own, from columns named after them.

A column holds answers as numbers. Within a factor the fitted indicators share out by their signal
what they weigh by their own pages, so that they keep their scale against those not in the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reproscope.core.errors import shown_name
from reproscope.repository.calibrating.fitting import Fitted
from reproscope.repository.calibrating.labelled import Column
from reproscope.repository.calibrating.limits import with_thresholds
from reproscope.repository.calibrating.signal import Signal, signal
from reproscope.repository.calibrating.weights import evidence
from reproscope.repository.csvtable import TableError
from reproscope.repository.judging.indicator import Indicator
from reproscope.repository.profiles import Band, FactorRule, IndicatorRule, Profile
from reproscope.repository.scoring import mean_by_weight

Fit = tuple[Column, Indicator]


def fit_answers(
    columns: Sequence[Column], indicators: Sequence[Indicator], texts: Mapping[Band, str]
) -> Fitted:
    """Make a profile for the indicators that columns are named after, by code or name."""
    signals = {column.name: signal(column) for column in columns}
    named = _named(columns, indicators)
    notes = [
        f"{name}: not an indicator of reproscope, so it is shown and not in the profile"
        for name in signals
        if all(column.name != name for column, _ in named)
    ]
    factors: dict[str, None] = dict.fromkeys(one.factor for _, one in named)
    rules: dict[str, IndicatorRule] = {}
    for factor in factors:
        rules |= _weighed([pair for pair in named if pair[1].factor == factor], signals, notes)
    profile = Profile("calibrated", "indicators", "", "", indicators=rules, texts=texts)
    shares = {factor: _scores(factor, named, rules) for factor in factors}
    wrong = [key for key, scores in shares.items() if scores is None]
    notes += [f"{key}: a value is not from 0 to 1, so there is no threshold" for key in wrong]
    sides = [{key: both[at] for key, both in shares.items() if both} for at in (0, 1)]
    profile, more = with_thresholds(profile, *sides)
    return Fitted(_said(profile, named, indicators), signals, (*notes, *more))


def _named(columns: Sequence[Column], indicators: Sequence[Indicator]) -> list[Fit]:
    """Pair columns with their indicators; one indicator under two names is an error."""
    known = {name: one for one in indicators for name in (one.rule.code, one.rule.name)}
    named = [(column, known[column.name]) for column in columns if column.name in known]
    first: dict[str, str] = {}
    for column, one in named:
        other = first.setdefault(one.rule.code, column.name)
        if other != column.name:
            two = f"{shown_name(other)} and {shown_name(column.name)}"
            raise TableError(f"columns {two} are the same indicator: keep one of them")
    return named


def _weighed(
    pairs: Sequence[Fit], signals: Mapping[str, Signal], notes: list[str]
) -> dict[str, IndicatorRule]:
    """Share out the weight that the indicators of one factor have of their own."""
    effects = [signals[column.name].effect for column, _ in pairs]
    own = sum(one.weight for _, one in pairs)
    if not any(effects):
        names = ", ".join(column.name for column, _ in pairs)
        notes.append(f"{names}: no signal, the indicators' own weights stay")
    rules = {}
    for (column, one), effect in zip(pairs, effects, strict=True):
        kept = "" if any(effects) else "the weight is the indicator's own"
        weight = round(own * effect / sum(effects), 3) if any(effects) else float(one.weight)
        words = evidence(signals[column.name], kept)
        rules[column.name] = IndicatorRule(column.name, weight, evidence=words)
    return rules


def _scores(
    factor: str, named: Sequence[Fit], rules: Mapping[str, IndicatorRule]
) -> tuple[list[float | None], list[float | None]] | None:
    """Return the scores of both sets in one factor, or ``None`` if a value is no share."""
    mine = [column for column, one in named if one.factor == factor]
    if any(not 0 <= value <= 1 for one in mine for side in one.known for value in side):
        return None
    weights = [rules[one.name].weight or 0.0 for one in mine]

    def scores(*values: Sequence[float | None]) -> list[float | None]:
        rows = zip(*values, strict=True)
        return [mean_by_weight(list(zip(weights, row, strict=True))) for row in rows]

    first = scores(*(one.reproducible for one in mine))
    return first, scores(*(one.other for one in mine))


def _said(profile: Profile, named: Sequence[Fit], indicators: Sequence[Indicator]) -> Profile:
    """Say with each threshold of how many of the factor's indicators it is made."""
    factors: dict[str, FactorRule] = {}
    for key, rule in profile.factors.items():
        fitted = sum(one.factor == key for _, one in named)
        of_all = sum(one.factor == key for one in indicators)
        words = f"From {fitted} of the factor's {of_all} indicators."
        factors[key] = replace(rule, note=words if rule.thresholds and fitted < of_all else "")
    return replace(profile, factors=factors)
