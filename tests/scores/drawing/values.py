"""True values of scores, and how a paper may print them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.scores.judging import Leaves, average, variances
from tests.scores.oracle import (
    AVERAGED,
    COMPLEMENTS,
    SAME,
    SCORES,
    SPELLINGS,
    UNBOUNDED,
    Irrational,
    Printing,
    as_decimal,
    conventions_of,
    meant,
    printed,
    range_of,
    textbook,
)

ALL = (*(s for s in SCORES if s != "f2"), "fbeta", "fbeta-negative", *AVERAGED)
BOUNDED = tuple(s for s in ALL if s not in UNBOUNDED)
LINEAR = ("acc", "sens", "spec", "bacc", "bm")
BETAS = ("0.5", "2", "3", "0.37", "1.7", "7", "0.1")


@dataclass(frozen=True)
class Truth:
    """A name (with its statistic) and the value it really has, as a fraction if it is one."""

    name: str
    value: Decimal
    exact: Fraction | None = None


def draw_names(rng: random.Random, pool: Sequence[str], most: int) -> list[str]:
    """Draw names of different scores: plain, complements, synonyms, F-beta with its beta."""
    names = []
    for base in rng.sample(list(pool), rng.randint(1, min(most, len(pool)))):
        name = base
        if base.startswith("fbeta"):
            name = f"f{rng.choice(BETAS)}{base.removeprefix('fbeta')}"
        elif base in COMPLEMENTS and rng.random() < 0.25:
            name = COMPLEMENTS[base]
        if name in SPELLINGS and rng.random() < 0.25:
            name = rng.choice(SPELLINGS[name])
        names.append(name)
    return names


def truth(
    rng: random.Random,
    name: str,
    leaves: Leaves,
    policy: str,
    statistic: str = "value",
    spread: str = "population",
) -> Truth | None:
    """Return a statistic of a score over sets; ``None`` if their author could not have one."""
    values = _filled(rng, name, leaves, policy)
    if not values:
        return None
    label = name if statistic == "value" else f"{name}.{statistic}"
    plain = [value for _, value in values]
    if statistic == "sd":
        found = list(variances([as_decimal(v) for v in plain], spread))
        if not found:
            return None
        return Truth(label, found[0].sqrt() if found[0] > SAME else Decimal(0))
    decimals = [(w, as_decimal(v)) for w, v in values]
    rational = all(isinstance(v, Fraction) for v in plain)
    if statistic == "value":
        return Truth(label, average(decimals), average(values) if rational else None)
    pick = min if statistic == "min" else max
    return Truth(label, pick(v for _, v in decimals), pick(plain) if rational else None)


def _filled(
    rng: random.Random, name: str, leaves: Leaves, policy: str
) -> list[tuple[Fraction, Decimal | Fraction]]:
    """Return the sets' values with what the undefined ones contributed; empty if not allowed."""
    convention = rng.choice(conventions_of(name))
    values: list[tuple[Fraction, Decimal | Fraction]] = []
    for weight, matrix in leaves:
        value = _exactly(name, matrix)
        if value is not None:
            values.append((weight, value))
        elif policy == "undefined":
            return []
        elif policy == "zero":
            values.append((weight, convention(matrix)))
        elif policy == "any":
            values.append((weight, _anything(rng, name)))
    return values


def _exactly(name: str, matrix: tuple[int, int, int, int]) -> Decimal | Fraction | None:
    try:
        found: Fraction | None = textbook(name, *matrix, number=Fraction)
        return found
    except Irrational:
        value: Decimal | None = textbook(name, *matrix)
        return value


def _anything(rng: random.Random, name: str) -> Fraction:
    low, high = range_of(name)
    most = 5 if meant(name) in UNBOUNDED else int(high)
    return Fraction(rng.randint(int(low) * 1000, most * 1000), 1000)


def draw_undefined(rng: random.Random) -> str:
    """Draw what the reader assumes about 0/0."""
    return rng.choices(("zero", "never", "any"), (70, 15, 15))[0]


def draw_report(
    rng: random.Random, truths: Sequence[Truth], undefined: str
) -> tuple[dict[str, Any], Printing]:
    """Print values as a paper may: in any rounding, with any number of digits, in percent."""
    mode = rng.choices(("nearest", "floor", "ceiling", "exact", "epsilon"), (35, 20, 20, 10, 15))[0]
    if mode == "exact" and any(t.exact is None for t in truths):
        mode = "nearest"
    if mode == "exact":
        return {t.name: _as_it_is(t.exact) for t in truths}, Printing("exact", undefined=undefined)
    digits = rng.randint(1, 6)
    if mode == "epsilon":
        how = rng.choice(("nearest", "floor", "ceiling"))
        width = Decimal(rng.choice(("0.5", "1", "3.7") if how == "nearest" else ("1", "2")))
        printing = Printing("any", str(width.scaleb(-digits)), undefined=undefined)
        return {t.name: printed(t.value, digits, how) for t in truths}, printing
    return _in_digits(rng, truths, mode, digits, undefined)


def _in_digits(
    rng: random.Random, truths: Sequence[Truth], mode: str, digits: int, undefined: str
) -> tuple[dict[str, Any], Printing]:
    rounding = "nearest" if mode == "nearest" and rng.random() < 0.8 else "any"
    notation = rng.choices(("plain", "uneven", "suffix", "percent", "float"), (50, 20, 12, 9, 9))[0]
    if notation in ("suffix", "percent"):
        sign = "%" if notation == "suffix" else ""
        shown = {t.name: printed(100 * t.value, max(0, digits - 2), mode) + sign for t in truths}
        return shown, Printing(rounding, percent=not sign, undefined=undefined)
    if notation == "float":
        floats = {t.name: float(printed(t.value, digits, mode)) for t in truths}
        return floats, Printing(rounding, decimals=digits, undefined=undefined)
    uneven = notation == "uneven"
    texts = {
        t.name: printed(t.value, rng.randint(1, 6) if uneven else digits, mode) for t in truths
    }
    return texts, Printing(rounding, undefined=undefined)


def _as_it_is(value: Fraction | None) -> Fraction | str:
    """Return a fraction as a decimal if it ends, else as it is."""
    assert value is not None
    shown = as_decimal(value)
    ends = Fraction(shown) == value and len(shown.as_tuple().digits) < 30
    return f"{shown:f}" if ends else value
