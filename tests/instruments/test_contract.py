"""What every instrument that comes along must keep, whoever adds it."""

import random

import numpy as np
import pandas as pd
import pytest

from reproscope.instruments import Instrument, Kind, Variable, describe, load, names, text_of
from reproscope.instruments.expressions import condition_holds, evaluate_all

ROWS = 60
INSTRUMENTS = [load(name) for name in names()]
every = pytest.mark.parametrize("instrument", INSTRUMENTS, ids=names())


def answer(variable: Variable, chance: random.Random) -> object:
    """Return an answer as a table of answers holds it: a number, a text, or nothing."""
    if chance.random() < 0.15:
        return np.nan if variable.kind.numeric else None
    if variable.values:
        value = chance.choice(variable.values).value
    else:
        value = str(
            {
                Kind.BOOLEAN: chance.randint(0, 1),
                Kind.COUNT: chance.randint(0, 12),
                Kind.DEGREE: chance.random(),
                Kind.NUMBER: chance.uniform(-5, 2020),
                Kind.TEXT: "words",
            }[variable.kind]
        )
    return float(value) if variable.kind.numeric else value


def random_answers(instrument: Instrument, seed: int = 7) -> pd.DataFrame:
    chance = random.Random(seed)
    rows = {
        f"paper {row}": {one.name: answer(one, chance) for one in instrument.variables}
        for row in range(ROWS)
    }
    return pd.DataFrame.from_dict(rows, orient="index")


@every
def test_it_is_named_as_its_file_and_says_where_it_comes_from(instrument: Instrument) -> None:
    assert text_of(instrument.name)[1] == f"{instrument.name}.toml"
    # A year, and a section, table, page or column to look at.
    assert any(word in instrument.source for word in ("section", "table", "page", "Appendix"))
    assert len(instrument.title) > 20


@every
def test_each_question_is_one(instrument: Instrument) -> None:
    for variable in instrument.variables:
        assert variable.question.endswith("?"), variable.name
        assert len(variable.question) > 12, variable.name
    questions = [variable.question for variable in instrument.variables]
    assert len(questions) == len(set(questions))


@every
def test_labels_that_change_meaning_between_schemes_carry_theirs(instrument: Instrument) -> None:
    for metric in instrument.metrics:
        if metric.name in ("R1", "R2", "R3", "R1D", "R2D", "R3D", "reproduced"):
            assert metric.scheme
            assert metric.label == f"{metric.name} ({metric.scheme})"


@every
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_metrics_stay_within_the_range_of_their_kind(instrument: Instrument, seed: int) -> None:
    values = evaluate_all(instrument, random_answers(instrument, seed))
    for metric in instrument.metrics:
        found = values[metric.name].dropna()
        assert len(found), f"{metric.name} had no value in {ROWS} rows"
        if metric.kind is Kind.DEGREE:
            assert found.between(0, 1).all(), metric.name
        if metric.kind is Kind.BOOLEAN:
            assert found.isin([0, 1]).all(), metric.name
        if metric.kind is Kind.COUNT:
            assert ((found >= 0) & (found % 1 == 0)).all(), metric.name


@every
def test_the_order_of_rows_and_columns_changes_no_metric(instrument: Instrument) -> None:
    answers = random_answers(instrument)
    turned = answers.iloc[::-1, ::-1]
    pd.testing.assert_frame_equal(
        evaluate_all(instrument, turned), evaluate_all(instrument, answers).iloc[::-1]
    )


@every
def test_a_row_depends_on_no_other_row(instrument: Instrument) -> None:
    answers = random_answers(instrument)
    alone = pd.concat([evaluate_all(instrument, answers.loc[[key]]) for key in answers.index])
    pd.testing.assert_frame_equal(alone, evaluate_all(instrument, answers))


@every
def test_a_paper_without_answers_has_no_metrics(instrument: Instrument) -> None:
    nothing = random_answers(instrument).iloc[:2].copy()
    for variable in instrument.variables:
        nothing[variable.name] = np.nan if variable.kind.numeric else None
    assert evaluate_all(instrument, nothing).isna().all(axis=None)


@every
def test_each_condition_can_hold_and_fail(instrument: Instrument) -> None:
    answers = random_answers(instrument)
    some = answers.copy()
    some.iloc[: ROWS // 2] = None
    for variable in instrument.variables:
        if variable.condition:
            held = condition_holds(variable.condition, instrument, some)
            assert set(held.dropna()) == {0.0, 1.0}, variable.name


@every
def test_its_codebook_shows_every_question_value_and_metric(instrument: Instrument) -> None:
    text = describe(instrument)
    for variable in instrument.variables:
        assert f"### `{variable.name}`" in text
        for allowed in variable.values:
            assert f"- `{allowed.value}`" in text
    for metric in instrument.metrics:
        assert f"| {metric.label}".replace("_", "\\_").replace("(", "\\(").rstrip(")") in text
