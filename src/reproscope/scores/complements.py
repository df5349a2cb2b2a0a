"""What a score that is 0/0, or has a part that is, counts where 0/0 counts as zero.

A false discovery rate, fp / (tp + fp), is 0/0 when nothing is called positive. Whoever computes it
so prints 0; whoever computes one less the precision, which then counts 0, prints 1. A report does
not say which it was, so both are tried; for one score it is the same in every fold. Likewise for a
score of two parts, such as balanced accuracy where a class is missing: it counts 0, or the part
that is 0/0 does, or the other part stands alone (as in scikit-learn).
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
    """Return the verdict over all that the undefined may have counted; one that fits is enough."""
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
    """Yield the problem with each choice for the scores that can be 0/0."""
    kinds = set(slots)
    scores = {a.definition for a in problem.asked}
    unsure = [d for d in scores if any(_can_be_undefined(d, kind) for kind in kinds)]
    if problem.policy != "zero":
        unsure = []
    turned = {c.score for c in claims if c.complement}
    choices = [_choices(d, d.id in turned) for d in sorted(unsure, key=lambda d: d.id)]
    for chosen in product(*choices):
        by_id = {definition.id: (definition, zero) for definition, zero in chosen}
        asked = tuple(
            replace(a, definition=by_id[a.definition.id][0], zero=by_id[a.definition.id][1])
            if a.definition.id in by_id
            else a
            for a in problem.asked
        )
        yield replace(problem, asked=asked)


def _choices(definition: Definition, turned: bool) -> list[tuple[Definition, Fraction]]:
    """Return what may be counted: zero, one for a complement, or a part of the score."""
    zeros = (Fraction(0), Fraction(1)) if turned else (Fraction(0),)
    return [
        *((definition, zero) for zero in zeros),
        *((whole, Fraction(0)) for whole in definition.completed()),
    ]


def _can_be_undefined(definition: Definition, slot: Slot) -> bool:
    """Whether a score is 0/0 on some matrix: if so, then at a corner of one composition."""
    return any(
        definition.exact(tp, tn, p, slot.size - p) is None
        for p in {slot.least, slot.most}
        for tp, tn in product((0, p), (0, slot.size - p))
    )
