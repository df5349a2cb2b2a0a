"""What a complement that is 0/0 counts where 0/0 counts as zero.

A false discovery rate, fp / (tp + fp), is 0/0 when nothing is called positive. Whoever computes it
so prints 0; whoever computes one less the precision, which then counts 0, prints 1. A report does
not say which it was, so both are tried; for one score it is the same in every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from reproscope.core.answers import Verdict
from reproscope.scores.budget import Budget
from reproscope.scores.definition import Definition
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.means import Problem
from reproscope.scores.solvers.slots import Group, Leaf, Slot, slots_of


def zeros_of(claim: Claim) -> tuple[int, ...]:
    """Return what the score itself is where zero may have been printed for a 0/0."""
    return (0, 1) if claim.complement else (0,)


def decide_either(
    problem: Problem,
    claims: Sequence[Claim],
    leaves: Sequence[Leaf],
    groups: Sequence[Group],
    decide: Callable[[Problem, Budget], Decision],
    budget: Budget,
) -> Decision:
    """Return the verdict over either zero of every complement; one that fits is enough."""
    variants = list(_variants(problem, claims, slots_of(leaves, groups)))
    refused: list[Decision] = []
    for i, variant in enumerate(variants):
        left = len(variants) - i
        decision = decide(variant, budget if left == 1 else budget.part(1 / left))
        if decision.verdict is Verdict.CONSISTENT:
            return decision
        refused.append(decision)
    return next((d for d in refused if d.verdict is Verdict.UNDECIDED), refused[0])


def _variants(
    problem: Problem, claims: Sequence[Claim], slots: Sequence[Slot]
) -> Iterator[Problem]:
    """Yield the problem with each choice of zeros for the complements that can be 0/0."""
    printed = {c.score for c in claims if c.complement}
    scores = {a.definition.id: a.definition for a in problem.asked if a.definition.id in printed}
    kinds = set(slots)
    open_ones = [s for s, d in scores.items() if any(_can_be_undefined(d, k) for k in kinds)]
    if problem.policy != "zero":
        open_ones = []
    for chosen in product((Fraction(0), Fraction(1)), repeat=len(open_ones)):
        zeros = dict(zip(open_ones, chosen, strict=True))
        asked = tuple(replace(a, zero=zeros.get(a.definition.id, a.zero)) for a in problem.asked)
        yield replace(problem, asked=asked)


def _can_be_undefined(definition: Definition, slot: Slot) -> bool:
    """Whether a score is 0/0 on some matrix: if so, then at a corner of one composition."""
    return any(
        definition.exact(tp, tn, p, slot.size - p) is None
        for p in {slot.least, slot.most}
        for tp, tn in product((0, p), (0, slot.size - p))
    )
