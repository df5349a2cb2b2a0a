"""What a regression's description and scores may say, and what each bad input is told."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reproscope import scores
from reproscope.core.errors import ReproscopeError
from reproscope.scores.claims import Data, Evaluation, experiment_of, read
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.regression import resolve

CONSISTENT, INCONSISTENT = scores.Verdict.CONSISTENT, scores.Verdict.INCONSISTENT


def check(reported: dict[str, Any], how: dict[str, Any] | None = None, **said: Any) -> Any:
    return scores.check(reported, scores.Regression(**said), **(how or {}))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"items": -3}, "items is -3: it must not be negative"),
        ({"items": 2.5}, "items is 2.5: it must be a whole number"),
        ({"items": 0}, "items is 0: a test set has at least 1"),
        ({"items": True}, "items is True: it must be a whole number"),
        ({"target_variance": "-2"}, "target variance is -2: it must not be negative"),
        ({"target_variance": "nan"}, "target variance: 'nan' is not a finite number"),
        ({"target_sd": "wide"}, "target sd: 'wide' is not a number"),
        ({"target_sd": 2.5}, "target sd is a float: give it as text, which keeps its digits"),
        ({"target_sd": "5%"}, "target sd is 5%: it has the target's unit, not percent"),
        ({"variance": "biased"}, "unknown variance 'biased'"),
        ({"items": 1, "target_sd": "2"}, "items is 1, and the target of one item has no variance"),
        ({"items": 1, "variance": "sample"}, "a variance that divides by N - 1 needs 2 items"),
        ({"target_variance": "9", "target_sd": "5"}, "of 9 and a standard deviation of 5 do not"),
    ],
)
def test_a_description_that_cannot_be_meant_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(ReproscopeError) as refused:
        scores.Regression(**said)
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("reported", "message"),
    [
        ({}, "no score is given"),
        ({"mae": "nan"}, "mae: 'nan' is not a finite number"),
        ({"mae": "3%"}, "mae: 3% is a percentage, and this has a unit"),
        ({"mae": 3.5}, "mae: a floating-point value has no printed digits"),
        ({"r2": "94.0"}, "is it a percentage?"),
        ({"mape": "0.1"}, "'mape' cannot be checked: it depends on every single target"),
        ({"medae": "1"}, "'medae' cannot be checked: it is a quantile"),
        ({"nrmse": "1"}, "'nrmse' cannot be checked: papers divide it by"),
        ({"mae.sd": "1"}, "mae.sd: a sd is over several folds, and this is one test set"),
        ({"mae": "1±0.1"}, "a sd is over several folds"),
        ({"rsme": "1"}, "unknown score of a regression 'rsme': did you mean 'rmse'"),
        ({"mae": "1", "MAE": "1"}, "'MAE' and 'mae' are the same score"),
    ],
)
def test_scores_that_cannot_be_read_are_refused(reported: dict[str, Any], message: str) -> None:
    with pytest.raises(ReproscopeError) as refused:
        check(reported, items=9)
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("name", "meant", "complement"),
    [
        ("R²", "r2", False),
        ("Mean Absolute Error", "mae", False),
        ("coefficient_of_determination", "r2", False),
        ("FVU", "r2", True),
        ("bias", "mean-error", False),
        ("Pearson's r", "pearson", False),
    ],
)
def test_names_as_papers_write_them(name: str, meant: str, complement: bool) -> None:
    assert (resolve(name).id, resolve(name).complement) == (meant, complement)


@pytest.mark.parametrize(
    "reported", [{"mae": "-0.3"}, {"r2": "1.2"}, {"pearson": "-1.5"}, {"fvu": "-0.4"}]
)
def test_a_value_no_such_score_can_have_is_refuted_by_itself(reported: dict[str, str]) -> None:
    result = check(reported, {"rounding": "nearest"}, items=9)
    assert result.verdict is INCONSISTENT
    assert result.method.startswith("arithmetic: no ")


@pytest.mark.parametrize(
    ("reported", "said", "verdict"),
    [
        # One item: |e| is its mean, its root mean square and the largest.
        ({"mae": "2", "rmse": "2"}, {"items": 1}, CONSISTENT),
        ({"mae": "2.0", "rmse": "2.5"}, {"items": 1}, INCONSISTENT),
        ({"mae": "2.0", "max-error": "2.5"}, {"items": 1}, INCONSISTENT),
        # rmse is at most the root of N times mae, and mae at most rmse.
        ({"mae": "1.000", "rmse": "2.990"}, {"items": 9}, CONSISTENT),
        ({"mae": "1.000", "rmse": "3.010"}, {"items": 9}, INCONSISTENT),
        ({"mae": "1.000", "rmse": "3.010"}, {}, CONSISTENT),
        ({"mae": "1.010", "rmse": "1.000"}, {}, INCONSISTENT),
        ({"mae": "0.00", "mse": "0.10"}, {"items": 3}, INCONSISTENT),
        # The largest error: M <= N·mae, and mse <= M·mae.
        ({"mae": "1.000", "max-error": "9.100"}, {"items": 9}, INCONSISTENT),
        ({"mae": "3.000", "rmse": "4.000", "max-error": "5.300"}, {"items": 442}, INCONSISTENT),
        # The mean error.
        ({"mae": "3.0", "bias": "-3.5"}, {"items": 9}, INCONSISTENT),
        ({"rmse": "3.0", "bias": "-2.5", "mae": "2.6"}, {"items": 9}, CONSISTENT),
        ({"r2": "0.50", "explained-variance": "0.40"}, {"items": 9}, INCONSISTENT),
        ({"r2": "0.50", "explained-variance": "0.60", "bias": "0.0"}, {"items": 9}, CONSISTENT),
        (
            {"r2": "0.50", "ev": "0.60", "bias": "0.0", "rmse": "1.00"},
            {"items": 9},
            INCONSISTENT,
        ),
        # Two items correlate perfectly or not at all.
        ({"pearson": "0.50", "rmse": "1.0"}, {"items": 2, "target_sd": "9.0"}, INCONSISTENT),
        ({"pearson": "-1.00", "r2": "0.10"}, {"items": 2}, INCONSISTENT),
        ({"pearson": "-1.00", "r2": "-2.00"}, {"items": 2}, CONSISTENT),
        ({"pearson": "-0.30", "ev": "0.00"}, {"items": 9}, CONSISTENT),
        ({"pearson": "-0.30", "ev": "0.10"}, {"items": 9}, INCONSISTENT),
        ({"pearson": "0.70", "squared-correlation": "0.60"}, {"items": 9}, INCONSISTENT),
    ],
)
def test_known_relations(reported: dict[str, str], said: dict[str, Any], verdict: Any) -> None:
    result = check(reported, **said)
    assert result.verdict is verdict, result.explain()


def test_targets_that_do_not_vary_leave_r2_to_conventions() -> None:
    flat = {"items": 5, "target_variance": Fraction(0)}
    zero = check({"r2": "0.0", "mae": "1.0"}, **flat)
    assert (zero.verdict, zero.undefined) == (CONSISTENT, ("r2",))
    assert check({"r2": "1.0", "mae": "0.0"}, **flat).verdict is CONSISTENT
    assert check({"r2": "1.0", "mae": "1.0"}, **flat).verdict is INCONSISTENT
    assert check({"r2": "0.0", "mae": "1.0"}, {"undefined": "never"}, **flat).verdict is (
        INCONSISTENT
    )
    assert check({"r2": "0.7", "mae": "1.0"}, {"undefined": "any"}, **flat).verdict is CONSISTENT
    assert check({"r2": "0.7", "mae": "1.0"}, **flat).verdict is INCONSISTENT
    constant = check({"r2": "0.0", "ev": "1.0", "mae": "2.0", "bias": "-2.0"}, **flat)
    assert constant.verdict is CONSISTENT
    assert constant.witness["errors"] == [{"count": 5, "value": "-2"}]


def test_an_exact_report_whose_errors_are_irrational_has_an_exact_witness() -> None:
    result = check({"mae": "1", "mse": "2"}, {"rounding": "exact"}, items=3)
    assert result.verdict is CONSISTENT
    assert "sqrt(" in result.explain()


@pytest.mark.parametrize("digits", [5, 20, 140])
def test_without_the_number_of_items_any_number_is_admitted(digits: int) -> None:
    small = Fraction(1, 10**digits)
    result = check({"mae": small, "mse": Fraction(1)}, {"rounding": "exact"})
    assert result.verdict is CONSISTENT
    near = Fraction(1) + small
    said = {"target_variance": near, "variance": "sample"}
    result = check({"mse": Fraction(1), "r2": Fraction(0)}, {"rounding": "exact"}, **said)
    assert result.verdict is CONSISTENT
    assert result.witness["items"] == 10**digits + 1
    said["target_variance"] = Fraction(1)
    result = check({"mse": Fraction(1), "r2": Fraction(0)}, {"rounding": "exact"}, **said)
    assert result.verdict is INCONSISTENT


def test_a_fraction_too_long_to_write_a_witness_for_is_refused() -> None:
    with pytest.raises(ReproscopeError, match="more than 150 digits"):
        check({"mae": Fraction(1, 10**160)}, {"rounding": "exact"}, items=3)


def test_percent_is_for_scores_without_a_unit_only() -> None:
    said = {"items": 100, "target_variance": "100.0"}
    result = check({"mse": "50.0", "r2": "50.0"}, {"percent": True}, **said)
    assert result.verdict is CONSISTENT
    assert result.claims[0].number.value == 50
    assert result.claims[1].number.value == Fraction(1, 2)
    assert check({"mse": "50.0", "r2": "50.0%"}, **said).verdict is CONSISTENT


def test_the_variance_is_rounded_as_the_scores_are_but_no_epsilon_is_applied_to_it() -> None:
    said = {"items": 9, "target_variance": "10", "variance": "population"}
    reported = {"mse": "5.4", "r2": "0.5"}
    assert check(reported, {"rounding": "exact"}, **said).verdict is INCONSISTENT
    assert check(reported, {"epsilon": "0.0001"}, **said).verdict is CONSISTENT


def test_the_diagnosis_names_conflict_nearest_values_and_power() -> None:
    result = diagnose(check({"mae": "3.10", "mse": "1.00", "rmse": "5.00"}, items=100))
    assert result.conflict in (("mae", "mse"), ("mse", "rmse"))
    near = {n.name: n.value for n in result.nearest or ()}
    assert near["mse"] == "24.90"
    assert result.power is not None
    assert result.power.caught > 0
    assert "mse=24.90 would fit" in result.explain()


def test_a_description_is_plain_data_and_one_line() -> None:
    made = scores.Regression(items=4420, target_sd=Fraction(1, 3), variance="sample")
    assert made.as_data() == {
        "kind": "regression",
        "items": 4420,
        "target_sd": "1/3",
        "variance": "sample",
    }
    assert made.describe() == (
        "a regression of 4,420 items, target standard deviation 1/3, sample variance"
    )


def test_data_of_a_file_or_a_line_become_a_regression() -> None:
    data = Data(items=9, target_variance="2.0", variance="sample")
    assert experiment_of(data, Evaluation()) == scores.Regression(
        items=9, target_variance="2.0", variance="sample"
    )
    with pytest.raises(ReproscopeError, match="'positives' does not belong to regression"):
        experiment_of(Data(positives=3), Evaluation(kind="regression"))


def test_a_claims_file_tells_a_wrong_variance_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "claims.yaml"
    path.write_text(
        "schema: claims-1\nclaims:\n"
        "  - id: a\n    data: {items: 9, target-variance: 2.0, variance: biased}\n"
        "    scores: {mae: 1.0}\n"
        "  - id: b\n    data: {items: 9, target-variance: 2.0, variance: sample}\n"
        "    scores: {mae: 1.0, rmse: 1.2}\n"
    )
    found = read(path)
    assert [entry.id for entry in found.entries] == ["b"]
    assert [problem.line for problem in found.problems] == [4]
    assert "unknown variance 'biased'" in found.problems[0].message


@pytest.mark.parametrize(
    ("scores_said", "status", "shown"),
    [
        (("mse=2900.2", "rmse=53.85", "r2=0.511"), 0, "errors: 1 of "),
        (("mse=2900.2", "rmse=53.85", "r2=0.811"), 1, "r2=0.811"),
        (("mape=0.1",), 2, "'mape' cannot be checked"),
    ],
)
def test_the_line_shows_a_regression(
    reproscope: Callable[..., Any], scores_said: tuple[str, ...], status: int, shown: str
) -> None:
    said = ("--items", "442", "--target-variance", "5929.9", "--variance", "population")
    done = reproscope("scores", "check", *said, *scores_said)
    assert done.status == status
    assert shown in done.stdout + done.stderr
