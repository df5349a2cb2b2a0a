"""From answers to scores by a profile: a number for each factor, and one for all, last.

What is unknown or does not apply is left out and shows as coverage; an indicator of weight 0 is
left out of both. A profile of the kind ``loos2022`` scores measured values by the thesis's
formulas instead. Not for texts: ``loos2022.feedback`` and the renderers have those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reproscope.core import Coverage, Score, UnknownName
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import rules
from reproscope.repository.judging.indicator import FACTORS, Judged
from reproscope.repository.loos2022.constants import Constants
from reproscope.repository.loos2022.factors import FactorScore, factors
from reproscope.repository.loos2022.known import known_of
from reproscope.repository.loos2022.measured import Measured
from reproscope.repository.loos2022.measuring import measure
from reproscope.repository.profiles import Profile
from reproscope.repository.profiles.comparing import compared, placed

OVERALL = "overall"
DIGITS = 3


def scores(facts: Facts, judged: Sequence[Judged], profile: Profile) -> tuple[Score, ...]:
    """Return the scores of a repository under a profile of either kind."""
    if profile.measured:
        return score_measured(measure(facts, known_of(facts)), profile)
    return score(judged, profile)


def score(judged: Sequence[Judged], profile: Profile) -> tuple[Score, ...]:
    """Return a score for every factor that was asked about, and the overall one last."""
    weights = weights_of(judged, profile)
    found: list[Score] = []
    for factor in FACTORS:
        mine = [one for one in judged if one.indicator.factor == factor]
        counted = [one for one in mine if weights[one.indicator.rule.code] > 0]
        if counted:
            found.append(_factor_score(factor, counted, weights, profile))
    if profile.overall and found:
        found.append(_overall(found, profile))
    return tuple(found)


def weights_of(judged: Iterable[Judged], profile: Profile) -> Mapping[str, float]:
    """Return what each indicator counts, by its code; a profile may name it by code or name.

    A profile may name an indicator that was not asked this time, but none that does not exist. One
    of the thesis's kind weighs measured values, and so says nothing of indicators.
    """
    known = {one.indicator.rule.code: one.indicator for one in judged}
    codes = {name: code for code, one in known.items() for name in (code, one.rule.name)}
    weights = {code: float(one.weight) for code, one in known.items()}
    named = {} if profile.kind == "loos2022" else profile.indicators
    for key, rule in named.items():
        if key not in codes:
            there = {*codes, *(name for one in rules() for name in (one.code, one.name))}
            if rule.optional or key in there:
                continue
            raise UnknownName("indicator", key, there, where=f"{profile.origin}: indicator")
        if rule.weight is not None:
            weights[codes[key]] = rule.weight
    return weights


def _factor_score(
    factor: str, counted: Sequence[Judged], weights: Mapping[str, float], profile: Profile
) -> Score:
    coverage = Coverage.of(one.judgement.outcome for one in counted)
    answers = [(weights[one.indicator.rule.code], one.judgement.value) for one in counted]
    value = mean_by_weight(answers)
    return Score(factor, value, coverage, profile.name, compared(profile, factor, value))


def _overall(found: Sequence[Score], profile: Profile) -> Score:
    """One number for all factors that have one, with the coverage of every question asked.

    It comes last, so what the profile says of all its numbers stands with it.
    """
    coverage = Coverage(
        answered=sum(one.coverage.answered for one in found),
        asked=sum(one.coverage.asked for one in found),
    )
    answers = [
        (profile.factor(one.name).weight, None if one.value is None else float(one.value))
        for one in found
    ]
    return Score(OVERALL, mean_by_weight(answers), coverage, profile.name, profile.note)


def mean_by_weight(answers: Sequence[tuple[float, float | None]]) -> float | None:
    """Return the mean by weight of what is known, or ``None`` where nothing that counts is."""
    known = [(weight, value) for weight, value in answers if value is not None]
    total = sum(weight for weight, _ in known)
    if not total:
        return None
    return round(sum(weight * value for weight, value in known) / total, DIGITS)


def score_measured(measured: Measured, profile: Profile) -> tuple[Score, ...]:
    """Return the thesis's factor scores; where an unknown value matters there is no number."""
    found = factors(measured.inputs, Constants.of(profile))
    return tuple(
        Score(
            name=key,
            value=one.value if len(one.unknown) < one.asked else None,
            coverage=Coverage(one.asked - len(one.unknown), one.asked),
            profile=profile.name,
            note=_note(one, profile),
        )
        for key, one in found.items()
    )


def _note(found: FactorScore, profile: Profile) -> str:
    """Say what the thesis's letters stand for, and how the score compares or why there is none."""
    title = profile.factor(found.key).title or found.key
    if found.value is None:
        return f"{title}: {found.span}. {found.words}"
    words = placed(profile, found.key, found.value)
    return f"{title}: {words}" if words else f"{title}."
