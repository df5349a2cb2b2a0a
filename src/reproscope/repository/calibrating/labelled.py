"""Two labelled sets as columns of numbers: the reproducible repositories, and the others.

Tables of the thesis's columns become the 15 features of its importance ranking (7.2); any other two
tables give the columns of numbers, or of reproscope's answers, that both have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from reproscope.core.errors import shown_name
from reproscope.repository.csvtable import CsvTable, Row, TableError
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.loos2022.published import Published, understood

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
# What an indicator answers, as a number; a partial of which no more is known is a half.
ANSWERS: Mapping[str, float | None] = MappingProxyType(
    {
        "present": 1.0,
        "partial": 0.5,
        "absent": 0.0,
        "unknown": None,
        "not-applicable": None,
    }
)
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
        columns, more = _shared(reproducible, other)
        return Labelled(names, columns, sizes, notes=(*notes, *more))
    notes += tuple(_assumptions(first, second))
    inputs = (first.inputs, second.inputs)
    return Labelled(names, tuple(_features(*inputs)), sizes, inputs, notes)


def _notes(*tables: CsvTable) -> list[str]:
    return [
        f"{Path(table.name).name}: {table.notes} lines below the first empty row were left out as"
        " notes"
        for table in tables
        if table.notes
    ]


def _assumptions(*tables: Published) -> list[str]:
    """Say once what the tables do not tell, and which of them."""
    lacking: dict[str, list[str]] = {}
    for one in tables:
        for words in one.assumes:
            lacking.setdefault(words, []).append(Path(one.table.name).name)
    return [f"{' and '.join(names)}: {words}" for words, names in lacking.items()]


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


def _shared(reproducible: CsvTable, other: CsvTable) -> tuple[tuple[Column, ...], list[str]]:
    """Return the columns of numbers that both tables have, in the order of the first, and notes."""
    tables = (reproducible, other)
    shared = [
        name
        for name in reproducible.header
        if name and name in other.header and name.casefold() not in _NO_INDICATOR
    ]
    words = [name for name in shared if all(_holds_words(table, name) for table in tables)]
    notes = [f"{shown_name(name)} holds words and no numbers, so it is left out" for name in words]
    shared = [name for name in shared if name not in words]
    if not shared:
        raise TableError(
            f"{reproducible.name} and {other.name} have no column in common to calibrate"
        )
    return tuple(_column(reproducible, other, name) for name in shared), notes


def _column(reproducible: CsvTable, other: CsvTable, name: str) -> Column:
    first, second = (
        tuple(_value(table, row, name) for row in table.rows) for table in (reproducible, other)
    )
    for table, values in ((reproducible, first), (other, second)):
        if all(value is None for value in values):
            raise TableError(f"{table.name}: column {shown_name(name)} is empty")
    return Column(name, first, second, binary={*first, *second} <= {0.0, 1.0, None})


def _value(table: CsvTable, row: Row, name: str) -> float | None:
    """Return a number, or an answer of reproscope as one."""
    word = row.cells[name].strip().casefold()
    return ANSWERS[word] if word in ANSWERS else table.number(row, name)


def _holds_words(table: CsvTable, name: str) -> bool:
    """Whether no cell of a column is a number or an answer, and at least one is not empty."""
    cells = [text for row in table.rows if (text := row.cells[name].strip().casefold())]
    return bool(cells) and not any(text in ANSWERS or _is_number(text) for text in cells)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
