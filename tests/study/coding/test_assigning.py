"""Sharing papers out: even loads, the same for the same seed, nothing taken away."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.study.coding import Sharing, share_out
from reproscope.study.records import Assignment

PAPERS = [f"paper-{number}" for number in range(100)]
CODERS = ("ann", "bob", "cy")


def coders_of(assignments: tuple[Assignment, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in assignments:
        found.setdefault(one.paper, []).append(one.coder)
    return found


@given(st.integers(0, 60), st.integers(1, 6), st.data())
def test_every_paper_has_its_coders_and_loads_differ_by_one_at_most(
    papers: int, coders: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(1, coders))
    share = data.draw(st.sampled_from([0.0, 0.2, 0.5, 1.0]))
    names = tuple(f"coder-{number}" for number in range(coders))
    made = share_out(PAPERS[:papers], "toys", Sharing(names, each, share, seed=papers))
    by_paper = coders_of(made)
    assert set(by_paper) == set(PAPERS[:papers])
    assert all(len(set(found)) == len(found) for found in by_paper.values())
    several = sum(len(found) == each for found in by_paper.values())
    expected = papers if each == 1 else int(share * papers + 0.5)
    assert several == expected
    loads = Counter(dict.fromkeys(names, 0))
    loads.update(one.coder for one in made)
    assert max(loads.values()) - min(loads.values()) <= 1


def test_a_fifth_of_the_papers_is_coded_twice_and_that_work_is_even_too() -> None:
    made = share_out(PAPERS, "toys", Sharing(CODERS, each=2, share=0.2, seed=7))
    twice = {paper: found for paper, found in coders_of(made).items() if len(found) == 2}
    assert len(twice) == 20
    loads = Counter(name for found in twice.values() for name in found)
    assert sorted(loads.values()) == [13, 13, 14]
    assert len({tuple(sorted(found)) for found in twice.values()}) == 3


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    sharing = Sharing(CODERS, each=2, share=0.2, seed=7)
    assert share_out(PAPERS, "toys", sharing) == share_out(PAPERS, "toys", sharing)
    assert share_out(PAPERS, "toys", sharing) == share_out(PAPERS[::-1], "toys", sharing)
    other = Sharing(CODERS, each=2, share=0.2, seed=8)
    assert set(share_out(PAPERS, "toys", sharing)) != set(share_out(PAPERS, "toys", other))


def test_papers_that_come_later_change_no_earlier_assignment_and_keep_the_share() -> None:
    sharing = Sharing(CODERS, each=2, share=0.2, seed=7)
    first = share_out(PAPERS[:50], "toys", sharing)
    added = share_out(PAPERS, "toys", sharing, kept=first)
    assert not {one.paper for one in added} & set(PAPERS[:50])
    together = coders_of((*first, *added))
    assert set(together) == set(PAPERS)
    assert sum(len(found) == 2 for found in together.values()) == 20
    loads = Counter(one.coder for one in (*first, *added))
    assert max(loads.values()) - min(loads.values()) <= 1


def test_sharing_out_what_is_shared_out_adds_nothing() -> None:
    sharing = Sharing(CODERS, each=2, share=0.2, seed=7)
    assert share_out(PAPERS, "toys", sharing, share_out(PAPERS, "toys", sharing)) == ()


def test_a_coder_who_comes_later_gets_the_new_papers_until_the_loads_are_even() -> None:
    first = share_out(PAPERS[:40], "toys", Sharing(("ann", "bob"), seed=1))
    added = share_out(PAPERS[:60], "toys", Sharing(CODERS, seed=1), kept=first)
    assert Counter(one.coder for one in added) == {"cy": 20}


def test_a_second_coder_for_all_later_is_never_the_first_one_again() -> None:
    first = share_out(PAPERS, "toys", Sharing(CODERS, seed=1))
    added = share_out(PAPERS, "toys", Sharing(CODERS, each=2, seed=2), kept=first)
    assert len(added) == 100
    assert all(len(set(found)) == 2 for found in coders_of((*first, *added)).values())


def test_assignments_of_another_instrument_do_not_count() -> None:
    other = [Assignment(paper, "other", "ann") for paper in PAPERS]
    sharing = Sharing(CODERS, seed=1)
    assert share_out(PAPERS, "toys", sharing, other) == share_out(PAPERS, "toys", sharing)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"coders": ()}, "there are no coders"),
        ({"coders": ("ann", "ann")}, "'ann' is named twice"),
        ({"coders": ("ann", " ")}, "has no name"),
        ({"coders": ("ann",), "each": 2}, "2 coders a paper cannot be had of 1"),
        ({"coders": ("ann",), "each": 0}, "0 coders a paper"),
        ({"coders": ("ann",), "share": 1.5}, "from 0 to 1, not 1.5"),
        ({"coders": ("ann",), "share": float("nan")}, "from 0 to 1, not nan"),
    ],
)
def test_an_impossible_sharing_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Sharing(**wrong)  # type: ignore[arg-type]


def test_a_paper_that_is_named_twice_is_refused() -> None:
    with pytest.raises(ReproscopeError, match="'a' is named twice"):
        share_out(["a", "a"], "toys", Sharing(CODERS))
