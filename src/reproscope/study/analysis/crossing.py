"""A contingency table as a table of a report: observed and expected counts, and the test below."""

from __future__ import annotations

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import count, number, text
from reproscope.study.statistics import Contingency, permuted_p

_MOST_LEVELS = 60


def crossed_table(
    name: str, rows: str, columns: str, found: Contingency, topic: str, seed: int
) -> Table:
    """Return the table of two characters, each level of the first in a row."""
    cells: list[tuple[Cell, ...]] = [
        (level, *observed, *expected)
        for level, observed, expected in zip(
            found.rows[:_MOST_LEVELS], found.observed, found.expected, strict=False
        )
    ]
    return Table(
        name,
        f"{rows} and {columns}",
        (
            text("level", rows),
            *(count(f"observed_{i}", level) for i, level in enumerate(found.columns, 1)),
            *(number(f"expected_{i}", f"{x}, expected", 1) for i, x in enumerate(found.columns, 1)),
        ),
        tuple(cells),
        found.tested.recipe,
        n=found.tested.n,
        missing=f"{found.tested.missing} papers without both answers are left out",
        notes=tuple(_notes(found, seed)),
        topic=topic,
    )


def _notes(found: Contingency, seed: int) -> list[str]:
    if found.tested.p is None:
        return [f"No test: {found.tested.why_not}."]
    notes = [
        f"Chi-squared {found.tested.statistic:.4f}, df {found.tested.freedom:.0f}, "
        f"p {found.tested.p:.4g}; Cramér's V {found.tested.effect:.3f}."
    ]
    if found.fisher_p is not None:
        notes.append(f"Fisher's exact p {found.fisher_p:.4g}.")
    if found.small_cells:
        permuted = permuted_p(found, seed=seed)
        notes.append(
            f"{found.small_cells} expected counts are below 5, where the test is rough; by 20,000 "
            f"permutations p is {permuted:.2g}."
        )
    left_out = len(found.rows) - _MOST_LEVELS
    if left_out > 0:
        notes.append(f"{left_out} further levels are not shown; they are in the test.")
    return notes
