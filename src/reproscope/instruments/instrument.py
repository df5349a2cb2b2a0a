"""The values of a codebook: variables with their allowed answers, and metrics over them.

They hold what a TOML file says and check single answers; reading files is done by ``reading``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from reproscope.core import ReproscopeError, UnknownName


class Kind(StrEnum):
    """What an answer is: one of named values without or with an order, a number, or words.

    ``BOOLEAN`` is nominal with the values 0 and 1 and can be averaged; ``DEGREE`` is a number from
    0 to 1; ``COUNT`` a whole number from 0 up.
    """

    BOOLEAN = "boolean"
    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    COUNT = "count"
    DEGREE = "degree"
    NUMBER = "number"
    TEXT = "text"

    @property
    def numeric(self) -> bool:
        """Whether answers can be averaged."""
        return self in (Kind.BOOLEAN, Kind.COUNT, Kind.DEGREE, Kind.NUMBER)


@dataclass(frozen=True, slots=True)
class AllowedValue:
    """One answer that may be given, and what it means; the order is that of the file."""

    value: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Variable:
    """One question of a codebook.

    ``condition`` is an expression over other variables that says when the question applies;
    ``weight`` counts in weighted metrics; ``group`` is the factor that it belongs to.
    ``not_applicable`` is the allowed value, if any, by which a coder says that the question does
    not apply: it is kept, but counts as missing in metrics and belongs in no test.
    """

    name: str
    question: str
    kind: Kind = Kind.BOOLEAN
    group: str = ""
    guidance: str = ""
    values: tuple[AllowedValue, ...] = ()
    condition: str = ""
    weight: float = 1.0
    not_applicable: str = ""
    line: int | None = field(default=None, compare=False)

    def checked(self, text: str) -> str:
        """Return an answer in its one spelling; raise ReproscopeError if it is not allowed.

        >>> Variable("shared", "Are the data shared?").checked(" 1 ")
        '1'
        """
        written = text.strip()
        if self.kind is Kind.TEXT:
            return written
        if self.kind is Kind.BOOLEAN:
            written = self._boolean(written)
        elif self.kind.numeric:
            written = self._number(written)
        return self._among(written) if self.values else written

    def _among(self, written: str) -> str:
        spellings = {allowed.value.casefold(): allowed.value for allowed in self.values}
        found = spellings.get(written.casefold())
        if found is None:
            raise UnknownName(f"value of {self.name}", written, spellings.values())
        return found

    def _boolean(self, written: str) -> str:
        truth = {"1": "1", "yes": "1", "true": "1", "0": "0", "no": "0", "false": "0"}
        found = truth.get(written.casefold())
        if found is None:
            raise ReproscopeError(f"{self.name} is answered by 1 or 0, not by {written!r}")
        return found

    def _number(self, written: str) -> str:
        try:
            number = float(written)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ReproscopeError(f"{self.name} is answered by a number, not by {written!r}")
        if self.kind is Kind.COUNT and (number < 0 or number != int(number)):
            raise ReproscopeError(f"{self.name} is a count: {written!r} is not a whole number >= 0")
        if self.kind is Kind.DEGREE and not 0 <= number <= 1:
            raise ReproscopeError(f"{self.name} is a degree from 0 to 1, not {written!r}")
        return f"{number + 0.0:.15g}"  # -0 is written as 0


@dataclass(frozen=True, slots=True)
class Metric:
    """A number or truth for each paper, computed from its answers by an expression.

    ``scheme`` says whose meaning a label such as R1 has, as R1, R2 and R3 mean opposite things in
    different years. ``kind`` is ``degree`` (0 to 1), ``boolean``, ``count`` or ``number``.
    """

    name: str
    title: str
    expression: str
    kind: Kind = Kind.DEGREE
    scheme: str = ""
    note: str = ""
    line: int | None = field(default=None, compare=False)

    @property
    def label(self) -> str:
        """The name, with its scheme where another scheme gives it another meaning: R1, R2, R3."""
        mixed_up = self.scheme and re.match(r"R\d|reproduced$", self.name)
        return f"{self.name} ({self.scheme})" if mixed_up else self.name


@dataclass(frozen=True, slots=True)
class Instrument:
    """A codebook: its source, its variables in order, and its metrics.

    ``outcome`` names the variable that other answers are tested against, if there is one, and
    ``features`` the variables and metrics that are tested against it. ``applies`` is an expression
    that says for which papers the metrics are meant; for others, and where it cannot be told, they
    have no value. ``groups`` gives each group its title.
    """

    name: str
    title: str
    source: str
    variables: tuple[Variable, ...]
    metrics: tuple[Metric, ...] = ()
    scheme: str = ""
    outcome: str = ""
    features: tuple[str, ...] = ()
    applies: str = ""
    notes: tuple[str, ...] = ()
    groups: Mapping[str, str] = field(default_factory=dict, hash=False)

    def variable(self, name: str) -> Variable:
        """Return a variable by its name; raise UnknownName with the nearest."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        known = [variable.name for variable in self.variables]
        raise UnknownName("variable", name, known, where=self.name)

    def metric(self, name: str) -> Metric:
        """Return a metric by its name; raise UnknownName with the nearest."""
        for metric in self.metrics:
            if metric.name == name:
                return metric
        known = [metric.name for metric in self.metrics]
        raise UnknownName("metric", name, known, where=self.name)

    def in_group(self, group: str) -> tuple[Variable, ...]:
        """Return the variables of a group, in order."""
        return tuple(variable for variable in self.variables if variable.group == group)
