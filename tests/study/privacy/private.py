"""Small holdings with everything that a release can count, and every kind of request."""

from collections.abc import Sequence

import pandas as pd

from reproscope.instruments import AllowedValue, Instrument, Kind, Metric, Variable
from reproscope.study.attempts.outcome import Tally
from reproscope.study.holding import Coded, Holding
from reproscope.study.privacy import Groups, Request, What
from reproscope.study.records import Attempt

INSTRUMENT = Instrument(
    name="toys",
    title="Toys",
    source="made up for these tests",
    variables=(
        Variable("shared", "Are the toys shared?"),
        Variable(
            "colour",
            "Which colour?",
            Kind.NOMINAL,
            values=(AllowedValue("red"), AllowedValue("blue"), AllowedValue("n/a")),
            condition="shared == 1",
            not_applicable="n/a",
        ),
        Variable("pages", "How many pages?", Kind.COUNT),
        Variable("degree", "How far?", Kind.DEGREE),
        Variable("words", "What else?", Kind.TEXT),
    ),
    metrics=(
        Metric("R1", "Shared and far", "all(shared, degree >= 0.5)", Kind.BOOLEAN),
        Metric("R1D", "Mean", "mean(shared, degree)"),
    ),
    outcome="shared",
)
VENUES = Groups("venue", ("AAAI", "IJCAI"))
COLOURS = Groups("colour", instrument="toys")
REQUESTS = (
    Request(What.PAPERS),
    Request(What.OUTCOMES),
    Request(What.ATTEMPTS),
    Request(What.ANSWERS, "toys", "shared"),
    Request(What.ANSWERS, "toys", "colour"),
    Request(What.ANSWERS, "toys", "R1"),
    Request(What.MEAN, "toys", "R1D"),
    Request(What.MEAN, "toys", "shared"),
    Request(What.MEAN, "toys", "pages", low=2, high=20),
)
GROUPED = tuple(
    Request(one.what, one.instrument, one.name, groups, one.low, one.high)
    for one in REQUESTS
    for groups in (VENUES, COLOURS)
)
TALLIES = (Tally(1, identical=1), Tally(2, identical=1, different=1), Tally(1, different=1),
           Tally(1, not_conducted=1))  # fmt: skip
Paper = tuple[str, str | None, dict[str, object], tuple[Tally, ...]]


def holding(papers: Sequence[Paper]) -> Holding:
    """A study of papers: key, venue, answers and the tallies of the attempts."""
    index = pd.Index([key for key, *_ in papers], name="paper", dtype=object)
    columns = {
        variable.name: pd.Series(
            [answers.get(variable.name) for _, _, answers, _ in papers],
            index=index,
            dtype=float if variable.kind.numeric else object,
        )
        for variable in INSTRUMENT.variables
    }
    attempts = tuple(
        Attempt(key, str(number), tally=tally)
        for key, _, _, tallies in papers
        for number, tally in enumerate(tallies)
    )
    table = pd.DataFrame(
        {"title": "", "venue": pd.Series([venue for _, venue, _, _ in papers], index, object)},
        index=index,
    )
    coded = Coded(INSTRUMENT, pd.DataFrame(columns, index=index), {}, ("ann",))
    return Holding("toys", table, {"toys": coded}, attempts)
