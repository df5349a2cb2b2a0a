"""Margins of error to the digits of Gundersen and Kjensmo's Table 1, errata as errata; power."""

import pytest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from reproscope.core import ReproscopeError
from reproscope.study.planning import (
    margin_of_error,
    power_of_proportions,
    size_for_margin,
    size_for_proportions,
)


@pytest.mark.parametrize(
    ("sample", "population", "percent", "printed"),
    [
        pytest.param(100, 413, 8.541805, "8.54", id="IJCAI 13"),
        pytest.param(100, 213, 7.154798, "7.15", id="AAAI 14 at the printed population"),
        pytest.param(100, 551, 8.874277, "8.87", id="IJCAI 16"),
        pytest.param(100, 549, 8.870722, "8.87", id="AAAI 16 at the printed population"),
        pytest.param(400, 1726, 4.296089, "4.30", id="total at the printed population"),
    ],
)
def test_table_1_of_the_survey(sample: int, population: int, percent: float, printed: str) -> None:
    margin = 100 * margin_of_error(sample, population)
    assert margin == pytest.approx(percent, abs=5e-7)
    assert f"{margin:.2f}" == printed


@pytest.mark.parametrize(
    ("sample", "population", "percent", "printed"),
    [
        pytest.param(100, 398, 8.490611, "7.15", id="AAAI 14: its list has 398 papers, not 213"),
        pytest.param(400, 1910, 4.357943, "4.30", id="total: the lists have 1,910, not 1,726"),
        pytest.param(400, 1726, 4.296089, "4.29", id="the text says 4.29, its table 4.30"),
    ],
)
def test_errata_of_table_1(sample: int, population: int, percent: float, printed: str) -> None:
    margin = 100 * margin_of_error(sample, population)
    assert margin == pytest.approx(percent, abs=5e-7)
    assert f"{margin:.2f}" != printed


def test_the_list_of_aaai_16_has_one_paper_less_which_changes_no_printed_digit() -> None:
    margin = 100 * margin_of_error(100, 548)
    assert margin == pytest.approx(8.868934, abs=5e-7)
    assert f"{margin:.2f}" == "8.87"


@pytest.mark.parametrize(
    ("sample", "population", "percent"),
    [(71, 413, 10.596473), (85, 213, 8.259498), (84, 551, 9.852888), (85, 549, 9.781047)],
)
def test_margins_of_the_empirical_papers_alone(
    sample: int, population: int, percent: float
) -> None:
    assert 100 * margin_of_error(sample, population) == pytest.approx(percent, abs=5e-7)


def test_without_a_population_there_is_no_correction() -> None:
    assert 100 * margin_of_error(100) == pytest.approx(9.8)
    assert 100 * margin_of_error(400) == pytest.approx(4.9)


def test_a_whole_population_leaves_no_margin() -> None:
    assert margin_of_error(50, 50) == 0
    assert margin_of_error(1, 1) == 0


@pytest.mark.parametrize("population", [None, 10, 100, 413, 1910, 100_000])
@pytest.mark.parametrize("margin", [0.01, 0.05, 0.0854, 0.2])
def test_the_size_for_a_margin_is_the_smallest(margin: float, population: int | None) -> None:
    size = size_for_margin(margin, population)
    assert margin_of_error(size, population) <= margin
    if size > 1:
        assert margin_of_error(size - 1, population) > margin


@pytest.mark.parametrize(("first", "second", "size"), [(0.5, 0.65, 100), (0.2, 0.26, 325)])
def test_power_agrees_with_statsmodels(first: float, second: float, size: int) -> None:
    effect = proportion_effectsize(first, second)
    theirs = NormalIndPower().power(effect, size, 0.05, 1)
    assert power_of_proportions(first, second, size) == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.65), (0.24, 0.27), (0.0, 0.1)])
def test_the_size_for_a_power_is_the_smallest(first: float, second: float) -> None:
    size = size_for_proportions(first, second, 0.8)
    assert power_of_proportions(first, second, size) >= 0.8
    assert power_of_proportions(first, second, size - 1) < 0.8


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: margin_of_error(0), "at least one paper"),
        (lambda: margin_of_error(10, 5), "a sample of 10 from a population of 5"),
        (lambda: margin_of_error(10, 50, share=1.5), "a share lies between 0 and 1"),
        (lambda: size_for_margin(0), "a margin lies between 0 and 1"),
        (lambda: size_for_proportions(0.5, 0.5), "two equal shares"),
        (lambda: size_for_proportions(0.5, 0.6, power=1), "a power lies between 0 and 1"),
        (lambda: power_of_proportions(0.5, 0.6, 1), "at least two papers"),
        (lambda: power_of_proportions(0.5, 0.6, 10, alpha=0), "a level lies between 0 and 1"),
    ],
)
def test_impossible_questions_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ReproscopeError, match=message):
        call()
