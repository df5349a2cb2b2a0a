"""Confusion matrices of several classes: even and uneven, empty classes, classes never called."""

from __future__ import annotations

import random
from decimal import Decimal

from reproscope import scores
from tests.scores.drawing.case import Case
from tests.scores.oracle import Printing, printed
from tests.scores.several_oracle import admits, several

AVERAGED = ("sens", "spec", "ppv", "npv", "f1", "f2", "bacc", "gm", "mcc", "ji", "fm", "mk", "bm")
NAMES = (
    "acc",
    "bacc",
    "kappa",
    "mcc",
    "macro-acc",
    *(f"{average}-{score}" for average in ("macro", "micro", "weighted") for score in AVERAGED),
)
SHORT = ("sens", "spec", "ppv", "f1")


def draw_matrix(rng: random.Random) -> list[list[int]]:
    """Draw what a classifier made of two to six classes."""
    classes = rng.randint(2, 6)
    largest = rng.choice((3, 12, 40))
    even = rng.random() < 0.3
    counts = [rng.randint(0 if rng.random() < 0.1 else 1, largest) for _ in range(classes)]
    counts = [max(1, counts[0])] * classes if even else counts
    counts[0] = max(1, counts[0])
    skill = rng.choice((0.0, 0.4, 0.7, 0.9, 0.97, 1.0))
    called = rng.sample(range(classes), rng.randint(max(1, classes - 2), classes))
    matrix = [[0] * classes for _ in range(classes)]
    for i, count in enumerate(counts):
        for _ in range(count):
            right = i in called and rng.random() < skill
            matrix[i][i if right else rng.choice(called)] += 1
    return matrix


def draw_several(rng: random.Random) -> Case:
    """A report of some averages, or of single classes."""
    matrix = draw_matrix(rng)
    names = rng.sample(NAMES, rng.randint(1, 4))
    if rng.random() < 0.2:
        names.append(f"{rng.choice(SHORT)}[{rng.randrange(len(matrix))}]")
    digits, mode = rng.randint(1, 5), rng.choice(("nearest", "floor", "ceiling"))
    reported = {name: printed(several(name, matrix) or Decimal(0), digits, mode) for name in names}
    experiment = scores.Multiclass({str(i): sum(row) for i, row in enumerate(matrix)})
    return Case(reported, experiment, Printing("nearest" if mode == "nearest" else "any"))


def several_fault(case: Case, result: scores.Result) -> str | None:
    """Return what is wrong with a witness, from its matrix alone."""
    assert result.witness is not None
    matrix = result.witness["matrix"]
    if [sum(row) for row in matrix] != list(result.experiment.counts):
        return "the classes have other sizes"
    if any(cell < 0 for row in matrix for cell in row):
        return "a cell is negative"
    for name, text in case.reported.items():
        if not admits(several(name, matrix), text, case.printing.rounding):
            return f"{name}={text} is not what it gives"
    return None
