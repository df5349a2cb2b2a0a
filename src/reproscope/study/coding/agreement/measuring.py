"""All coefficients that fit a question, each with a bootstrap interval over the units.

Units are drawn with replacement; as equal rows are counted once, a draw is one of counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from reproscope.instruments import Kind
from reproscope.study.coding.agreement.alpha import Level, alpha
from reproscope.study.coding.agreement.kappas import (
    cohen,
    fleiss,
    gwet_ac1,
    linear_weights,
    percent,
    quadratic_weights,
)
from reproscope.study.coding.agreement.ratings import Ratings, Weights

DRAWS = 1000
_LEVELS: dict[Kind, Level] = {
    Kind.ORDINAL: "ordinal",
    Kind.COUNT: "interval",
    Kind.NUMBER: "interval",
    Kind.DEGREE: "interval",
}
Coefficient = Callable[[Ratings, Weights], float | None]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient with its 95% bootstrap interval, and over how many units and coders.

    ``value`` is None where the answers leave nothing to compare, and ``drawn`` counts the bootstrap
    draws that had a value.
    """

    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    units: int
    coders: int
    missing: int
    drawn: int = 0


def agreement_of(
    ratings: Ratings,
    kind: Kind,
    *,
    draws: int = DRAWS,
    seed: int = 0,
    samples: Sequence[Weights] | None = None,
) -> tuple[Agreement, ...]:
    """Measure agreement by every coefficient that fits the kind of answer.

    *samples* are bootstrap draws made elsewhere, each the number of units of every row: where
    units belong together, as the questions about one paper do, they are to be drawn together.
    """
    if samples is None:
        samples = _samples(ratings, draws, seed)
    return tuple(
        _with_interval(name, coefficient, ratings, samples)
        for name, coefficient in coefficients(ratings, kind)
    )


def coefficients(ratings: Ratings, kind: Kind) -> Iterator[tuple[str, Coefficient]]:
    """Yield the names and functions of the coefficients that fit."""
    yield "percent agreement", percent
    numeric = _LEVELS.get(kind) == "interval"
    if not numeric:
        if ratings.coders == 2:
            yield "Cohen's kappa", cohen
            if kind is Kind.ORDINAL:
                size = len(ratings.categories)
                yield "weighted kappa, linear", partial(cohen, weights=linear_weights(size))
                yield "weighted kappa, quadratic", partial(cohen, weights=quadratic_weights(size))
        yield "Fleiss' kappa", fleiss
        yield "Gwet's AC1", gwet_ac1
    level = _LEVELS.get(kind, "nominal")
    yield f"Krippendorff's alpha, {level}", partial(alpha, level=level)


def _with_interval(
    name: str, coefficient: Coefficient, ratings: Ratings, samples: Sequence[Weights]
) -> Agreement:
    shared = ratings.given() > 1
    units = int(ratings.units[shared].sum())
    missing = int(ratings.units.sum()) - units
    value = coefficient(ratings, ratings.units) if units else None
    drawn = () if value is None else (coefficient(ratings, sample) for sample in samples)
    found = [one for one in drawn if one is not None]
    low, high = np.quantile(found, (0.025, 0.975)) if found else (None, None)
    return Agreement(
        name,
        value,
        None if low is None else float(low),
        None if high is None else float(high),
        units,
        ratings.coders,
        missing,
        len(found),
    )


def _samples(ratings: Ratings, draws: int, seed: int) -> Sequence[Weights]:
    total = ratings.units.sum()
    if not total or not draws:
        return ()
    generator = np.random.default_rng(seed)
    samples = generator.multinomial(int(total), ratings.units / total, size=draws)
    return list(samples.astype(float))
