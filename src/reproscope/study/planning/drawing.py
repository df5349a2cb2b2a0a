"""Random samples that anyone can draw again: the same list and the same seed give the same papers.

Strata are drawn in the order in which they first stand in the list, all from one generator. A paper
that has to be excluded is replaced by another of its stratum, and the reason is kept.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.planning.population import Population
from reproscope.study.records import Paper


class Status(StrEnum):
    """Whether a drawn paper is still in the sample."""

    SAMPLED = "sampled"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Plan:
    """How to draw: the size in all or for each stratum, the seed, and the attribute of strata.

    ``each`` draws so many from every stratum; without it the size is shared out in proportion.
    """

    size: int
    seed: int
    strata: str = ""
    each: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A drawn paper; ``replaces`` is the excluded paper whose place it took, ``reason`` why."""

    paper: Paper
    stratum: str = ""
    status: Status = Status.SAMPLED
    reason: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A sample with what is needed to draw it again."""

    source: str
    digest: str
    population: int
    plan: Plan
    members: tuple[Member, ...]

    @property
    def sampled(self) -> tuple[Paper, ...]:
        """The papers that are in the sample, in the order in which they were drawn."""
        return tuple(m.paper for m in self.members if m.status is Status.SAMPLED)


def draw(population: Population, plan: Plan) -> Draw:
    """Draw a sample from a population."""
    if plan.size < 1:
        raise ReproscopeError(f"a sample has at least one paper, not {plan.size}")
    strata = _strata(population.papers, plan.strata)
    generator = random.Random(plan.seed)
    members: list[Member] = []
    for name, size in _sizes(strata, plan).items():
        drawn = generator.sample(strata[name], size)
        members += [Member(paper, name) for paper in drawn]
    return Draw(population.source, population.digest, len(population.papers), plan, tuple(members))


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
    known = [m.paper.key for m in drawn.members if m.status is Status.SAMPLED]
    if key not in known:
        raise UnknownName("sampled paper", key, known)
    place = next(i for i, m in enumerate(drawn.members) if m.paper.key == key)
    stratum = drawn.members[place].stratum
    taken = {member.paper.key for member in drawn.members}
    left = [
        paper
        for paper in _strata(population.papers, drawn.plan.strata)[stratum]
        if paper.key not in taken
    ]
    members = list(drawn.members)
    members[place] = replace(members[place], status=Status.EXCLUDED, reason=reason)
    if left:
        before = sum(m.status is Status.EXCLUDED for m in drawn.members)
        chosen = random.Random(f"{drawn.plan.seed}/replacement/{before + 1}").choice(left)
        members.append(Member(chosen, stratum, replaces=key))
    return replace(drawn, members=tuple(members))


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
            where = f" of {plan.strata} {name!r}" if plan.strata else ""
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
