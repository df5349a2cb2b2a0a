"""Scores of a regression from errors and targets, in sixty decimal digits; shares no code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import Any

MODES = {"nearest": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
_TERM = re.compile(r"^(?:(?P<c>-?[\d./]+)·)?sqrt\((?P<r>[\d./]+)\)$")


def dec(x: Fraction | int) -> Decimal:
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def scores_of(errors: Sequence[Any], targets: Sequence[Any]) -> dict[str, Decimal]:
    """Return every score that is defined; the numbers may be fractions or decimals."""
    with localcontext() as context:
        context.prec = 70
        e = [x if isinstance(x, Decimal) else dec(x) for x in errors]
        y = [x if isinstance(x, Decimal) else dec(x) for x in targets]
        n = len(e)
        squares = sum(x * x for x in e)
        found = {
            "mae": sum(map(abs, e)) / n,
            "mse": squares / n,
            "rmse": (squares / n).sqrt(),
            "max-error": max(map(abs, e)),
            "mean-error": sum(e) / n,
        }
        mean, bias = sum(y) / n, sum(e) / n
        total = sum((x - mean) ** 2 for x in y)
        # Equal targets are told by comparison: in decimals, their mean need not be one of them.
        if len(set(targets)) > 1:
            found["r2"] = 1 - squares / total
            found["explained-variance"] = 1 - sum((x - bias) ** 2 for x in e) / total
            p = [a - b for a, b in zip(y, e, strict=True)]
            across = sum(p) / n
            spread = sum((x - across) ** 2 for x in p)
            if len({Fraction(t) - Fraction(x) for t, x in zip(targets, errors, strict=True)}) > 1:
                shared = sum((a - mean) * (b - across) for a, b in zip(y, p, strict=True))
                found["pearson"] = shared / (total * spread).sqrt()
                found["squared-correlation"] = shared**2 / (total * spread)
        return found


def variance_of(targets: Sequence[Fraction], divisor: int) -> Decimal:
    mean = Fraction(sum(targets), len(targets))
    return dec(Fraction(sum((t - mean) ** 2 for t in targets)) / divisor)


def printed(value: Decimal, decimals: int, mode: str) -> str:
    with localcontext() as context:
        context.prec = 70
        return f"{value.quantize(Decimal(1).scaleb(-decimals), rounding=MODES[mode]):f}"


def exactly(text: str) -> Decimal:
    """Read what a witness prints: decimals, fractions and roots, joined by plus."""
    with localcontext() as context:
        context.prec = 70
        total = Decimal(0)
        for part in text.split(" + "):
            match = _TERM.match(part)
            if match is None:
                total += dec(Fraction(part))
            else:
                total += dec(Fraction(match["c"] or 1)) * dec(Fraction(match["r"])).sqrt()
        return total


def errors_in(witness: Mapping[str, Any]) -> list[tuple[int, Decimal]]:
    return [(group["count"], exactly(group["value"])) for group in witness["errors"]]


def scores_in(witness: Mapping[str, Any]) -> dict[str, Decimal]:
    """Return the scores that a witness's errors and variance have, computed anew."""
    with localcontext() as context:
        context.prec = 70
        groups = errors_in(witness)
        n = sum(count for count, _ in groups)
        assert n == witness["items"]
        m2 = sum(count * e * e for count, e in groups) / n
        bias = sum(count * e for count, e in groups) / n
        found = {
            "mae": sum(count * abs(e) for count, e in groups) / n,
            "mse": m2,
            "rmse": m2.sqrt(),
            "max-error": max(abs(e) for _, e in groups),
            "mean-error": bias,
        }
        if "target_variance" in witness:
            v = exactly(witness["target_variance"])
            v = v * (n - 1) / n if witness.get("variance") == "sample" else v
            found["r2"] = 1 - m2 / v
            found["explained-variance"] = 1 - (m2 - bias * bias) / v
        return found
