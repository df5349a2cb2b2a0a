"""A result in plain, neutral sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reproscope.core.answers import Verdict
from reproscope.scores.regression.shown import words as regression_words
from reproscope.scores.result import Result


def explain(result: Result) -> str:
    """Return the verdict, what it rests on, and what the diagnosis found."""
    scores = ", ".join(f"{name}={text}" for name, text in result.scores.items())
    what = result.experiment.describe()
    if result.verdict is Verdict.NOT_APPLICABLE:
        lines = [f"{scores}: cannot be checked against {what}."]
    else:
        lines = [f"{scores}: {result.verdict.value} with {what}."]
    return "\n".join([*lines, *_grounds(result), *_diagnosis(result)])


def _grounds(result: Result) -> list[str]:
    lines = []
    if len(result.under) > 1:
        each = ", ".join(f"{label} {verdict.value}" for label, verdict in result.under.items())
        lines.append(f"Read as: {each}.")
    if result.verdict is Verdict.CONSISTENT and result.witness is not None:
        count = "" if result.solutions is None else f" ({result.solutions:,} such matrices fit)"
        lines.append(f"Witness{count}: {witness_text(result.witness)}.")
        if result.undefined:
            names = ", ".join(result.undefined)
            lines.append(f"In the witness, {names} is 0/0, and was printed as reported.")
    elif result.verdict is Verdict.INCONSISTENT:
        lines.append(f"Proven by {result.method}.")
    elif result.verdict is Verdict.UNDECIDED:
        lines.append(f"No witness and no proof within the time limit: {result.detail}.")
    elif result.detail:
        lines.append(f"{result.detail[0].upper()}{result.detail[1:]}.")
    return lines


def _diagnosis(result: Result) -> list[str]:
    lines = []
    if result.conflict:
        names = ", ".join(result.conflict)
        what = "cannot hold by itself" if len(result.conflict) == 1 else "cannot hold together"
        lines.append(f"Smallest conflict: {names} {what}.")
    for near in result.nearest or ():
        if near.value is not None and near.value != near.reported:
            lines.append(
                f"{near.name}={near.value} would fit, all else as reported ({near.reported})."
            )
    if result.power is not None:
        power = result.power
        lines.append(
            f"Power: {power.caught} of {power.tried} one-digit slips would be caught "
            f"({power.share:.0%})."
        )
    return lines


def witness_text(witness: Mapping[str, Any], most: int = 12) -> str:
    """Return a witness in one line; long lists of folds are cut, and say so."""
    if "errors" in witness:
        return regression_words(witness)
    if "matrix" in witness:
        return _matrix_text(witness, most)
    if "folds" not in witness:
        return " ".join(f"{k}={v}" for k, v in witness.items())
    folds = witness["folds"]
    shown = "; ".join(" ".join(f"{k}={v}" for k, v in fold.items()) for fold in folds[:most])
    more = f"; and {len(folds) - most} more" if len(folds) > most else ""
    how = f"{witness['reading']}: " if "reading" in witness else ""
    return f"{how}{shown}{more}"


def _matrix_text(witness: Mapping[str, Any], most: int) -> str:
    """Return a matrix of several classes in one line, row by row, cut where it is large."""
    rows = [
        f"{name}: {' '.join(map(str, row[:most]))}{' …' if len(row) > most else ''}"
        for name, row in zip(witness["classes"], witness["matrix"], strict=True)
    ]
    more = f"; and {len(rows) - most} more classes" if len(rows) > most else ""
    how = f"{witness['reading']}: " if "reading" in witness else ""
    return f"{how}{'; '.join(rows[:most])}{more}"
