"""Whether confusion matrices give what was reported: by textbook formulas, in 60 digits.

This judges witnesses and drives brute force; it shares nothing with the code under test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any

from reproscope import scores

from .describing import Reading, Sizes, readings
from .oracle import (
    SAME,
    Matrix,
    Printing,
    as_decimal,
    between,
    conventions_of,
    meant,
    range_of,
    textbook,
)

Leaves = Sequence[tuple[Fraction, Matrix]]
Statement = tuple[str, str, Any]
_MOST_SUMS = 500_000


@lru_cache(maxsize=100_000)
def score(name: str, matrix: Matrix) -> Decimal | None:
    """Return a score of a matrix, or ``None`` where it is 0/0."""
    found = textbook(name, *matrix)
    assert found is None or isinstance(found, Decimal)
    return found


def statements(reported: Mapping[str, Any]) -> Iterator[Statement]:
    """Yield what was reported: the score's name, the statistic, and what was printed."""
    for name, printed in reported.items():
        base, _, statistic = name.rpartition(".")
        if statistic not in ("min", "max", "sd"):
            base, statistic = name, "value"
        if isinstance(printed, str) and "±" in printed:
            mean, spread = re.split(r"\s*±\s*", printed)
            percent = "%" if spread.endswith("%") and not mean.endswith("%") else ""
            yield base, "value", mean + percent
            yield base, "sd", spread
        else:
            yield base, statistic, printed


def missed(
    reported: Mapping[str, Any], printing: Printing, leaves: Leaves, reading: Reading
) -> str | None:
    """Return a statement that these matrices do not give; ``None`` if they give all."""
    for name, statistic, printed in statements(reported):
        low, high = printing.window(printed)
        if meant(name) == "auc":
            found = _ranked(leaves, reading.policy, *printing.ends(printed))
        elif reading.policy == "any":
            found = _fits_any(name, statistic, leaves, low, high)
        else:
            found = _fits(name, statistic, leaves, reading, low, high)
        if not found:
            return f"{name} {statistic} {printed}"
    return None


def _fits(
    name: str, statistic: str, leaves: Leaves, reading: Reading, low: Decimal, high: Decimal
) -> bool:
    values = [(weight, score(name, matrix)) for weight, matrix in leaves]
    defined = [(weight, value) for weight, value in values if value is not None]
    if len(defined) == len(values) or reading.policy == "skipped":
        return bool(defined) and _holds(statistic, defined, reading.spread, low, high)
    if reading.policy == "undefined":
        return False
    return any(
        _holds(
            statistic,
            [
                (w, as_decimal(convention(matrix)) if v is None else v)
                for (w, v), (_, matrix) in zip(values, leaves, strict=True)
            ],
            reading.spread, low, high,
        )
        for convention in conventions_of(name)
    )  # fmt: skip


def average(values: Sequence[tuple[Fraction, Any]]) -> Any:
    """Return the weighted mean, in the numbers of the values."""
    first = values[0][1]
    if isinstance(first, Fraction):
        return sum(w * v for w, v in values) / sum(w for w, _ in values)
    weights = [Decimal(w.numerator) / Decimal(w.denominator) for w, _ in values]
    total = sum(w * v for w, (_, v) in zip(weights, values, strict=True))
    return total / sum(weights)


def variances(values: Sequence[Decimal], spread: str) -> Iterator[Decimal]:
    """Yield the variances that a standard deviation may be the root of."""
    mean = sum(values) / len(values)
    squares = sum(((v - mean) ** 2 for v in values), Decimal(0))
    for lost in {"population": (0,), "sample": (1,), "unknown": (0, 1)}[spread]:
        if len(values) > lost:
            yield squares / (len(values) - lost)


def _holds(
    statistic: str, values: Sequence[tuple[Fraction, Any]], spread: str, low: Any, high: Any
) -> bool:
    plain = [value for _, value in values]
    if statistic == "value":
        return between(low, average(values), high)
    if statistic == "sd":
        ends = max(low, Decimal(0)) ** 2, high**2
        return high >= 0 and any(between(ends[0], v, ends[1]) for v in variances(plain, spread))
    return between(low, min(plain) if statistic == "min" else max(plain), high)


def _fits_any(name: str, statistic: str, leaves: Leaves, low: Decimal, high: Decimal) -> bool:
    """Undefined sets may have had any value of the score's range."""
    values = [(weight, score(name, matrix)) for weight, matrix in leaves]
    least, most = range_of(name)
    if all(v is not None for _, v in values):
        return _holds(statistic, values, "unknown", low, high)
    if len(values) == 1:
        return True  # whatever was printed for it, even what no score can be
    filled = [
        _extreme_or_mean(statistic, [(w, end if v is None else v) for w, v in values])
        for end in (least, most)
    ]
    return filled[0] <= high + SAME and low - SAME <= filled[1]


def _extreme_or_mean(statistic: str, values: Sequence[tuple[Fraction, Decimal]]) -> Decimal:
    if statistic == "value":
        return Decimal(average(values))
    plain = [v for _, v in values]
    return min(plain) if statistic == "min" else max(plain)


def _ranked(leaves: Leaves, policy: str, low: Fraction, high: Fraction) -> bool:
    """Whether rankings with these operating points can have a mean AUC between two ends."""
    both = [(w, m) for w, m in leaves if (m[0] + m[1]) * (m[2] + m[3])]
    weight, free = sum(w for w, _ in leaves), Fraction(0)
    if len(both) < len(leaves):
        if policy == "undefined" or not both:
            return policy == "zero" and low <= 0 <= high
        if policy == "skipped":
            weight = sum(w for w, _ in both)
        free = weight - sum(w for w, _ in both) if policy == "any" else free
    steps, base = [], Fraction(0)
    for w, (tp, fn, fp, tn) in both:
        worth = w / weight / (2 * (tp + fn) * (fp + tn))
        base += worth * 2 * tp * tn
        steps.append((worth, 2 * (tp * fp + fn * tn)))
    ends = low - base - free / weight, high - base
    return _reaches(steps, *ends)


def _reaches(steps: Sequence[tuple[Fraction, int]], low: Fraction, high: Fraction) -> bool:
    """Whether some of each step add up to between two ends."""
    if high < 0 or low > sum(worth * most for worth, most in steps):
        return False
    unit = lcm(*(worth.denominator for worth, _ in steps))
    pooled: dict[int, int] = {}
    for worth, most in steps:
        pooled[int(worth * unit)] = pooled.get(int(worth * unit), 0) + most
    sums = {0}
    for worth, most in sorted(pooled.items(), reverse=True):
        if len(sums) * (most + 1) > _MOST_SUMS:
            return True  # too many to list: only that the ends overlap is known
        sums = {s + worth * taken for s in sums for taken in range(most + 1)}
    return any(low * unit <= s <= high * unit for s in sums)


def _readings(
    reported: Mapping[str, Any], experiment: scores.Experiment, printing: Printing
) -> Iterator[Reading]:
    """Yield the readings; whoever reports a spread averaged the scores of folds or sets."""
    spread = any(statistic != "value" for _, statistic, _ in statements(reported))
    if spread and getattr(experiment, "aggregation", "") == "unknown":
        experiment = replace(experiment, aggregation="mean-of-scores")
    yield from readings(experiment, printing)


def fault(
    reported: Mapping[str, Any],
    experiment: scores.Experiment,
    printing: Printing,
    witness: Mapping[str, Any],
) -> str | None:
    """Return what is wrong with a witness; ``None`` if some reading of the description has it."""
    folds = witness.get("folds", [witness])
    matrices = [tuple(fold[cell] for cell in ("tp", "fn", "fp", "tn")) for fold in folds]
    if not all(isinstance(x, int) and x >= 0 for m in matrices for x in m):
        return "a count is no whole number"
    read = _readings(reported, experiment, printing)
    problems = [_fault_as(reading, reported, printing, matrices) for reading in read]
    return None if None in problems else "; ".join(sorted(set(filter(None, problems))))


def _fault_as(
    reading: Reading, reported: Mapping[str, Any], printing: Printing, matrices: Sequence[Matrix]
) -> str | None:
    if sum(block.length for block in reading.blocks) != len(matrices):
        return "it has not as many sets as the experiment"
    rest, leaves = list(matrices), []
    for block in reading.blocks:
        mine, rest = rest[: block.length], rest[block.length :]
        if not block.admits(tuple((a + b, c + d) for a, b, c, d in mine)):
            return "its sets have not the sizes of the experiment"
        leaves += [(block.weight, matrix) for matrix in mine]
    return missed(reported, printing, leaves, reading)


def possible(
    reported: Mapping[str, Any], experiment: scores.Experiment, printing: Printing
) -> bool:
    """Brute force: whether any matrices at all give the report under any reading."""
    return any(
        missed(reported, printing, leaves, reading) is None
        for reading in _readings(reported, experiment, printing)
        for leaves in _all_leaves(reading)
    )


def _all_leaves(reading: Reading) -> Iterator[Leaves]:
    weights = [block.weight for block in reading.blocks for _ in range(block.length)]
    for chosen in product(*(block.options() for block in reading.blocks)):
        sizes: Sizes = tuple(size for part in chosen for size in part)
        for matrices in product(*(_matrices(p, n) for p, n in sizes)):
            yield list(zip(weights, matrices, strict=True))


def _matrices(p: int, n: int) -> list[Matrix]:
    return [(tp, p - tp, n - tn, tn) for tp in range(p + 1) for tn in range(n + 1)]
