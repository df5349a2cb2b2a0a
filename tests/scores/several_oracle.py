"""Scores of several classes by their textbook formulas, from the whole confusion matrix."""

from __future__ import annotations

from decimal import Decimal

from tests.scores.oracle import textbook


def admits(value: Decimal | None, text: str, rounding: str) -> bool:
    """Whether a value, exact to 60 digits, may have been printed as text; 0/0 as 0."""
    shown = Decimal(text)
    unit = Decimal(1).scaleb(int(shown.as_tuple().exponent))
    width = unit / 2 if rounding == "nearest" else unit
    if value is None:
        return abs(shown) <= width
    return abs(value - shown) <= width + Decimal("1e-50")


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
