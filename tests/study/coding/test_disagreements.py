"""Disagreements are listed with what each coder said, and stale settlements beside them."""

from datetime import UTC, datetime, timedelta

import pytest

from reproscope.core import UnknownName
from reproscope.study.coding import disagreements
from reproscope.study.records import Answer, Resolution
from tests.study.coding.coded import INSTRUMENT

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def said(coder: str, value: str, variable: str = "shared", **more: object) -> Answer:
    return Answer("p", "toys", variable, coder, value, **more)  # type: ignore[arg-type]


def settled(value: str, **more: object) -> Resolution:
    return Resolution("p", "toys", "shared", value, "cy", **more)  # type: ignore[arg-type]


def test_answers_that_differ_are_listed_with_their_evidence() -> None:
    first, second = said("bob", "1", evidence="page 3"), said("ann", "0", evidence="nowhere")
    [found] = disagreements([first, second], [], INSTRUMENT)
    assert (found.paper, found.variable, found.answers) == ("p", "shared", (second, first))
    assert found.open
    assert found.differ


def test_answers_that_are_written_differently_are_the_same() -> None:
    pairs = [("shared", "1", "yes"), ("number", "3", "3.0"), ("liked", "much", "Much")]
    answers = [
        said(coder, value, name)
        for name, *both in pairs
        for coder, value in zip(("ann", "bob"), both, strict=True)
    ]
    assert disagreements(answers, [], INSTRUMENT) == ()


def test_only_current_answers_differ() -> None:
    answers = [said("ann", "0", revision=2), said("ann", "1"), said("bob", "0")]
    assert disagreements(answers, [], INSTRUMENT) == ()
    answers.append(said("cy", ""))
    assert disagreements(answers, [], INSTRUMENT) == ()


def test_a_settled_disagreement_is_closed_and_reopens_when_an_answer_changes() -> None:
    answers = [said("ann", "0", given=NOON), said("bob", "1", given=NOON)]
    resolution = settled("1", given=NOON + timedelta(hours=1))
    [found] = disagreements(answers, [resolution], INSTRUMENT)
    assert found.settled == resolution
    assert not found.open
    changed = said("bob", "0", revision=2, given=NOON + timedelta(hours=2))
    [stale] = disagreements([*answers, changed], [resolution], INSTRUMENT)
    assert stale.stale
    assert stale.open
    assert not stale.differ
    again = settled("0", revision=2, given=NOON + timedelta(hours=3))
    assert disagreements([*answers, changed], [resolution, again], INSTRUMENT) == ()


def test_a_settlement_that_was_taken_back_settles_nothing() -> None:
    answers = [said("ann", "0"), said("bob", "1")]
    [found] = disagreements(answers, [settled("", revision=2), settled("1")], INSTRUMENT)
    assert found.settled is None


def test_disagreements_stand_in_the_order_of_the_instrument() -> None:
    answers = [
        said(coder, value, name)
        for name, one, other in [("number", "1", "2"), ("shared", "0", "1")]
        for coder, value in (("ann", one), ("bob", other))
    ]
    listed = [found.variable for found in disagreements(answers, [], INSTRUMENT)]
    assert listed == ["shared", "number"]


def test_an_answer_to_no_question_of_the_instrument_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown variable 'shard': did you mean 'shared'"):
        disagreements([said("ann", "1", "shard")], [], INSTRUMENT)
