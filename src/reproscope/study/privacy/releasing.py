"""Releases a plan: counts, asks the study's budget, and only then draws noise.

A refusal costs nothing. What is spent stays spent, even if nobody reads what was drawn for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reproscope.core import Table
from reproscope.study.holding import Holding
from reproscope.study.privacy.counting import Exact, exact
from reproscope.study.privacy.noise import Noise, noise_for
from reproscope.study.privacy.planning import Plan, Request, What
from reproscope.study.privacy.showing import Noisy, budget_table, shown

if TYPE_CHECKING:
    from reproscope.study.store import Study


def release(holding: Holding, plan: Plan, study: Study) -> tuple[Table, ...]:
    """Return the tables of a plan with noise, and before them what they cost.

    Raises ReproscopeError, and spends and tells nothing, if a name is unknown or the budget of the
    study does not allow it.
    """
    counted = [exact(request, holding, plan) for request in plan.requests]
    noises = [
        _noises(request, found, plan) for request, found in zip(plan.requests, counted, strict=True)
    ]
    study.spend(plan.epsilon, plan.limit, what=plan.summary)
    released = [
        _noisy(request, found, *noise)
        for request, found, noise in zip(plan.requests, counted, noises, strict=True)
    ]
    size = len(holding.papers) if plan.size_public else None
    tables = (shown(one, place, plan, size) for place, one in enumerate(released, 1))
    return (budget_table(released, plan), *tables)


def _noises(request: Request, found: Exact, plan: Plan) -> tuple[Noise, Noise | None]:
    price = plan.price(request)
    if request.what is not What.MEAN:
        return noise_for(found.sensitivity, price), None
    # One paper changes a count by one where it changes a sum by the steps from middle to end.
    counts = 2 if plan.size_public else 1
    return noise_for(found.sensitivity, price / 2), noise_for(counts, price / 2)


def _noisy(request: Request, found: Exact, noise: Noise, count_noise: Noise | None) -> Noisy:
    return Noisy(
        request,
        found.groups,
        found.categories,
        found.shared,
        noise.added(found.numbers),
        noise,
        count_noise.added(found.counts) if count_noise is not None else (),
        count_noise,
        found.low,
        found.high,
    )
