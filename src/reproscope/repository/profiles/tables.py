"""One table of a profile's TOML, with the checks of its values and the words for what fails."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from reproscope.core.errors import ReproscopeError, nearest, shown_name


class ProfileError(ReproscopeError):
    """A profile that cannot be used as it is; the message names the file and the key."""


class Table:
    """A table with the path to it; every read says what would be right where it is wrong."""

    def __init__(self, file: str, place: str, values: object) -> None:
        self.file = file
        self.place = place
        if not isinstance(values, dict):
            raise ProfileError(f"{file}: {place}: must be a table, not {shown(values)}")
        self.values: dict[str, Any] = values

    def wrong(self, key: str, problem: str) -> ProfileError:
        """Return the error about one key of this table."""
        path = f"{self.place}.{key}" if self.place else key
        return ProfileError(f"{self.file}: {path}: {problem}")

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """Refuse a key that means nothing here, with the nearest that does."""
        known = tuple(known)
        for key in self.values:
            if key not in known:
                near = nearest(key, known)
                advice = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
                raise self.wrong(shown_name(key)[1:-1], f"unknown key: {advice}")

    def table(self, key: str) -> Table:
        """Return a table within this one, empty where it is not written."""
        path = f"{self.place}.{key}" if self.place else key
        return Table(self.file, path, self.values.get(key, {}))

    def text(self, key: str, needed: str = "") -> str:
        """Return a text; *needed* is the advice where it must be there."""
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, f"must be text, not {shown(value)}")
        if needed and not value.strip():
            raise self.wrong(key, f"missing: {needed}")
        return value.strip()

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, f"must be true or false, not {shown(value)}")
        return value

    def number(self, key: str) -> float | None:
        """Return a finite number, or ``None`` where it is not written."""
        return None if key not in self.values else self._finite(key, self.values[key])

    def weight(self, key: str) -> float | None:
        """Return a number that is 0 or more."""
        value = self.number(key)
        if value is not None and value < 0:
            raise self.wrong(key, f"must be 0 or more, not {value:g}")
        return value

    def share(self, key: str) -> float | None:
        """Return a number from 0 to 1."""
        value = self.number(key)
        if value is not None and not 0 <= value <= 1:
            raise self.wrong(key, f"must be from 0 to 1, not {value:g}")
        return value

    def interval(self, key: str) -> tuple[float, float] | None:
        """Return two numbers in their order."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2:
            raise self.wrong(key, f"must be two numbers, [low, high], not {shown(value)}")
        low, high = (self._finite(f"{key}[{at}]", one) for at, one in enumerate(value))
        if low > high:
            raise self.wrong(key, f"must be [low, high], but {low:g} is above {high:g}")
        return low, high

    def _finite(self, key: str, value: object) -> float:
        # TOML can write nan and inf, with which every comparison would silently fail.
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, f"must be a number, not {shown(value)}")
        if not math.isfinite(value):
            raise self.wrong(key, f"must be a finite number, not {value}")
        return float(value)


def shown(value: object) -> str:
    """Quote a value for an error line, cut where it is long."""
    return shown_name(value) if isinstance(value, str) else str(value)[:80]
