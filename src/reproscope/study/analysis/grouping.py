"""Papers in groups by an attribute; without one all papers are one group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reproscope.core import ReproscopeError, UnknownName

if TYPE_CHECKING:
    import pandas as pd

TOTAL = "all papers"
_MOST_GROUPS = 40


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups' names in order, and each paper's group by its key; missing where it has none."""

    by: str
    names: tuple[str, ...]
    of_paper: pd.Series
    without: int

    def split(self, values: pd.Series) -> Iterator[tuple[str, pd.Series]]:
        """Yield the values of each group, then those of all papers."""
        own = self.of_paper.reindex(values.index)
        for name in self.names:
            yield name, values[own == name]
        yield TOTAL, values

    @property
    def missing(self) -> str:
        """What a table says of papers without a group."""
        if not self.without:
            return ""
        return f"{self.without} papers without {self.by} are counted in {TOTAL!r} alone"


def grouping(papers: pd.DataFrame, by: str) -> Grouping:
    """Group papers by an attribute; a group's place is that of its first paper's name in order."""
    import pandas as pd

    if not by:
        return Grouping("", (), pd.Series(index=papers.index, dtype=object), 0)
    known = [str(name) for name in papers.columns if name != "title"]
    if by not in known:
        raise UnknownName("attribute of papers", by, known)
    of_paper = papers[by].replace("", None)
    names = sorted({str(name) for name in of_paper.dropna()})
    if len(names) > _MOST_GROUPS:
        raise ReproscopeError(
            f"{by} makes {len(names)} groups, too many to compare: choose an attribute that few "
            "papers differ in"
        )
    return Grouping(by, tuple(names), of_paper, int(of_paper.isna().sum()))
