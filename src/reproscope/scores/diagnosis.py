"""What lies behind a verdict: the smallest conflict, the nearest values that fit, the test's power.

Each of these asks the same question again about changed claims, so they cost many checks. They are
computed when asked for, and as far as a time budget allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from reproscope.core.answers import Verdict
from reproscope.core.errors import ReproscopeError
from reproscope.scores.budget import Budget
from reproscope.scores.reported import Claim, Number
from reproscope.scores.result import Nearest, Power, Result
from reproscope.scores.window import Window

_MOST_STEPS = 1 << 40
_SHARE_OF_A_SLIP = 0.1
_FARTHEST = 1_000_000


def diagnose(
    result: Result,
    *,
    budget_seconds: float | None = 3.0,
    conflict: bool = True,
    nearest: bool = True,
    power: bool = True,
) -> Result:
    """Return the result with its diagnosis, as far as the budget allowed.

    An inconsistent result gets its conflict and nearest values, every decided one its power.
    """
    budget = Budget(budget_seconds)
    if result.verdict is Verdict.INCONSISTENT:
        if conflict:
            found = smallest_conflict(result, budget.part(0.4))
            result = result.with_diagnosis(conflict=found)
        if nearest:
            values = tuple(nearest_values(result, budget.part(0.6)))
            result = result.with_diagnosis(nearest=values)
    if power and result.verdict in (Verdict.CONSISTENT, Verdict.INCONSISTENT):
        result = result.with_diagnosis(power=slip_power(result, budget))
    return result


def _verdict(result: Result, claims: Sequence[Claim], budget: Budget) -> Verdict:
    """Ask again with other claims; what cannot be asked counts as undecided."""
    if budget.spent or result.again is None:
        return Verdict.UNDECIDED
    limit = None if budget.seconds is None else max(0.01, budget.remaining)
    try:
        return result.again(claims, time_limit=limit).verdict
    except ReproscopeError:
        return Verdict.UNDECIDED


def smallest_conflict(result: Result, budget: Budget) -> tuple[str, ...] | None:
    """Return the smallest set of reported scores that cannot hold together.

    Subsets are tried by size, so that the first one refuted is a smallest one. If the time runs
    out, scores are left out one by one instead, as long as the rest stays refuted: then no score of
    the answer can be spared, but a smaller conflict may exist elsewhere. ``None``: no answer.
    """
    claims = result.claims
    if len(claims) == 1:
        return (claims[0].name,)
    exact = budget.part(0.7)
    for size in range(1, len(claims)):
        for subset in combinations(claims, size):
            if exact.spent:
                return _irreducible(result, budget)
            if _verdict(result, subset, exact) is Verdict.INCONSISTENT:
                return tuple(claim.name for claim in subset)
    return tuple(claim.name for claim in claims)


def _irreducible(result: Result, budget: Budget) -> tuple[str, ...]:
    kept = list(result.claims)
    for claim in result.claims:
        rest = [c for c in kept if c is not claim]
        if rest and _verdict(result, rest, budget) is Verdict.INCONSISTENT:
            kept = rest
    return tuple(claim.name for claim in kept)


def nearest_values(result: Result, budget: Budget) -> Iterator[Nearest]:
    """Yield, for each score, the nearest printed value that fits the others as reported."""
    for i, claim in enumerate(result.claims):
        share = budget.part(1 / (len(result.claims) - i))
        yield _nearest_value(result, i, claim, share)


def _nearest_value(result: Result, place: int, claim: Claim, budget: Budget) -> Nearest:
    """Widen the claim on each side until it fits, then halve down to the first step that does."""
    none = Nearest(claim.name, claim.text, None, searched=False)
    unit = claim.number.unit
    if unit is None:
        return none
    others = [c for c in result.claims if c is not claim]
    if others:
        without = _verdict(result, others, budget)
        if without is Verdict.INCONSISTENT:
            return Nearest(claim.name, claim.text, None)
        if without is Verdict.UNDECIDED:
            return none
    steps = [_steps_to_fit(result, place, claim, side, budget) for side in (1, -1)]
    reached = [(s, side) for s, side in zip(steps, (1, -1), strict=True) if s is not None]
    if not reached:
        return none
    count, side = min(reached)
    return Nearest(claim.name, claim.text, printed(claim.number, side * count))


def _steps_to_fit(
    result: Result, place: int, claim: Claim, side: int, budget: Budget
) -> int | None:
    """Return how many units away, on one side, the first value lies that fits the others."""
    low, high = 0, 1
    while (verdict := _verdict(result, _stretched(result, place, claim, side * high), budget)) is (
        Verdict.INCONSISTENT
    ):
        low, high = high, high * 4
        if high > _MOST_STEPS or not _reaches(claim, side * low):
            return None
    if verdict is not Verdict.CONSISTENT:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        verdict = _verdict(result, _stretched(result, place, claim, side * middle), budget)
        if verdict is Verdict.CONSISTENT:
            high = middle
        elif verdict is Verdict.INCONSISTENT:
            low = middle
        else:
            return None
    return high


def _reaches(claim: Claim, steps: int) -> bool:
    """Whether a value so many units away is one a reader could still have meant."""
    assert claim.number.unit is not None
    moved = claim.number.value + steps * claim.number.unit
    if claim.has_unit:
        # An error can be off by the factor between two units, or between it and its square.
        return abs(moved) <= _FARTHEST * max(Fraction(1), claim.number.value**2)
    return (
        min(Fraction(-2), claim.number.value * 4)
        <= moved
        <= max(Fraction(2), abs(claim.number.value) * 4)
    )


def _stretched(result: Result, place: int, claim: Claim, steps: int) -> list[Claim]:
    """Return the claims with one window stretched over so many units to one side."""
    assert claim.number.unit is not None
    shift = steps * claim.number.unit
    if claim.complement and claim.statistic != "sd":
        shift = -shift
    low, high = claim.window.low, claim.window.high
    assert low is not None
    assert high is not None
    window = Window(low, high + shift) if shift > 0 else Window(low + shift, high)
    return [replace(c, window=window) if i == place else c for i, c in enumerate(result.claims)]


def printed(number: Number, steps: int) -> str:
    """Return the text of a number moved by so many units of its last digit, in the same form."""
    assert number.unit is not None
    percent = number.text.endswith("%")
    bare = number.text.rstrip("%").strip()
    decimals = len(bare.partition(".")[2]) if "e" not in bare.lower() else 0
    unit = Fraction(1, 10**decimals)
    moved = Fraction(bare.replace("−", "-")) + steps * unit
    digits = f"{abs(moved.numerator) * 10**decimals // moved.denominator:0{decimals + 1}d}"
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return ("-" if moved < 0 else "") + text + ("%" if percent else "")


def slip_power(result: Result, budget: Budget) -> Power:
    """Return how many slips of one digit, in one score, would have been found inconsistent.

    Every digit behind the point of every reported value is replaced by each other digit. What
    stays undecided counts as not caught. The slips are taken in a fixed random order, so that the
    answer is a fair sample where the time does not suffice for all.
    """
    slips = [
        (place, claim, text)
        for place, claim in enumerate(result.claims)
        for text in _slips(claim.number.text)
    ]
    Random(len(slips)).shuffle(slips)
    caught = tried = undecided = 0
    for place, claim, text in slips:
        if budget.spent:
            break
        changed = _with_text(result, place, claim, text)
        verdict = _verdict(result, changed, budget.part(_SHARE_OF_A_SLIP))
        tried += 1
        caught += verdict is Verdict.INCONSISTENT
        undecided += verdict is Verdict.UNDECIDED
    return Power(caught, tried, undecided)


def _slips(text: str) -> Iterator[str]:
    """Yield the text with one digit replaced; not the digit before the point of a unit score."""
    start = text.find(".") + 1
    for i, character in enumerate(text):
        if i < start or not character.isdigit():
            continue
        for digit in "0123456789":
            if digit != character:
                yield text[:i] + digit + text[i + 1 :]


def _with_text(result: Result, place: int, claim: Claim, text: str) -> list[Claim]:
    """Return the claims as if one had been printed with other digits."""
    assert claim.number.unit is not None or claim.number.text
    old, new = Number.parse(claim.number.text), Number.parse(text)
    scale = claim.number.value / old.value if old.value else Fraction(1)
    shift = (new.value - old.value) * scale
    if claim.complement and claim.statistic != "sd":
        shift = -shift
    assert claim.window.low is not None
    assert claim.window.high is not None
    window = Window(claim.window.low + shift, claim.window.high + shift)
    moved = replace(claim, window=window, text=text)
    return [moved if i == place else c for i, c in enumerate(result.claims)]
