"""Means over folds of unknown composition: every admissible configuration, or enough of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product

import numpy as np

from reproscope.core.answers import Verdict
from reproscope.scores import configurations
from reproscope.scores.budget import Budget
from reproscope.scores.configurations import Configuration
from reproscope.scores.solvers.coordinates import Leaf
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.folds import decide_leaves
from reproscope.scores.solvers.means import Problem

_MOST_LISTED = 20_000
_SAMPLES = 4_000


@dataclass(frozen=True, slots=True)
class Group:
    """The folds of one cross-validation whose composition is unknown."""

    p: int
    n: int
    k: int
    weight: Fraction

    def leaves(self, folds: Configuration) -> list[Leaf]:
        """Return the leaves of one configuration."""
        return [Leaf(p, n, self.weight) for p, n in folds]


def decide_groups(
    problem: Problem, groups: Sequence[Group], fixed: Sequence[Leaf], budget: Budget
) -> Decision:
    """Return the verdict over all configurations of the groups, next to leaves that are known."""
    whatever = _whatever_the_folds(problem, groups, fixed, budget)
    if whatever is not None:
        return whatever
    ways = 1
    for group in groups:
        ways *= configurations.count(group.p, group.n, group.k)
    listed = ways <= _MOST_LISTED
    source = _all(groups) if listed else _drawn(groups)
    tried = undecided = 0
    for chosen in source:
        if budget.spent:
            break
        leaves = [*fixed]
        for group, folds in zip(groups, chosen, strict=True):
            leaves += group.leaves(folds)
        share = budget.part(0.25 if listed else 0.05, at_least=0.5)
        decision = decide_leaves(problem, leaves, share)
        tried += 1
        if decision.verdict is Verdict.CONSISTENT:
            return replace(
                decision, detail=f"found with the {tried:,}th of {ways:,} configurations"
            )
        undecided += decision.verdict is Verdict.UNDECIDED
    if listed and tried == ways and not undecided:
        return Decision.inconsistent(f"exhaustion of all {ways:,} fold configurations")
    return Decision.undecided(
        f"{tried - undecided:,} of {ways:,} fold configurations were excluded, none was found",
        "search over fold configurations",
    )


def _whatever_the_folds(
    problem: Problem, groups: Sequence[Group], fixed: Sequence[Leaf], budget: Budget
) -> Decision | None:
    """Refute by accuracy alone, which depends on the sizes of folds, not on their composition."""
    alone = tuple(a for a in problem.asked if a.definition.id == "acc" and a.statistic == "value")
    if not alone:
        return None
    leaves = [*fixed]
    for group in groups:
        leaves += [
            Leaf(s, 0, group.weight) for s in configurations.sizes(group.p + group.n, group.k)
        ]
    decision = decide_leaves(Problem(alone, "zero"), leaves, budget.part(0.1))
    if decision.verdict is Verdict.INCONSISTENT:
        return replace(decision, method=f"{decision.method}, whatever the folds hold")
    return None


def _all(groups: Sequence[Group]) -> Iterator[tuple[Configuration, ...]]:
    """Yield every combination of configurations, those with even folds first."""
    listed = [
        sorted(configurations.every(g.p, g.n, g.k), key=lambda folds: sum(p * p for p, _ in folds))
        for g in groups
    ]
    yield from product(*listed)


def _drawn(groups: Sequence[Group]) -> Iterator[tuple[Configuration, ...]]:
    """Yield the most even configuration, then random ones, each once."""
    yield tuple(configurations.stratified(g.p, g.n, g.k) for g in groups)
    random = np.random.default_rng(0)
    seen = set()
    for turn in islice(range(_SAMPLES * 4), _SAMPLES * 4):
        drawn = tuple(
            tuple(sorted(configurations.sample(g.p, g.n, g.k, random, bool(turn % 2))))
            for g in groups
        )
        if drawn not in seen:
            seen.add(drawn)
            yield drawn
