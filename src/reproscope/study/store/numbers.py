"""Which whole numbers a database can hold."""

from __future__ import annotations

from reproscope.core import ReproscopeError

_LARGEST = 2**63 - 1


def storable_whole(number: int, what: str) -> int:
    """Return the number; raise ReproscopeError if a database would refuse it."""
    if not -_LARGEST <= number <= _LARGEST:
        raise ReproscopeError(f"{what} is too large a number to be kept")
    return number
