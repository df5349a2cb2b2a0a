"""What is known of a regression's test set: how many items, and how much its targets vary."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from reproscope.core.errors import ReproscopeError
from reproscope.scores.experiments import SPREADS, SpreadKind, choice, plain_data, single_count
from reproscope.scores.regression.spans import NOT_NEGATIVE, Span
from reproscope.scores.reported import Number
from reproscope.scores.window import Rounding

Stated = str | int | Fraction


@dataclass(frozen=True)
class Regression:
    """One test set of a regression.

    `target_variance` and `target_sd` are of the test set's targets and as printed: text keeps its
    digits, a `Fraction` is exact. `variance` says whether they divide by N (``population``) or by
    N - 1 (``sample``); ``unknown`` tries both.

    >>> Regression(items=442, target_variance="5929.9").describe()
    'a regression of 442 items, target variance 5929.9'
    """

    kind: ClassVar[str] = "regression"
    items: int | None = None
    target_variance: Stated | None = None
    target_sd: Stated | None = None
    variance: SpreadKind = "unknown"
    name: str = ""

    def __post_init__(self) -> None:
        choice("variance", self.variance, SPREADS)
        if self.items is not None:
            object.__setattr__(self, "items", single_count("items", self.items))
            if self.items < 1:
                raise ReproscopeError("items is 0: a test set has at least 1")
        for label in ("target_variance", "target_sd"):
            _number(label, getattr(self, label))
        spread = self.printed_variance(Rounding())
        if self.items == 1:
            self._check_one_item(spread)

    def _check_one_item(self, spread: Span) -> None:
        if spread.low is not None and spread.low > 0:
            raise ReproscopeError("items is 1, and the target of one item has no variance")
        if self.variance == "sample":
            raise ReproscopeError("items is 1: a variance that divides by N - 1 needs 2 items")

    @property
    def knows_spread(self) -> bool:
        """Whether the targets' spread is given."""
        return self.target_variance is not None or self.target_sd is not None

    def printed_variance(self, rounding: Rounding) -> Span:
        """Return the values the printed variance, and the square of the printed sd, stand for.

        An epsilon is about scores and has not the target's unit, so it says nothing here.
        """
        how = Rounding() if rounding.epsilon is not None else rounding
        span = NOT_NEGATIVE
        for label, squared in (("target_variance", False), ("target_sd", True)):
            number = _number(label, getattr(self, label))
            if number is None:
                continue
            exact = isinstance(getattr(self, label), Fraction)
            width = Fraction(0) if exact else how.half_width(number.unit)
            one = Span(number.value - width, number.value + width).meet(NOT_NEGATIVE)
            span = span.meet(one.square() if squared else one)
        if span.empty:
            raise ReproscopeError(
                f"a target variance of {self.target_variance} and a standard deviation of "
                f"{self.target_sd} do not agree"
            )
        return span

    def readings(self) -> tuple[str, ...]:
        """Return the ways to read the printed variance."""
        if self.variance != "unknown":
            return (self.variance,)
        return ("population",) if self.items == 1 else ("population", "sample")

    def describe(self) -> str:
        """Return one line that names the experiment."""
        name = f"{self.name}: " if self.name else ""
        what = "a regression" if self.items is None else f"a regression of {self.items:,} items"
        parts = [what] if self.items != 1 else ["a regression of 1 item"]
        if self.target_variance is not None:
            parts.append(f"target variance {self.target_variance}")
        if self.target_sd is not None:
            parts.append(f"target standard deviation {self.target_sd}")
        if self.knows_spread and self.variance != "unknown":
            parts.append(f"{self.variance} variance")
        return name + ", ".join(parts)

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        data = plain_data(self)
        return {k: str(v) if isinstance(v, Fraction) else v for k, v in data.items()}


def _number(label: str, stated: Any) -> Number | None:
    """Read a variance or a standard deviation as printed."""
    if stated is None:
        return None
    shown = label.replace("_", " ")
    if isinstance(stated, float):
        raise ReproscopeError(f"{shown} is a float: give it as text, which keeps its digits")
    if isinstance(stated, str) and stated.strip().endswith("%"):
        raise ReproscopeError(f"{shown} is {stated}: it has the target's unit, not percent")
    try:
        number = Number.parse(stated)
    except ReproscopeError as error:
        raise ReproscopeError(f"{shown}: {error.message}") from None
    if number.value < 0:
        raise ReproscopeError(f"{shown} is {stated}: it must not be negative")
    return number
