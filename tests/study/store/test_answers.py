"""Answers come back as they were given, and an earlier one is never lost."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import count

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.records import Answer, Paper
from reproscope.study.store import Study, bulk, paging
from tests.study.store.samples import PAPERS, answer, new_study

HOSTILE = "'); DROP TABLE answer; -- \N{SNOWMAN} \x1b[31m \r\n \"%s ? :x {0}"


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


def plain(answers: object) -> list[tuple[object, ...]]:
    """What answers say, without when they were given."""
    assert not isinstance(answers, Answer)
    return sorted(
        (a.variable, a.coder, a.paper, a.revision, a.value, a.evidence, a.seconds or -1)
        for a in answers  # type: ignore[attr-defined]
    )


def test_answers_come_back_as_they_were_given(study: Study) -> None:
    moment = datetime(2018, 2, 3, 4, 5, 6, 789, tzinfo=UTC)
    given_answers = [
        answer(1, "shared", "ada", "1", evidence="page 3: “shared”", seconds=12.25, given=moment),
        answer(1, "shared", "bob", "0", given=moment),
        answer(2, "words", "ada", "many words\nand more", seconds=0.0, given=moment),
    ]
    assert study.record(given_answers) == 3
    assert list(study.answers("toys")) == given_answers
    assert list(study.answers("toys", coder="bob")) == given_answers[1:2]
    assert list(study.answers("toys", paper="paper-1")) == given_answers[:2]
    assert list(study.answers("toys", "ada", paper="paper-2")) == given_answers[2:]


def test_the_next_answer_to_a_question_is_its_next_revision(study: Study) -> None:
    for value in ("1", "0", "1"):
        assert study.record([answer(1, "shared", "ada", value)]) == 1
    study.record([answer(1, "shared", "bob", "0")])
    history = study.history("paper-1", "toys", "shared")
    assert [(a.coder, a.revision, a.value) for a in history] == [
        ("ada", 1, "1"),
        ("ada", 2, "0"),
        ("ada", 3, "1"),
        ("bob", 1, "0"),
    ]
    moments = [a.given for a in history]
    assert moments == sorted(moments)  # type: ignore[type-var]
    assert [a.revision for a in study.answers("toys", coder="ada")] == [3]
    assert plain(study.answers("toys", history=True)) == plain(history)


def test_an_answer_said_again_adds_nothing(study: Study) -> None:
    said = [answer(1, "shared", "ada", "1", evidence="p. 3"), answer(2, "words", "ada", "x")]
    assert study.record(said) == 2
    assert study.record(said) == 0
    assert study.record([*said, answer(3, "words", "ada", "y")]) == 1
    assert len(study.history("paper-1", "toys", "shared")) == 1


@pytest.mark.parametrize(
    "changed", [{"evidence": "p. 4"}, {"evidence": ""}, {"evidence": "p. 3", "seconds": 1.0}]
)
def test_other_evidence_or_time_is_another_answer(study: Study, changed: dict[str, object]) -> None:
    study.record([answer(1, "shared", "ada", "1", evidence="p. 3")])
    assert study.record([answer(1, "shared", "ada", "1", **changed)]) == 1
    assert study.history("paper-1", "toys", "shared")[0].evidence == "p. 3"


def test_revisions_given_at_once_are_taken_in_their_order(study: Study) -> None:
    study.record(
        [
            answer(1, "shared", "ada", "0", revision=7),
            answer(1, "shared", "ada", "1", revision=2),
            answer(1, "shared", "ada", "1", revision=9),
        ]
    )
    history = study.history("paper-1", "toys", "shared")
    assert [(a.revision, a.value) for a in history] == [(1, "1"), (2, "0"), (3, "1")]


def test_a_history_that_was_read_can_be_recorded_elsewhere(
    study: Study, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for value in ("1", "0", "1"):
        study.record([answer(1, "shared", "ada", value), answer(2, "words", "bob", value * 2)])
    with new_study(str(tmp_path_factory.mktemp("other") / "study.db")) as other:
        other.record(study.answers("toys", history=True))
        assert list(other.answers("toys", history=True)) == list(
            study.answers("toys", history=True)
        )


def test_an_earlier_moment_does_not_make_an_earlier_revision(study: Study) -> None:
    study.record([answer(1, "shared", "ada", "1")])
    study.record([answer(1, "shared", "ada", "0", given=datetime(2001, 1, 1, tzinfo=UTC))])
    assert [a.value for a in study.answers("toys")] == ["0"]
    assert [a.value for a in study.history("paper-1", "toys", "shared")] == ["1", "0"]


def test_moments_are_kept_in_utc(study: Study) -> None:
    elsewhere = datetime(2018, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=5)))
    study.record([answer(1, "shared", "ada", "1", given=elsewhere)])
    study.record([answer(2, "shared", "ada", "1", given=datetime(2018, 2, 3, 4, 5))])
    moments = {a.paper: a.given for a in study.answers("toys")}
    assert moments["paper-1"] == elsewhere
    assert moments["paper-2"] == datetime(2018, 2, 3, 4, 5, tzinfo=UTC)


def test_an_empty_value_withdraws_an_answer_and_stays_in_its_history(study: Study) -> None:
    study.record([answer(1, "shared", "ada", "1"), answer(2, "shared", "ada", "1")])
    study.record([answer(1, "shared", "ada", "")])
    assert study.coded_frame("toys")["paper"].tolist() == ["paper-2"]
    assert study.holding().coded["toys"].answers.index.tolist() == ["paper-2"]
    assert [a.value for a in study.history("paper-1", "toys", "shared")] == ["1", ""]


def test_strangers_words_are_only_words(study: Study) -> None:
    study.add_papers([Paper(HOSTILE, HOSTILE, {HOSTILE: HOSTILE})])
    said = answer(HOSTILE, "words", HOSTILE, HOSTILE, evidence=HOSTILE)
    study.record([said])
    [kept] = study.answers("toys")
    assert (kept.paper, kept.coder, kept.value, kept.evidence) == (HOSTILE,) * 4
    assert study.papers()[-1] == Paper(HOSTILE, HOSTILE, {HOSTILE: HOSTILE})
    assert study.holding().coded["toys"].answers.loc[HOSTILE, "words"] == HOSTILE


def test_a_long_text_is_kept_whole(study: Study) -> None:
    long = "".join(chr(0x4E00 + number % 20_000) for number in range(100_000))
    study.record([answer(1, "words", "ada", long, evidence=long)])
    [kept] = study.answers("toys")
    assert kept.value == kept.evidence == long


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (answer("paper-9", "shared", "ada", "1"), "unknown paper 'paper-9': did you mean"),
        (answer(1, "shred", "ada", "1"), "toys: unknown variable 'shred': did you mean 'shared'?"),
        (Answer("paper-1", "toy", "shared", "ada", "1"), "unknown instrument 'toy'"),
        (answer(1, "shared", " ", "1"), "a coder's name is empty"),
        (answer(1, "shared", "x" * 601, "1"), "a coder's name is longer than 600"),
        (answer(1, "words", "ada", "a\0b"), "an answer has a NUL character"),
        (answer(1, "words", "ada", "\ud800"), "an answer is no valid text"),
        (answer(1, "words", "ada", "x", evidence="\0"), "the evidence of an answer has a NUL"),
        (answer(1, "words", "ada\0", "x"), "a coder's name has a NUL"),
        (answer("paper-1\0", "words", "ada", "x"), "a paper has a NUL"),
        (answer(1, "words", "ada", "x", seconds=-1.0), "a number from 0 up, not -1"),
        (answer(1, "words", "ada", "x", seconds=float("nan")), "a number from 0 up, not nan"),
        (answer(1, "words", "ada", "x", revision=0), "count from 1, not 0"),
        (answer(1, "words", "ada", "x", revision=10**30), "count from 1, not 1000"),
    ],
)
def test_an_answer_that_does_not_fit_is_named_and_none_is_recorded(
    study: Study, said: Answer, message: str
) -> None:
    with pytest.raises(ReproscopeError) as raised:
        study.record([answer(2, "shared", "ada", "1"), said, answer(3, "shared", "ada", "1")])
    assert message in raised.value.message
    assert list(study.answers("toys", history=True)) == []


def test_a_coders_two_answers_to_one_question_are_refused(study: Study) -> None:
    said = [answer(1, "shared", "ada", "1"), answer(1, "shared", "ada", "0")]
    with pytest.raises(ReproscopeError, match=r"'paper-1': 'ada' answers toys.shared twice"):
        study.record(said)
    with pytest.raises(ReproscopeError, match="twice"):
        study.record([said[0], answer(1, "shared", "ada", "1", evidence="x")])
    assert study.record([said[0], said[0]]) == 1


def test_an_error_while_answers_are_read_records_none(study: Study) -> None:
    def answers() -> object:
        yield answer(1, "shared", "ada", "1")
        raise ReproscopeError("line 2 cannot be read")

    with pytest.raises(ReproscopeError, match="line 2"):
        study.record(answers())  # type: ignore[arg-type]
    assert list(study.answers("toys")) == []


def test_unknown_names_are_refused_when_answers_are_read(study: Study) -> None:
    with pytest.raises(UnknownName, match="unknown instrument 'toy'"):
        next(study.answers("toy"))
    with pytest.raises(UnknownName, match="unknown coder 'ad'"):
        next(study.answers("toys", coder="ad"))
    with pytest.raises(UnknownName, match="unknown paper 'paper-9'"):
        next(study.answers("toys", paper="paper-9"))
    with pytest.raises(UnknownName, match="unknown variable 'x'"):
        study.history("paper-1", "toys", "x")
    with pytest.raises(UnknownName, match="unknown paper 'x'"):
        study.history("x", "toys", "shared")
    with pytest.raises(UnknownName, match="unknown instrument"):
        study.coded_frame("x")


@pytest.mark.parametrize("page", [1, 2, 3])
def test_pages_show_every_answer_once(
    study: Study, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("1", "0"):
        for coder in ("ada", "bob"):
            study.record(answer(paper, "shared", coder, value) for paper in range(1, 5))
    whole = list(study.answers("toys")), list(study.answers("toys", history=True))
    assert (len(whole[0]), len(whole[1])) == (8, 16)
    monkeypatch.setattr(paging, "_PAGE", page)
    assert (list(study.answers("toys")), list(study.answers("toys", history=True))) == whole


def test_answers_may_be_recorded_while_others_are_read(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "_PAGE", 1)
    study.record(answer(paper, "shared", "ada", "0") for paper in range(1, 5))
    seen = []
    for found in study.answers("toys"):
        seen.append(found.paper)
        study.record([answer(found.paper, "shared", "ada", "1")])
    assert seen == [paper.key for paper in PAPERS]


def test_columns_are_recorded_like_single_answers(study: Study) -> None:
    frame = pd.DataFrame(
        {"shared": ["1", None, "0"], "words": ["a", "b", np.nan]},
        index=["paper-3", "paper-1", "paper-2"],
    )
    assert study.record_columns("toys", "ada", frame) == 4
    assert study.record_columns("toys", "ada", frame) == 0
    assert plain(study.answers("toys")) == [
        ("shared", "ada", "paper-2", 1, "0", "", -1),
        ("shared", "ada", "paper-3", 1, "1", "", -1),
        ("words", "ada", "paper-1", 1, "b", "", -1),
        ("words", "ada", "paper-3", 1, "a", "", -1),
    ]
    frame.loc["paper-3", "shared"] = "0"
    assert study.record_columns("toys", "ada", frame) == 1
    assert [a.value for a in study.history("paper-3", "toys", "shared")] == ["1", "0"]


@pytest.mark.parametrize("chunk", [1, 3])
def test_chunks_lose_no_row(study: Study, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "_CHUNK", chunk)
    frame = pd.DataFrame({"words": list("abcd"), "shared": list("0101")})
    frame.index = [paper.key for paper in PAPERS]
    assert study.record_columns("toys", "ada", frame) == 8
    assert study.record_columns("toys", "ada", frame) == 0
    long = study.coded_frame("toys").astype(str)
    for name in frame.columns:
        found = long[long["variable"] == name].set_index("paper")["value"]
        assert found.to_dict() == frame[name].to_dict()


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame({"shared": ["1", "0"]}, index=["paper-1"] * 2), "two rows for paper"),
        (pd.DataFrame([["1", "0"]], ["paper-1"], ["shared"] * 2), "two columns for variable"),
        (pd.DataFrame({"shared": [1.0]}, index=["paper-1"]), "is answered by text, not by 1.0"),
        (pd.DataFrame({"shred": ["1"]}, index=["paper-1"]), "unknown variable 'shred'"),
        (pd.DataFrame({"shared": ["1"]}, index=["paper-9"]), "unknown paper 'paper-9'"),
    ],
)
def test_columns_that_do_not_fit_are_refused(
    study: Study, frame: pd.DataFrame, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        study.record_columns("toys", "ada", frame)
    assert list(study.answers("toys")) == []


def test_nothing_is_recorded_of_nothing(study: Study) -> None:
    assert study.record([]) == 0
    assert study.record_columns("toys", "ada", pd.DataFrame()) == 0
    assert study.record_columns("toys", "ada", pd.DataFrame({"shared": []}, dtype=object)) == 0


QUESTIONS = st.tuples(
    st.integers(1, 4), st.sampled_from(("shared", "words")), st.sampled_from(("ada", "bob"))
)
SAID = st.tuples(st.sampled_from(("", "0", "1", "x")), st.sampled_from(("", "p. 1")))
_names = count(1)


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    first=st.dictionaries(QUESTIONS, SAID),
    second=st.dictionaries(QUESTIONS, SAID),
    random=st.randoms(use_true_random=False),
)
def test_the_order_of_rows_does_not_matter_and_each_change_is_kept(
    study: Study, first: object, second: object, random: object
) -> None:
    # A pair of new papers for each example spares a new study for each.
    papers = [f"{next(_names)}" for _ in range(8)]
    study.add_papers(Paper(key) for key in papers)
    for said in (first, second):
        for offset in (0, 4):
            rows = [
                answer(papers[paper - 1 + offset], variable, coder, value, evidence=evidence)
                for (paper, variable, coder), (value, evidence) in said.items()  # type: ignore[attr-defined]
            ]
            random.shuffle(rows)  # type: ignore[attr-defined]
            study.record(rows)
    for place in range(4):
        for variable in ("shared", "words"):
            histories = [
                [
                    (a.coder, a.revision, a.value, a.evidence)
                    for a in study.history(papers[place + offset], "toys", variable)
                ]
                for offset in (0, 4)
            ]
            assert sorted(histories[0]) == sorted(histories[1])
            expected = []
            for coder in ("ada", "bob"):
                key = (place + 1, variable, coder)
                said = [batch[key] for batch in (first, second) if key in batch]  # type: ignore[index,operator]
                if len(said) == 2 and said[0] == said[1]:
                    said.pop()
                expected += [(coder, at, *what) for at, what in enumerate(said, 1)]
            assert sorted(histories[0]) == expected
