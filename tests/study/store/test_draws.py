"""A sample is kept with all that is needed to draw it again, and so is who is to code it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.records import Assignment, Draw, Member, MemberStatus, Paper
from reproscope.study.store import Study
from tests.study.store.samples import new_study

DRAW = Draw(
    name="main",
    source="accepted.txt",
    digest="sha256:ab",
    population=1726,
    size=3,
    seed=1484059600,
    method="stratified",
    members=(Member("paper-3", "A"), Member("paper-1", "A"), Member("paper-2", "B")),
    by="conference",
    strata={"A": 2, "B": 1},
)
_examples = count(1)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=10)


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


def test_a_draw_comes_back_with_its_members_in_order(study: Study) -> None:
    kept = study.record_draw(DRAW)
    assert kept == replace(DRAW, given=kept.given)
    assert study.draws() == (kept,)
    assert [member.paper for member in study.draws()[0].members] == [
        "paper-3",
        "paper-1",
        "paper-2",
    ]
    assert list(study.draws()[0].strata.items()) == [("A", 2), ("B", 1)]


def test_an_exclusion_is_a_new_revision_and_the_draw_as_it_was_stays(study: Study) -> None:
    study.record_draw(DRAW)
    excluded = Member("paper-1", "A", MemberStatus.EXCLUDED, "a review", "paper-4")
    members = (DRAW.members[0], excluded, DRAW.members[2], Member("paper-4", "A"))
    second = study.record_draw(replace(DRAW, members=members))
    assert second.revision == 2
    assert [draw.members for draw in study.draws()] == [members]
    assert [draw.members for draw in study.draws(history=True)] == [DRAW.members, members]
    assert study.record_draw(replace(DRAW, members=members)) == second


def test_draws_of_several_names_keep_their_order(study: Study) -> None:
    for name in ("b", "a", "b", "c"):
        study.record_draw(replace(DRAW, name=name, seed=len(study.draws(history=True))))
    assert [(draw.name, draw.revision) for draw in study.draws(history=True)] == [
        ("b", 1),
        ("b", 2),
        ("a", 1),
        ("c", 1),
    ]


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(-(2**200), 2**200),
    size=st.integers(0, 2**62),
    strata=st.dictionaries(TEXT, st.integers(0, 2**62), max_size=3),
    members=st.permutations([f"paper-{number}" for number in range(1, 5)]),
    words=st.tuples(TEXT, TEXT, TEXT, TEXT),
)
def test_any_draw_comes_back_exactly(
    study: Study,
    seed: int,
    size: int,
    strata: dict[str, int],
    members: list[str],
    words: tuple[str, str, str, str],
) -> None:
    source, digest, method, by = words
    papers = tuple(Member(paper) for paper in members)
    name = f"d{next(_examples)}"
    said = Draw(name, source, digest, 2**62, size, seed, method, papers, by, strata)
    kept = study.record_draw(said)
    assert kept == replace(said, given=kept.given)
    assert study.draws()[-1] == kept
    assert list(study.draws()[-1].strata.items()) == list(strata.items())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: replace(DRAW, size=2000), "a sample of 2000 from 1726 papers is impossible"),
        (lambda: replace(DRAW, members=DRAW.members * 2), "draw main: paper-1 was drawn twice"),
        (lambda: Member("p", status=MemberStatus.EXCLUDED), "p is excluded from the sample: say"),
        (lambda: Member("p", reason="x"), "p is in the sample: nothing replaces it"),
        (
            lambda: replace(DRAW, members=(Member("p", "", MemberStatus.EXCLUDED, "x", "q"),)),
            "draw main: q replaces a paper but is no member",
        ),
    ],
)
def test_an_impossible_draw_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        make()


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (replace(DRAW, members=(Member("paper-9"),)), "unknown paper 'paper-9'"),
        (replace(DRAW, name=" "), "the name of a draw is empty"),
        (replace(DRAW, source="\0"), "source of draw main has a NUL"),
        (replace(DRAW, population=2**70), "the size of a population is too large"),
        (replace(DRAW, strata={"A": 2**70}), "the size of stratum A is too large"),
    ],
)
def test_a_draw_that_does_not_fit_is_refused_whole(study: Study, draw: Draw, message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        study.record_draw(draw)
    assert study.draws() == ()


def test_assignments_come_back_and_are_made_once(study: Study) -> None:
    said = [
        Assignment(paper, "toys", coder)
        for coder in ("ada", "bob")
        for paper in ("paper-1", "paper-2")
    ]
    assert study.assign(said) == 4
    assert study.assign(reversed(said)) == 0
    assert study.assign([*said, Assignment("paper-3", "toys", "ada")]) == 1
    found = [(one.paper, one.coder) for one in study.assignments("toys")]
    assert found == [
        ("paper-1", "ada"),
        ("paper-2", "ada"),
        ("paper-3", "ada"),
        ("paper-1", "bob"),
        ("paper-2", "bob"),
    ]
    assert [one.paper for one in study.assignments(coder="bob")] == ["paper-1", "paper-2"]


@pytest.mark.parametrize(
    "said",
    [
        Assignment("paper-9", "toys", "ada"),
        Assignment("paper-1", "toy", "ada"),
    ],
)
def test_an_assignment_of_something_unknown_is_refused(study: Study, said: Assignment) -> None:
    with pytest.raises(UnknownName):
        study.assign([Assignment("paper-1", "toys", "ada"), said])
    assert study.assignments() == ()


def test_a_large_draw_is_kept(study: Study) -> None:
    keys = [f"p{number}" for number in range(12_000)]
    study.add_papers(Paper(key) for key in keys)
    study.record_draw(replace(DRAW, size=1000, members=tuple(Member(key) for key in keys)))
    assert [member.paper for member in study.draws()[0].members] == keys
