"""The tables of the thesis on any two sets: 6.1 to 6.4, and those of chapter 7."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reproscope.repository.calibrating.calibration import Calibration
from reproscope.repository.calibrating.clusters import Clusters
from reproscope.repository.calibrating.fitting import ALONE, GROUPS, Rows, with_mean_scores
from reproscope.repository.calibrating.shown import Shown, auc_cell, thresholds_table
from reproscope.repository.profiles import Profile, load_profile


def chapter_six(found: Calibration, first: Rows, second: Rows) -> Iterator[Shown]:
    """Yield tables 6.1 to 6.4 for the rows of both sets, each with what the thesis has there."""
    parts = ("README", "Source code availability and documentation", "Software environment")
    for number, (part, group) in enumerate(zip(parts, GROUPS, strict=True), start=1):
        yield _weights(found, f"table-6.{number}", f"Table 6.{number}: {part}", group)
    yield _weights(found, "alone", "Factors of one indicator", ALONE)
    by_thesis, _ = with_mean_scores(_thesis_weights(found.profile), first, second)
    yield _table_six_four(by_thesis)


def _weights(found: Calibration, key: str, title: str, group: tuple[str, ...]) -> Shown:
    published = load_profile("loos2022").indicators
    rows = []
    for name in group:
        now, then = found.profile.indicators[name], published[name]
        one = found.fitted.signals[name]
        rows.append(
            (now.title, now.low, now.high, then.weight, now.weight, auc_cell(one), one.words)
        )
    return Shown(
        key,
        title,
        ("indicator", "min(d)", "max(d)", "thesis's weight", "weight", "AUC", "signal"),
        tuple(rows),
    )


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
    plain = thresholds_table(
        by_thesis, "table-6.4", "Table 6.4: thresholds by the thesis's weights"
    )
    rows = []
    for row in plain.rows:
        then = published.factor(str(row[0])).thresholds
        printed = (None,) * 3 if then is None else (then.top, then.average, then.low)
        rows.append((*row, *printed))
    slips = [f"{key}: {one.note}" for key, one in published.factors.items() if one.note]
    header = (*plain.header, "thesis's T", "thesis's A", "thesis's L")
    return replace(plain, header=header, rows=tuple(rows), note=" ".join([plain.note, *slips]))


def chapter_seven(found: Calibration) -> Iterator[Shown]:
    """Yield the groups and the mean scores, where the sets have the thesis's columns."""
    for groups in found.groups:
        yield _groups(groups)
    if found.means:
        yield _means(found)


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
