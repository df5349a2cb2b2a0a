"""What the analysis gets: one answer for each question, where coders agree or it was settled."""

import random
from collections.abc import Sequence
from itertools import count

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.study.records import Answer, Attempt, Paper, Resolution
from reproscope.study.store import Study, create
from tests.study.store.samples import INSTRUMENT, answer, new_study


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


def settled(paper: int, variable: str, value: str, **more: object) -> Resolution:
    return Resolution(f"paper-{paper}", "toys", variable, value, "chair", **more)  # type: ignore[arg-type]


def test_an_answer_counts_where_all_agree_or_it_was_settled(study: Study) -> None:
    study.record(
        [
            answer(1, "shared", "ada", "1"),
            answer(1, "shared", "bob", "1"),
            answer(2, "shared", "ada", "1"),
            answer(2, "shared", "bob", "0"),
            answer(3, "shared", "ada", "1"),
            answer(3, "shared", "bob", "0"),
            answer(1, "number", "ada", "17"),
            answer(1, "words", "bob", "some words"),
        ]
    )
    study.resolve([settled(3, "shared", "0", note="page 4"), settled(4, "words", "other")])
    coded = study.holding().coded["toys"]
    expected = pd.DataFrame(
        {
            "shared": [1.0, np.nan, 0.0, np.nan],
            "colour": [None, None, None, None],
            "number": [17.0, np.nan, np.nan, np.nan],
            "words": ["some words", None, None, "other"],
        },
        index=pd.Index([f"paper-{n}" for n in range(1, 5)], name="paper", dtype=object),
    )
    pd.testing.assert_frame_equal(coded.answers, expected, check_dtype=False)
    assert set(coded.answers.dtypes[["shared", "number"]]) == {np.dtype(float)}
    assert coded.unresolved == {"shared": 1}
    assert coded.coders == ("ada", "bob")
    assert coded.instrument == INSTRUMENT


def test_only_the_current_answers_count(study: Study) -> None:
    study.record([answer(1, "shared", "ada", "1"), answer(1, "shared", "bob", "0")])
    study.record([answer(1, "shared", "bob", "1")])
    coded = study.holding().coded["toys"]
    assert coded.answers.loc["paper-1", "shared"] == 1.0
    assert coded.unresolved == {}


def test_the_last_settlement_counts_and_earlier_ones_stay(study: Study) -> None:
    assert study.resolve([settled(1, "shared", "1", note="at first")]) == 1
    assert study.resolve([settled(1, "shared", "1", note="at first")]) == 0
    assert study.resolve([settled(1, "shared", "0", note="on reflection")]) == 1
    assert [(one.revision, one.value) for one in study.resolutions("toys")] == [(2, "0")]
    assert [(one.value, one.note) for one in study.resolutions("toys", history=True)] == [
        ("1", "at first"),
        ("0", "on reflection"),
    ]
    assert study.holding().coded["toys"].answers.loc["paper-1", "shared"] == 0.0


def test_a_settlement_is_taken_back_by_an_empty_value(study: Study) -> None:
    study.record([answer(1, "shared", "ada", "1"), answer(2, "shared", "ada", "1")])
    study.record([answer(2, "shared", "bob", "0")])
    study.resolve([settled(1, "shared", "0"), settled(2, "shared", "0")])
    study.resolve([settled(1, "shared", ""), settled(2, "shared", "")])
    coded = study.holding().coded["toys"]
    assert coded.answers["shared"].dropna().to_dict() == {"paper-1": 1.0}
    assert coded.unresolved == {"shared": 1}
    assert len(study.resolutions("toys", history=True)) == 4


def test_settlements_given_at_once_are_taken_by_their_revisions(study: Study) -> None:
    study.resolve([settled(1, "shared", "0", revision=2), settled(1, "shared", "1", revision=1)])
    assert [one.value for one in study.resolutions("toys", history=True)] == ["1", "0"]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (settled(9, "shared", "1"), "unknown paper 'paper-9'"),
        (settled(1, "shred", "1"), "unknown variable 'shred'"),
        (Resolution("paper-1", "toy", "shared", "1", "chair"), "unknown instrument 'toy'"),
        (Resolution("paper-1", "toys", "shared", "1", ""), "a coder's name is empty"),
        (settled(1, "shared", "\0"), "an answer has a NUL"),
        (settled(1, "shared", "1", note="\0"), "the note of a resolution has a NUL"),
    ],
)
def test_a_settlement_that_does_not_fit_is_refused_with_all_others(
    study: Study, said: Resolution, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        study.resolve([settled(2, "shared", "1"), said])
    assert study.resolutions("toys") == []


def test_the_holding_has_papers_and_attempts(study: Study) -> None:
    study.add_attempts([Attempt("paper-2", note="a"), Attempt("paper-1")])
    study.add_attempts([Attempt("paper-2", note="b")])
    holding = study.holding()
    assert holding.name == study.name
    assert holding.papers["title"].tolist() == [f"Title {number}" for number in range(1, 5)]
    assert [(one.paper, one.revision) for one in holding.attempts] == [
        ("paper-1", 1),
        ("paper-2", 2),
    ]


def test_the_long_table_names_everything_and_stays_small(study: Study) -> None:
    study.record(
        answer(paper, "shared", coder, str(paper % 2))
        for paper in range(1, 5)
        for coder in ("bob", "ada")
    )
    frame = study.coded_frame("toys")
    assert sorted(frame.astype(str).itertuples(index=False, name=None)) == sorted(
        (f"paper-{paper}", "shared", coder, str(paper % 2))
        for paper in range(1, 5)
        for coder in ("ada", "bob")
    )
    assert frame["variable"].cat.categories.tolist() == ["shared", "colour", "number", "words"]
    assert all(frame[name].cat.codes.dtype.itemsize == 1 for name in frame.columns)


_examples = count(1)
ROWS = st.dictionaries(
    st.tuples(
        st.integers(0, 3), st.sampled_from(("shared", "words")), st.sampled_from(("ada", "bob"))
    ),
    st.sampled_from(("0", "1", "")),
)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    rows=ROWS,
    resolutions=st.dictionaries(
        st.tuples(st.integers(0, 3), st.sampled_from(("shared", "words"))),
        st.sampled_from(("0", "1")),
    ),
    seed=st.integers(0, 100),
)
def test_settling_many_at_once_is_settling_one_by_one(
    study: Study,
    rows: dict[tuple[int, str, str], str],
    resolutions: dict[tuple[int, str], str],
    seed: int,
) -> None:
    papers = [f"example-{next(_examples)}" for _ in range(4)]
    study.add_papers(Paper(key) for key in papers)
    said = [answer(papers[p], v, c, value) for (p, v, c), value in rows.items()]
    random.Random(seed).shuffle(said)
    study.record(said)
    study.resolve(
        Resolution(papers[p], "toys", v, value, "chair") for (p, v), value in resolutions.items()
    )
    answers = study.holding().coded["toys"].answers.reindex(papers)
    for place, paper in enumerate(papers):
        for variable in ("shared", "words"):
            expected = one_by_one(said, paper, variable, resolutions.get((place, variable)))
            found = answers.loc[paper, variable]
            if expected is None:
                assert pd.isna(found)
            else:
                assert found == (float(expected) if variable == "shared" else expected)


def one_by_one(
    said: Sequence[Answer], paper: str, variable: str, settled: str | None
) -> str | None:
    if settled is not None:
        return settled
    values = {a.value for a in said if (a.paper, a.variable) == (paper, variable)} - {""}
    return values.pop() if len(values) == 1 else None


def test_an_answer_that_should_be_a_number_and_is_not_is_named(study: Study) -> None:
    study.record([answer(1, "number", "ada", "1"), answer(2, "number", "ada", "many")])
    with pytest.raises(
        ReproscopeError, match=r"'paper-2': toys.number is answered by a number, not by 'many'"
    ):
        study.holding()


def test_a_study_without_an_instrument_has_nothing_coded(address: str) -> None:
    with create(address) as study:
        assert study.holding().coded == {}
