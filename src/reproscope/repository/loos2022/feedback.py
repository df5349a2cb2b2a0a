"""The thesis's feedback file in Markdown, with what it lacks: places in files, effort, unknowns.

For each factor: the score with its thresholds and their text, then for each indicator what was
measured, what is desired, its weight and the advice. A value that is unknown is called so, and a
score that depends on it is a span.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reproscope.core import Level
from reproscope.repository.judging.indicator import Judged, counted, level_of
from reproscope.repository.loos2022.constants import Constants
from reproscope.repository.loos2022.factors import FactorScore, factors
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.loos2022.measured import Measured
from reproscope.repository.profiles import IndicatorRule, Profile
from reproscope.repository.profiles.comparing import placed
from reproscope.repository.reporting.plainwords import escaped

# Which of our factors speaks of which of the thesis's.
OURS: Mapping[str, str] = {
    "SCAD": "documentation",
    "SE": "software",
    "DSA": "data",
    "RSC": "seeds",
    "MS": "serialisation",
    "HPL": "hyperparameters",
    "OOTB": "buildability",
}
MOST_PLACES = 10
UNKNOWN = "unknown"
NOTHING: Mapping[str, str] = {}


def feedback(
    measured: Measured,
    profile: Profile,
    judged: Sequence[Judged] = (),
    why: Mapping[str, str] = NOTHING,
) -> str:
    """Return the feedback file; *judged* adds places and effort to each factor.

    *why* says of indicators, by their keys in the profile, why they are unknown.
    """
    values = {
        name: f"{value}: {why[name]}" if value == UNKNOWN and why.get(name) else value
        for name, value in _values(measured).items()
    }
    return "\n".join(_lines(measured, profile, judged, values)).rstrip("\n") + "\n"


def _lines(
    measured: Measured, profile: Profile, judged: Sequence[Judged], values: Mapping[str, str]
) -> Iterator[str]:
    scores = factors(measured.inputs, Constants.of(profile))
    yield "# Reproducibility factors, from 0 to 1"
    yield ""
    if measured.repository_url:
        yield f"Repository: {escaped(measured.repository_url)}"
        yield ""
    yield "| Factor | Score | Feedback | T | A | L |"
    yield "|---|---|---|---|---|---|"
    for key, found in scores.items():
        yield _summary(found, profile, key)
    yield ""
    source = f"{escaped(profile.name)}: {escaped(profile.source)}"
    yield f"T, A and L are the thresholds of the profile {source}."
    if profile.note:
        yield ""
        yield f"How far to trust this: {escaped(profile.note)}"
    for key, found in scores.items():
        yield ""
        yield from _section(key, found, measured, profile, judged, values)


def _summary(found: FactorScore, profile: Profile, key: str) -> str:
    factor = profile.factor(key)
    limits = factor.thresholds
    shown = ["-"] * 3
    if limits is not None:
        shown = [
            "-" if one is None else f"{one:g}" for one in (limits.top, limits.average, limits.low)
        ]
    words = found.words if found.value is None else placed(profile, key, found.value)
    cells = (escaped(factor.title or key), found.span, escaped(words), *shown)
    return f"| {' | '.join(cells)} |"


def _section(
    key: str,
    found: FactorScore,
    measured: Measured,
    profile: Profile,
    judged: Sequence[Judged],
    values: Mapping[str, str],
) -> Iterator[str]:
    yield f"## {escaped(profile.factor(key).title or key)}: {found.span}"
    yield ""
    wanting = _wanting(measured.inputs, Constants.of(profile))
    for name, rule in profile.indicators.items():
        if rule.factor == key:
            yield from _indicator(rule, values.get(name, ""), advise=name in wanting)
    yield from _places(OURS[key], judged)


def _indicator(rule: IndicatorRule, value: str, *, advise: bool) -> Iterator[str]:
    title = escaped(rule.title or rule.key)
    if not value:
        yield f"- **{title}** (weight {rule.weight:g}): the sum of its parts."
        return
    measured = escaped(value) if value.startswith(UNKNOWN) else f"measured {escaped(value)}"
    desired = f"; desired {escaped(rule.wanted)}" if rule.desired else ""
    yield f"- **{title}** (weight {rule.weight:g}): {measured}{desired}."
    if rule.advice and advise:
        yield f"  {escaped(rule.advice)}"


def _wanting(inputs: Inputs, constants: Constants) -> frozenset[str]:
    """Return the indicators that are known to fall short: only they get advice."""
    links = inputs.readme_links
    if links and inputs.readmes and inputs.dead_links is not None:
        links = links * (100 - inputs.dead_links) / (100 * inputs.readmes)
    high = {
        "readme-length": (inputs.readme_lines, constants.readme_length.high),
        "readme-links": (links, constants.readme_links.high),
        "licence": (inputs.open_licences, max(1, inputs.licences or 0)),
        "pylint": (inputs.pylint, constants.pylint.high),
        "imports-in-config": (inputs.imports_in_config, 100 if inputs.imports else 0),
        "strict-declarations": (inputs.strict_declarations, 100),
        "public-libraries": (inputs.public_libraries, 100 if inputs.imports else 0),
        "dataset": (inputs.dataset, True),
        "fixed-seeds": (inputs.fixed_seeds, 100),
        "serialisation": (inputs.serialisation, True),
        "logging": (inputs.logging, True),
        "build": (inputs.build, True),
    }
    short = {name for name, (value, best) in high.items() if value is not None and value < best}
    ratio = inputs.code_comment_ratio
    if ratio is not None and ratio > constants.code_comment_ratio.low:
        short.add("code-comment-ratio")
    return frozenset(short)


def _values(measured: Measured) -> Mapping[str, str]:
    """Return what was measured for each indicator, in words."""
    inputs = measured.inputs
    return {
        "readme-length": _counted(inputs.readme_lines, "lines on average"),
        "readme-links": _links(measured),
        "licence": _open_of(inputs.open_licences, inputs.licences),
        "pylint": _counted(inputs.pylint, "of 10"),
        "code-comment-ratio": _counted(inputs.code_comment_ratio, "lines of code for each comment"),
        "imports-in-config": _counted(inputs.imports_in_config, "% of the imported libraries"),
        "strict-declarations": _counted(inputs.strict_declarations, "% of the declarations"),
        "public-libraries": _counted(inputs.public_libraries, "% of the imported libraries"),
        "dataset": _found(inputs.dataset),
        "fixed-seeds": _seeds(measured),
        "serialisation": _found(inputs.serialisation),
        "logging": _found(inputs.logging),
        "build": "not tried" if inputs.build is None else ("built" if inputs.build else "failed"),
    }


def _counted(value: float | None, words: str) -> str:
    return UNKNOWN if value is None else f"{value:g} {words}"


def _open_of(part: int | None, whole: int | None) -> str:
    known = part is not None and whole is not None
    return f"{part} open of {counted(whole or 0, 'licence')}" if known else UNKNOWN


def _found(value: bool | None) -> str:
    return UNKNOWN if value is None else ("found" if value else "none found")


def _links(measured: Measured) -> str:
    if measured.readme_links is None:
        return UNKNOWN
    if measured.dead_links_percent is None:
        return f"{measured.readme_links} links; whether they answer was not asked"
    return f"{measured.readme_links} links, {measured.dead_links_percent:g} % do not answer"


def _seeds(measured: Measured) -> str:
    if measured.seed_lines is None or measured.fixed_seeds_percent is None:
        return UNKNOWN
    return f"{measured.fixed_seeds_percent:g} % of {measured.seed_lines} seeds have a fixed value"


def _places(factor: str, judged: Sequence[Judged]) -> Iterator[str]:
    """Write what stands in the way, where, and what mending costs: the thesis's file has none."""
    mine = [one for one in judged if one.indicator.factor == factor and _asks(one)]
    if not mine:
        return
    yield ""
    yield "To mend, with the places:"
    yield ""
    for one in mine:
        code, found = one.indicator.rule.code, one.judgement
        yield f"- {escaped(code)} ({one.indicator.effort}): {escaped(found.message)}"
        if found.remedy:
            yield f"  {escaped(found.remedy)}"
        places = [str(item.location) for item in found.evidence if item.location is not None]
        for place in places[:MOST_PLACES]:
            yield f"  - {escaped(place)}"
        if len(places) > MOST_PLACES:
            yield f"  - and {len(places) - MOST_PLACES} more"


def _asks(one: Judged) -> bool:
    return level_of(one.judgement.outcome, one.indicator.severity) > Level.NONE
