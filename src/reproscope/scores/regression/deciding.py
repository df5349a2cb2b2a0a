"""Whether one set of predictions can have yielded the scores of a regression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from reproscope.core.answers import Verdict
from reproscope.core.errors import ReproscopeError
from reproscope.scores.budget import Budget
from reproscope.scores.kinds import Options
from reproscope.scores.regression import shown
from reproscope.scores.regression.description import Regression
from reproscope.scores.regression.linear import span_of
from reproscope.scores.regression.names import score_of
from reproscope.scores.regression.question import (
    OF_TARGETS,
    Question,
    questions,
    windows_of,
)
from reproscope.scores.regression.solving import FEW_BOXES, MOST_BOXES, refuted, solve
from reproscope.scores.regression.spans import NOT_NEGATIVE, Span
from reproscope.scores.regression.witness import Errors, Means, inside
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.decision import Decision, combined

SOME_ITEMS = (*range(2, 25), 50, 100, 200, 500, 1000, 10**4, 10**6, 10**9)
MOST_DIGITS = 150
ANY_ITEMS = (2, 3, 10, 100, 1000, 10**6, 10**9, 10**12, 10**20)


def decide(
    claims: Sequence[Claim], experiment: Regression, options: Options, budget: Budget
) -> Decision:
    """Return the verdict, trying each reading of the target's variance that is left open."""
    printed = [Span.of(claim.window) for claim in claims]
    _refuse_length([*printed, experiment.printed_variance(options.rounding)])
    for claim in claims:
        _refuse_percentage(claim)
        if _out_of_range(claim):
            return Decision.inconsistent(f"arithmetic: no {claim.name} can be {claim.text}")
    uses_spread = any(claim.score in OF_TARGETS for claim in claims)
    if not (uses_spread and experiment.knows_spread):
        return _as_read(claims, experiment, "", options, budget)
    readings = experiment.readings()
    under: dict[str, Decision] = {}
    for i, reading in enumerate(readings):
        share = budget if len(readings) == 1 else budget.part(1 / (len(readings) - i))
        under[f"{reading} variance"] = _as_read(claims, experiment, reading, options, share)
    return combined(under)


def _refuse_length(spans: Sequence[Span]) -> None:
    """Fractions come with any length: refuse those whose witness could not be written down."""
    ends = [end for span in spans for end in (span.low, span.high) if end is not None]
    if any(max(abs(end.numerator), end.denominator) >= 10**MOST_DIGITS for end in ends):
        raise ReproscopeError(f"a number has more than {MOST_DIGITS} digits: round it")


def _refuse_percentage(claim: Claim) -> None:
    """A score that is at most 1 but printed far above is a percentage: say so."""
    score = score_of(claim.score)
    value = 1 - claim.number.value if claim.complement else claim.number.value
    low_too = score.low is not None and value < -2
    if score.high is not None and (value > 2 or low_too):
        raise ReproscopeError(
            f"{claim.name}={claim.text}: {score.title} is at most {score.high}; "
            "is it a percentage? write 94.0% or say percent"
        )


def _out_of_range(claim: Claim) -> bool:
    """Whether no value of the window is one the score can have."""
    score = score_of(claim.score)
    low, high = (None if x is None else Fraction(x) for x in (score.low, score.high))
    return Span.of(claim.window).meet(Span(low, high)).empty


def _as_read(
    claims: Sequence[Claim], experiment: Regression, reading: str, options: Options, budget: Budget
) -> Decision:
    """Decide under one reading; without the number of items, numbers of them are tried."""
    if experiment.items is not None:
        return _with_items(claims, experiment, experiment.items, reading, options, budget)
    windows = windows_of(claims)
    if _is_core(claims):
        return _with_some_items(claims, experiment, reading, options, budget)
    proofs = []
    for question in questions(
        windows, None, _variance(experiment, None, reading, options), options.undefined
    ):
        proof = refuted(question, budget.part(0.3))
        if proof is None:
            break
        proofs.append(proof)
    else:
        return proofs[0] if proofs else _nothing_left(claims)
    return _with_some_items(claims, experiment, reading, options, budget)


def _is_core(claims: Sequence[Claim]) -> bool:
    return not {c.score for c in claims} - {"mae", "mse", "rmse", "r2"}


def _with_some_items(
    claims: Sequence[Claim], experiment: Regression, reading: str, options: Options, budget: Budget
) -> Decision:
    """Look for a number of items that fits; for mae, mse, rmse and r2, `_numbers` misses none."""
    simple = _is_core(claims)
    tried = Decision.undecided("not tried")
    for items in _numbers(claims, experiment, reading, options) if simple else SOME_ITEMS:
        share = budget if simple else budget.part(0.2)
        tried = _with_items(claims, experiment, items, reading, options, share)
        if tried.verdict is Verdict.CONSISTENT:
            return tried
    if simple:
        return Decision.inconsistent(tried.method)
    return Decision.undecided("no number of items that was tried fits: say how many there are")


def _numbers(
    claims: Sequence[Claim], experiment: Regression, reading: str, options: Options
) -> Iterator[int]:
    """Yield numbers of items of which one fits if any does, for mae, mse, rmse and r2.

    More items only widen m1² <= m2 <= N·m1². A variance that divides by N - 1 is (N-1)/N of
    itself when it divides by N, and this share too only gains from more items, up to the number at
    which (1 - r2) times it exceeds the largest m2: that number is the last one tried.
    """
    yield from ANY_ITEMS
    windows = windows_of(claims)
    enough = _beyond([*windows.values(), experiment.printed_variance(options.rounding)])
    items = ANY_ITEMS[-1]
    while items < enough:
        items = items**2
        yield items
    if reading != "sample" or "r2" not in windows:
        return
    without = {name: span for name, span in windows.items() if name != "r2"}
    (question,) = questions(without, None, NOT_NEGATIVE, options.undefined)
    squares = question.squares()
    low = experiment.printed_variance(options.rounding).low
    least = (1 - (windows["r2"].high or Fraction(0))) * (low or Fraction(0))
    if squares is not None and squares.high is not None and 0 <= squares.high < least:
        yield max(2, int(1 / (1 - squares.high / least)))


def _beyond(spans: Sequence[Span]) -> int:
    """Return so many items that the relations cannot tell them from infinitely many.

    They ask for N at least m2/m1², or V/(V - m2/(1 - r2)), of rationals made of a few ends each:
    numerators and denominators of such are far below this power of the product of all ends.
    """
    product = 2
    for span in spans:
        for end in (span.low, span.high):
            if end is not None:
                product *= abs(end.numerator) + end.denominator
    return int(product**8)


def _variance(experiment: Regression, items: int | None, reading: str, options: Options) -> Span:
    """Return the targets' variance, divided by N, that a reading of the printed one leaves."""
    printed = experiment.printed_variance(options.rounding)
    if not experiment.knows_spread or reading != "sample":
        return printed
    if items is None:
        low = None if printed.low is None else printed.low / 2
        return Span(low, printed.high)
    return printed.scaled(Fraction(items - 1, items))


def _with_items(
    claims: Sequence[Claim],
    experiment: Regression,
    items: int,
    reading: str,
    options: Options,
    budget: Budget,
) -> Decision:
    """Decide for a known number of items: targets that vary, then targets that do not."""
    windows = windows_of(claims)
    variance = _variance(experiment, items, reading, options)
    refusals: list[Decision] = []
    for question in questions(windows, items, variance, options.undefined):
        # Where the number of items is a guess, the next one is worth more than a longer search.
        most = MOST_BOXES if experiment.items is not None else FEW_BOXES // 8
        answer = solve(question, budget, most)
        if isinstance(answer, Decision):
            refusals.append(answer)
            continue
        return _witnessed(answer, question, claims, reading)
    refusals.sort(key=lambda d: d.verdict is Verdict.INCONSISTENT)
    return refusals[0] if refusals else _nothing_left(claims)


def _nothing_left(claims: Sequence[Claim]) -> Decision:
    names = ", ".join(claim.name for claim in claims if claim.score in OF_TARGETS)
    return Decision.inconsistent(f"exact arithmetic: no targets and predictions have this {names}")


def _witnessed(
    errors: Errors, question: Question, claims: Sequence[Claim], reading: str
) -> Decision:
    """Verify errors from scratch and write them down."""
    means = Means.of(errors)
    variance = None
    if not question.undefined and any(c.score in OF_TARGETS for c in claims):
        variance = _some_variance(means, question)
    if not _verified(means, question, claims, variance):
        return Decision.undecided("the errors that were found do not verify", "construction")
    undefined = tuple(c.name for c in claims if c.score in question.undefined)
    witness = shown.witness(errors, means, variance, reading)
    return Decision.consistent(
        witness, "errors constructed and verified exactly", facts={"undefined": undefined}
    )


def _some_variance(means: Means, question: Question) -> Fraction | None:
    """Return a variance of the targets that goes with the errors."""
    known = {"m2": means.m2}
    if question.signed:
        known["u"] = means.b.product(means.b)
    if any(value.roots for value in known.values()):
        return None
    found = {name: value.rational for name, value in known.items()}
    span = span_of(question.relations, "V", found)
    return None if span is None else span.short()


def _verified(
    means: Means, question: Question, claims: Sequence[Claim], variance: Fraction | None
) -> bool:
    """Whether errors have every printed score, computed from them alone."""
    scores = means.scores(variance)
    for claim in claims:
        window = Span.of(claim.window)
        if claim.score in question.undefined:
            continue
        if claim.score == "rmse":
            fits = inside(means.m2, window.meet(NOT_NEGATIVE).square())
        elif claim.score in ("pearson", "squared-correlation"):
            fits = variance is not None and (
                question.explained is None
                or inside(scores["explained-variance"], question.explained)
            )
        else:
            fits = claim.score in scores and inside(scores[claim.score], window)
        if not fits:
            return False
    return True
