"""What is written to a file: names of columns, what they hold, and rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.study.exchange.numbers import number_of

Row = Sequence[str]
CHUNK = 50_000


@dataclass(frozen=True, slots=True)
class Written:
    """A table to write; ``numeric`` names the columns whose cells are all numbers or empty."""

    columns: tuple[str, ...]
    rows: Iterable[Row]
    numeric: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        twice = [name for name in self.columns if self.columns.count(name) > 1]
        if twice:
            raise ReproscopeError(f"two columns would be called {twice[0]!r}: rename one of them")


def typed(name: str, cell: str) -> int | float | None:
    """Return a cell of a numeric column as a number, None where it is empty."""
    if not cell:
        return None
    number = number_of(cell)
    if number is None:
        raise ReproscopeError(f"column {name!r}: {cell!r} cannot be written as a number")
    return number


def chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows some at a time."""
    iterator = iter(rows)
    while some := list(islice(iterator, CHUNK)):
        yield some


def cannot_write(path: Path, error: OSError) -> ReproscopeError:
    """Return what a user is told when a file cannot be written."""
    return ReproscopeError(f"{path}: cannot be written: {error.strerror}")
