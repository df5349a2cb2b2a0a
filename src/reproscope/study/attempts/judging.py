"""An attempt judged from its records: the class of each result, the tally, the outcome."""

from __future__ import annotations

from reproscope.study.attempts.comparison import Comparison, Runs, compare
from reproscope.study.attempts.outcome import AttemptOutcome, Tally
from reproscope.study.attempts.result import Result, ResultClass, classify, experiment_class
from reproscope.study.records import Attempt, Experiment


def class_of(experiment: Experiment) -> ResultClass:
    """Return an experiment's class: the worst of its results."""
    return experiment_class(classify(result).result_class for result in experiment.results)


def comparison_of(result: Result) -> Comparison | None:
    """Compare the means statistically, where deviation and runs of both are given."""
    told, reproduced = result.repeated, result.reproduced
    if told is None or reproduced is None:
        return None
    return compare(
        Runs(float(result.original.value), told.original.deviation, told.original.runs),
        Runs(float(reproduced.value), told.reproduced.deviation, told.reproduced.runs),
        told.margin,
    )


def tally_of(attempt: Attempt) -> Tally | None:
    """Return how many experiments came out how; None where none was recorded."""
    if attempt.tally is not None:
        return attempt.tally
    if not attempt.experiments:
        return None
    return Tally.of(class_of(experiment) for experiment in attempt.experiments)


def outcome_of(attempt: Attempt) -> AttemptOutcome | None:
    """Return the attempt's outcome by the rule of seed 000; None where nothing was recorded."""
    tally = tally_of(attempt)
    return None if tally is None else tally.outcome
