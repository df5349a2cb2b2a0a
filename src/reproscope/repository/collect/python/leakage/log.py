"""Where the data-flow writes down what it saw, and where two lines are set against each other.

A conflict is kept once for the line that uses the rows: the first split that shows it is enough.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from reproscope.repository.collect.python.leakage.records import Conflict, Kind, Leakage
from reproscope.repository.collect.python.leakage.values import LEARNERS, Data, Mark, Rows, Split
from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.spots import Spot, Spots


class Log:
    """The events of one source."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.spots = Spots(parsed)
        self.defined = _defined(parsed.nodes)
        self.conflicts: dict[tuple[str, int], Conflict] = {}
        self.splits: dict[Spot, None] = {}
        self.seen: Counter[str] = Counter()
        self.same: list[Conflict] = []
        self.versions: dict[tuple[int, str], int] = {}
        self.next_version = 0
        self.statements = 0

    def spot(self, node: ast.AST) -> Spot:
        """Return where a node stands, with the text of its line."""
        return self.spots.at(node)

    def fresh(self, rows: Rows | None = None) -> Data:
        """Return a table that is like no other."""
        self.next_version += 1
        return Data(rows or Rows(), self.next_version)

    def derived(self, base: Data, text: str) -> int:
        """Return the version of what the same words make of the same table."""
        key = (base.version, text)
        if key not in self.versions:
            self.next_version += 1
            self.versions[key] = self.next_version
        return self.versions[key]

    def split(self, node: ast.AST, how: str, shuffled: bool, rows: Rows | None) -> Split:
        """Write down a division of rows."""
        split = Split(self.spot(node), how, shuffled, rows)
        self.splits.setdefault(split.spot)
        return split

    def conflict(self, kind: Kind, first: Spot, second: Spot, what: str, how: str = "") -> None:
        """Write down two lines that cannot both stand."""
        key = (kind, first.place.line * 100_000 + (first.place.cell or 0))
        self.conflicts.setdefault(key, Conflict(kind, first, second, what, how))

    def divided(self, data: Data, split: Split) -> None:
        """Set what a table went through against the split that divides it now."""
        whole = not data.rows.part_of
        for mark in sorted(data.marks, key=lambda one: one.spot.place.line):
            if mark.kind == "oversampling" and (whole or split.folds):
                self.conflict("oversampling", mark.spot, split.spot, mark.what, split.how)
            elif mark.kind in LEARNERS and whole and self._learnt_from(mark, data.rows):
                self.learnt(mark, split)
        if whole and split.shuffled:
            self._out_of_order(data, split)

    def learnt(self, mark: Mark, split: Split) -> None:
        """Write down that something was fitted on rows that a split keeps apart."""
        kind: Kind = "selection" if mark.kind == "selector" else "preprocessing"
        self.conflict(kind, mark.spot, split.spot, mark.what, split.how)

    @staticmethod
    def _learnt_from(mark: Mark, rows: Rows) -> bool:
        return rows.within(mark.rows) and not mark.rows.part_of

    def _out_of_order(self, data: Data, split: Split) -> None:
        lags = [mark for mark in data.marks if mark.kind == "lag"]
        ordered = [mark for mark in data.marks if mark.kind == "order"]
        if ordered and (lags or split.how == "shuffle=True"):
            first = min(lags or ordered, key=lambda one: one.spot.place.line)
            self.conflict("ordering", first.spot, split.spot, first.kind, split.how)

    def closed(self) -> Leakage:
        """Return what is to be kept."""
        same = () if self.splits else tuple(self.same[:1])
        found = [*self.conflicts.values(), *same]
        found.sort(key=lambda one: (one.first.place.cell or 0, one.first.place.line))
        return Leakage(
            conflicts=tuple(found),
            splits=tuple(self.splits),
            prepared=self.seen["prepared"],
            selected=self.seen["selected"],
            oversampled=self.seen["oversampled"],
            trained=self.seen["trained"],
            tuned=self.seen["tuned"],
            grouped=self.seen["grouped"],
            ordered=self.seen["ordered"],
        )


def _defined(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the classes and functions of the source itself: they are not the libraries'."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in nodes if isinstance(node, kinds))
