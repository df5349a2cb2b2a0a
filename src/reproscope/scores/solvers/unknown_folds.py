"""Means over folds of unknown composition: every admissible configuration, all at once if possible.

A fold of unknown composition is an atom whose states are the confusion matrices of every
composition, and the folds' positives add up to the data set's. Where that is too large, bounds that
hold whatever the folds refute, and configurations are tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

import numpy as np

from reproscope.core.answers import Verdict
from reproscope.scores import configurations
from reproscope.scores.budget import Budget
from reproscope.scores.configurations import Configuration
from reproscope.scores.solvers.cells import cell_system
from reproscope.scores.solvers.columns import TooLarge
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.folds import concluded, decide_leaves, search_sample
from reproscope.scores.solvers.joint import Impossible, joint
from reproscope.scores.solvers.listing import CORNERS
from reproscope.scores.solvers.means import Problem
from reproscope.scores.solvers.slots import Group, Leaf, slots_of
from reproscope.scores.solvers.solving import CERTIFIED, solve

_MOST_LISTED = 20_000
_MOST_JOINED = 3
_MOST_GROUPS = 20
_QUICK = 12
_DRAWN = 4_000


def decide_groups(
    problem: Problem, groups: Sequence[Group], fixed: Sequence[Leaf], budget: Budget
) -> Decision:
    """Return the verdict over all configurations of the groups, next to leaves that are known."""
    refuted = _whatever_the_folds(problem, groups, fixed, budget)
    if refuted is not None:
        return refuted
    quick = _tried(problem, groups, fixed, budget, islice(_drawn(groups), _QUICK), 0.02)
    if quick.verdict is Verdict.CONSISTENT:
        return quick
    if len(groups) <= _MOST_JOINED:
        try:
            built = joint(problem, slots_of(fixed, groups), groups)
            decision = concluded(built, solve(built.system, budget.part(0.6)))
            if decision.verdict is not Verdict.UNDECIDED:
                return decision
        except Impossible as reason:
            return Decision.inconsistent(f"arithmetic: {reason}")
        except TooLarge:
            cells = cell_system(problem, slots_of(fixed, groups), groups)
            if cells is not None and solve(cells, budget.part(0.1), certify_only=True).refuted:
                return Decision.inconsistent(f"{CERTIFIED}, over cells of confusion matrices")
            found = search_sample(problem, slots_of(fixed, groups), groups, budget.part(0.4))
            if found is not None:
                return found
    return _one_by_one(problem, groups, fixed, budget)


def _whatever_the_folds(
    problem: Problem, groups: Sequence[Group], fixed: Sequence[Leaf], budget: Budget
) -> Decision | None:
    """Refute by accuracy, which depends on the folds' sizes alone, and by linear bounds."""
    leaves = list(fixed)
    for group in groups:
        sizes = configurations.sizes(group.p + group.n, group.k)
        leaves += [Leaf(size, 0, group.weight) for size in sizes]
    alone = tuple(a for a in problem.asked if a.definition.id == "acc" and a.statistic == "value")
    if alone:
        decision = decide_leaves(Problem(alone, "zero"), leaves, budget.part(0.1))
        if decision.verdict is Verdict.INCONSISTENT:
            return replace(decision, method=f"{decision.method}, whatever the folds hold")
    linear = problem.linear_part()
    if linear is None or len(groups) > _MOST_GROUPS:
        return None
    try:
        system = joint(linear, slots_of(fixed, groups), groups, CORNERS).system
        if solve(system, budget.part(0.1), certify_only=True).refuted:
            return Decision.inconsistent("a linear certificate for all fold configurations at once")
    except Impossible as reason:
        return Decision.inconsistent(f"arithmetic: {reason}")
    except TooLarge:
        pass
    return None


def _one_by_one(
    problem: Problem, groups: Sequence[Group], fixed: Sequence[Leaf], budget: Budget
) -> Decision:
    """List the configurations if they are few enough, else draw some."""
    ways = 1
    for group in groups:
        if ways > _MOST_LISTED or budget.spent:
            break
        # They are listed, and no further than they would be tried: to count them all takes longer.
        listed = configurations.every(group.p, group.n, group.k)
        ways *= sum(1 for _ in islice(listed, _MOST_LISTED + 1))
    if budget.spent:
        return Decision.undecided("no fold configuration was tried", "search")
    if ways <= _MOST_LISTED:
        return _tried(problem, groups, fixed, budget, _all(groups), 0.25, ways)
    return _tried(problem, groups, fixed, budget, islice(_drawn(groups), _DRAWN), 0.05)


def _tried(
    problem: Problem,
    groups: Sequence[Group],
    fixed: Sequence[Leaf],
    budget: Budget,
    source: Iterator[tuple[Configuration, ...]],
    share: float,
    ways: int | None = None,
) -> Decision:
    """Decide configuration by configuration; if these are all `ways`, their failure is a proof."""
    tried = undecided = 0
    for chosen in source:
        if budget.spent:
            break
        leaves = [*fixed]
        for group, folds in zip(groups, chosen, strict=True):
            leaves += [Leaf(p, n, group.weight) for p, n in folds]
        decision = decide_leaves(problem, leaves, budget.part(share, at_least=0.2))
        tried += 1
        if decision.verdict is Verdict.CONSISTENT:
            return replace(decision, detail=f"found with configuration {tried:,} of those tried")
        undecided += decision.verdict is Verdict.UNDECIDED
    if tried == ways and not undecided:
        return Decision.inconsistent(f"exhaustion of all {ways:,} fold configurations")
    return Decision.undecided(
        f"{tried - undecided:,} fold configurations were excluded one by one, none was found",
        "search over fold configurations",
    )


def _all(groups: Sequence[Group]) -> Iterator[tuple[Configuration, ...]]:
    """Yield every combination of configurations, those with even folds first."""
    listed = [
        sorted(configurations.every(g.p, g.n, g.k), key=lambda folds: sum(p * p for p, _ in folds))
        for g in groups
    ]
    yield from product(*listed)


def _drawn(groups: Sequence[Group]) -> Iterator[tuple[Configuration, ...]]:
    """Yield the most even configuration, then random ones, each once."""
    seen = {tuple(configurations.stratified(g.p, g.n, g.k) for g in groups)}
    yield from seen
    random = np.random.default_rng(0)
    for turn in range(4 * _DRAWN):
        drawn = tuple(
            tuple(sorted(configurations.sample(g.p, g.n, g.k, random, bool(turn % 2))))
            for g in groups
        )
        if drawn not in seen:
            seen.add(drawn)
            yield drawn
