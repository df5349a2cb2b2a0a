"""Seed 002's criteria: three quarters of the claims, each by its own measure."""

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.attempts.criteria import (
    Claim,
    Criteria,
    Judged,
    Magnitude,
    Ranking,
    Value,
    reproduced,
)

DEFAULT = Criteria()


@pytest.mark.parametrize(
    ("claim", "confirmed"),
    [
        (Magnitude(700, 300), True),  # the seed's own example
        (Magnitude(700, 70), False),
        (Magnitude(700, 70.1), True),
        (Magnitude(700, 90_000), True),
        (Ranking(95, 86, 100), True),  # 95% of 90% is 85.5%, not the printed 81% (erratum)
        (Ranking(95, 85, 100), False),
        (Value(0.90, 0.81), True),
        (Value(0.90, 0.80), False),
        (Value(0.90, 0.99), True),
        (Value(2.0, 2.2, higher_is_better=False), True),
        (Value(2.0, 2.3, higher_is_better=False), False),
        (Value(-1.0, -1.05), True),
        (Judged(None), None),
    ],
)
def test_each_kind_of_claim_has_its_measure(claim: Claim, confirmed: bool | None) -> None:
    assert claim.confirmed(DEFAULT) is confirmed


@pytest.mark.parametrize(
    ("holds", "answer"),
    [
        ([True, True, True, False], True),
        ([True, True, False, False], False),
        ([True, True, None, False], None),
        ([True, True, True, None], True),
        ([True, False, False, None], False),
    ],
)
def test_three_quarters_of_the_claims_decide_and_open_ones_count_for_neither_side(
    holds: list[bool | None], answer: bool | None
) -> None:
    assert reproduced(Judged(one) for one in holds).reproduced is answer


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (Magnitude(0, 3), "above 0"),
        (Ranking(5, 11, 10), "impossible"),
        (Value(float("nan"), 1), "finite"),
    ],
)
def test_impossible_claims_are_refused(claim: Claim, message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        reproduced([claim])


def test_a_paper_without_claims_cannot_be_judged() -> None:
    with pytest.raises(ReproscopeError, match="at least one"):
        reproduced([])
