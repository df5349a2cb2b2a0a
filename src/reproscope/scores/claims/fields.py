"""Typed values out of a table of the file; what is wrong is said with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ParamSpec, TypeVar

from reproscope.core.errors import ReproscopeError, UnknownName, shown_name
from reproscope.scores.claims.document import Listing, Node, Scalar, Table
from reproscope.scores.experiments import LARGEST_COUNT, Count

P = ParamSpec("P")
R = TypeVar("R")

_WHOLE = re.compile(r"[-+]?\d{1,19}")
_DECIMAL = re.compile(r"[-+]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][-+]?\d{1,2})?")


class Bad(ReproscopeError):
    """What is wrong with one place of the file, and its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def whole(label: str, text: str) -> int:
    """Read a whole number; its sign and size are left to the experiment.

    >>> whole("folds", "5")
    5
    """
    text = text.strip()
    if _WHOLE.fullmatch(text):
        return int(text)
    if re.fullmatch(r"[-+]?\d+", text):
        raise ReproscopeError(f"{label} is {shown_name(text, 30)}: more than {LARGEST_COUNT}")
    if text in ("", "~", "null"):
        raise ReproscopeError(f"{label} is empty: it must be a whole number")
    raise ReproscopeError(f"{label} is {shown_name(text)}: it must be a whole number")


def decimal(label: str, text: str) -> Fraction:
    """Read a decimal number exactly.

    >>> decimal("epsilon", "1e-4")
    Fraction(1, 10000)
    """
    text = text.strip()
    if not _DECIMAL.fullmatch(text):
        raise ReproscopeError(f"{label} is {shown_name(text)}: it must be a number such as 0.0001")
    return Fraction(text)


@dataclass(frozen=True, slots=True)
class Fields:
    """A table whose keys are known ones; ``_`` and ``-`` make no difference in a key."""

    what: str
    line: int
    values: dict[str, Node]
    lines: dict[str, int]

    @classmethod
    def of(cls, node: Node, what: str, known: Iterable[str]) -> Fields:
        """Open a table; an unknown or repeated key is an error that names the nearest."""
        if not isinstance(node, Table):
            raise Bad(node.line, f"{what} must be a table of keys and values")
        refuse_repeated(node, what)
        values: dict[str, Node] = {}
        lines: dict[str, int] = {}
        among = tuple(known)
        for written, value in node.values.items():
            key, line = written.strip().replace("_", "-"), node.lines[written]
            if key not in among:
                raise Bad(line, UnknownName("key", written, among, where=what).message)
            if key in values:
                raise Bad(line, f"{what}: key {key!r} is given twice")
            values[key], lines[key] = value, line
        return cls(what, node.line, values, lines)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str | None:
        """Return a text, or None where there is none."""
        node = self.values.get(key)
        if node is None:
            return None
        if not isinstance(node, Scalar):
            raise Bad(node.line, f"{key} must be a text or a number")
        return None if node.says_nothing else node.text.strip()

    def word(self, key: str, known: Sequence[str]) -> str | None:
        """Return one of the known words."""
        word = self.text(key)
        if word is not None and word not in known:
            raise Bad(self.lines[key], UnknownName(key, word, known).message)
        return word

    def flag(self, key: str) -> bool | None:
        """Return true or false."""
        word = self.text(key)
        if word is None:
            return None
        if word.casefold() not in ("true", "false"):
            raise Bad(self.lines[key], f"{key} is {shown_name(word)}: it must be true or false")
        return word.casefold() == "true"

    def whole(self, key: str) -> int | None:
        """Return a whole number."""
        node = self.values.get(key)
        return None if node is None else whole_of(key, node)

    def count(self, key: str) -> Count | None:
        """Return a whole number or a range, written as ``[least, most]``."""
        node = self.values.get(key)
        if isinstance(node, Listing):
            if len(node.items) != 2:
                raise Bad(node.line, f"{key} has {len(node.items)} ends: a range is [least, most]")
            low, high = (whole_of(key, item) for item in node.items)
            return low, high
        return None if node is None else whole_of(key, node)

    def decimal(self, key: str) -> Fraction | None:
        """Return a decimal number exactly."""
        word = self.text(key)
        if word is None:
            return None
        return at(self.lines[key], decimal, key, word)

    def listing(self, key: str) -> tuple[Node, ...]:
        """Return the items of a list, none where there is no list."""
        node = self.values.get(key)
        if node is None:
            return ()
        if not isinstance(node, Listing):
            raise Bad(node.line, f"{key} must be a list")
        return node.items

    def table(self, key: str) -> Table | None:
        """Return a table whose keys are free, such as classes or scores."""
        node = self.values.get(key)
        if node is None:
            return None
        if not isinstance(node, Table):
            raise Bad(node.line, f"{key} must be a table of names and values")
        refuse_repeated(node, key)
        return node


def whole_of(key: str, node: Node) -> int:
    """Read a whole number where it stands."""
    if not isinstance(node, Scalar):
        raise Bad(node.line, f"{key} must be a whole number")
    return at(node.line, whole, key, node.text)


def at(line: int, read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call *read*; what it refuses is said with the line."""
    try:
        return read(*args, **kwargs)
    except Bad:
        raise
    except ReproscopeError as error:
        raise Bad(line, error.message) from None


def refuse_repeated(table: Table, what: str) -> None:
    """Refuse a table in which a key stands twice: nobody can know which was meant."""
    for key, line in table.repeated:
        raise Bad(line, f"{what}: key {shown_name(key)} is given twice")
