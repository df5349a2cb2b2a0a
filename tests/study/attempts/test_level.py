"""The level of a reproduction follows from what was found, by seed 000's procedure."""

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.attempts.level import (
    DataFound,
    Implementation,
    Level,
    level_of,
    study_level,
)

ORIGINAL = Implementation(by_an_author=True)
SAME = DataFound(same_name=True)


@pytest.mark.parametrize(
    ("implementation", "data", "level"),
    [
        (ORIGINAL, SAME, Level.R1),
        (None, SAME, Level.R2_D),
        (ORIGINAL, None, Level.R2_M),
        (None, None, Level.R3),
        (Implementation(claims_the_study=True), DataFound(same_reference=True), Level.R1),
        (Implementation(), SAME, Level.R2_D),
        (Implementation(by_an_author=True, readable=False), SAME, Level.R2_D),
        (ORIGINAL, DataFound(), Level.R2_M),
    ],
)
def test_method_and_data_decide_the_level(
    implementation: Implementation | None, data: DataFound | None, level: Level
) -> None:
    assert level_of(implementation, data) is level


@pytest.mark.parametrize(
    ("preparation", "level"),
    [
        ({"preparation_complex": True}, Level.R3),
        ({"preparation_by_hand": True}, Level.R3),
        ({}, Level.R2_D),
    ],
)
def test_preparation_that_cannot_be_repeated_makes_other_data(
    preparation: dict[str, bool], level: Level
) -> None:
    data = DataFound(same_name=True, preparation_shared=False, **preparation)
    assert level_of(None, data) is level


def test_shared_preparation_may_be_as_complex_as_it_likes() -> None:
    assert DataFound(same_name=True, preparation_complex=True).original


def test_a_study_has_the_best_level_of_its_experiments() -> None:
    assert study_level([Level.R3, Level.R2_M, Level.R2_D]) is Level.R2_D
    assert study_level([Level.R3]) is Level.R3


def test_a_study_without_experiments_has_no_level() -> None:
    with pytest.raises(ReproscopeError, match="without an experiment"):
        study_level([])
