"""Lines up the answers of a long table by question, so that equal answers have equal numbers.

It reads a row for each answer: paper, variable, coder and value, as categories for speed. What
``settling`` and ``tabulating`` make of the numbers is theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument, Variable

if TYPE_CHECKING:
    import pandas as pd

Codes = npt.NDArray[np.int32]
COLUMNS = ("paper", "variable", "coder", "value")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers to one question: for each, which paper, which coder, and which of ``texts``."""

    variable: Variable
    paper: Codes
    coder: Codes
    value: Codes
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Long:
    """A long table as numbers, with the names that they count into."""

    instrument: Instrument
    papers: tuple[str, ...]
    coders: tuple[str, ...]
    variables: tuple[str, ...]
    values: tuple[str, ...]
    codes: dict[str, Codes]

    @classmethod
    def of(cls, long: pd.DataFrame, instrument: Instrument) -> Long:
        """Read a table; answers without a value were taken back and are left out."""
        names: dict[str, tuple[str, ...]] = {}
        codes: dict[str, Codes] = {}
        for name in COLUMNS:
            if name not in long.columns:
                raise UnknownName("column", name, [str(column) for column in long.columns])
            column = long[name]
            if column.dtype != "category":
                column = column.astype(object).astype("category")
            names[name] = tuple(str(text) for text in column.cat.categories)
            codes[name] = column.cat.codes.to_numpy().astype(np.int32)
        _check(names["variable"], codes["variable"], instrument)
        gone = codes["value"] < 0
        if "" in names["value"]:
            gone |= codes["value"] == names["value"].index("")
        if gone.any():
            codes = {name: column[~gone] for name, column in codes.items()}
        return cls(
            instrument, names["paper"], names["coder"], names["variable"], names["value"], codes
        )

    def answered(self, variable: Variable) -> Answered:
        """Return the answers to a question, each in its one spelling."""
        place = self.variables.index(variable.name) if variable.name in self.variables else -1
        rows = np.flatnonzero(self.codes["variable"] == place)
        value = self.codes["value"][rows]
        used = np.unique(value)
        spellings = [self._spelled(variable, code, rows) for code in used]
        texts = tuple(dict.fromkeys(spellings))
        number = {text: code for code, text in enumerate(texts)}
        table = np.zeros(len(self.values) + 1, np.int32)
        table[used] = [number[text] for text in spellings]
        return Answered(
            variable, self.codes["paper"][rows], self.codes["coder"][rows], table[value], texts
        )

    def _spelled(self, variable: Variable, code: int, rows: npt.NDArray[np.int64]) -> str:
        """Return an answer in its one spelling, or say of which paper it is none."""
        try:
            return variable.checked(self.values[code])
        except ReproscopeError as error:
            where = rows[np.argmax(self.codes["value"][rows] == code)]
            paper = shown_name(self.papers[self.codes["paper"][where]])
            named = error.message.startswith(f"{variable.name} ")
            gap = "." if named else ": "
            raise ReproscopeError(f"{paper}: {self.instrument.name}{gap}{error.message}") from None


def _check(names: tuple[str, ...], codes: Codes, instrument: Instrument) -> None:
    known = {variable.name for variable in instrument.variables}
    counts: Any = np.bincount(codes[codes >= 0], minlength=len(names))
    for name, count in zip(names, counts, strict=True):
        if count and name not in known:
            instrument.variable(name)
