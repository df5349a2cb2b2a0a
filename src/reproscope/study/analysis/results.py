"""What came of each attempt: experiments by class, as in Table 4.2 of Cappelen and Mølnå 2018."""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import count, number, p, share, text
from reproscope.study.attempts.judging import comparison_of, outcome_of, tally_of
from reproscope.study.attempts.result import classify
from reproscope.study.holding import Holding
from reproscope.study.records import Attempt

TOPIC = "Reproduction attempts"
_COLUMNS = (
    text("paper", "paper"),
    text("attempt", "attempt"),
    text("level", "level"),
    number("hours", "hours", 0),
    count("experiments", "experiments"),
    share("identical", "identical", 0),
    share("consistent", "consistent", 0),
    share("different", "different", 0),
    share("not_conducted", "not conducted", 0),
    text("why", "not conducted because"),
    text("outcome", "outcome"),
)


def result_tables(holding: Holding) -> Iterator[Table]:
    """Yield a row for each attempt, and one for each result that was compared."""
    if not holding.attempts:
        return
    told = [a for a in holding.attempts if tally_of(a) is not None]
    if told:
        yield Table(
            "attempt-results",
            "What came of each attempt",
            _COLUMNS,
            tuple(_row(attempt) for attempt in told),
            "shares of all the experiments that the paper has; success if every experiment that "
            "was conducted gave identical results, partial success if some gave identical or "
            "consistent ones, failure if none did, no result if none was conducted",
            n=len(told),
            missing=_without(holding, len(told)),
            topic=TOPIC,
        )
    compared = [row for attempt in holding.attempts for row in _compared(attempt)]
    if compared:
        yield Table(
            "results",
            "Results compared",
            (text("paper", "paper"), text("experiment", "experiment"), text("measure", "measure"),
             text("original", "original"), text("reproduced", "reproduced"),
             text("class", "class"), text("why", "because")),
            tuple(compared),
            "identical if it rounds to the printed number, consistent if it stands to every "
            "baseline as the original does, else different",
            n=len(compared),
            topic=TOPIC,
        )  # fmt: skip
    repeated = list(_repeated(holding))
    if repeated:
        yield Table(
            "repeated-results",
            "Means of repeated runs compared",
            (text("paper", "paper"), text("experiment", "experiment"), text("measure", "measure"),
             number("difference", "difference", 4), number("low", "from", 4),
             number("high", "to", 4), p("p_different", "p, different"),
             number("margin", "margin", 4), p("p_equivalent", "p, equivalent"),
             text("conclusion", "conclusion")),
            tuple(repeated),
            "the reproduced mean less the original one; Welch's t test, and two one-sided t tests "
            "against the stated margin; level 0.05, interval of 95%",
            n=len(repeated),
            missing="results without deviation and runs of both are not among them",
            topic=TOPIC,
        )  # fmt: skip


def _repeated(holding: Holding) -> Iterator[tuple[Cell, ...]]:
    for attempt in holding.attempts:
        for experiment in attempt.experiments:
            for result in experiment.results:
                found = comparison_of(result)
                if found is not None:
                    yield (
                        attempt.paper,
                        f"{experiment.method} on {experiment.data}",
                        result.measure,
                        found.difference,
                        found.low,
                        found.high,
                        found.p_different,
                        found.margin,
                        found.p_equivalent,
                        found.conclusion,
                    )


def _row(attempt: Attempt) -> tuple[Cell, ...]:
    tally, outcome = tally_of(attempt), outcome_of(attempt)
    assert tally is not None  # by the caller's choice
    assert outcome is not None
    parts = (tally.identical, tally.consistent, tally.different, tally.not_conducted)
    return (
        attempt.paper,
        attempt.key,
        attempt.level.value if attempt.level else None,
        attempt.hours,
        tally.experiments,
        *(part / tally.experiments for part in parts),
        attempt.why_not_conducted or None,
        outcome.value,
    )


def _compared(attempt: Attempt) -> Iterator[tuple[Cell, ...]]:
    for experiment in attempt.experiments:
        for result in experiment.results:
            found = classify(result)
            yield (
                attempt.paper,
                f"{experiment.method} on {experiment.data}",
                result.measure,
                result.original.text,
                result.reproduced.text if result.reproduced else None,
                found.result_class.value,
                found.why,
            )


def _without(holding: Holding, told: int) -> str:
    left = len(holding.attempts) - told
    return f"{left} attempts without recorded experiments are left out" if left else ""
