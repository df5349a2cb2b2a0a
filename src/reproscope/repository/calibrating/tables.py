"""The calibration as plain tables: signals, quartiles, importance, and the fitted profile's.

Each form of output arranges the same tables; here is what stands in them. ``thesis`` has those
that the thesis has.
"""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.repository.calibrating.calibration import Calibration
from reproscope.repository.calibrating.shown import Cell, Shown, auc_cell, thresholds_table
from reproscope.repository.calibrating.thesis import chapter_seven, chapter_six


def tables(found: Calibration) -> tuple[Shown, ...]:
    """Return every table of a calibration."""
    return tuple(_tables(found))


def _tables(found: Calibration) -> Iterator[Shown]:
    yield _signals(found)
    yield _quartiles(found)
    yield _importance(found)
    if found.labelled.inputs is None:
        yield _answers(found)
    else:
        yield from chapter_six(found, *found.labelled.inputs)
    yield thresholds_table(found.profile, "thresholds", "Thresholds of the fitted profile")
    yield from chapter_seven(found)


def _signals(found: Calibration) -> Shown:
    rows = []
    for one in found.signals:
        row: tuple[Cell, ...] = (None,) * 4
        if not one.unknown:
            low, high = (round(end, 3) for end in one.interval)
            row = (round(one.auc, 4), low, high, float(f"{one.p_value:.3g}"))
        rows.append((one.name, *row, one.words, round(one.effect, 3)))
    return Shown(
        "signal",
        "Does the indicator tell the two sets apart?",
        ("indicator", "AUC", "low", "high", "p", "signal", "2 AUC - 1"),
        tuple(rows),
        "AUC with its 95 % interval by DeLong; p by Mann-Whitney, not corrected for"
        f" {len(rows)} comparisons. No signal is shown where the interval holds 0.5 or p is 0.05 or"
        " more.",
    )


def _quartiles(found: Calibration) -> Shown:
    names = ("lowest", "first", "median", "third", "highest", "mean")
    rows = [
        (name, label, *(round(getattr(one, part), 4) for part in names))
        for name, pair in found.quartiles.items()
        for label, one in zip(("reproducible", "other"), pair, strict=True)
    ]
    header = ("indicator", "set", "lowest", "Q1", "median", "Q3", "highest", "mean")
    note = f"Quartiles by the rule {found.options.quantiles!r}."
    return Shown("quartiles", "Quartiles", header, tuple(rows), note)


def _importance(found: Calibration) -> Shown:
    rows = tuple((name, round(value, 6)) for name, value in found.importance.means)
    scores, left_out = found.importance.accuracies, found.importance.test_rows
    few = ", which are too few to tell" if left_out < 30 else ""
    note = (
        f"Mean decrease of impurity of {len(scores)} forests; right on"
        f" {sum(scores) / len(scores):.0%} of {left_out} rows left out{few}."
        " Impurity favours columns with many distinct values."
    )
    return Shown("importance", "Importance in a random forest", ("column", "MDI"), rows, note)


def _answers(found: Calibration) -> Shown:
    """The weights of our own indicators, each with its evidence."""
    rules, signals = found.profile.indicators, found.fitted.signals
    rows = tuple(
        (key, one.weight, auc_cell(signals[key]), signals[key].words) for key, one in rules.items()
    )
    header = ("indicator", "weight", "AUC", "signal")
    return Shown("weights", "Weights of the fitted profile", header, rows)
