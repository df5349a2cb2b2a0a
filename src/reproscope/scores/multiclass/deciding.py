"""The verdict for several classes: by the total alone, by what is linear, then by the rest."""

from __future__ import annotations

from collections.abc import Sequence

from reproscope.core.errors import ReproscopeError
from reproscope.scores.budget import Budget
from reproscope.scores.kinds import Options
from reproscope.scores.multiclass.curved import solve_curved
from reproscope.scores.multiclass.description import Multiclass
from reproscope.scores.multiclass.exact import Classes, undefined_in, values_in, verified
from reproscope.scores.multiclass.linear import Answer, solve_linear
from reproscope.scores.multiclass.linking import matrix_of
from reproscope.scores.multiclass.names import base_of
from reproscope.scores.multiclass.terms import Question, questions
from reproscope.scores.multiclass.totals import Range, right_ranges, some_classes
from reproscope.scores.naming import definition
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.decision import Decision, combined

_LINEAR_SHARE = 0.15


def decide(
    claims: Sequence[Claim], experiment: Multiclass, options: Options, budget: Budget
) -> Decision:
    """Return the verdict, trying each reading of what the description leaves open."""
    for claim in claims:
        _refuse_percentage(claim)
    readings = list(questions(claims, experiment, options))
    under: dict[str, Decision] = {}
    for i, (label, question) in enumerate(readings):
        share = budget if len(readings) == 1 else budget.part(1 / (len(readings) - i))
        under[label] = _as_read(question, experiment, share)
    return combined(under)


def _refuse_percentage(claim: Claim) -> None:
    """A unit score printed far above 1 is a percentage or a slip of the pen: say so."""
    found = definition(base_of(claim.score))
    if found.high is not None and not -2 <= claim.number.value <= 2:
        raise ReproscopeError(
            f"{claim.name}={claim.text}: {found.title} lies between {found.low or 0} and "
            f"{found.high}; is it a percentage? write 94.0% or say percent"
        )


def _as_read(asked: Question, experiment: Multiclass, budget: Budget) -> Decision:
    question = asked.merged()
    if question is None:
        return Decision.inconsistent("arithmetic: what is the same average has two values")
    ranges = right_ranges(question)
    if not ranges:
        return Decision.inconsistent("arithmetic: no number of items called rightly fits")
    if not question.means and not question.agreements:
        low, high = max(ranges, key=lambda r: r[1] - r[0])
        found = some_classes(question.counts, (low + high) // 2)
        return _witnessed(asked, experiment, Answer(found, False, "arithmetic on the total"))
    answers = []
    for i, right in enumerate(ranges):
        answer = _answer(question, right, budget.part(1 / (len(ranges) - i)))
        if answer.classes is not None:
            return _witnessed(asked, experiment, answer)
        answers.append(answer)
    unsure = [answer for answer in answers if not answer.refuted]
    if unsure:
        return Decision.undecided(unsure[0].detail, unsure[0].method)
    return Decision.inconsistent("; ".join(dict.fromkeys(answer.method for answer in answers)))


def _answer(question: Question, right: Range, budget: Budget) -> Answer:
    """Answer for a range of the items called rightly: what is linear first, it is fast."""
    least, most = question.total - right[1], question.total - right[0]
    linear = question.linear_part
    if linear == question:
        return solve_linear(question, least, most, budget)
    if linear.means or linear.agreements:
        answer = solve_linear(linear, least, most, budget.part(_LINEAR_SHARE))
        if answer.refuted:
            return answer
    return solve_curved(question, least, most, budget)


def _witnessed(question: Question, experiment: Multiclass, answer: Answer) -> Decision:
    """Return the whole matrix, verified from its cells alone."""
    found = answer.classes
    assert found is not None
    matrix = matrix_of(found.counts, found.right, found.called)
    if not verified(question, matrix):  # pragma: no cover - the solvers check it before
        return Decision.undecided("a matrix was found that does not fit exactly", answer.method)
    undefined = undefined_in(question, Classes.of(matrix), experiment.names)
    values = values_in(question, Classes.of(matrix))
    return Decision.consistent(
        {"classes": list(experiment.names), "matrix": matrix, "scores": values},
        answer.method,
        facts={"undefined": tuple(undefined)},
    )
