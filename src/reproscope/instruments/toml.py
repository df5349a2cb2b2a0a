"""A TOML text as tables whose every complaint names the file and the line.

It knows no instruments; ``reading`` makes them of the tables.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from reproscope.core import ReproscopeError, nearest
from reproscope.core.errors import shown_name
from reproscope.instruments.positions import Path, TooDeep, line_of_each_key

# What names a variable, a metric or a group, so that expressions can use it.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")
_AT_LINE = re.compile(r" \(at line (\d+), column (\d+)\)$")


class FileError(ReproscopeError):
    """A file that cannot be used as it is: ``my.toml:17: what is wrong``."""

    def __init__(self, file: str, line: int | None, problem: str) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        super().__init__(f"{file}: {problem}" if line is None else f"{file}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class Table:
    """A table at its path in a file; every read says what would be right where it is wrong."""

    file: str
    lines: Mapping[Path, int] = field(repr=False)
    values: Mapping[str, object]
    path: Path = ()

    def line(self, *keys: str | int) -> int | None:
        """Return the line of a key, or the nearest one above it that is known."""
        path = (*self.path, *keys)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def wrong(self, problem: str, *keys: str | int) -> FileError:
        """Return the error about this table, or about one of its keys."""
        return FileError(self.file, self.line(*keys), problem)

    @contextmanager
    def blamed(self, *keys: str | int) -> Iterator[None]:
        """Give what is raised within the line of a key."""
        try:
            yield
        except FileError:
            raise
        except ReproscopeError as error:
            raise self.wrong(error.message, *keys) from None

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """Refuse a key that means nothing here, with the nearest that does."""
        known = tuple(known)
        for key in self.values:
            if key not in known:
                near = nearest(key, known)
                advice = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
                raise self.wrong(f"unknown key {shown_name(key)}: {advice}", key)

    def text(self, key: str, needed: str = "") -> str:
        """Return a text without blanks around it; *needed* is the advice where it must be there."""
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(f"{key} must be text in quotes, not {shown(value)}", key)
        if needed and not value.strip():
            raise self.wrong(f"{key} is missing: {needed}", key)
        return value.strip()

    def number(self, key: str, otherwise: float) -> float:
        """Return a finite number."""
        value = self.values.get(key, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(f"{key} must be a number, not {shown(value)}", key)
        # TOML can write nan and inf, and whole numbers without an end.
        if abs(value) > 1e15 or not math.isfinite(value):
            raise self.wrong(f"{key} must be a number of common size", key)
        return float(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty where it is not written."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list of texts, not {shown(value)}", key)
        for at, one in enumerate(value):
            if not isinstance(one, str) or not one.strip():
                raise self.wrong(f"{key} must hold texts in quotes, not {shown(one)}", key, at)
        return tuple(one.strip() for one in value)

    def named_texts(self, key: str) -> dict[str, str]:
        """Return a table of texts by their names, empty where it is not written."""
        table = self.table(key)
        return {name: table.text(name) for name in table.values}

    def table(self, key: str) -> Table:
        """Return a table within this one, empty where it is not written."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"{key} must be a table, not {shown(value)}", key)
        return Table(self.file, self.lines, value, (*self.path, key))

    def tables(self, key: str) -> Iterator[Table]:
        """Yield each table of an array of tables, ``[[key]]``."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be written as [[{key}]], not as {shown(value)}", key)
        for at, one in enumerate(value):
            if not isinstance(one, dict):
                raise self.wrong(
                    f"{key} must be written as [[{key}]], not as {shown(one)}", key, at
                )
            yield Table(self.file, self.lines, one, (*self.path, key, at))


def parsed(text: str, file: str) -> Table:
    """Return the whole document; *file* is its name in messages."""
    try:
        lines = line_of_each_key(text)
        return Table(file, lines, tomllib.loads(text))
    except TooDeep as error:
        raise FileError(file, error.line, "a key has too many parts") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _AT_LINE.search(said)
        line = int(place[1]) if place else text.count("\n") + 1
        raise FileError(file, line, f"not TOML: {_AT_LINE.sub('', said)}") from None
    except (RecursionError, ValueError):
        # Python refuses whole numbers of thousands of digits with a plain ValueError.
        raise FileError(
            file, None, "not TOML that anyone would write: too deep or too long"
        ) from None


def shown(value: object) -> str:
    """Quote a value for an error line, cut where it is long."""
    match value:
        case str():
            return shown_name(value)
        case dict():
            return "a table"
        case list():
            return "a list"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:.15g}" if abs(value) < 1e300 else "a number without end"
        case _:
            return f"{value!s:.40}"
