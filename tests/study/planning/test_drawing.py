"""Samples can be drawn again; Gundersen and Kjensmo's four samples come out, in their order."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.planning import Plan, Population, draw, exclude, read_population, sampled
from reproscope.study.records import MemberStatus, Paper
from tests.study.oracles import needs_oracles, path

# The order in which the survey drew, all from one generator with this seed.
SEED = 1484059600
CONFERENCES = ("aaai-16", "aaai-14", "ijcai-13", "ijcai-16")


def population(**strata: int) -> Population:
    papers = [
        Paper(f"{name}{i}", "", {"venue": name})
        for name, count in strata.items()
        for i in range(count)
    ]
    return Population("list.txt", "digest", tuple(papers))


@needs_oracles
@pytest.mark.parametrize("conference", CONFERENCES)
def test_the_surveys_samples_come_out_in_their_order(conference: str) -> None:
    lists = [path(f"gundersen2018/accepted_papers_{name}.txt") for name in CONFERENCES]
    drawn = draw(read_population(lists, "list"), Plan(100, SEED, by="list", each=True))
    titles = [member.paper for member in drawn.members if member.stratum.endswith(conference)]
    published = path(f"gundersen2018/sampled_{conference}").read_text(encoding="utf-8")
    assert titles == [line.split("\t")[0].strip() for line in published.splitlines()]


def test_the_same_seed_draws_the_same_and_another_draws_otherwise() -> None:
    papers = population(a=200)
    assert draw(papers, Plan(20, 7)) == draw(papers, Plan(20, 7))
    assert draw(papers, Plan(20, 7)).members != draw(papers, Plan(20, 8)).members


def test_without_strata_it_is_the_plain_sample_of_python() -> None:
    papers = population(a=50)
    assert sampled(draw(papers, Plan(10, 3))) == [
        paper.key for paper in random.Random(3).sample(papers.papers, 10)
    ]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=5), st.data())
def test_a_size_is_shared_out_in_proportion(counts: list[int], data: st.DataObject) -> None:
    size = data.draw(st.integers(1, sum(counts)))
    strata = {f"s{i}-": count for i, count in enumerate(counts)}
    drawn = draw(population(**strata), Plan(size, 1, by="venue"))
    assert len(set(sampled(drawn))) == size
    for name, count in strata.items():
        got = sum(member.stratum == name for member in drawn.members)
        assert abs(got - size * count / sum(counts)) < 1


def test_an_excluded_paper_is_replaced_from_its_stratum_with_the_reason() -> None:
    papers = population(a=10, b=10)
    drawn = draw(papers, Plan(3, 5, by="venue", each=True))
    out = drawn.members[0].paper
    after = exclude(drawn, papers, out, "not empirical")
    gone, new = after.members[0], after.members[-1]
    assert (gone.status, gone.reason) == (MemberStatus.EXCLUDED, "not empirical")
    assert (gone.replaced_by, gone.stratum) == (new.paper, new.stratum)
    assert new.paper not in sampled(drawn)
    assert len(sampled(after)) == 6
    assert exclude(drawn, papers, out, "not empirical") == after


def test_a_stratum_that_is_used_up_gives_no_replacement() -> None:
    papers = population(a=2)
    after = exclude(draw(papers, Plan(2, 1)), papers, "a0", "retracted")
    assert sampled(after) == ["a1"]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(0, 1), "a sample has at least one paper, not 0"),
        (Plan(9, 1), "a sample of 9 from a list of 5 papers"),
        (Plan(3, 1, "venue", each=True), "a sample of 3 from 2 papers of venue 'b'"),
        (Plan(1, 1, "venu"), "unknown attribute 'venu': did you mean 'venue'"),
    ],
)
def test_an_impossible_plan_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        draw(population(a=3, b=2), plan)


def test_excluding_needs_the_list_a_reason_and_a_sampled_paper() -> None:
    papers = population(a=5)
    drawn = draw(papers, Plan(2, 1))
    key = drawn.members[0].paper
    with pytest.raises(ReproscopeError, match="needs a reason"):
        exclude(drawn, papers, key, " ")
    with pytest.raises(UnknownName, match="unknown sampled paper 'nobody'"):
        exclude(drawn, papers, "nobody", "gone")
    other = Population("other.txt", "another digest", papers.papers)
    with pytest.raises(ReproscopeError, match=r"other\.txt is not the list"):
        exclude(drawn, other, key, "gone")
    once = exclude(drawn, papers, key, "gone")
    with pytest.raises(UnknownName, match="unknown sampled paper"):
        exclude(once, papers, key, "again")


def test_order_of_the_list_is_part_of_what_is_drawn_from(tmp_path: Path) -> None:
    for name, text in (("a.txt", "A\nB\nC\n"), ("b.txt", "C\nB\nA\n")):
        (tmp_path / name).write_text(text)
    first, second = (read_population(tmp_path / name) for name in ("a.txt", "b.txt"))
    assert first.digest != second.digest
