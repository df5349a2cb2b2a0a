"""Moments as the store keeps them: whole microseconds since 1970 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_START = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(moment: datetime | None) -> int:
    """Return a moment as a number, now for None; one without a zone is taken for UTC.

    >>> microseconds(datetime(1970, 1, 1, 0, 0, 1))
    1000000
    """
    if moment is None:
        moment = datetime.now(UTC)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _START) // _MICROSECOND


def moment_of(number: int) -> datetime:
    """Return the moment of a number, in UTC."""
    return _START + number * _MICROSECOND
