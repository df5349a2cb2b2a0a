"""Regressions: errors and targets drawn from integers, tenths and zeros."""

from __future__ import annotations

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from reproscope import scores
from tests.scores.drawing.case import Case
from tests.scores.errors_oracle import dec, printed, scores_in, scores_of, variance_of
from tests.scores.oracle import Printing

TINY = Decimal("1e-45")


def draw_numbers(rng: random.Random, count: int) -> list[Fraction]:
    """Draw whole numbers, tenths, or mostly zeros."""
    kind = rng.choice(("whole", "tenths", "zeros"))
    if kind == "whole":
        return [Fraction(rng.randint(-9, 9)) for _ in range(count)]
    if kind == "tenths":
        return [Fraction(rng.randint(-60, 60), 10) for _ in range(count)]
    return [Fraction(rng.choice((0, 0, 0, 1, -2))) for _ in range(count)]


def draw_regression(rng: random.Random) -> Case:
    """A report of some errors, with what its author says of the targets."""
    n = rng.choice((1, 2, 3, rng.randint(4, 50)))
    errors, targets = draw_numbers(rng, n), draw_numbers(rng, n)
    known = scores_of(errors, targets)
    names = rng.sample(sorted(known), rng.randint(1, len(known)))
    mode, decimals = rng.choice(("nearest", "up", "down")), rng.randint(0, 5)
    divisor = rng.choice((n, n - 1)) if n > 1 else n
    said: dict[str, Any] = {"items": n if rng.random() < 0.9 else None}
    value = variance_of(targets, divisor)
    if rng.random() < 0.5:
        said["target_variance"] = printed(value, 3, mode)
    if rng.random() < 0.3:
        said["target_sd"] = printed(value.sqrt(), 3, mode)
    said["variance"] = rng.choice(("unknown", "population" if divisor == n else "sample"))
    reported = {name: printed(known[name], decimals, mode) for name in names}
    rounding = "nearest" if mode == "nearest" else "any"
    return Case(reported, scores.Regression(**said), Printing(rounding))


def regression_fault(case: Case, result: scores.Result) -> str | None:
    """Return what is wrong with a witness, from its errors alone."""
    assert result.witness is not None
    with localcontext() as context:
        context.prec = 70
        found = scores_in(result.witness)
        for claim in result.claims:
            if claim.name in result.undefined or claim.score not in found:
                continue
            low, high = dec(claim.window.low or 0), dec(claim.window.high or 0)
            if not low - TINY <= found[claim.score] <= high + TINY:
                return f"{claim.name}={claim.text} is not what it gives"
    return None
