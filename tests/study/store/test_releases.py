"""The budget of privacy is spent once, and never more than there is."""

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.store import Study
from tests.study.store.samples import new_study


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


def test_what_was_spent_is_kept_with_what_it_was_spent_on(study: Study) -> None:
    release = study.spend(0.25, 1.0, what="means by conference", delta=1e-6, delta_limit=1e-5)
    assert (release.epsilon, release.delta, release.what) == (0.25, 1e-6, "means by conference")
    assert study.releases() == (release,)


def test_a_tenth_can_be_spent_three_times_of_three_tenths(study: Study) -> None:
    for _ in range(3):
        study.spend(0.1, 0.3, what="a mean")
    with pytest.raises(
        ReproscopeError, match=r"epsilon 0.1 is asked for, and 0 of 0.3 is left after 3 releases"
    ):
        study.spend(0.1, 0.3, what="a mean")
    assert len(study.releases()) == 3


def test_what_is_over_the_budget_spends_nothing(study: Study) -> None:
    study.spend(0.6, 1.0, what="a")
    with pytest.raises(ReproscopeError, match=r"0.5 is asked for, and 0.4 of 1 is left"):
        study.spend(0.5, 1.0, what="b")
    assert study.spend(0.4, 1.0, what="c").epsilon == 0.4
    assert [release.what for release in study.releases()] == ["a", "c"]


def test_delta_has_a_budget_too(study: Study) -> None:
    study.spend(0.1, 1.0, what="a", delta=9e-6, delta_limit=1e-5)
    with pytest.raises(ReproscopeError, match="delta 2e-06 is asked for"):
        study.spend(0.1, 1.0, what="b", delta=2e-6, delta_limit=1e-5)


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("nan"), float("inf")])
def test_an_impossible_epsilon_is_refused(study: Study, epsilon: float) -> None:
    with pytest.raises(ReproscopeError, match="epsilon is a number above 0"):
        study.spend(epsilon, 1.0, what="a")
    assert study.releases() == ()


@pytest.mark.parametrize("delta", [1.0, -0.1, float("nan")])
def test_an_impossible_delta_is_refused(study: Study, delta: float) -> None:
    with pytest.raises(ReproscopeError, match="delta is a number from 0 to below 1"):
        study.spend(0.1, 1.0, what="a", delta=delta)


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), -1.0])
def test_a_budget_that_is_no_number_allows_nothing(study: Study, limit: float) -> None:
    with pytest.raises(ReproscopeError, match="budget"):
        study.spend(0.1, limit, what="a")
    assert study.releases() == ()
