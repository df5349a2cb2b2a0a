"""A result is identical, consistent or different by its printed digits and its baselines."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import (
    Result,
    ResultClass,
    classify,
    experiment_class,
)


def result(original: str, reproduced: str | None, **baselines: str) -> Result:
    return Result(
        "accuracy",
        Printed.parse(original),
        None if reproduced is None else Printed.parse(reproduced),
        {name: Printed.parse(value) for name, value in baselines.items()},
    )


@pytest.mark.parametrize(
    ("original", "reproduced", "same"),
    [
        ("0.94", "0.9449", True),
        ("0.94", "0.9451", False),
        ("0.940", "0.94", False),  # fewer digits cannot show that the last one came out
        ("62.5", "62.45", True),  # half up
        ("62.4", "62.45", True),  # half to even
        ("62.3", "62.45", False),
        ("94.0%", "0.9401", True),
        ("94.0%", "0.9406", False),
        ("1,024", "1024.3", True),
        ("3.2e-5", "0.0000321", True),
        ("-0.5", "-0.46", True),
        ("0", "0.2", True),
    ],
)
def test_identical_means_equal_at_the_printed_precision(
    original: str, reproduced: str, same: bool
) -> None:
    found = classify(result(original, reproduced)).result_class
    assert (found is ResultClass.IDENTICAL) is same


def test_the_same_standing_to_every_baseline_is_consistent() -> None:
    found = classify(result("0.90", "0.85", svm="0.80", forest="0.92"))
    assert found.result_class is ResultClass.CONSISTENT
    assert found.why == "stands to all 2 baselines as the original"


def test_one_overturned_baseline_makes_a_result_different_and_is_named() -> None:
    found = classify(result("0.90", "0.79", svm="0.80", forest="0.92"))
    assert found.result_class is ResultClass.DIFFERENT
    assert found.overturned == ("svm",)


def test_a_tie_with_a_baseline_is_a_standing_of_its_own() -> None:
    assert classify(result("0.80", "0.85", svm="0.80")).result_class is ResultClass.DIFFERENT


def test_without_a_baseline_nothing_is_consistent() -> None:
    found = classify(result("0.90", "0.91"))
    assert found.result_class is ResultClass.DIFFERENT
    assert "no baseline" in found.why


def test_no_number_is_not_conducted() -> None:
    assert classify(result("0.90", None)).result_class is ResultClass.NOT_CONDUCTED


def test_an_experiment_is_as_good_as_its_worst_result() -> None:
    worst = [ResultClass.IDENTICAL, ResultClass.DIFFERENT, ResultClass.CONSISTENT]
    assert experiment_class(worst) is ResultClass.DIFFERENT
    assert experiment_class([]) is ResultClass.NOT_CONDUCTED


@pytest.mark.parametrize("text", ["", "abc", "nan", "inf", "1e999999", "9" * 100, "0x10"])
def test_what_is_no_number_is_refused_by_name(text: str) -> None:
    with pytest.raises(ReproscopeError, match="number"):
        Printed.parse(text)


@given(st.decimals(-1000, 1000, places=6), st.integers(0, 5))
def test_a_value_is_identical_to_its_own_rounding(value: Decimal, digits: int) -> None:
    printed = Printed.parse(f"{value:.{digits}f}")
    assert printed.identical_to(Printed.parse(f"{value:f}"))


@given(st.decimals(0, 1, places=3), st.decimals(0, 1, places=4))
def test_standing_turns_round_with_the_sides(one: Decimal, other: Decimal) -> None:
    a, b = Printed.parse(str(one)), Printed.parse(str(other))
    assert a.against(b) == -b.against(a)
