"""Two labelled sets as columns of numbers: the reproducible repositories, and the others.

Tables of the thesis's columns become the 15 features of its importance ranking (7.2); any other two
tables give the columns of numbers that both have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from reproscope.repository.csvtable import CsvTable, TableError
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.loos2022.published import understood

FEWEST_ROWS = 5
Better = Literal["higher", "lower"]
# The thesis's features in the order of its table; the forest's random draws depend on it.
FEATURES: Mapping[str, str] = MappingProxyType(
    {
        "mean_readme_length": "readme_lines",
        "readme_links": "readme_links",
        "pct_not_acc_links": "dead_links",
        "dataset_found": "dataset",
        "licences": "licences",
        "os_licenses": "open_licences",
        "mean_CCR": "code_comment_ratio",
        "mean_pylint_score": "pylint",
        "rdm_seed_lines": "seed_lines",
        "pct_fixed_rdm_seed": "fixed_seeds",
        "MS_used": "serialisation",
        "HPL_used": "logging",
        "pct_pub_avail_libs": "public_libraries",
        "pct_strict_decl_in_conf": "strict_declarations",
        "pct_decl_in_conf_of_used_in_sc": "imports_in_config",
    }
)
BINARY = ("dataset_found", "MS_used", "HPL_used")
LOWER_IS_BETTER = ("pct_not_acc_links", "mean_CCR")
_NO_INDICATOR = ("id", "repository_url", "repository", "url", "name", "reproducible", "label")


@dataclass(frozen=True, slots=True)
class Column:
    """One indicator: its values in both sets; ``None`` is unknown and left out."""

    name: str
    reproducible: tuple[float | None, ...]
    other: tuple[float | None, ...]
    binary: bool = False
    better: Better = "higher"

    @property
    def known(self) -> tuple[list[float], list[float]]:
        """The known values of both sets."""
        return (
            [value for value in self.reproducible if value is not None],
            [value for value in self.other if value is not None],
        )


@dataclass(frozen=True)
class Labelled:
    """The two sets; `inputs` holds the rows for the thesis's formulas where they can be asked."""

    names: tuple[str, str]
    columns: tuple[Column, ...]
    sizes: tuple[int, int]
    inputs: tuple[tuple[Inputs, ...], tuple[Inputs, ...]] | None = None
    notes: tuple[str, ...] = ()


def labelled(reproducible: CsvTable, other: CsvTable) -> Labelled:
    """Join two tables; too few rows, or nothing in common, is an error that says so."""
    for table in (reproducible, other):
        if len(table.rows) < FEWEST_ROWS:
            raise TableError(
                f"{table.name}: {len(table.rows)} rows; at least {FEWEST_ROWS} of each set are"
                " needed to calibrate anything"
            )
    first, second = understood(reproducible), understood(other)
    notes = tuple(_notes(reproducible, other))
    names = (reproducible.name, other.name)
    sizes = (len(reproducible.rows), len(other.rows))
    if first is None or second is None:
        return Labelled(names, _shared(reproducible, other), sizes, notes=notes)
    inputs = (first.inputs, second.inputs)
    return Labelled(names, tuple(_features(*inputs)), sizes, inputs, notes)


def _notes(*tables: CsvTable) -> list[str]:
    return [
        f"{table.name}: {table.notes} lines below the first empty row were left out as notes"
        for table in tables
        if table.notes
    ]


def _features(first: Sequence[Inputs], second: Sequence[Inputs]) -> list[Column]:
    def values(rows: Sequence[Inputs], name: str) -> tuple[float | None, ...]:
        found = (getattr(row, name) for row in rows)
        return tuple(None if value is None else float(value) for value in found)

    return [
        Column(
            feature,
            values(first, name),
            values(second, name),
            binary=feature in BINARY,
            better="lower" if feature in LOWER_IS_BETTER else "higher",
        )
        for feature, name in FEATURES.items()
    ]


def _shared(reproducible: CsvTable, other: CsvTable) -> tuple[Column, ...]:
    """Return the columns of numbers that both tables have, in the order of the first."""
    shared = [
        name
        for name in reproducible.header
        if name and name in other.header and name.casefold() not in _NO_INDICATOR
    ]
    if not shared:
        raise TableError(
            f"{reproducible.name} and {other.name} have no column in common to calibrate"
        )
    columns = []
    for name in shared:
        first, second = (
            tuple(table.number(row, name) for row in table.rows) for table in (reproducible, other)
        )
        for table, values in ((reproducible, first), (other, second)):
            if all(value is None for value in values):
                raise TableError(f"{table.name}: column {name!r} is empty")
        binary = {*first, *second} <= {0.0, 1.0, None}
        columns.append(Column(name, first, second, binary))
    return tuple(columns)
