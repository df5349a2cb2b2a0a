"""What a table is before it has a form, and the cells and tables that several others share."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.core import JSON
from reproscope.repository.calibrating.signal import Signal
from reproscope.repository.profiles import Profile

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


def auc_cell(one: Signal) -> str | None:
    """Return an AUC with its interval, nothing where it is not known."""
    if one.unknown:
        return None
    return f"{one.auc:.3f} [{one.interval[0]:.3f}, {one.interval[1]:.3f}]"


def thresholds_table(profile: Profile, name: str, title: str) -> Shown:
    """Return the thresholds of a profile, with what it says of them."""
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
