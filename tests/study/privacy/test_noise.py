"""The noise is of the declared scale, costs what is paid, and stays within its accuracy."""

import math
from collections import Counter
from fractions import Fraction

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.privacy.noise import noise_for

DRAWS = 40_000


@pytest.mark.parametrize("epsilon", ["0.1", "0.3", "1", "1/3", "2.5"])
@pytest.mark.parametrize("sensitivity", [1, 3, 10_000])
def test_noise_costs_no_more_than_its_price_and_hardly_less(epsilon: str, sensitivity: int) -> None:
    price = Fraction(epsilon)
    noise = noise_for(sensitivity, price)
    assert Fraction(noise.epsilon) <= price
    assert noise.epsilon == pytest.approx(float(price), rel=1e-9)
    assert noise.scale == pytest.approx(sensitivity / float(price), rel=1e-9)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, Fraction(1)), (3, Fraction(1, 2))])
def test_draws_have_the_declared_distribution(sensitivity: int, epsilon: Fraction) -> None:
    noise = noise_for(sensitivity, epsilon)
    drawn = Counter(noise.added([17] * DRAWS))
    ratio = math.exp(-1 / noise.scale)
    for off in range(-5, 6):
        # Discrete Laplace: P(k) = (1 - r) / (1 + r) r^|k|.
        chance = (1 - ratio) / (1 + ratio) * ratio ** abs(off)
        deviation = math.sqrt(chance * (1 - chance) / DRAWS)
        # Six deviations: by chance this fails less than once in a million runs.
        assert abs(drawn[17 + off] / DRAWS - chance) < 6 * deviation


def test_the_accuracy_holds_and_one_less_would_not() -> None:
    noise = noise_for(1, Fraction(1, 4))
    for alpha in (0.05, 0.01):
        within = noise.within(alpha)
        ratio = math.exp(-1 / noise.scale)
        beyond = [2 * ratio ** (bound + 1) / (1 + ratio) for bound in (within, within - 1)]
        assert beyond[0] <= alpha < beyond[1]


def test_numbers_that_are_equal_get_noise_of_their_own() -> None:
    assert len(set(noise_for(1, Fraction(1, 10)).added([0] * 50))) > 5


def test_a_price_that_buys_only_noise_is_refused() -> None:
    with pytest.raises(ReproscopeError, match="leaves nothing but noise"):
        noise_for(10_000, Fraction(1, 10**9))
