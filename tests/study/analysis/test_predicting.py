"""The predictor on more papers than it needs: a drawn part of them, and the table says so."""

import numpy as np
import pandas as pd
import pytest

from reproscope.core import Table
from reproscope.instruments import read
from reproscope.study.analysis import predicting
from reproscope.study.holding import Coded

INSTRUMENT = read(
    """
name = "small"
title = "Two questions"
source = "A test, 2026"
outcome = "repeated"
features = ["pages"]

[[variable]]
name = "pages"
question = "How many pages?"
kind = "number"

[[variable]]
name = "repeated"
question = "Repeated?"
""",
    "small.toml",
)


def tables(papers: int, monkeypatch: pytest.MonkeyPatch, most: int, seed: int = 0) -> list[Table]:
    draw = np.random.default_rng(1)
    pages = draw.normal(10, 2, papers)
    repeated = (pages + draw.normal(0, 2, papers) > 10).astype(float)
    answers = pd.DataFrame({"pages": pages, "repeated": repeated})
    monkeypatch.setattr(predicting, "_MOST", most)
    return list(predicting.prediction_tables(Coded(INSTRUMENT, answers), seed))


def test_of_more_papers_than_are_enough_a_drawn_part_is_learnt_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for table in tables(400, monkeypatch, most=150, seed=3):
        assert table.n == 150
        assert "Of 400 papers with an outcome, 150 drawn at random (seed 3)." in table.notes


def test_another_seed_draws_other_papers_and_the_same_seed_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, again, other = (tables(400, monkeypatch, 150, seed)[0].rows for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_as_many_papers_as_are_enough_are_all_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in tables(150, monkeypatch, most=150):
        assert table.n == 150
        assert not any("drawn" in note for note in table.notes)
