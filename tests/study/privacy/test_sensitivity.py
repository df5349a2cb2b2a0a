"""What one paper can change in the exact numbers is never more than the release declares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.study.holding import Holding
from reproscope.study.privacy import Plan, Request
from reproscope.study.privacy.counting import STEPS, exact
from tests.study.privacy.private import GROUPED, REQUESTS, TALLIES, Paper, holding

ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "shared": st.sampled_from([0.0, 1.0]),
        "colour": st.sampled_from(["red", "blue", "n/a", "mauve"]),
        "pages": st.sampled_from([-1e9, 0.0, 2.0, 11.0, 20.0, 1e300]),
        "degree": st.floats(0, 1),
        "words": st.text(max_size=3),
    },
)
PAPERS = st.lists(
    st.tuples(
        st.sampled_from("abcdefgh"),
        st.sampled_from([None, "", "AAAI", "IJCAI", "elsewhere"]),
        ANSWERS,
        st.lists(st.sampled_from(TALLIES), max_size=5).map(tuple),
    ),
    max_size=6,
    unique_by=lambda paper: paper[0],
)


def apart(request: Request, plan: Plan, one: Holding, other: Holding) -> tuple[int, int]:
    """How far two studies' numbers are apart in sum, and the counts of a mean."""
    first, second = exact(request, one, plan), exact(request, other, plan)
    assert (first.groups, first.categories) == (second.groups, second.categories)
    assert first.sensitivity == second.sensitivity
    return (
        sum(abs(a - b) for a, b in zip(first.numbers, second.numbers, strict=True)),
        sum(abs(a - b) for a, b in zip(first.counts, second.counts, strict=True)),
    )


@given(PAPERS, st.sampled_from(REQUESTS + GROUPED), st.integers(1, 3))
def test_a_paper_that_comes_or_goes_changes_no_more_than_declared(
    papers: list[Paper], request: Request, attempts: int
) -> None:
    plan = Plan((request,), 1, 1, attempts_per_paper=attempts)
    whole = holding(papers)
    for place in range(len(papers)):
        rest = holding(papers[:place] + papers[place + 1 :])
        changed, counts = apart(request, plan, whole, rest)
        assert changed <= exact(request, whole, plan).sensitivity
        assert counts <= 1


@given(PAPERS, PAPERS, st.sampled_from(REQUESTS + GROUPED))
def test_a_paper_that_is_another_one_changes_no_more_than_declared_where_the_size_is_public(
    papers: list[Paper], others: list[Paper], request: Request
) -> None:
    plan = Plan((request,), 1, 1, attempts_per_paper=2, size_public=True)
    whole = holding(papers)
    for place, (key, _, _, _) in enumerate(papers):
        for other in others:
            replaced = [*papers[:place], (key, *other[1:]), *papers[place + 1 :]]
            changed, counts = apart(request, plan, whole, holding(replaced))
            assert changed <= exact(request, whole, plan).sensitivity
            assert counts <= 2


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: one.title)
def test_some_paper_changes_as_much_as_is_declared(request_: Request) -> None:
    plan = Plan((request_,), 1, 1, attempts_per_paper=3)
    answers: dict[str, object] = {"shared": 1.0, "colour": "red", "pages": 99.0, "degree": 1.0}
    empty, one = holding([]), holding([("a", "AAAI", answers, TALLIES)])
    changed, _ = apart(request_, plan, empty, one)
    assert changed == exact(request_, one, plan).sensitivity


def test_numbers_are_counted_as_they_are() -> None:
    papers: list[Paper] = [
        ("a", "AAAI", {"shared": 1.0, "degree": 0.5, "colour": "red"}, (TALLIES[2], TALLIES[0])),
        ("b", "IJCAI", {"shared": 0.0, "degree": 0.25, "colour": "blue"}, (TALLIES[3],)),
        ("c", None, {"degree": 1.0, "colour": "n/a"}, ()),
    ]
    plan = Plan(REQUESTS, 1, 1, attempts_per_paper=1)
    found = {one.title: exact(one, holding(papers), plan) for one in REQUESTS}
    assert found["papers"].numbers == (3,)
    # The order is success, partial success, failure, no result.
    assert found["papers by outcome"].numbers == (1, 0, 0, 1, 1)
    assert found["attempts by outcome"].numbers == (0, 0, 1, 1)
    assert found["papers by shared (toys)"].numbers == (1, 1, 1)
    # The colour of what is not shared was not asked for.
    assert found["papers by colour (toys)"].numbers == (1, 0, 1, 1)
    # 0.75, 0.125 and 1 are that much off the middle.
    steps = int(STEPS * (0.5 - 0.75 + 1))
    assert found["mean of R1D (toys)"].numbers == (steps,)
    assert found["mean of R1D (toys)"].counts == (3,)
