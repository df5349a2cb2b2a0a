"""Which descriptions of an experiment could have produced the reported scores?

A paper often leaves open how it folded, averaged or rounded, or evaluated something other than it
says. Each hypothesis here is one full description, checked like any other. A hypothesis that fits
is a possible explanation, never a finding about what was done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reproscope.core.answers import Verdict
from reproscope.core.errors import ReproscopeError
from reproscope.scores.budget import Budget
from reproscope.scores.checking import check
from reproscope.scores.experiments import Datasets, KFold, TestSet
from reproscope.scores.facts import DataSet, siblings
from reproscope.scores.naming import resolve
from reproscope.scores.reported import Printed
from reproscope.scores.result import Result

Described = TestSet | KFold | Datasets
_FOLDINGS = ("stratified", "stratified-by-class", "unknown")
# Weighted by class sizes, sensitivity is accuracy; specificity and F1 have weighted forms.
_WEIGHTED = {"sens": "acc", "spec": "weighted-spec", "f1": "weighted-f1", "acc": "acc"}


@dataclass(frozen=True)
class Hypothesis:
    """One full description of what may have been done, and the scores as it reads them."""

    label: str
    experiment: Described
    reported: Mapping[str, Printed]
    departs: bool = False


@dataclass(frozen=True)
class Tested:
    """A hypothesis with the result of its check, under the strictest rounding that fits.

    What fits when values were rounded to the nearest fits under any rounding; what fails under any
    rounding fails under each. So one row says it all.
    """

    hypothesis: Hypothesis
    result: Result

    @property
    def rounding(self) -> str:
        """The rounding under which the verdict holds, in words."""
        if self.result.verdict is not Verdict.CONSISTENT:
            return "any"
        return "nearest" if self.result.rounding == "nearest" else "up or down only"

    def as_data(self) -> dict[str, object]:
        """Return this as plain data."""
        departs = {"hypothesis": self.hypothesis.label, "departs": self.hypothesis.departs}
        return {**departs, **self.result.as_data()}


@dataclass(frozen=True)
class Question:
    """What is known: the data, the folds if there were any, and what may have been oversampled."""

    reported: Mapping[str, Printed]
    positives: int
    negatives: int
    folds: int | None = None
    repeats: int = 1
    oversampled: int | None = None
    data: DataSet | None = None
    classes: tuple[tuple[str, int], ...] = ()
    positive_label: str = ""


def explain_protocol(question: Question, *, time_limit: float | None = 60.0) -> list[Tested]:
    """Check every hypothesis; those as described come first, then those that depart from it."""
    hypotheses = list(_hypotheses(question))
    budget = Budget(time_limit)
    tested = []
    for i, hypothesis in enumerate(hypotheses):
        share = budget.part(1 / (len(hypotheses) - i), at_least=0.2)
        tested.append(Tested(hypothesis, _result(hypothesis, share)))
    return tested


def _result(hypothesis: Hypothesis, budget: Budget) -> Result:
    """Check under any rounding; if that fits, see whether rounding to the nearest does too."""

    def ask(rounding: str) -> Result:
        limit = None if budget.seconds is None else max(budget.remaining, 0.05)
        return check(
            hypothesis.reported, hypothesis.experiment, rounding=rounding, time_limit=limit
        )

    loose = ask("any")
    if loose.verdict is not Verdict.CONSISTENT:
        return loose
    strict = ask("nearest")
    return strict if strict.verdict is Verdict.CONSISTENT else loose


def fitting(tested: Sequence[Tested]) -> list[Tested]:
    """Return the hypotheses under which the scores can have come about."""
    return [t for t in tested if t.result.verdict is Verdict.CONSISTENT]


def _hypotheses(question: Question) -> Iterator[Hypothesis]:
    for label, reported, departs in _score_readings(question.reported):
        for data_label, experiment, changed in _data_readings(question):
            if departs and changed:
                continue  # one departure at a time: two explain almost anything
            words = data_label + (f"; {label}" if label else "")
            yield Hypothesis(words, experiment, reported, departs or changed)


def _score_readings(
    reported: Mapping[str, Printed],
) -> Iterator[tuple[str, Mapping[str, Printed], bool]]:
    """Yield the scores as printed, with accuracy and specificity swapped, and as weighted means."""
    yield "", reported, False
    by_id = {resolve(name).id: name for name in reported}
    if {"acc", "spec"} <= set(by_id):
        acc, spec = by_id["acc"], by_id["spec"]
        swapped = {**reported, acc: reported[spec], spec: reported[acc]}
        yield "accuracy and specificity swapped", swapped, True
    if "sens" in by_id and set(by_id) <= set(_WEIGHTED):
        weighted: dict[str, Printed] = {}
        for score, name in by_id.items():
            if score == "acc" and "sens" in by_id:
                continue  # the same quantity as weighted sensitivity, checked below
            weighted[_WEIGHTED[score]] = reported[name]
        same = "acc" not in by_id or str(reported[by_id["acc"]]) == str(reported[by_id["sens"]])
        if same:
            yield "weighted averages over both classes", weighted, True


def _data_readings(question: Question) -> Iterator[tuple[str, Described, bool]]:
    """Yield what may have been evaluated: the data as described, then departures from it."""
    p, n = question.positives, question.negatives
    for label, experiment in _protocols(question, p, n, question.data):
        yield f"as described, {label}", experiment, False
    if question.data is not None:
        for other in siblings(question.data.id):
            region = {"fov": "inside the field of view", "all": "all pixels"}
            words = region.get(str(other.region), other.id)
            for label, experiment in _protocols(question, *_sizes(other), other):
                yield f"{words}, {label}", experiment, True
    for raised in _oversampled(question):
        for label, experiment in _protocols(question, raised, n, None):
            yield f"positives raised to {raised:,} before evaluation, {label}", experiment, True
    for label, count in question.classes:
        if label != question.positive_label and count != n:
            for words, experiment in _protocols(question, p, count, None):
                yield f"against {label} only, {words}", experiment, True


def _sizes(data: DataSet) -> tuple[int, int]:
    if data.positives is None or data.negatives is None:
        raise ReproscopeError(f"{data.id} has no positive class: say which one is meant")
    return data.positives, data.negatives


def _oversampled(question: Question) -> list[int]:
    """Return the numbers to which the minority may have been raised."""
    if question.folds is None:
        return []
    stated = [question.oversampled] if question.oversampled else []
    equal = [question.negatives] if question.positives < question.negatives else []
    return list(dict.fromkeys(stated + equal))


def _protocols(
    question: Question, p: int, n: int, data: DataSet | None
) -> Iterator[tuple[str, Described]]:
    """Yield the ways to fold and to average that make a difference."""
    if question.folds is None:
        yield "one confusion matrix", TestSet(positives=p, negatives=n)
        if data is not None and data.images:
            parts = tuple(
                TestSet(positives=i.positives, negatives=i.negatives, name=i.id)
                for i in data.images
            )
            yield "mean over the images", Datasets(parts, aggregation="mean-of-scores")
        return
    base = KFold(positives=p, negatives=n, folds=question.folds, repeats=question.repeats)
    # Summed over the folds, counts do not depend on how items were dealt out.
    yield "score-of-means", replace(base, aggregation="score-of-means")
    for folding in _FOLDINGS:
        words = f"mean-of-scores, {folding} folds"
        yield words, replace(base, folding=folding, aggregation="mean-of-scores")  # type: ignore[arg-type]
