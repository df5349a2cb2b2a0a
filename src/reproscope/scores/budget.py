"""How long a decision may take, and how far it got when the time ran out."""

from __future__ import annotations

import time


class Budget:
    """A deadline that solvers ask, and the words for how far they came."""

    def __init__(self, seconds: float | None = 60.0) -> None:
        self.seconds = seconds
        self._started = time.monotonic()
        self.progress = ""

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was opened."""
        return time.monotonic() - self._started

    @property
    def remaining(self) -> float:
        """Seconds left; infinite without a limit."""
        return float("inf") if self.seconds is None else self.seconds - self.elapsed

    @property
    def spent(self) -> bool:
        """Whether the time has run out."""
        return self.remaining <= 0

    def part(self, share: float, at_least: float = 0.05) -> Budget:
        """Return a budget that ends after a share of what remains, and never after this one."""
        if self.seconds is None:
            return Budget(None)
        return Budget(max(0.0, min(self.remaining, max(self.remaining * share, at_least))))
