"""`check`: reported scores against a described experiment, with a verdict that is proven."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import isnan
from typing import Any

from reproscope.core.errors import ReproscopeError
from reproscope.scores.budget import Budget
from reproscope.scores.experiments import Experiment, choice
from reproscope.scores.kinds import UNDEFINED, Options, kind_of
from reproscope.scores.reported import Claim, Number, Printed, split_spreads
from reproscope.scores.result import Result
from reproscope.scores.window import Rounding

DEFAULT_TIME_LIMIT = 60.0


def check(
    reported: Mapping[str, Printed],
    experiment: Experiment,
    *,
    rounding: str | Rounding = "any",
    epsilon: Fraction | str | float | None = None,
    decimals: int | None = None,
    percent: bool = False,
    undefined: str = "zero",
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Result:
    """Return whether the experiment can have yielded the reported scores.

    Scores are printed values, best as text, which keeps their digits: ``"0.940"``, ``"94.0%"``.
    `rounding` says how they may have been rounded (see `Rounding`), `undefined` what a score that
    is 0/0 may have been printed as: ``zero``, ``never`` (there was none) or ``any`` value.
    """
    choice("undefined", undefined, UNDEFINED)
    if time_limit is not None:
        _refuse_time_limit(time_limit)
    how = Rounding.parse(rounding, epsilon)
    claims = read_claims(reported, experiment, how, percent=percent, decimals=decimals)
    return decide(claims, experiment, how, Options(undefined, how), time_limit)  # type: ignore[arg-type]


def _refuse_time_limit(seconds: float) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or isnan(seconds):
        raise ReproscopeError(f"the time limit is {seconds!r}: it must be a number of seconds")
    if seconds <= 0:
        raise ReproscopeError(f"the time limit is {seconds:g}: it must be more than 0 seconds")


def read_claims(
    reported: Mapping[str, Printed],
    experiment: Experiment,
    rounding: Rounding,
    *,
    percent: bool = False,
    decimals: int | None = None,
) -> tuple[Claim, ...]:
    """Turn what was printed into claims about canonical scores."""
    if not isinstance(reported, Mapping):
        raise ReproscopeError("the scores must be names with values, for example {'acc': '0.940'}")
    if not reported:
        raise ReproscopeError("no score is given: say for example acc=0.940")
    kind = kind_of(experiment)
    claims: dict[tuple[str, str], Claim] = {}
    for written, printed in split_spreads(reported).items():
        name = kind.resolve(written)
        try:
            number = Number.parse(printed, percent=percent and not name.has_unit, decimals=decimals)
            if name.has_unit and number.text.endswith("%"):
                raise ReproscopeError(f"{number.text} is a percentage, and this has a unit")
            window = rounding.window(number.value, number.unit)
        except ReproscopeError as error:
            raise ReproscopeError(f"{written}: {error.message}") from None
        if name.complement and name.statistic != "sd":
            window = window.complement()
        claim = Claim(
            written,
            number.text,
            name.id,
            window,
            number,
            name.complement,
            name.statistic,
            name.has_unit,
        )
        key = (name.id, name.statistic)
        if key in claims:
            raise ReproscopeError(
                f"'{written}' and '{claims[key].name}' are the same score: give it once"
            )
        claims[key] = claim
    return tuple(claims.values())


def decide(
    claims: Sequence[Claim],
    experiment: Experiment,
    rounding: Rounding,
    options: Options,
    time_limit: float | None,
) -> Result:
    """Return the result for claims that have been read; the diagnosis calls this again."""
    started = time.perf_counter()
    decision = kind_of(experiment).decide(claims, experiment, options, Budget(time_limit))
    facts: dict[str, Any] = dict(decision.facts)
    return Result(
        verdict=decision.verdict,
        claims=tuple(claims),
        experiment=experiment,
        rounding=str(rounding),
        method=decision.method,
        seconds=time.perf_counter() - started,
        witness=decision.witness,
        detail=decision.detail,
        solutions=decision.solutions,
        under=facts.get("under", {}),
        undefined=tuple(facts.get("undefined", ())),
        again=partial(decide, experiment=experiment, rounding=rounding, options=options),
    )
