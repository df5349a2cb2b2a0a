"""What a paper prints: a name, a number with its digits, and how it may have been rounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from reproscope.core.errors import ReproscopeError
from reproscope.scores.window import Rounding, Window

Printed = str | int | float | Decimal | Fraction
_SPREAD = re.compile(r"^\s*(?P<mean>[^±]+?)\s*(?:±|\+/-|\+-)\s*(?P<sd>.+?)\s*$")
_MOST_DIGITS = 60


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number: its exact value, and the worth of its last digit (``None``: unknown)."""

    text: str
    value: Fraction
    unit: Fraction | None

    @classmethod
    def parse(
        cls, printed: Printed, *, percent: bool = False, decimals: int | None = None
    ) -> Number:
        """Read a number as printed: ``0.940``, ``94.0%``, or ``94.0`` with `percent`."""
        if isinstance(printed, bool) or printed is None:
            raise ReproscopeError(f"{printed!r} is not a number")
        if isinstance(printed, float):
            printed = _float_text(printed, decimals)
        if isinstance(printed, Fraction):
            return cls(str(printed), printed / 100 if percent else printed, None)
        text = str(printed).strip()
        bare, is_percent = (text[:-1].strip(), True) if text.endswith("%") else (text, percent)
        value, unit = _decimal(bare, text)
        scale = Fraction(1, 100) if is_percent else Fraction(1)
        return cls(text, value * scale, unit * scale)


def _float_text(value: float, decimals: int | None) -> str | Fraction:
    """Return a float as decimal text when its decimals are stated, else as the exact fraction."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ReproscopeError(f"{value} is not a finite number")
    if decimals is None:
        return Fraction(repr(value))
    if isinstance(decimals, bool) or not isinstance(decimals, int):
        raise ReproscopeError(f"decimals is {decimals!r}: it must be a whole number")
    if not 0 <= decimals <= _MOST_DIGITS:
        raise ReproscopeError(f"decimals is {decimals}: it must lie between 0 and {_MOST_DIGITS}")
    text = f"{value:.{decimals}f}"
    if abs(Fraction(text) - Fraction(repr(value))) > Fraction(1, 10**12):
        raise ReproscopeError(f"{value!r} has more than the {decimals} decimals stated")
    return text


def _decimal(bare: str, text: str) -> tuple[Fraction, Fraction]:
    if len(bare) > _MOST_DIGITS:
        raise ReproscopeError(f"'{text[:20]}…' has more than {_MOST_DIGITS} characters")
    if "," in bare:
        raise ReproscopeError(f"'{text}' has a comma: write decimals with a point")
    if "_" in bare:
        raise ReproscopeError(f"'{text}' is not a number")
    try:
        number = Decimal(bare.replace("−", "-"))
    except InvalidOperation:
        raise ReproscopeError(f"'{text}' is not a number") from None
    if not number.is_finite():
        raise ReproscopeError(f"'{text}' is not a finite number")
    exponent = int(number.as_tuple().exponent)
    if abs(exponent) > _MOST_DIGITS:
        raise ReproscopeError(f"'{text}' has more digits than can be meant")
    return Fraction(number), Fraction(10) ** exponent


@dataclass(frozen=True, slots=True)
class Claim:
    """One reported score: what was printed, and the values of the score it can stand for.

    `score` is the canonical id. `window` is of that score: where a complement was printed (an
    error rate), it has been turned round already.
    """

    name: str
    text: str
    score: str
    window: Window
    number: Number
    complement: bool = False
    statistic: str = "value"
    has_unit: bool = False

    @property
    def key(self) -> str:
        """What the claim is called in results: the name as written."""
        return self.name

    def with_number(self, number: Number, rounding: Rounding) -> Claim:
        """Return the same claim with another number printed in its place."""
        window = rounding.window(number.value, number.unit)
        if self.complement and self.statistic != "sd":
            window = window.complement()
        return replace(self, text=number.text, window=window, number=number)


def split_spreads(reported: Mapping[str, Printed]) -> dict[str, Printed]:
    """Turn ``acc="0.83±0.02"`` into ``acc`` and ``acc.sd``; leave the rest as it is."""
    split: dict[str, Printed] = {}
    for name, printed in reported.items():
        match = _SPREAD.match(printed) if isinstance(printed, str) else None
        if match is None:
            split[name] = printed
            continue
        percent = "%" if match["sd"].endswith("%") and not match["mean"].endswith("%") else ""
        split[name] = match["mean"] + percent
        split[f"{name}.sd"] = match["sd"]
    return split
