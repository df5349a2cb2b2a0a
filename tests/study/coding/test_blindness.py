"""Blind coding: a coder sees only own answers until all coders of the paper have finished."""

from reproscope.study.coding import finished, opened, visible
from reproscope.study.records import Answer, Assignment
from tests.study.coding.coded import INSTRUMENT

WHOLE = {
    "shared": "1", "described": "1", "colour": "red", "liked": "no", "number": "3", "words": "",
}  # fmt: skip
ASSIGNED = (Assignment("p", "toys", "ann"), Assignment("p", "toys", "bob"))


def given(coder: str, paper: str = "p", **answers: str) -> list[Answer]:
    return [Answer(paper, "toys", name, coder, value) for name, value in answers.items()]


def test_a_coder_has_finished_when_every_question_was_dealt_with() -> None:
    assert finished(given("ann", **WHOLE), INSTRUMENT) == {("p", "ann")}
    for name in WHOLE:
        rest = {key: value for key, value in WHOLE.items() if key != name}
        assert not finished(given("ann", **rest), INSTRUMENT), name


def test_a_question_that_does_not_apply_is_not_due() -> None:
    unshared = {**WHOLE, "shared": "0"}
    del unshared["colour"]
    assert finished(given("ann", **unshared), INSTRUMENT) == {("p", "ann")}


def test_a_question_left_open_is_dealt_with_and_so_is_what_depends_on_it() -> None:
    left_open = {**WHOLE, "shared": ""}
    del left_open["colour"]
    assert finished(given("ann", **left_open), INSTRUMENT) == {("p", "ann")}


def test_the_last_revision_decides_which_questions_apply() -> None:
    unshared = {**WHOLE, "shared": "0"}
    del unshared["colour"]
    answers = given("ann", **unshared)
    answers.insert(0, Answer("p", "toys", "shared", "ann", "1", revision=2))
    assert not finished(answers, INSTRUMENT)


def test_a_coder_sees_only_own_answers_while_another_is_not_done() -> None:
    answers = [*given("ann", **WHOLE), *given("bob", shared="0")]
    assert {one.coder for one in visible("ann", answers, ASSIGNED, INSTRUMENT)} == {"ann"}
    assert {one.coder for one in visible("bob", answers, ASSIGNED, INSTRUMENT)} == {"bob"}
    assert visible("cy", answers, ASSIGNED, INSTRUMENT) == ()


def test_a_coder_who_has_finished_does_not_see_one_who_never_began() -> None:
    answers = given("ann", **WHOLE)
    assert visible("bob", answers, ASSIGNED, INSTRUMENT) == ()
    assert opened("ann", answers, ASSIGNED, INSTRUMENT) == frozenset()


def test_all_is_open_when_all_have_finished() -> None:
    answers = [*given("ann", **WHOLE), *given("bob", **WHOLE)]
    assert visible("ann", answers, ASSIGNED, INSTRUMENT) == tuple(answers)
    assert opened("bob", answers, ASSIGNED, INSTRUMENT) == {"p"}


def test_a_coder_who_is_assigned_later_closes_the_paper_again() -> None:
    answers = [*given("ann", **WHOLE), *given("bob", **WHOLE)]
    later = (*ASSIGNED, Assignment("p", "toys", "cy"))
    assert visible("cy", answers, later, INSTRUMENT) == ()


def test_one_paper_opens_without_another() -> None:
    answers = [
        *given("ann", **WHOLE), *given("bob", **WHOLE),
        *given("ann", "q", **WHOLE), *given("bob", "q", shared="1"),
    ]  # fmt: skip
    assigned = (*ASSIGNED, *(Assignment("q", "toys", name) for name in ("ann", "bob")))
    seen = visible("bob", answers, assigned, INSTRUMENT)
    assert {one.paper for one in seen if one.coder == "ann"} == {"p"}


def test_a_paper_assigned_to_nobody_opens_to_those_who_finished_it() -> None:
    answers = [*given("ann", **WHOLE), *given("bob", **WHOLE)]
    assert visible("ann", answers, (), INSTRUMENT) == tuple(answers)
    assert visible("cy", answers, (), INSTRUMENT) == ()


def test_answers_to_another_instrument_are_not_shown_and_do_not_count() -> None:
    other = [Answer("p", "other", "shared", "ann", "1")]
    assert visible("ann", other, ASSIGNED, INSTRUMENT) == ()
    assigned = (*ASSIGNED, Assignment("p", "other", "cy"))
    answers = [*given("ann", **WHOLE), *given("bob", **WHOLE)]
    assert opened("ann", answers, assigned, INSTRUMENT) == {"p"}
