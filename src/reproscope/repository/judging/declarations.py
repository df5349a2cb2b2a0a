"""What the indicators of the software environment say alike: what could not be read, and where."""

from __future__ import annotations

from collections.abc import Sequence

from reproscope.core import Evidence
from reproscope.repository.collect.environment.records import Broken
from reproscope.repository.judging.answering import MOST_EVIDENCE
from reproscope.repository.judging.indicator import at


def unreadable(broken: Sequence[Broken], most: int = MOST_EVIDENCE) -> tuple[Evidence, ...]:
    """Return evidence for the first files of declarations that could not be read, and why."""
    return tuple(at(one.file, one.line, f"{one.file}: {one.why}") for one in broken[:most])
