"""Two classes: a test set, cross-validation, several data sets, under either aggregation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from reproscope.core.errors import ReproscopeError
from reproscope.scores import configurations
from reproscope.scores.auc import auc_bounds
from reproscope.scores.budget import Budget
from reproscope.scores.complements import decide_either, zeros_of
from reproscope.scores.experiments import Datasets, KFold, TestSet
from reproscope.scores.kinds import Options
from reproscope.scores.naming import definition, resolve
from reproscope.scores.reported import Claim
from reproscope.scores.solvers import matrix
from reproscope.scores.solvers.boxes import Region
from reproscope.scores.solvers.constraint import Constraint, from_definition
from reproscope.scores.solvers.decision import Decision, combined
from reproscope.scores.solvers.folds import decide_leaves
from reproscope.scores.solvers.means import Asked, FoldPolicy, Problem
from reproscope.scores.solvers.slots import Group, Leaf
from reproscope.scores.solvers.unknown_folds import decide_groups

__all__ = ["decide", "resolve"]


def decide(
    claims: Sequence[Claim],
    experiment: TestSet | KFold | Datasets,
    options: Options,
    budget: Budget,
) -> Decision:
    """Return the verdict, trying each reading of what the description leaves open."""
    for claim in claims:
        _refuse_percentage(claim)
    if isinstance(experiment, TestSet):
        return _pooled(claims, experiment, options, budget)
    if any(claim.statistic != "value" for claim in claims) and experiment.aggregation == "unknown":
        # A spread is over scores of folds or sets: then scores are what was averaged.
        experiment = replace(experiment, aggregation="mean-of-scores")
    readings = list(_readings(experiment))
    under: dict[str, Decision] = {}
    for i, (label, reading) in enumerate(readings):
        share = budget if len(readings) == 1 else budget.part(1 / (len(readings) - i))
        under[label] = _as_read(claims, reading, options, share)
    return combined(under)


def _refuse_percentage(claim: Claim) -> None:
    """A unit score printed far above 1 is a percentage or a slip of the pen: say so."""
    low: int
    high: int | None
    low, high, title = 0, 1, "AUC"
    if claim.score != "auc":
        found = definition(claim.score)
        low, high, title = found.low or 0, found.high, found.title
    if high is not None and not -2 <= claim.number.value <= 2:
        raise ReproscopeError(
            f"{claim.name}={claim.text}: {title} lies between {low} and {high}; "
            "is it a percentage? write 94.0% or say percent"
        )


def _readings(experiment: KFold | Datasets) -> Iterator[tuple[str, KFold | Datasets]]:
    """Yield every way to read a description, with the words that tell them apart."""
    means = (
        ("mean-of-scores", "score-of-means")
        if experiment.aggregation == "unknown"
        else (experiment.aggregation,)
    )
    for mean in means:
        undefined = (
            ("zero", "skipped")
            if experiment.undefined_folds == "unknown" and mean == "mean-of-scores"
            else (
                "zero" if experiment.undefined_folds == "unknown" else experiment.undefined_folds,
            )
        )
        for fold in undefined:
            label = mean + (f", undefined folds {fold}" if len(undefined) > 1 else "")
            settled = replace(experiment, aggregation=mean, undefined_folds=fold)  # type: ignore[arg-type]
            if isinstance(settled, Datasets) and mean == "mean-of-scores":
                yield from _inner_readings(settled, label)
            else:
                yield label, settled


def _inner_readings(experiment: Datasets, label: str) -> Iterator[tuple[str, Datasets]]:
    """Yield the readings of sets that do not say how they average their own folds."""
    open_parts = [isinstance(p, KFold) and p.aggregation == "unknown" for p in experiment.parts]
    if not any(open_parts):
        yield label, experiment
        return
    for inner in ("mean-of-scores", "score-of-means"):
        parts = tuple(
            replace(p, aggregation=inner) if is_open else p  # type: ignore[arg-type]
            for p, is_open in zip(experiment.parts, open_parts, strict=True)
        )
        yield f"{label} of {inner}", replace(experiment, parts=parts)


def _as_read(
    claims: Sequence[Claim], experiment: KFold | Datasets, options: Options, budget: Budget
) -> Decision:
    if experiment.aggregation == "score-of-means":
        return _pooled(claims, _sum_of(experiment), options, budget)
    problem = _problem(claims, experiment, options)
    if isinstance(problem, Decision):
        return problem
    leaves, groups = _leaves(experiment)
    spread = any(a.statistic != "value" for a in problem.asked)
    if _nested(experiment) and (
        spread or problem.policy == "skipped" or _leaves_folds_out(experiment)
    ):
        return Decision.not_applicable(
            "the spread over sets that are means of folds themselves, and folds left out of them, "
            "are not supported: describe each set by itself"
        )

    def settled(variant: Problem, share: Budget) -> Decision:
        if groups:
            return decide_groups(variant, groups, leaves, share)
        return decide_leaves(variant, leaves, share)

    return decide_either(problem, claims, leaves, groups, settled, budget)


def _leaves_folds_out(experiment: KFold | Datasets) -> bool:
    """Whether a set inside says that it left undefined folds out, or does not say what it did."""
    return isinstance(experiment, Datasets) and any(
        isinstance(p, KFold) and p.undefined_folds in ("skipped", "unknown")
        for p in experiment.parts
    )


def _nested(experiment: KFold | Datasets) -> bool:
    return isinstance(experiment, Datasets) and any(
        isinstance(p, KFold) and p.aggregation == "mean-of-scores" for p in experiment.parts
    )


def _sum_of(experiment: TestSet | KFold | Datasets) -> TestSet:
    """Return the one test set that the counts of an experiment add up to."""
    if isinstance(experiment, TestSet):
        return experiment
    if isinstance(experiment, KFold):
        p, n, _ = experiment.size
        return TestSet(positives=p * experiment.repeats, negatives=n * experiment.repeats)
    ranges = [_sum_of(part).ranges() for part in experiment.parts]
    sums = [(sum(r[i][0] for r in ranges), sum(r[i][1] for r in ranges)) for i in range(3)]
    return TestSet(positives=sums[0], negatives=sums[1], total=sums[2])


def _pooled(
    claims: Sequence[Claim], experiment: TestSet, options: Options, budget: Budget
) -> Decision:
    """One confusion matrix: every score is a bound on it."""
    p, n, total = experiment.ranges()
    constraints: list[Constraint] = []
    for claim in claims:
        if claim.statistic != "value":
            raise ReproscopeError(
                f"{claim.name}: a {claim.statistic} is over several folds or sets, "
                "and this is one confusion matrix"
            )
        found = _constraints(claim, p, n, options)
        if found is None:
            return Decision.inconsistent(f"arithmetic: no {claim.name} can be {claim.text}")
        constraints += found
    decision = matrix.decide(Region.sized(p, n, total), constraints, budget)
    if decision.witness is None:
        return decision
    return _completed(decision, claims, options)


def _constraints(
    claim: Claim, p: tuple[int, int], n: tuple[int, int], options: Options
) -> list[Constraint] | None:
    if claim.score != "auc":
        made = from_definition(
            definition(claim.score), claim.window, options.undefined, claim.name, zeros_of(claim)
        )
        return None if made is None else [made]
    return auc_bounds(claim.window, p, n)


def _completed(decision: Decision, claims: Sequence[Claim], options: Options) -> Decision:
    """Add to the witness the AUC it allows, and which scores are 0/0 in it."""
    assert decision.witness is not None
    witness = dict(decision.witness)
    tp, fn, fp, tn = (witness[cell] for cell in ("tp", "fn", "fp", "tn"))
    undefined = [
        c.name
        for c in claims
        if c.score != "auc" and definition(c.score).value(tp, tn, tp + fn, fp + tn) is None
    ]
    return replace(decision, witness=witness, facts={"undefined": tuple(undefined)})


def _problem(
    claims: Sequence[Claim], experiment: KFold | Datasets, options: Options
) -> Problem | Decision:
    asked = []
    auc = None
    for claim in claims:
        if claim.score == "auc":
            if claim.statistic != "value":
                raise ReproscopeError(f"{claim.name}: only the mean AUC is supported")
            auc = claim.window
            continue
        statistic = claim.statistic
        if claim.complement and statistic in ("min", "max"):
            statistic = {"min": "max", "max": "min"}[statistic]
        if claim.window.high is not None and statistic == "sd" and claim.window.high < 0:
            return Decision.inconsistent("arithmetic: a standard deviation is not negative")
        asked.append(Asked(claim.name, definition(claim.score), claim.window, statistic))
    policy = _policy(experiment, options)
    if policy == "any" and any(a.statistic == "sd" for a in asked):
        raise ReproscopeError(
            "a standard deviation cannot be checked if a score that is 0/0 may stand for any value"
        )
    return Problem(tuple(asked), policy, auc, experiment.spread)


def _policy(experiment: KFold | Datasets, options: Options) -> FoldPolicy:
    if options.undefined == "never":
        return "undefined"
    if options.undefined == "any":
        return "any"
    policy = experiment.undefined_folds
    return "zero" if policy == "unknown" else policy


def _leaves(experiment: KFold | Datasets) -> tuple[list[Leaf], list[Group]]:
    """Return the sets that are averaged: those of known size, and folds of unknown composition."""
    if isinstance(experiment, KFold):
        return _fold_leaves(experiment, Fraction(1))
    leaves: list[Leaf] = []
    groups: list[Group] = []
    share = Fraction(1, len(experiment.parts))
    for part in experiment.parts:
        if isinstance(part, KFold) and part.aggregation == "mean-of-scores":
            more, unknown = _fold_leaves(part, share)
            leaves += more
            groups += unknown
            continue
        p, n, _ = _sum_of(part).ranges()
        if p[0] != p[1] or n[0] != n[1]:
            raise ReproscopeError("means of scores need the counts of every set, not ranges")
        leaves.append(Leaf(p[0], n[0], share))
    return leaves, groups


def _fold_leaves(experiment: KFold, share: Fraction) -> tuple[list[Leaf], list[Group]]:
    p, n, k = experiment.size
    weight = share / (k * experiment.repeats)
    if experiment.folding == "unknown":
        return [], [Group(p, n, k, weight)] * experiment.repeats
    if experiment.folding == "known":
        folds = experiment.fold_counts
    elif experiment.folding == "stratified":
        folds = configurations.stratified(p, n, k)
    else:
        folds = configurations.stratified_by_class(p, n, k)
    return [Leaf(a, b, weight) for a, b in folds] * experiment.repeats, []
