"""How much of a factor's signal each of its indicators carries, and the evidence in words.

An indicator's effect is 2 AUC - 1 towards what is good; one without a signal has 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from reproscope.repository.calibrating.signal import Signal


def hundredths(parts: Sequence[float]) -> list[float]:
    """Return the shares of the parts in hundredths that add up to 1, by largest remainder.

    >>> hundredths([1, 1, 1])
    [0.34, 0.33, 0.33]
    """
    exact = [100 * part / sum(parts) for part in parts]
    floors = [int(one) for one in exact]
    order = sorted(range(len(parts)), key=lambda at: floors[at] - exact[at])
    for at in order[: 100 - sum(floors)]:
        floors[at] += 1
    return [one / 100 for one in floors]


def evidence(found: Signal, kept: str = "") -> str:
    """Return the evidence for a weight in one line; *kept* says why it is not by the signal."""
    tail = f"; {kept}" if kept else ("" if found.effect else "; so it counts nothing")
    if found.unknown:
        return f"not known in one of the sets{tail}"
    if found.constant:
        return f"no signal: every value is the same{tail}"
    words = "signal" if found.shown else "no signal shown"
    if found.shown and not found.effect:
        words = "signal against what is good"
    return f"{words}: {auc_text(found)}, p = {found.p_value:.2g}, {_sizes(found)}{tail}"


def auc_text(found: Signal) -> str:
    """Return the AUC with its interval."""
    low, high = found.interval
    return f"AUC {found.auc:.3f} [{low:.3f}, {high:.3f}]"


def _sizes(found: Signal) -> str:
    return f"{found.known[0]} and {found.known[1]} repositories"
