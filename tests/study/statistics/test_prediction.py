"""A predictor measured honestly: what surveys.md, section 3, reached on Raff's data, no more."""

import numpy as np
import pytest

from reproscope.study.statistics.prediction import (
    Features,
    auc_interval,
    features_of,
    importances,
    predict,
)
from tests.study.oracles import needs_oracles
from tests.study.statistics.raff import frame, numbers

PER_PAGE = (
    "Num References", "Number of Equations", "Number of Proofs", "Number of Tables",
    "Number of Graphs/Plots", "Number of Other Figures", "Conceptualization Figures",
)  # fmt: skip


def outcome() -> np.ndarray:
    return (frame()["Reproduced"] == "Yes").to_numpy(dtype=float)


def automatic() -> Features:
    """The features that a program could read off a paper: set E of surveys.md."""
    table: dict[str, list[object]] = {
        "Pages": list(numbers("Pages")),
        "Number of Authors": list(numbers("Number of Authors")),
    }
    table |= {name: list(numbers(name, per_page=True)) for name in PER_PAGE}
    for name in ("Has Appendix", "Pseudo Code", "Hyperparameters Specified", "Exact Compute Used"):
        table[name] = list(frame()[name])
    return features_of(table)


@needs_oracles
def test_features_a_program_can_read_reach_what_the_survey_reached() -> None:
    found = predict(automatic(), outcome(), repeats=4, shuffles=20)
    assert (found.n, found.positive) == (255, 162)
    # Set E, strength chosen within: .6976, deviation over repeats about .011.
    assert found.auc == pytest.approx(0.6976, abs=0.025)
    assert found.majority == pytest.approx(0.6353, abs=5e-5)
    assert found.brier_base == pytest.approx(0.2317, abs=5e-5)
    assert found.low is not None
    assert found.chance_high is not None
    assert 0.58 < found.low < found.auc < 0.78
    assert found.chance_high == pytest.approx(0.594, abs=0.05)
    assert found.auc > found.chance_high


@needs_oracles
def test_readability_which_is_judged_during_the_attempt_tells_most() -> None:
    table = {"Readability": list(frame()["Paper Readability"]), "Pages": list(numbers("Pages"))}
    ranked = importances(features_of(table), outcome())
    assert [one.feature for one in ranked] == ["Readability", "Pages"]
    assert ranked[0].cost > 0.2
    alone = predict(features_of({"Readability": table["Readability"]}), outcome(), repeats=3)
    # Set J: .8805.
    assert alone.auc == pytest.approx(0.8805, abs=0.01)


def test_nothing_is_found_where_there_is_nothing() -> None:
    draw = np.random.default_rng(5)
    noise = features_of({f"x{i}": list(draw.normal(size=120)) for i in range(6)})
    found = predict(noise, draw.integers(0, 2, 120), repeats=3, shuffles=30)
    assert found.auc is not None
    assert found.chance_high is not None
    assert found.auc < found.chance_high + 0.02


def test_missing_numbers_are_filled_within_the_training_part() -> None:
    draw = np.random.default_rng(6)
    x = draw.normal(size=200)
    y = (x + draw.normal(size=200) > 0).astype(float)
    holes: list[object] = [None if i % 10 == 0 else value for i, value in enumerate(x)]
    found = predict(features_of({"x": holes}), y, repeats=2, shuffles=0)
    assert found.auc is not None
    assert found.auc > 0.7


def test_a_word_is_a_column_a_level_and_a_missing_one_none() -> None:
    features = features_of({"venue": ["A", "B", None, "A"], "pages": [3, 4.5, None, 2]})
    assert features.columns == ("venue = A", "venue = B", "pages")
    assert features.origin == ("venue", "venue", "pages")
    assert features.matrix[2, :2].tolist() == [0, 0]
    assert np.isnan(features.matrix[2, 2])


def test_too_few_papers_of_an_outcome_are_said() -> None:
    features = features_of({"x": list(range(30))})
    found = predict(features, [1] * 25 + [0] * 5)
    assert found.why_not == "fewer than 10 papers of an outcome"
    assert found.auc is None
    assert importances(features, [1] * 25 + [0] * 5) == ()
    with pytest.raises(ValueError, match="no feature was given"):
        features_of({})


def test_the_same_seed_gives_the_same_answer() -> None:
    draw = np.random.default_rng(7)
    features = features_of({"x": list(draw.normal(size=60))})
    y = draw.integers(0, 2, 60)
    first = predict(features, y, repeats=2, shuffles=3, seed=4)
    assert predict(features, y, repeats=2, shuffles=3, seed=4) == first


def test_bounds_of_the_auc_are_those_of_sklearn_on_the_same_draws_ties_included() -> None:
    from sklearn.metrics import roc_auc_score

    draw = np.random.default_rng(7)
    predictions = np.round(draw.random(150), 1)
    y = (predictions + draw.normal(0, 0.4, 150) > 0.5).astype(float)
    again = np.random.default_rng(3)
    rows = [again.integers(0, 150, 150) for _ in range(500)]
    expected = np.quantile([roc_auc_score(y[r], predictions[r]) for r in rows], (0.025, 0.975))
    assert auc_interval(y, predictions, seed=3) == pytest.approx(tuple(expected), abs=1e-12)


def test_bounds_of_the_auc_leave_out_draws_of_one_outcome_alone() -> None:
    y = np.array([1.0, 0.0, 0.0])
    assert auc_interval(y, np.array([0.9, 0.1, 0.2])) == (1.0, 1.0)
