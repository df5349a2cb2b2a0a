"""Metrics and conditions over answers: what each function does, above all with what is missing."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.instruments import Kind, Metric
from reproscope.instruments.expressions import condition_holds, evaluate, evaluate_all
from tests.instruments.codebooks import SMALL

NAN = float("nan")
ANSWERS = pd.DataFrame(
    {
        "type": ["E", "T", "E", None, "N/A"],
        "reading": ["Low", "Good", None, "Ok", "Good"],
        "problem": [1.0, 0.0, 1.0, 1.0, NAN],
        "code": [0.0, 0.0, NAN, 1.0, NAN],
        "train": [1.0, 1.0, NAN, 0.0, NAN],
        "pages": [8, 10, 0, 4, 2],
        "remark": ["fine", "", None, "x", "y"],
    },
    index=["p1", "p2", "p3", "p4", "p5"],
)


def computed(expression: str, answers: pd.DataFrame = ANSWERS) -> list[float | None]:
    metric = Metric("asked", "asked", expression, Kind.NUMBER)
    values = evaluate(metric, SMALL, answers)
    assert values.name == "asked"
    return [None if np.isnan(value) else float(value) for value in values]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("mean(method)", [0.5, 0.0, 1.0, 1.0, None]),
        ("mean(problem, code)", [0.5, 0.0, 1.0, 1.0, None]),
        ("weighted_mean(method)", [0.75, 0.0, 1.0, 1.0, None]),
        ("sum(method)", [1.0, 0.0, 1.0, 2.0, None]),
        ("count(method)", [2.0, 2.0, 1.0, 2.0, 0.0]),
        ("count(type, remark)", [2.0, 1.0, 1.0, 1.0, 1.0]),
        ("min(method)", [0.0, 0.0, 1.0, 1.0, None]),
        ("max(method)", [1.0, 0.0, 1.0, 1.0, None]),
        ("all(method)", [0.0, 0.0, 1.0, 1.0, None]),
        ("any(method)", [1.0, 0.0, 1.0, 1.0, None]),
        ("present(problem, code)", [1.0, 1.0, 0.0, 1.0, 0.0]),
        ("present(type)", [1.0, 1.0, 1.0, 0.0, 0.0]),
        ("problem + code", [1.0, 0.0, None, 2.0, None]),
        ("problem / pages", [0.125, 0.0, None, 0.25, None]),
        ("code / code", [None, None, None, 1.0, None]),
        ("-pages * 2 - 1", [-17.0, -21.0, -1.0, -9.0, -5.0]),
        ("pages >= 8", [1.0, 1.0, 0.0, 0.0, 0.0]),
        ("code != 1", [1.0, 1.0, None, 0.0, None]),
        ("not code", [1.0, 1.0, None, 0.0, None]),
        ("problem and code", [0.0, 0.0, None, 1.0, None]),
        ("code and pages > 100", [0.0, 0.0, 0.0, 0.0, 0.0]),
        ("code or pages > 1", [1.0, 1.0, None, 1.0, 1.0]),
        ("type == 'E'", [1.0, 0.0, 1.0, None, None]),
        ("'E' != type", [0.0, 1.0, 0.0, None, None]),
        ("reading >= 'Ok'", [0.0, 1.0, None, 1.0, 1.0]),
        ("'Ok' > reading", [1.0, 0.0, None, 0.0, 0.0]),
        ("remark == 'fine'", [1.0, None, None, 0.0, 0.0]),
        ("mean(method_degree, 0)", [0.25, 0.0, 0.5, 0.5, 0.0]),
    ],
)
def test_missing_answers_do_what_is_documented(
    expression: str, expected: list[float | None]
) -> None:
    assert computed(expression) == expected


def test_an_answer_to_a_question_that_does_not_apply_is_missing() -> None:
    # train is asked of type E only: p2 is T, of p4 it is not known, and p4's answer stays.
    assert computed("mean(train)") == [1.0, None, None, 0.0, None]
    assert computed("count(train)") == [1.0, 0.0, 0.0, 1.0, 0.0]


def test_a_condition_holds_fails_or_is_not_known() -> None:
    held = condition_holds("type == 'E'", SMALL, ANSWERS)
    assert list(held.index) == list(ANSWERS.index)
    assert held.fillna(-1).tolist() == [1.0, 0.0, 1.0, -1.0, -1.0]


def test_without_a_condition_a_question_applies_everywhere() -> None:
    assert condition_holds("", SMALL, ANSWERS).tolist() == [1.0] * 5


def test_metrics_have_no_value_where_the_instrument_does_not_apply_or_may_not() -> None:
    empirical = dataclasses.replace(SMALL, applies="type == 'E'")
    values = evaluate("method_degree", empirical, ANSWERS)
    assert values.fillna(-1).tolist() == [0.5, -1.0, 1.0, -1.0, -1.0]


def test_all_metrics_come_as_columns_in_their_order() -> None:
    values = evaluate_all(SMALL, ANSWERS)
    assert list(values.columns) == ["method_degree", "R1"]
    assert values.index.equals(ANSWERS.index)
    assert values["R1"].fillna(-1).tolist() == [0.0, 0.0, 1.0, 0.0, -1.0]


def test_a_question_without_a_column_is_not_answered() -> None:
    assert computed("count(method, type)", ANSWERS[["code"]]) == [1.0, 1.0, 0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    "column",
    [
        [1.0, None],
        ["1", None],
        [True, None],
        pd.array([1, None], dtype="Int64"),
        pd.array([True, None], dtype="boolean"),
        pd.array(["1", None], dtype="string"),
    ],
    ids=["float", "text", "object", "Int64", "boolean", "string"],
)
def test_answers_may_come_in_any_type_of_column(column: object) -> None:
    assert computed("mean(code)", pd.DataFrame({"code": column})) == [1.0, None]


def test_no_rows_give_no_values() -> None:
    for expression in ("mean(method)", "type == 'E'", "reading > 'Low'", "count(type, code)", "1"):
        assert computed(expression, ANSWERS.iloc[:0]) == []


def test_codes_of_a_nominal_question_that_came_as_numbers_are_compared_as_texts() -> None:
    numbered = dataclasses.replace(
        SMALL,
        variables=(*SMALL.variables, dataclasses.replace(SMALL.variables[6], name="place")),
    )
    metric = Metric("m", "m", "place == '1'")
    for column in ([1, 0, 1, 0, 2], [1.0, 0.0, 1.0, NAN, 2.0]):
        values = evaluate(metric, numbered, pd.DataFrame({"place": column}))
        assert values.iloc[[0, 1, 2, 4]].tolist() == [1.0, 0.0, 1.0, 0.0]


def test_words_in_a_column_of_numbers_are_an_error_that_names_it() -> None:
    with pytest.raises(ReproscopeError, match="pages is count, and its column holds what is no"):
        computed("pages + 1", ANSWERS.assign(pages="many"))


def test_a_number_too_large_to_compute_with_has_no_value() -> None:
    assert computed("pages * 1e308 * 10", ANSWERS.iloc[:2]) == [None, None]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("mean(methods)", "unknown name 'methods': did you mean 'method'"),
        ("method + 1", r"method is a group and has several answers.* mean\(method\)"),
        ("mean(type)", "type is nominal: mean needs numbers"),
        ("type + 1", r"type is nominal: \+ needs numbers"),
        ("all(pages)", "all needs what is true or false, and pages is not"),
        ("not pages", "not needs what is true or false"),
        ("code and 1", "and needs what is true or false, and a number is not"),
        ("type == 'X'", "unknown value of type 'X': known are E, T, N/A"),
        ("type < 'T'", "type is nominal and has no order"),
        ("pages == 'many'", "pages is count and cannot be compared with the text 'many'"),
        ("type == pages", "type is nominal: == needs numbers"),
        ("'a' == 'b'", "a text can only be compared with the answer to a question"),
        ("method_degree == 'E'", "a text can only be compared with the answer to a question"),
        ("count('a')", "the text 'a' can only be compared"),
    ],
)
def test_an_expression_that_means_nothing_is_refused(expression: str, message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        computed(expression)


def test_a_metric_that_needs_itself_is_refused() -> None:
    with pytest.raises(ReproscopeError, match="computed from itself: a -> a"):
        evaluate(
            Metric("a", "a", "a + 1"),
            dataclasses.replace(SMALL, metrics=(Metric("a", "a", "1"),)),
            ANSWERS,
        )


def test_a_metric_is_found_by_name_or_the_nearest_is_told() -> None:
    with pytest.raises(ReproscopeError, match="small: unknown metric 'method_degre': did you mean"):
        evaluate("method_degre", SMALL, ANSWERS)


def test_a_long_chain_of_metrics_is_computed_without_deep_recursion() -> None:
    chain = tuple(Metric(f"m{at}", "m", f"m{at - 1} + 1" if at else "pages") for at in range(1_999))
    values = evaluate("m1998", dataclasses.replace(SMALL, metrics=chain), ANSWERS)
    assert values.tolist() == [8 + 1998, 10 + 1998, 1998, 4 + 1998, 2 + 1998]


truths = st.sampled_from([0.0, 1.0, NAN])


@given(st.lists(st.tuples(truths, truths, truths), min_size=1, max_size=8))
def test_means_alls_and_anys_agree_with_pandas_row_by_row(
    rows: list[tuple[float, float, float]],
) -> None:
    answers = pd.DataFrame(rows, columns=["problem", "code", "train"])
    for metric, expected in {
        "mean(problem, code, train)": answers.mean(axis=1),
        "sum(problem, code, train)": answers.sum(axis=1, min_count=1),
        "count(problem, code, train)": answers.count(axis=1).astype(float),
        # pandas calls a row without any answer all true; here it has no value.
        "all(problem, code, train)": answers.min(axis=1),
        "any(problem, code, train)": answers.max(axis=1),
    }.items():
        values = evaluate(Metric("m", "m", metric), SMALL, answers)
        pd.testing.assert_series_equal(values, expected, check_names=False, rtol=1e-15)


@given(st.lists(st.tuples(truths, truths), min_size=1, max_size=8))
def test_and_and_or_are_de_morgans_also_with_missing_answers(
    rows: list[tuple[float, float]],
) -> None:
    answers = pd.DataFrame(rows, columns=["problem", "code"])
    assert computed("not (problem and code)", answers) == computed(
        "not problem or not code", answers
    )
