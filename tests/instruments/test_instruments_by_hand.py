"""Metrics of the instruments that come along on answers small enough to compute by hand."""

import pandas as pd
import pytest

from reproscope.instruments import load
from reproscope.instruments.expressions import evaluate, evaluate_all

ARTICLE = load("article-model-2018")
CRITERIA = load("raff2019-criteria")
GUNDERSEN = load("gundersen2018")


def article(metric: str, **answers: float) -> float:
    return float(evaluate(metric, ARTICLE, pd.DataFrame([answers]))[0])


def test_an_implementation_is_the_mean_of_language_libraries_and_code() -> None:
    # Code provided (1) without its version (0): half a part.
    parts = {"programming_language": 1, "external_libraries": 0, "method_code": 1}
    assert article("implementation_degree", **parts, method_code_version=0) == 0.5
    assert article("implementation_degree", **parts, method_code_version=1) == pytest.approx(2 / 3)


def test_data_that_can_only_be_retrieved_counts_half() -> None:
    raw = {"raw_provided": 1, "raw_retrievable": 2, "raw_missing": 1}
    processed = {"processed_provided": 0, "processed_retrievable": 1, "processed_missing": 3}
    assert article("raw_availability", **raw) == 0.5
    assert article("processed_availability", **processed) == 0.125
    assert article("data_degree", **raw, **processed) == 0.3125


def test_a_study_without_data_has_no_degree_of_data() -> None:
    none = {"raw_provided": 0.0, "raw_retrievable": 0.0, "raw_missing": 0.0}
    assert pd.isna(article("data_degree", **none))


def test_answered_parts_take_the_place_of_a_published_component() -> None:
    assert article("research_degree", research=0.2) == 0.2
    assert article("research_degree", research=0.2, problem=1.0, goal=0.0) == 0.5


def test_the_article_model_metric_leaves_missing_components_out() -> None:
    found = article("article_model_metric", research=0.2, method=1.0, phenomenon=0.0)
    assert found == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("confirmed", "refuted", "left_open", "reproduced"),
    [
        (3, 1, 0, 1.0),
        (29, 11, 0, 0.0),
        (3, 0, 1, 1.0),
        (2, 1, 1, None),
        (1, 2, 1, 0.0),
        (0, 0, 4, None),
        (0, 0, 0, None),
        (75, 25, 0, 1.0),
        (74, 26, 0, 0.0),
    ],
)
def test_a_paper_is_reproduced_by_three_quarters_of_its_claims(
    confirmed: int, refuted: int, left_open: int, reproduced: float | None
) -> None:
    answers = pd.DataFrame(
        [
            {
                "values_confirmed": confirmed,
                "rankings_confirmed": 0,
                "values_refuted": refuted,
                "claims_open": left_open,
            }
        ]
    )
    value = evaluate("reproduced", CRITERIA, answers)[0]
    assert (None if pd.isna(value) else value) == reproduced


def test_training_and_test_set_without_validation_and_results_are_half_of_the_data() -> None:
    # The paper's own example, under eq. (6).
    shared = {"train": 1, "validation": 0, "test": 1, "results": 0, "research_type": "E"}
    values = evaluate_all(GUNDERSEN, pd.DataFrame([shared]))
    assert values["data_degree"][0] == 0.5
    assert values["R2D"][0] == 0.5
