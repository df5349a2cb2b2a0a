"""At which level a study can be reproduced: the decision procedure of seed 000, sections 3.3, 3.5.

The labels are those of the scheme ``cappelen2018``; R1, R2 and R3 mean other things elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reproscope.core import ReproscopeError

SCHEME = "cappelen2018"


class Level(StrEnum):
    """What is the same as in the original: method and data, one of them, or neither."""

    R1 = "R1"
    R2_D = "R2-D"
    R2_M = "R2-M"
    R3 = "R3"


# From the one that leaves least to chance to the one that leaves most.
ORDER = tuple(Level)


@dataclass(frozen=True, slots=True)
class Implementation:
    """An implementation that was found, and whether it is the original one.

    It counts as original if it says that it belongs to the study or if an author of the study
    wrote it. One that cannot be read, such as a compiled program, is not used.
    """

    claims_the_study: bool = False
    by_an_author: bool = False
    readable: bool = True

    @property
    def original(self) -> bool:
        """Whether it can serve as the same implementation."""
        return self.readable and (self.claims_the_study or self.by_an_author)


@dataclass(frozen=True, slots=True)
class DataFound:
    """Data that were found for an experiment, and whether they are the original ones.

    They count as the same if the name is identical, or if paper and host refer to the same work.
    Preparation that has to be written anew in many stages, or by hand, makes them other data.
    """

    same_name: bool = False
    same_reference: bool = False
    preparation_shared: bool = True
    preparation_complex: bool = False
    preparation_by_hand: bool = False

    @property
    def original(self) -> bool:
        """Whether they can serve as the same data."""
        lost = not self.preparation_shared and (
            self.preparation_complex or self.preparation_by_hand
        )
        return (self.same_name or self.same_reference) and not lost


def level_of(implementation: Implementation | None, data: DataFound | None) -> Level:
    """Return the level of one experiment; ``None`` is what was looked for and not found.

    >>> level_of(None, DataFound(same_name=True))
    <Level.R2_D: 'R2-D'>
    """
    method = implementation is not None and implementation.original
    same_data = data is not None and data.original
    if method:
        return Level.R1 if same_data else Level.R2_M
    return Level.R2_D if same_data else Level.R3


def study_level(levels: Iterable[Level]) -> Level:
    """Return a study's level: the best that one of its experiments has."""
    found = set(levels)
    if not found:
        raise ReproscopeError("a study without an experiment has no level")
    return next(level for level in ORDER if level in found)
