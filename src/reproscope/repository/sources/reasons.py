"""What was left out and why, told a few times for each reason and then counted.

A hostile tree can give a million reasons; a reader wants the first few of each kind.
"""

from __future__ import annotations

from reproscope.core import Skipped

MOST_TOLD = 5


class Reasons:
    """Collects what was left out, in the order it was met."""

    def __init__(self) -> None:
        self._told: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}

    def note(self, what: str, why: str) -> None:
        """Say that *what* was left out."""
        told = self._told.setdefault(why, [])
        if len(told) < MOST_TOLD:
            told.append(what)
        self._counts[why] = self._counts.get(why, 0) + 1

    def skipped(self) -> tuple[Skipped, ...]:
        """Return it all for a report."""
        found: list[Skipped] = []
        for why, told in self._told.items():
            found.extend(Skipped(what, why) for what in told)
            more = self._counts[why] - len(told)
            if more:
                found.append(Skipped(f"{more:,} more", why))
        return tuple(found)
