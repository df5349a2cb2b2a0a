"""Random samples that anyone can draw again: the same list and the same seed give the same papers.

Strata are drawn in the order in which they first stand in the list, all from one generator. A paper
that has to be excluded is replaced by another of its stratum, and the reason is kept.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.planning.population import Population
from reproscope.study.records import Draw, Member, MemberStatus, Paper


@dataclass(frozen=True, slots=True)
class Plan:
    """How to draw: the size in all or for each stratum, the seed, and the attribute of strata.

    ``each`` draws so many from every stratum; without it the size is shared out in proportion.
    """

    size: int
    seed: int
    by: str = ""
    each: bool = False

    @property
    def method(self) -> str:
        """How the papers are drawn, in words that let anyone do it again."""
        if not self.by:
            return "simple random sample (random.Random(seed).sample)"
        shared = "so many of each" if self.each else "in proportion"
        return f"stratified random sample, {shared}, strata in the order of the list, one generator"


def draw(population: Population, plan: Plan, name: str = "sample") -> Draw:
    """Draw a sample from a population."""
    if plan.size < 1:
        raise ReproscopeError(f"a sample has at least one paper, not {plan.size}")
    strata = _strata(population.papers, plan.by)
    sizes = _sizes(strata, plan)
    generator = random.Random(plan.seed)
    members = [
        Member(paper.key, stratum)
        for stratum, size in sizes.items()
        for paper in generator.sample(strata[stratum], size)
    ]
    return Draw(
        name=name,
        source=population.source,
        digest=population.digest,
        population=len(population.papers),
        size=len(members),
        seed=plan.seed,
        method=plan.method,
        members=tuple(members),
        by=plan.by,
        strata=sizes if plan.by else {},
    )


def exclude(drawn: Draw, population: Population, key: str, reason: str) -> Draw:
    """Take a paper out of a sample for a reason, and put another of its stratum in its place.

    Which one takes its place follows from the seed and the number of papers excluded before.
    """
    if population.digest != drawn.digest:
        raise ReproscopeError(
            f"{population.source} is not the list that the sample was drawn from: its content "
            f"differs from {drawn.source}"
        )
    if not reason.strip():
        raise ReproscopeError(f"excluding {key!r} needs a reason")
    known = sampled(drawn)
    if key not in known:
        raise UnknownName("sampled paper", key, known)
    members = list(drawn.members)
    place = next(i for i, member in enumerate(members) if member.paper == key)
    stratum = members[place].stratum
    taken = {member.paper for member in members}
    left = [p.key for p in _strata(population.papers, drawn.by)[stratum] if p.key not in taken]
    chosen = ""
    if left:
        before = sum(member.status is MemberStatus.EXCLUDED for member in members)
        chosen = random.Random(f"{drawn.seed}/replacement/{before + 1}").choice(left)
        members.append(Member(chosen, stratum))
    members[place] = Member(key, stratum, MemberStatus.EXCLUDED, reason, chosen)
    return replace(drawn, members=tuple(members))


def sampled(drawn: Draw) -> list[str]:
    """Return the keys of the papers that are in the sample, in the order they were drawn."""
    return [m.paper for m in drawn.members if m.status is MemberStatus.SAMPLED]


def _strata(papers: Sequence[Paper], attribute: str) -> dict[str, list[Paper]]:
    strata: dict[str, list[Paper]] = {}
    for paper in papers:
        if attribute and attribute not in paper.attributes:
            known = sorted({name for other in papers for name in other.attributes})
            raise UnknownName("attribute", attribute, known, where=f"paper {paper.key!r}")
        strata.setdefault(paper.attributes[attribute] if attribute else "", []).append(paper)
    return strata


def _sizes(strata: Mapping[str, Sequence[Paper]], plan: Plan) -> dict[str, int]:
    there = {name: len(papers) for name, papers in strata.items()}
    if not plan.each:
        total = sum(there.values())
        if plan.size > total:
            raise ReproscopeError(f"a sample of {plan.size} from a list of {total} papers")
        return _in_proportion(there, plan.size)
    for name, count in there.items():
        if plan.size > count:
            where = f" of {plan.by} {name!r}" if plan.by else ""
            raise ReproscopeError(f"a sample of {plan.size} from {count} papers{where}")
    return dict.fromkeys(there, plan.size)


def _in_proportion(there: Mapping[str, int], size: int) -> dict[str, int]:
    """Share a size out in proportion; what is left goes to the largest remainders, then in order.

    >>> _in_proportion({"a": 3, "b": 3, "c": 4}, 5)
    {'a': 2, 'b': 1, 'c': 2}
    """
    total = sum(there.values())
    whole = {name: size * count // total for name, count in there.items()}
    rest = {name: size * count % total for name, count in there.items()}
    for name in sorted(there, key=lambda name: -rest[name])[: size - sum(whole.values())]:
        whole[name] += 1
    return whole
