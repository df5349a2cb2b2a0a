"""The calibration as plain tables, those of the thesis under its own numbers.

Each form of output arranges the same tables; here is what stands in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reproscope.core import JSON
from reproscope.repository.calibrating.calibration import Calibration
from reproscope.repository.calibrating.clusters import Clusters
from reproscope.repository.calibrating.fitting import GROUPS, with_thresholds
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
        return
    titles = ("6.1 README", "6.2 Source code availability and documentation", "6.3 Software")
    for title, group in zip(titles, GROUPS, strict=True):
        yield _weights(found, title, group)
    by_thesis, _ = with_thresholds(_thesis_weights(found.profile), *found.labelled.inputs)
    yield _thresholds(by_thesis, "table-6.4", "Table 6.4: thresholds by the thesis's weights")
    yield _thresholds(found.profile, "thresholds", "Thresholds of the fitted profile")
    for groups in found.groups:
        yield _groups(groups)
    yield _means(found)


def _signals(found: Calibration) -> Shown:
    rows = []
    for one in found.signals:
        words = "all values equal" if one.constant else ("yes" if one.shown else "none shown")
        if one.shown and not one.effect:
            words = "against what is good"
        low, high = (round(end, 3) for end in one.interval)
        share = round(one.effect, 3)
        p_value = float(f"{one.p_value:.3g}")
        rows.append((one.name, round(one.auc, 4), low, high, p_value, words, share))
    return Shown(
        "signal",
        "Does the indicator tell the two sets apart?",
        ("indicator", "AUC", "low", "high", "p", "signal", "2 AUC - 1"),
        tuple(rows),
        "AUC with its 95 % interval by DeLong; p by Mann-Whitney, not corrected for"
        f" {len(rows)} comparisons. An interval that holds 0.5 shows no signal.",
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


def _weights(found: Calibration, title: str, group: tuple[str, ...]) -> Shown:
    published = load_profile("loos2022").indicators
    rows = []
    for key in group:
        now, then = found.profile.indicators[key], published[key]
        one = found.fitted.signals[key]
        auc = f"{one.auc:.3f} [{one.interval[0]:.3f}, {one.interval[1]:.3f}]"
        rows.append((now.title, now.low, now.high, then.weight, now.weight, auc))
    return Shown(
        f"table-{title[:3]}",
        f"Table {title}: representative values and weights",
        ("indicator", "min(d)", "max(d)", "thesis's weight", "weight", "AUC"),
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
    return Shown(
        name,
        title,
        ("factor", "T", "interval of T", "A", "L", "interval of L"),
        tuple(rows),
        "T and L are the mean scores of the sets, with 95 % bootstrap intervals; A is the middle.",
    )


def _groups(groups: Clusters) -> Shown:
    rows = tuple(
        (at, one.size, one.from_first, *(round(value, 4) for value in one.centre))
        for at, one in enumerate(groups.clusters)
    )
    k = len(groups.clusters)
    number = "Table 7.1: groups" if k == 3 else "Figure 7.3: groups"
    return Shown(
        f"clusters-{k}",
        f"{number} of the factor scores, k = {k}",
        ("group", "size", "of the first set", *groups.factors),
        rows,
        f"Inertia {groups.inertia:.5f}; groups in the order of their centres.",
    )


def _means(found: Calibration) -> Shown:
    rows = tuple(
        (key, *(None if value is None else round(value, 4) for value in pair))
        for key, pair in found.means.items()
    )
    return Shown(
        "table-7.2",
        "Table 7.2: mean factor scores by the thesis's constants",
        ("factor", "first set", "other set"),
        rows,
    )
