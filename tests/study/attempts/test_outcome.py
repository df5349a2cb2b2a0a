"""An attempt's outcome follows from its experiments' counts; impossible counts are refused."""

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.attempts.outcome import AttemptOutcome, Tally
from reproscope.study.attempts.result import ResultClass


@pytest.mark.parametrize(
    ("tally", "outcome"),
    [
        (Tally(3, identical=3), AttemptOutcome.SUCCESS),
        (Tally(3, identical=1, not_conducted=2), AttemptOutcome.SUCCESS),
        (Tally(3, identical=1, different=2), AttemptOutcome.PARTIAL_SUCCESS),
        (Tally(3, consistent=3), AttemptOutcome.PARTIAL_SUCCESS),
        (Tally(3, different=1, not_conducted=2), AttemptOutcome.FAILURE),
        (Tally(3, not_conducted=3), AttemptOutcome.NO_RESULT),
    ],
)
def test_the_rule_of_the_seed(tally: Tally, outcome: AttemptOutcome) -> None:
    assert tally.outcome is outcome


def test_no_result_ranks_below_failure() -> None:
    assert [outcome.rank for outcome in AttemptOutcome] == [0, 1, 2, 3]
    assert AttemptOutcome.NO_RESULT.rank < AttemptOutcome.FAILURE.rank


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({"experiments": 2, "identical": 3}, "3 identical of 2 experiments is impossible"),
        ({"experiments": 3, "identical": 1}, "add up to 1, not to 3 experiments"),
        ({"experiments": 1, "identical": 2, "different": -1}, "-1 different"),
        ({"experiments": 0}, "count at least one"),
    ],
)
def test_impossible_counts_are_refused(counts: dict[str, int], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Tally(**counts)


def test_a_tally_counts_classes() -> None:
    classes = [ResultClass.IDENTICAL, ResultClass.NOT_CONDUCTED, ResultClass.IDENTICAL]
    assert Tally.of(classes) == Tally(3, identical=2, not_conducted=1)
