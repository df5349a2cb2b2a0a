"""The calibration as plain tables, those of the thesis under its own numbers.

Each form of output arranges the same tables; here is what stands in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reproscope.core import JSON
from reproscope.repository.calibrating.calibration import Calibration
from reproscope.repository.calibrating.clusters import Clusters
from reproscope.repository.calibrating.fitting import ALONE, GROUPS, with_mean_scores
from reproscope.repository.calibrating.signal import Signal
from reproscope.repository.profiles import Profile, load_profile

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A table: its title, the names of its columns, its rows, and what must be said with it."""

    key: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def as_json(self) -> JSON:
        """Return the table as a list of objects."""
        return {
            "title": self.title,
            "rows": [dict(zip(self.header, row, strict=True)) for row in self.rows],
            "note": self.note,
        }


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
        yield from _of_the_thesis(found)
    yield _thresholds(found.profile, "thresholds", "Thresholds of the fitted profile")
    for groups in found.groups:
        yield _groups(groups)
    if found.means:
        yield _means(found)


def _of_the_thesis(found: Calibration) -> Iterator[Shown]:
    """Yield tables 6.1 to 6.4, each with what the thesis has there."""
    assert found.labelled.inputs is not None
    parts = ("README", "Source code availability and documentation", "Software environment")
    for number, (part, group) in enumerate(zip(parts, GROUPS, strict=True), start=1):
        yield _weights(found, f"table-6.{number}", f"Table 6.{number}: {part}", group)
    yield _weights(found, "alone", "Factors of one indicator", ALONE)
    by_thesis, _ = with_mean_scores(_thesis_weights(found.profile), *found.labelled.inputs)
    yield _table_six_four(by_thesis)


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


def _weights(found: Calibration, key: str, title: str, group: tuple[str, ...]) -> Shown:
    published = load_profile("loos2022").indicators
    rows = []
    for name in group:
        now, then = found.profile.indicators[name], published[name]
        one = found.fitted.signals[name]
        rows.append((now.title, now.low, now.high, then.weight, now.weight, _auc(one), one.words))
    return Shown(
        key,
        title,
        ("indicator", "min(d)", "max(d)", "thesis's weight", "weight", "AUC", "signal"),
        tuple(rows),
    )


def _auc(one: Signal) -> str | None:
    if one.unknown:
        return None
    return f"{one.auc:.3f} [{one.interval[0]:.3f}, {one.interval[1]:.3f}]"


def _answers(found: Calibration) -> Shown:
    """The weights of our own indicators, each with its evidence."""
    rules, signals = found.profile.indicators, found.fitted.signals
    rows = tuple(
        (key, one.weight, _auc(signals[key]), signals[key].words) for key, one in rules.items()
    )
    header = ("indicator", "weight", "AUC", "signal")
    return Shown("weights", "Weights of the fitted profile", header, rows)


def _thesis_weights(profile: Profile) -> Profile:
    """Return the ranges of a fitted profile with the weights of the thesis."""
    published = load_profile("loos2022").indicators
    rules = profile.indicators.items()
    return replace(
        profile,
        indicators={key: replace(one, weight=published[key].weight) for key, one in rules},
    )


def _table_six_four(by_thesis: Profile) -> Shown:
    """Table 6.4 by the thesis's weights, beside what it prints and what is known of that."""
    published = load_profile("loos2022")
    plain = _thresholds(by_thesis, "table-6.4", "Table 6.4: thresholds by the thesis's weights")
    rows = []
    for row in plain.rows:
        then = published.factor(str(row[0])).thresholds
        printed = (None,) * 3 if then is None else (then.top, then.average, then.low)
        rows.append((*row, *printed))
    slips = [f"{key}: {one.note}" for key, one in published.factors.items() if one.note]
    header = (*plain.header, "thesis's T", "thesis's A", "thesis's L")
    return replace(plain, header=header, rows=tuple(rows), note=" ".join([plain.note, *slips]))


def _thresholds(profile: Profile, name: str, title: str) -> Shown:
    rows: list[tuple[Cell, ...]] = []
    for key, factor in profile.factors.items():
        one = factor.thresholds
        if one is None or key == "OOTB":
            continue
        top, low = (
            "" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
            for ends in (one.top_interval, one.low_interval)
        )
        rows.append((key, one.top, top, one.average, one.low, low))
    said = [f"{key}: {one.note}" for key, one in profile.factors.items() if one.note]
    note = (
        "T and L are the mean scores of the sets, with 95 % bootstrap intervals; A is the middle."
    )
    return Shown(
        name,
        title,
        ("factor", "T", "interval of T", "A", "L", "interval of L"),
        tuple(rows),
        " ".join([note, *said]),
    )


def _groups(groups: Clusters) -> Shown:
    rows = tuple(
        (at, one.size, one.from_first, *(round(value, 4) for value in one.centre))
        for at, one in enumerate(groups.clusters)
    )
    k = len(groups.clusters)
    like = "table 7.1" if k == 3 else "figure 7.3"
    return Shown(
        f"clusters-{k}",
        f"{k} groups by {', '.join(groups.factors)}, as in {like} of the thesis",
        ("group", "size", "of the first set", *groups.factors),
        rows,
        f"Inertia {groups.inertia:.5f}; groups in the order of their centres.",
    )


def _means(found: Calibration) -> Shown:
    """The means of table 7.2; how many are certain only where not all are."""
    sizes = found.labelled.sizes
    rows = []
    for key, one in found.means.items():
        values = (None if value is None else round(value, 4) for value in one.values)
        rows.append((key, *values, *one.certain))
    header: tuple[str, ...] = ("factor", "first set", "other set", "certain in", "and in")
    if all(one.certain == sizes for one in found.means.values()):
        header, rows = header[:3], [row[:3] for row in rows]
    title = "Mean factor scores by the thesis's constants, as in its table 7.2"
    return Shown("table-7.2", title, header, tuple(rows))
