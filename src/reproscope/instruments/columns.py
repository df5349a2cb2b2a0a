"""A table of answers as columns of numbers, and what the nodes of an expression make of them.

``expressions`` says what a missing answer does and is what others call; expressions come here only
after ``meaning`` has checked them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from reproscope.core import ReproscopeError
from reproscope.instruments.grammar import (
    Arithmetic,
    Call,
    Comparison,
    Logic,
    Name,
    Node,
    Not,
    Number,
    Text,
)
from reproscope.instruments.instrument import Instrument, Kind, Variable
from reproscope.instruments.meaning import Scope

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
_COMPARE: Mapping[str, Any] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_ARITHMETIC: Mapping[str, Any] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
}


class Columns:
    """The columns of a table as arrays, and the metrics computed of them so far."""

    def __init__(
        self, instrument: Instrument, answers: pd.DataFrame, asked: Mapping[str, npt.NDArray[Any]]
    ) -> None:
        self.answers = answers
        self.asked = asked
        self.scope = Scope.of(instrument)
        self.metrics: dict[str, Floats] = {}

    def full(self, number: float) -> Floats:
        """Return one number for each row."""
        return np.full(len(self.answers), number, dtype=np.float64)

    def value(self, node: Node) -> Floats:
        """Return what a node yields for each row."""
        match node:
            case Number():
                return self.full(node.value)
            case Name():
                return self.metrics[node.name] if node.name in self.metrics else self.numbers(node)
            case Call():
                return self.called(node)
            case Arithmetic():
                with np.errstate(all="ignore"):
                    done = _ARITHMETIC[node.operator](self.value(node.left), self.value(node.right))
                return np.where(np.isfinite(done), done, np.nan)
            case Comparison():
                return self.compared(node)
            case Logic():
                return self.joined(node)
            case Not():
                return 1.0 - self.value(node.operand)
            case Text():
                raise AssertionError("meaning.check lets no text stand alone")

    def numbers(self, node: Name) -> Floats:
        """Return a variable's answers as numbers."""
        import pandas as pd

        variable = self.scope.variables[node.name]
        if variable.name not in self.answers.columns:
            return self.full(np.nan)
        try:
            column = pd.to_numeric(self.answers[variable.name]).to_numpy(
                np.float64, na_value=np.nan
            )
        except (ValueError, TypeError):
            raise ReproscopeError(
                f"{variable.name} is {variable.kind}, and its column holds what is no number"
            ) from None
        return self.where_asked(variable, column)

    def where_asked(self, variable: Variable, column: Floats) -> Floats:
        """Return a column without the answers to a question that does not apply."""
        asked = self.asked.get(variable.name)
        return column if asked is None else np.where(asked, column, np.nan)

    def words(self, variable: Variable) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.bool_]]:
        """Return a variable's answers as texts, and where there is one."""
        if variable.name not in self.answers.columns:
            return np.full(len(self.answers), "", dtype=object), np.zeros(len(self.answers), bool)
        column = self.answers[variable.name]
        # A column of whole numbers with gaps comes from pandas as 1.0, and is meant as 1.
        texts = np.array([f"{v:.15g}" if isinstance(v, float) else str(v) for v in column], object)
        given = column.notna().to_numpy(bool) & (texts != "")
        if variable.not_applicable:
            given &= texts != variable.not_applicable
        asked = self.asked.get(variable.name)
        return texts, given if asked is None else given & asked

    def called(self, node: Call) -> Floats:
        """Return a function over its arguments, groups being taken apart."""
        members: list[Node] = []
        for argument in node.arguments:
            group = self.scope.groups.get(argument.name) if isinstance(argument, Name) else None
            members.extend([argument] if group is None else [Name(one.name) for one in group])
        if node.function in ("count", "present"):
            given = np.vstack([self.given(member) for member in members])
            return given.sum(axis=0, dtype=float) if node.function == "count" else _float(given)
        values = np.vstack([self.value(member) for member in members])
        if node.function == "weighted_mean":
            return _mean(values, np.array([self.weight(member) for member in members]))
        return _over(node.function, values)

    def given(self, node: Node) -> npt.NDArray[np.bool_]:
        """Return where a node has a value."""
        variable = self.scope.variables.get(node.name) if isinstance(node, Name) else None
        if variable is not None and not variable.kind.numeric:
            return self.words(variable)[1]
        return ~np.isnan(self.value(node))

    def weight(self, node: Node) -> float:
        """Return what an argument weighs in a weighted mean."""
        variable = self.scope.variables.get(node.name) if isinstance(node, Name) else None
        return 1.0 if variable is None else variable.weight

    def compared(self, node: Comparison) -> Floats:
        """Return where a comparison holds."""
        if isinstance(node.left, Text) or isinstance(node.right, Text):
            left, right, known = self.compared_words(node)
        else:
            left, right = self.value(node.left), self.value(node.right)
            known = ~(np.isnan(left) | np.isnan(right))
        return np.where(known, _COMPARE[node.operator](left, right), np.nan)

    def compared_words(self, node: Comparison) -> tuple[Any, Any, npt.NDArray[np.bool_]]:
        """Return both sides of a comparison with a text: words, or ranks if ordered."""
        name = node.right if isinstance(node.left, Text) else node.left
        assert isinstance(name, Name)  # meaning.check lets no other stand beside a text
        variable = self.scope.variables[name.name]
        texts, known = self.words(variable)
        ranks: dict[str, int] = {}
        if variable.kind is Kind.ORDINAL:
            ranks = {one.value: rank for rank, one in enumerate(variable.values)}
            known = known & np.array([text in ranks for text in texts], bool)
        answered = np.array([ranks.get(text, -1) for text in texts]) if ranks else texts
        sides = []
        for side in (node.left, node.right):
            constant = side.value if isinstance(side, Text) else None
            sides.append(answered if constant is None else ranks[constant] if ranks else constant)
        return sides[0], sides[1], known

    def joined(self, node: Logic) -> Floats:
        """Return ``and`` or ``or``, decided by one operand even where another is missing."""
        values = np.vstack([self.value(operand) for operand in node.operands])
        decisive = 0.0 if node.operator == "and" else 1.0
        decided = (values == decisive).any(axis=0)
        unknown = np.isnan(values).any(axis=0)
        undecided = np.where(unknown, np.nan, 1.0 - decisive)
        joined: Floats = np.where(decided, decisive, undecided)
        return joined


def _float(given: npt.NDArray[np.bool_]) -> Floats:
    return np.asarray(given.all(axis=0), dtype=np.float64)


def _mean(values: Floats, weights: Floats) -> Floats:
    """Return the mean of each column of *values*, what is missing left out with its weight."""
    given = ~np.isnan(values)
    total = np.where(given, values * weights[:, None], 0.0).sum(axis=0)
    weight = (given * weights[:, None]).sum(axis=0)
    means: Floats = np.full(len(total), np.nan)
    np.divide(total, weight, out=means, where=weight > 0)
    return means


def _over(function: str, values: Floats) -> Floats:
    if function == "mean":
        return _mean(values, np.ones(len(values)))
    given = ~np.isnan(values)
    if function == "sum":
        found = np.where(given, values, 0.0).sum(axis=0)
    elif function in ("min", "all"):
        # All are true where the least of 0 and 1 is 1.
        found = np.where(given, values, np.inf).min(axis=0)
    else:
        found = np.where(given, values, -np.inf).max(axis=0)
    return np.where(given.any(axis=0), found, np.nan)
