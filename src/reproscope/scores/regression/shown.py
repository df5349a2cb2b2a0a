"""A witness as plain data: groups of equal errors, exact, and the scores they have, rounded."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from reproscope.scores.regression.witness import Errors, Means
from reproscope.scores.surds import Surd

_DIGITS = 12


def witness(
    errors: Errors, means: Means, variance: Fraction | None, reading: str
) -> dict[str, Any]:
    """Return a witness as plain data; the errors and the variance are exact, as text."""
    groups: dict[str, int] = {}
    for count, value in errors:
        groups[exact(value)] = groups.get(exact(value), 0) + count
    data: dict[str, Any] = {
        "items": means.items,
        "errors": [{"count": count, "value": text} for text, count in groups.items()],
    }
    if variance is not None:
        data["target_variance"] = exact(Surd(variance))
        if reading == "sample":
            data["target_variance"] = exact(Surd(variance * means.items / (means.items - 1)))
        if reading:
            data["variance"] = reading
    scores = {name: _about(value) for name, value in means.scores(variance).items()}
    if scores["mse"] is not None:
        scores["rmse"] = sqrt(scores["mse"])
    known = {name: value for name, value in scores.items() if value is not None}
    data["scores"] = {name: float(f"{value:.{_DIGITS}g}") for name, value in known.items()}
    return data


def _about(value: Surd) -> float | None:
    """Return a number rounded, or nothing where it is too large for that."""
    try:
        return float(value)
    except OverflowError:
        return None


def exact(value: Surd) -> str:
    """Write a number exactly: as a decimal or a fraction, with roots where there are any.

    >>> exact(Surd(Fraction(5, 2))), exact(Surd(Fraction(1, 3))), exact(Surd.root(Fraction(2)))
    ('2.5', '1/3', 'sqrt(2)')
    """
    parts = [_rational(value.rational)] if value.rational or not value.roots else []
    for c, r in value.roots:
        times = "" if c == 1 else f"{_rational(c)}·"
        parts.append(f"{times}sqrt({_rational(r)})")
    return " + ".join(parts)


def _rational(value: Fraction) -> str:
    for digits in range(_DIGITS + 1):
        if (value * 10**digits).denominator == 1:
            text = f"{abs(value.numerator) * 10**digits // value.denominator:0{digits + 1}d}"
            whole = f"{text[:-digits]}.{text[-digits:]}" if digits else text
            return f"-{whole}" if value < 0 else whole
    return str(value)


def words(data: Any) -> str:
    """Say a witness in one line."""
    groups = [f"{g['count']:,} of {g['value']}" for g in data["errors"]]
    told = f"errors: {' and '.join([', '.join(groups[:-1]), groups[-1]] if groups[1:] else groups)}"
    if "target_variance" in data:
        told += f"; target variance {data['target_variance']}"
        told += f" ({data['variance']})" if "variance" in data else ""
    return told
