"""Brute force over all matrices of a test set, quick enough for sixty by sixty; and slips.

Floating point screens with a generous margin; what lies near an end is settled in 60 digits.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from tests.scores.describing import Reading, readings
from tests.scores.drawing.case import Case
from tests.scores.judging import missed, possible, statements
from tests.scores.oracle import Printing, formula

_MARGIN = 1e-9


def some_matrix(reported: Mapping[str, Any], p: int, n: int, printing: Printing) -> bool:
    """Whether any of all (p+1)(n+1) matrices gives the reported scores."""
    tp, tn = (x.ravel() for x in np.meshgrid(np.arange(p + 1.0), np.arange(n + 1.0)))
    maybe, clearly = np.ones((2, tp.size), dtype=bool)
    for name, _, shown in statements(reported):
        low, high = (float(end) for end in printing.ends(shown))
        with np.errstate(all="ignore"):
            value = np.asarray(formula(name, float)(tp, p - tp, n - tn, tn), dtype=float)
        undefined = ~np.isfinite(value)
        excused = undefined & (printing.undefined != "never")
        margin = _MARGIN * (1 + np.abs(np.where(undefined, 0, value)))
        with np.errstate(all="ignore"):
            maybe &= excused | ((value >= low - margin) & (value <= high + margin))
            clearly &= maybe & ~undefined & (value >= low + margin) & (value <= high - margin)
    if clearly.any():
        return True
    reading = Reading((), {"never": "undefined"}.get(printing.undefined, printing.undefined))
    return any(
        missed(reported, printing, [(Fraction(1), (a, p - a, n - d, d))], reading) is None
        for a, d in zip(tp[maybe].astype(int).tolist(), tn[maybe].astype(int).tolist(), strict=True)
    )


def expected(case: Case) -> bool:
    """Whether brute force finds matrices that give a report."""
    return possible(case.reported, case.experiment, case.printing)


def cost(case: Case) -> int:
    """Return how many choices of matrices brute force would have to look at, at most."""
    return sum(
        prod(_block_cost(b.positives[1], b.negatives[1], b.total[1], b.folds) for b in r.blocks)
        for r in readings(case.experiment, case.printing)
    )


def _block_cost(p: int, n: int, total: int, folds: int) -> int:
    if folds:
        # Every item is of either class and called either way, at most.
        return 4 ** min(p + n, 40)
    p, n = min(p, total), min(n, total)
    return (p + 1) * (n + 1) * (1 if p + n == total else (p + 1) * (n + 1))


def slipped(rng: random.Random, case: Case) -> Case:
    """Return the report with one digit of one value changed, or with a neighbour of a fraction."""
    name = rng.choice(list(case.reported))
    value = case.reported[name]
    reported = {**case.reported, name: _changed(rng, value, case.printing)}
    return Case(reported, case.experiment, case.printing)


def _changed(rng: random.Random, value: Any, printing: Printing) -> Any:
    if isinstance(value, Fraction):
        return value + Fraction(rng.choice((-1, 1)), value.denominator * rng.choice((1, 2, 7)))
    if isinstance(value, float):
        return round(value + rng.randint(-9, 9) * 10.0**-printing.decimals, printing.decimals)
    # A digit before the point is left alone: an accuracy of 8 is refused, not inconsistent.
    after = [
        i for found in re.finditer(r"\.\d+", value) for i in range(found.start() + 1, found.end())
    ]
    if not after:
        return value
    at = rng.choice(after)
    return value[:at] + str(rng.randrange(10)) + value[at + 1 :]
