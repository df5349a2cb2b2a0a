"""What the thesis printed and what follows from its data: the errata of surveys.md, section 4."""

from functools import cache

import pytest

from reproscope.core import Table
from reproscope.study.analysis import Wish, analyse
from reproscope.study.example.comparing import Compared, compared, comparisons
from tests.study.analysis.tables import named, row
from tests.study.example.test_filling import held


@cache
def tables() -> tuple[Table, ...]:
    return analyse(held(), Wish(by="level"))


@cache
def every() -> tuple[Compared, ...]:
    return tuple(comparisons(tables(), held()))


def test_a_reason_is_given_for_each_difference_and_for_nothing_else() -> None:
    assert [one for one in every() if one.same == bool(one.why)] == []


def test_nothing_is_compared_twice() -> None:
    told = [(one.where, one.what) for one in every()]
    assert len(set(told)) == len(told)


def test_how_many_numbers_come_out_again() -> None:
    found = row(named(compared(tables(), held()), "thesis-compared"), "all")
    assert (found["compared"], found["same"], found["otherwise"]) == (179, 160, 19)


@pytest.mark.parametrize(
    ("where", "what", "printed", "computed"),
    [
        ("table 4.2", "outcome, paper 17", "failure", "partial-success"),
        ("table A.3", "Article Model Metric, paper 10", "0.61", "0.615"),
        ("table A.3", "Article Model Metric, paper 15", "0.58", "0.585"),
        ("table 5.1", "partial success, all attempts", "40.91%", "45.455%"),
        ("table 5.1", "failure, all attempts", "31.82%", "27.273%"),
        ("table 5.1", "partial success, R1", "57.14%", "71.429%"),
        ("table 5.1", "failure, R1", "28.57%", "14.286%"),
        ("table 5.2", "Article Model Metric, partial success", "0.47", "0.475"),
        ("section 5.1", "attempts that succeeded in part", "9", "10"),
        ("section 5.1", "attempts that failed", "7", "6"),
        ("section 5.1", "attempts that succeeded, at least in part", "45.5%", "50.00%"),
        (
            "section 5.1", "how far R1 is over-represented among partial successes", "1.40",
            "1.571",
        ),
        ("section 5.3", "attempts of level R1 that met P1: every one except one", "6", "5"),
        ("section 5.3", "discrepancies of category A8, paper 6", "1", "0"),
        ("section 5.3", "discrepancies, paper 14: the only one is P10", "1", "2"),
        (
            "section 5.4", "correlation of the Article Model Metric with the outcome", "0.02",
            "0.052",
        ),
        (
            "section 5.4", "Partitioned Data, success, said to be the highest of all outcomes",
            "highest", "no value",
        ),
        ("abstract", "attempts that succeeded, at least in part", "10", "11"),
    ],
)  # fmt: skip
def test_each_erratum_is_told_with_both_numbers(
    where: str, what: str, printed: str, computed: str
) -> None:
    found = row(named(compared(tables(), held()), "thesis-otherwise"), where, what)
    assert (found["printed"], found["computed"]) == (printed, computed)


@pytest.mark.parametrize(
    ("printed", "computed", "same"),
    [
        ("63%", 0.625, True),
        ("62%", 0.625, True),  # no paper says how it rounds a half
        ("0.50", 0.5, True),
        ("0.61", 0.62, False),
        ("12", 12, True),
        ("failure", "failure", True),
        ("0.10", None, False),
    ],
)
def test_a_number_is_the_same_at_its_printed_digits(
    printed: str, computed: float | str | None, same: bool
) -> None:
    assert Compared("here", "this", printed, computed).same is same
