"""The budget of privacy: what was spent of it, and whether there is enough left.

Epsilon and delta add up over all releases (basic composition); nothing is ever given back.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from sqlalchemy import Connection, insert, select

from reproscope.core import ReproscopeError
from reproscope.study.records import Release
from reproscope.study.store.ids import next_id
from reproscope.study.store.moments import microseconds, moment_of
from reproscope.study.store.schema import RELEASE
from reproscope.study.store.texts import storable


def spend(
    connection: Connection, release: Release, limit: float, delta_limit: float | None
) -> Release:
    """Add a release if the budget allows it; raise ReproscopeError and spend nothing if not."""
    earlier = releases(connection)
    for name, most in (("epsilon", limit), ("delta", delta_limit)):
        if most is None:
            continue
        if not (math.isfinite(most) and most >= 0):
            raise ReproscopeError(f"a budget of {name} is a number from 0 up, not {most}")
        spent = sum((_exact(getattr(one, name)) for one in earlier), Fraction(0))
        wanted = _exact(getattr(release, name))
        if not spent + wanted <= _exact(most):
            left = max(_exact(most) - spent, Fraction(0))
            raise ReproscopeError(
                f"the budget of privacy does not allow it: {name} {float(wanted):g} is asked for, "
                f"and {float(left):g} of {most:g} is left after {len(earlier)} releases"
            )
    given = microseconds(release.given)
    connection.execute(
        insert(RELEASE).values(
            id=next_id(connection, RELEASE),
            epsilon=float(release.epsilon),
            delta=float(release.delta),
            what=storable(release.what, "what is released"),
            given=given,
        )
    )
    return replace(release, given=moment_of(given))


def releases(connection: Connection) -> tuple[Release, ...]:
    """Return all releases in the order in which they were made."""
    rows = connection.execute(select(RELEASE).order_by(RELEASE.c.id))
    return tuple(Release(row.epsilon, row.what, row.delta, moment_of(row.given)) for row in rows)


def _exact(number: float) -> Fraction:
    """Return the number as it is written: three times 0.1 is 0.3."""
    return Fraction(str(float(number)))
