"""Reads the thesis's tables, each a TOML file of ``data/`` that names its source.

The cells are as they were printed; what a study makes of them is in ``filling``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

Row = Mapping[str, Any]


@cache
def read(name: str) -> Mapping[str, Any]:
    """Return a file of ``data/`` by its name without the ending."""
    file = resources.files(__package__).joinpath("data", f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def rows(name: str) -> Iterator[Row]:
    """Yield a table's rows by the names of its columns."""
    table = read(name)
    for row in table["rows"]:
        yield dict(zip(table["columns"], row, strict=True))


def by_paper(name: str) -> dict[str, Row]:
    """Return a table's rows by the paper's key."""
    return {str(row["paper"]): row for row in rows(name)}


def left_out(name: str) -> dict[tuple[str, str], str]:
    """Return which cells are no use, by paper and column, and why."""
    return {
        (str(cell["paper"]), cell["column"]): cell["why"] for cell in read(name).get("left_out", ())
    }


def met() -> dict[str, dict[str, int]]:
    """Return how often each paper met each discrepancy, by paper and category."""
    found: dict[str, dict[str, int]] = {paper: {} for paper in by_paper("table-A.2")}
    for name in ("table-B.1", "table-B.2", "table-B.3"):
        for category, papers in read(name)["met"].items():
            for paper, counts in found.items():
                counts[category] = papers.count(int(paper))
    return found
