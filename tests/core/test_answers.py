import pytest

from reproscope.core import Level, Outcome, Verdict, is_answered, is_applicable


def test_levels_are_ordered_by_severity_and_not_by_their_letters() -> None:
    assert sorted(Level) == [Level.NONE, Level.NOTE, Level.WARNING, Level.ERROR]
    assert Level.ERROR > Level.WARNING > Level.NOTE > Level.NONE
    assert Level.ERROR >= Level.ERROR
    assert not Level.ERROR < Level.WARNING


def test_a_level_compares_with_its_spelling_and_refuses_other_words() -> None:
    assert Level.ERROR > "note"
    with pytest.raises(ValueError, match="'fatal' is not a valid Level"):
        _ = Level.ERROR > "fatal"


@pytest.mark.parametrize("answer", [Outcome.UNKNOWN, Verdict.UNDECIDED])
def test_what_is_unknown_or_undecided_was_asked_but_not_answered(answer: Outcome | Verdict) -> None:
    assert is_applicable(answer)
    assert not is_answered(answer)


@pytest.mark.parametrize("answer", [Outcome.NOT_APPLICABLE, Verdict.NOT_APPLICABLE])
def test_what_does_not_apply_was_neither_asked_nor_answered(answer: Outcome | Verdict) -> None:
    assert not is_applicable(answer)
    assert not is_answered(answer)


@pytest.mark.parametrize("answer", [Outcome.ABSENT, Outcome.PARTIAL, Verdict.INCONSISTENT])
def test_bad_news_is_an_answer_too(answer: Outcome | Verdict) -> None:
    assert is_answered(answer)


def test_the_words_are_those_of_the_design() -> None:
    assert [o.value for o in Outcome] == [
        "present", "partial", "absent", "unknown", "not-applicable",
    ]  # fmt: skip
    assert [v.value for v in Verdict] == [
        "consistent", "inconsistent", "undecided", "not-applicable",
    ]  # fmt: skip
