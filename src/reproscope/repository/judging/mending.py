"""What to mend first: the most severe, then what counts most, then what takes least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from reproscope.core import Outcome
from reproscope.repository.judging.indicator import Effort, Judged, level_of

_EFFORTS: tuple[str, ...] = get_args(Effort)


def worth_mending(
    judged: Iterable[Judged], weights: Mapping[str, float] | None = None, most: int = 3
) -> tuple[Judged, ...]:
    """Return the few answers whose mending is worth most.

    *weights* says by its code what an indicator counts; without it the indicator's own counts.
    """
    open_ones = [
        one for one in judged if one.judgement.outcome in (Outcome.ABSENT, Outcome.PARTIAL)
    ]
    return tuple(sorted(open_ones, key=lambda one: _rank(one, weights or {}))[:most])


def _rank(one: Judged, weights: Mapping[str, float]) -> tuple[int, float, int, str]:
    indicator = one.indicator
    severity = level_of(one.judgement.outcome, indicator.severity).severity
    weight = weights.get(indicator.rule.code, indicator.weight)
    return -severity, -weight, _EFFORTS.index(indicator.effort), indicator.rule.code
