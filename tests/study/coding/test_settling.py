"""One answer of several: settled ones, agreed ones, and none where coders differ."""

import random
import resource
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.instruments import Instrument, Variable
from reproscope.study.coding import settle
from tests.study.coding.coded import INSTRUMENT, Row, long, settlements


def test_agreed_answers_count_and_divided_ones_are_missing_and_counted() -> None:
    coded = settle(
        long(
            ("a", "shared", "ann", "1"), ("a", "shared", "bob", "1"),
            ("b", "shared", "ann", "1"), ("b", "shared", "bob", "0"),
            ("c", "shared", "bob", "0"),
            ("a", "liked", "ann", "much"), ("a", "liked", "bob", "some"),
        ),
        settlements(),
        INSTRUMENT,
    )  # fmt: skip
    assert coded.answers["shared"].tolist()[0] == 1.0
    assert np.isnan(coded.answers["shared"]["b"])
    assert coded.answers["shared"]["c"] == 0.0
    assert coded.answers["liked"].isna().all()
    assert coded.unresolved == {"shared": 1, "liked": 1}
    assert coded.coders == ("ann", "bob")
    assert list(coded.answers.columns) == [one.name for one in INSTRUMENT.variables]


def test_what_was_settled_counts_even_where_all_agree_or_nobody_answered() -> None:
    coded = settle(
        long(
            ("a", "shared", "ann", "1"), ("a", "shared", "bob", "0"),
            ("b", "shared", "ann", "1"), ("b", "shared", "bob", "1"),
        ),
        settlements(("a", "shared", "yes"), ("b", "shared", "0"), ("z", "liked", "Much")),
        INSTRUMENT,
    )  # fmt: skip
    assert coded.answers["shared"].tolist()[:2] == [1.0, 0.0]
    assert coded.answers.loc["z", "liked"] == "much"
    assert coded.unresolved == {}


def test_a_settlement_taken_back_leaves_the_question_open() -> None:
    answers = long(("a", "shared", "ann", "1"), ("a", "shared", "bob", "0"))
    coded = settle(answers, settlements(("a", "shared", "1"), ("a", "shared", "")), INSTRUMENT)
    assert coded.unresolved == {"shared": 1}


def test_answers_written_differently_are_the_same_answer() -> None:
    coded = settle(
        long(
            ("a", "number", "ann", "3"), ("a", "number", "bob", "3.0"),
            ("a", "shared", "ann", "yes"), ("a", "shared", "bob", "1"),
            ("a", "liked", "ann", "some"), ("a", "liked", "bob", " SOME "),
        ),
        settlements(),
        INSTRUMENT,
    )  # fmt: skip
    assert coded.answers.loc["a", ["number", "shared", "liked"]].tolist() == [3.0, 1.0, "some"]
    assert coded.unresolved == {}


def test_withdrawn_answers_and_papers_without_any_leave_no_row() -> None:
    frame = long(("a", "shared", "ann", "1"), ("b", "shared", "ann", ""))
    assert settle(frame, settlements(), INSTRUMENT).answers.index.tolist() == ["a"]


def test_a_study_without_answers_has_all_columns_and_no_rows() -> None:
    coded = settle(long(), settlements(), INSTRUMENT)
    assert coded.answers.shape == (0, len(INSTRUMENT.variables))
    assert coded.coders == ()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("a", "shard", "ann", "1"), "did you mean 'shared'"),
        (("a", "liked", "ann", "mch"), "'a': toys: unknown value of liked 'mch': did you mean"),
        (("a", "number", "ann", "many"), "'a': toys.number is answered by a number, not by 'many'"),
    ],
)
def test_an_answer_that_is_not_allowed_is_named_with_its_paper(row: Row, message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        settle(long(("b", "number", "ann", "1"), row), settlements(), INSTRUMENT)


ROWS = st.lists(
    st.tuples(
        st.sampled_from("abc"), st.sampled_from(["shared", "described"]),
        st.sampled_from(["ann", "bob", "cy"]), st.sampled_from("01"),
    ),
    unique_by=lambda row: row[:3],
)  # fmt: skip


@given(ROWS, st.randoms())
def test_settling_does_what_its_rule_says_in_any_order(
    rows: list[Row], chance: random.Random
) -> None:
    coded = settle(long(*rows), settlements(), INSTRUMENT)
    chance.shuffle(rows)
    again = settle(long(*rows), settlements(), INSTRUMENT)
    pd.testing.assert_frame_equal(coded.answers, again.answers, check_dtype=False)
    for name in ("shared", "described"):
        divided = 0
        for paper in "abc":
            values = {row[3] for row in rows if row[0] == paper and row[1] == name}
            divided += len(values) > 1
            if paper in coded.answers.index:
                found = coded.answers.loc[paper, name]
                assert found == float(*values) if len(values) == 1 else np.isnan(found)
        assert coded.unresolved.get(name, 0) == divided


@pytest.mark.slow
def test_six_million_answers_are_settled_in_seconds_and_a_gigabyte() -> None:
    papers, names, coders = 100_000, [f"question{i}" for i in range(20)], ["ann", "bob", "cy"]
    instrument = Instrument("big", "Big", "", tuple(Variable(name, name) for name in names))
    chance = np.random.default_rng(1)
    count = papers * 20 * 3
    place = np.arange(count, dtype=np.int32)

    def column(codes: object, texts: list[str]) -> pd.Categorical:
        return pd.Categorical.from_codes(codes, categories=texts)

    value = np.where(chance.random(count) < 0.1, 0, 1).astype(np.int8)
    frame = pd.DataFrame(
        {
            "paper": column(place % papers, [f"p{i}" for i in range(papers)]),
            "variable": column(place // papers % 20, names),
            "coder": column(place // papers // 20, coders),
            "value": column(value, ["0", "1"]),
        },
        copy=False,
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    coded = settle(frame, settlements(), instrument)
    seconds = time.process_time() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{seconds:.1f} s, {grown:.0f} MB")
    grid = value.reshape(3, 20, papers)
    agreed = (grid == grid[0]).all(axis=0)
    assert coded.unresolved == {name: int((~agreed[row]).sum()) for row, name in enumerate(names)}
    assert np.array_equal(coded.answers.to_numpy().T, np.where(agreed, grid[0], np.nan), True)
    assert seconds < 10
    assert grown < 1024
