"""Independent arithmetic for the tests: scores by their textbook formulas, and what prints as what.

Nothing here uses the code under test, so that a formula mistyped there is found here. A formula
serves 60-digit decimals (to decide), fractions (to print exactly) and arrays (to screen).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction
from typing import Any

import numpy as np

getcontext().prec = 60
MODES = {"nearest": ROUND_HALF_EVEN, "floor": ROUND_FLOOR, "ceiling": ROUND_CEILING}
# 60 digits leave an error of some units of the last; no two scores here lie so near together.
SAME = Decimal("1e-50")
Matrix = tuple[int, int, int, int]
Formula = Callable[[Any, Any, Any, Any], Any]


class Irrational(Exception):
    """A fraction has no square root here."""


def root(x: Any) -> Any:
    """Return the square root of a decimal or an array."""
    if isinstance(x, Fraction):
        raise Irrational
    return x.sqrt() if isinstance(x, Decimal) else np.sqrt(x)


def weighed(weight: Any, part: Callable[[], Any]) -> Any:
    """Return a part of a weighted mean; what weighs nothing adds nothing, even where it is 0/0."""
    if isinstance(weight, np.ndarray):
        return np.where(weight == 0, 0.0, weight * part())
    return weight * part() if weight else weight


# a, b, c, d are tp, fn, fp, tn.
FORMULAS: Mapping[str, Formula] = {
    "acc": lambda a, b, c, d: (a + d) / (a + b + c + d),
    "err": lambda a, b, c, d: (b + c) / (a + b + c + d),
    "sens": lambda a, b, c, d: a / (a + b),
    "fnr": lambda a, b, c, d: b / (a + b),
    "spec": lambda a, b, c, d: d / (c + d),
    "fpr": lambda a, b, c, d: c / (c + d),
    "ppv": lambda a, b, c, d: a / (a + c),
    "fdr": lambda a, b, c, d: c / (a + c),
    "npv": lambda a, b, c, d: d / (b + d),
    "for": lambda a, b, c, d: b / (b + d),
    "f1": lambda a, b, c, d: 2 * a / (2 * a + b + c),
    "f1-negative": lambda a, b, c, d: 2 * d / (2 * d + b + c),
    "bacc": lambda a, b, c, d: (a / (a + b) + d / (c + d)) / 2,
    "ber": lambda a, b, c, d: (b / (a + b) + c / (c + d)) / 2,
    "gm": lambda a, b, c, d: root(a / (a + b) * d / (c + d)),
    "fm": lambda a, b, c, d: root(a / (a + b) * a / (a + c)),
    "upm": lambda a, b, c, d: 4 * a * d / (4 * a * d + (a + d) * (b + c)),
    "mk": lambda a, b, c, d: a / (a + c) + d / (b + d) - 1,
    "bm": lambda a, b, c, d: a / (a + b) + d / (c + d) - 1,
    "lr+": lambda a, b, c, d: a / (a + b) / (c / (c + d)),
    "lr-": lambda a, b, c, d: b / (a + b) / (d / (c + d)),
    "mcc": lambda a, b, c, d: (a * d - b * c) / root((a + b) * (a + c) * (d + b) * (d + c)),
    "pt": lambda a, b, c, d: root(c / (c + d)) / (root(a / (a + b)) + root(c / (c + d))),
    "dor": lambda a, b, c, d: a * d / (b * c),
    "ji": lambda a, b, c, d: a / (a + b + c),
    "kappa": lambda a, b, c, d: 2 * (a * d - b * c) / ((a + c) * (c + d) + (a + b) * (b + d)),
    "weighted-spec": lambda a, b, c, d: (
        ((a + b) * d / (c + d) + (c + d) * a / (a + b)) / (a + b + c + d)
    ),
    "weighted-f1": lambda a, b, c, d: (
        (
            weighed(a + b, lambda: 2 * a / (2 * a + b + c))
            + weighed(c + d, lambda: 2 * d / (2 * d + b + c))
        )
        / (a + b + c + d)
    ),
    "macro-f1": lambda a, b, c, d: a / (2 * a + b + c) + d / (2 * d + b + c),
}
# Other names for the same numbers, as papers write them.
SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "acc": ("accuracy", "Overall Accuracy"),
    "err": ("error", "error rate", "misclassification rate"),
    "sens": ("recall", "TPR", "sensitivity", "hit rate"),
    "fnr": ("miss rate", "false negative rate"),
    "spec": ("specificity", "tnr", "Selectivity"),
    "fpr": ("fall-out", "false positive rate"),
    "ppv": ("precision", "positive predictive value"),
    "fdr": ("false discovery rate",),
    "npv": ("negative predictive value",),
    "for": ("false omission rate",),
    "f1": ("Dice", "F-measure", "f1-score"),
    "f1-negative": ("f1m",),
    "bacc": ("balanced accuracy", "macro recall"),
    "ber": ("balanced error rate",),
    "gm": ("g-mean",),
    "fm": ("Fowlkes–Mallows",),
    "upm": ("P4",),
    "mk": ("markedness",),
    "bm": ("informedness", "youden j"),
    "lr+": ("plr",),
    "lr-": ("nlr",),
    "mcc": ("phi",),
    "pt": ("prevalence threshold",),
    "dor": ("diagnostic odds ratio",),
    "ji": ("IoU", "jaccard"),
    "kappa": ("Cohen's kappa",),
    "weighted-f1": ("weighted F1-score",),
    "macro-f1": ("macro F1-score",),
}
COMPLEMENTS: Mapping[str, str] = {
    "acc": "err", "sens": "fnr", "spec": "fpr", "ppv": "fdr", "npv": "for", "bacc": "ber",
}  # fmt: skip
SIGNED = ("mk", "bm", "mcc", "kappa")
UNBOUNDED = ("lr+", "lr-", "dor")
SCORES = (
    "acc", "sens", "spec", "ppv", "npv", "f1", "f1-negative", "f2", "bacc", "gm", "fm", "upm",
    "mk", "bm", "lr+", "lr-", "mcc", "pt", "dor", "ji", "kappa",
)  # fmt: skip
AVERAGED = ("weighted-spec", "weighted-f1", "macro-f1")
_SPELT = {name: key for key, names in SPELLINGS.items() for name in names}
_BETA = re.compile(r"^f(?P<beta>\d+(?:\.\d+)?)(?P<negative>-negative)?$")


def meant(name: str) -> str:
    """Return the key of the formula that a name stands for."""
    return _SPELT.get(name, name)


def formula(name: str, number: Callable[[str], Any] = Decimal) -> Formula:
    """Return the textbook formula of a name; f-beta has its beta in the name."""
    key = meant(name)
    if key in FORMULAS:
        return FORMULAS[key]
    found = _BETA.match(key)
    if found is None:
        raise KeyError(name)
    square = number(found["beta"]) ** 2
    if found["negative"]:
        return lambda a, b, c, d: (1 + square) * d / ((1 + square) * d + square * c + b)
    return lambda a, b, c, d: (1 + square) * a / ((1 + square) * a + square * b + c)


def textbook(
    name: str, tp: int, fn: int, fp: int, tn: int, number: Callable[[Any], Any] = Decimal
) -> Any:
    """Return a score by its textbook formula, or ``None`` where it divides by 0."""
    try:
        return formula(name, number)(*(number(x) for x in (tp, fn, fp, tn)))
    except ArithmeticError:
        return None


def range_of(name: str) -> tuple[Decimal, Decimal]:
    """Return the least and the greatest value a score can have."""
    key = meant(name)
    return Decimal(-1 if key in SIGNED else 0), Decimal("inf" if key in UNBOUNDED else 1)


_PARTS = {
    "bacc": ("sens", "spec"),
    "bm": ("sens", "spec"),
    "mk": ("ppv", "npv"),
    "macro-f1": ("f1", "f1-negative"),
}
Convention = Callable[[Matrix], Fraction]


def conventions_of(name: str) -> tuple[Convention, ...]:
    """Return what a 0/0 may have been printed as when it counts as zero.

    A false discovery rate is fp / (tp + fp), 0/0 itself, or one less a precision that counts 0. Of
    a score with two parts the undefined one counts 0, or is left out of the mean.
    """
    key = meant(name)
    found: list[Convention] = [lambda matrix: Fraction(0)]
    if key in COMPLEMENTS.values():
        found.append(lambda matrix: Fraction(1))
    plain = {value: key for key, value in COMPLEMENTS.items()}.get(key, key)
    if plain in _PARTS:
        found += [_by_parts(plain, key != plain, left_out) for left_out in (False, True)]
    return tuple(found)


def _by_parts(score: str, complement: bool, left_out: bool) -> Convention:
    def value(matrix: Matrix) -> Fraction:
        parts = [textbook(part, *matrix, number=Fraction) for part in _PARTS[score]]
        known = [part for part in parts if part is not None]
        if not known:  # an empty fold
            return Fraction(0)
        if score in ("bm", "mk"):
            found = sum(known) - 1
        else:
            found = sum(known) / Fraction(len(known) if left_out else 2)
        return 1 - found if complement else found

    return value


@dataclass(frozen=True)
class Printing:
    """How values were printed, and what that lets them stand for."""

    rounding: str = "any"
    epsilon: str | None = None
    percent: bool = False
    decimals: int | None = None
    undefined: str = "zero"

    def keywords(self) -> dict[str, Any]:
        """Return the arguments that tell this to ``scores.check``."""
        return {
            "rounding": self.rounding, "epsilon": self.epsilon, "percent": self.percent,
            "decimals": self.decimals, "undefined": self.undefined,
        }  # fmt: skip

    def ends(self, printed: Any) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest value that may have been printed so."""
        shown, unit = self._read(printed)
        if self.epsilon is not None:
            width = Fraction(self.epsilon)
        else:
            width = {"exact": Fraction(0), "nearest": unit / 2, "any": unit}[self.rounding]
        return shown - width, shown + width

    def window(self, printed: Any) -> tuple[Decimal, Decimal]:
        """Return these ends in 60 digits."""
        low, high = self.ends(printed)
        return as_decimal(low), as_decimal(high)

    def _read(self, printed: Any) -> tuple[Fraction, Fraction]:
        """Return the printed value and the worth of its last digit."""
        if isinstance(printed, Fraction):
            return (printed / 100 if self.percent else printed), Fraction(0)
        text = f"{printed:.{self.decimals}f}" if isinstance(printed, float) else str(printed)
        scale = Fraction(1, 100 if self.percent or text.endswith("%") else 1)
        shown = Decimal(text.removesuffix("%"))
        return Fraction(shown) * scale, Fraction(10) ** int(shown.as_tuple().exponent) * scale


def as_decimal(value: Decimal | Fraction) -> Decimal:
    """Return a value in 60 digits."""
    if isinstance(value, Decimal):
        return value
    return Decimal(value.numerator) / Decimal(value.denominator)


def between(low: Decimal, value: Decimal, high: Decimal) -> bool:
    """Whether a value of 60 digits lies between two ends, these included."""
    return low - SAME <= value <= high + SAME


def rounded(value: Decimal, digits: int, mode: str) -> Decimal:
    """Return a value rounded as a paper would."""
    return value.quantize(Decimal(1).scaleb(-digits), rounding=MODES[mode])


def printed(value: Decimal, digits: int, mode: str) -> str:
    """Return a value as a paper would print it."""
    return str(rounded(value, digits, mode))
