"""Independent arithmetic for the tests: scores by their textbook formulas, brute force, rounding.

Nothing here uses the code under test, so that a formula mistyped there is found here.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, getcontext
from itertools import product

getcontext().prec = 60
MODES = {"nearest": ROUND_HALF_EVEN, "floor": ROUND_FLOOR, "ceiling": ROUND_CEILING}


def textbook(name: str, tp: int, fn: int, fp: int, tn: int) -> Decimal | None:
    """Return a score by its textbook formula in 60 digits, or ``None`` where it divides by 0."""
    a, b, c, d = (Decimal(x) for x in (tp, fn, fp, tn))
    formulas = {
        "acc": lambda: (a + d) / (a + b + c + d),
        "sens": lambda: a / (a + b),
        "spec": lambda: d / (c + d),
        "ppv": lambda: a / (a + c),
        "npv": lambda: d / (b + d),
        "f1": lambda: 2 * a / (2 * a + b + c),
        "f1-negative": lambda: 2 * d / (2 * d + b + c),
        "f2": lambda: 5 * a / (5 * a + 4 * b + c),
        "bacc": lambda: (a / (a + b) + d / (c + d)) / 2,
        "gm": lambda: (a / (a + b) * d / (c + d)).sqrt(),
        "fm": lambda: (a / (a + b) * a / (a + c)).sqrt(),
        "upm": lambda: 4 * a * d / (4 * a * d + (a + d) * (b + c)),
        "mk": lambda: a / (a + c) + d / (b + d) - 1,
        "bm": lambda: a / (a + b) + d / (c + d) - 1,
        "lr+": lambda: a / (a + b) / (c / (c + d)),
        "lr-": lambda: b / (a + b) / (d / (c + d)),
        "mcc": lambda: (a * d - b * c) / ((a + b) * (a + c) * (d + b) * (d + c)).sqrt(),
        "pt": lambda: (c / (c + d)).sqrt() / ((a / (a + b)).sqrt() + (c / (c + d)).sqrt()),
        "dor": lambda: a * d / (b * c),
        "ji": lambda: a / (a + b + c),
        "kappa": lambda: 2 * (a * d - b * c) / ((a + c) * (c + d) + (a + b) * (b + d)),
    }
    try:
        return formulas[name]()
    except ArithmeticError:
        return None


SCORES = (
    "acc", "sens", "spec", "ppv", "npv", "f1", "f1-negative", "f2", "bacc", "gm", "fm", "upm",
    "mk", "bm", "lr+", "lr-", "mcc", "pt", "dor", "ji", "kappa",
)  # fmt: skip


def printed(value: Decimal, digits: int, mode: str) -> str:
    """Return a value as a paper would print it."""
    return str(value.quantize(Decimal(1).scaleb(-digits), rounding=MODES[mode]))


def admits(value: Decimal | None, text: str, rounding: str) -> bool:
    """Whether a value, exact to 60 digits, may have been printed as text; 0/0 as 0."""
    shown = Decimal(text)
    unit = Decimal(1).scaleb(int(shown.as_tuple().exponent))
    width = unit / 2 if rounding == "nearest" else unit
    if value is None:
        return abs(shown) <= width
    return abs(value - shown) <= width + Decimal("1e-50")


def brute_force(reported: dict[str, str], p: int, n: int, rounding: str) -> bool:
    """Whether any of all (p+1)(n+1) matrices gives the reported scores."""
    return any(
        all(admits(textbook(s, tp, p - tp, n - tn, tn), v, rounding) for s, v in reported.items())
        for tp, tn in product(range(p + 1), range(n + 1))
    )


def several(name: str, matrix: list[list[int]]) -> Decimal | None:
    """Return a score of several classes from the whole matrix; ``None`` where it divides by 0.

    Names are ``acc``, ``bacc``, ``kappa``, ``mcc``, ``macro-f1`` and the like, ``f1[0]`` for one
    class. A class whose score is 0/0 counts 0 in a mean.
    """
    size = range(len(matrix))
    rows = [sum(matrix[i]) for i in size]
    columns = [sum(matrix[i][j] for i in size) for j in size]
    total, right = Decimal(sum(rows)), sum(matrix[i][i] for i in size)
    chance = sum(rows[i] * columns[i] for i in size)
    if name == "acc":
        return right / total
    if name == "kappa":
        expected = chance / total**2
        return None if expected == 1 else (right / total - expected) / (1 - expected)
    if name == "mcc":
        below = (total**2 - sum(r**2 for r in rows)) * (total**2 - sum(c**2 for c in columns))
        return None if not below else (right * total - chance) / below.sqrt()
    if name == "bacc":
        return sum((Decimal(matrix[i][i]) / rows[i] for i in size if rows[i]), Decimal(0)) / sum(
            1 for r in rows if r
        )
    each = [
        (
            matrix[i][i],
            rows[i] - matrix[i][i],
            columns[i] - matrix[i][i],
            int(total) - rows[i] - columns[i] + matrix[i][i],
        )
        for i in size
    ]
    if name.endswith("]"):
        score, place = name[:-1].split("[")
        return textbook(score, *each[int(place)])
    average, score = name.split("-", 1)
    if average == "micro":
        return textbook(score, *(sum(cell) for cell in zip(*each, strict=True)))
    weights = rows if average == "weighted" else [1] * len(rows)
    values = [textbook(score, *cells) or Decimal(0) for cells in each]
    return sum(w * v for w, v in zip(weights, values, strict=True)) / Decimal(sum(weights))
