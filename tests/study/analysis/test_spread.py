"""What box plots and curves are drawn from: quartiles by group, and who is still at risk."""

import pandas as pd
import pytest

from reproscope.core import Cell
from reproscope.study.analysis import Wish, analyse
from reproscope.study.holding import Holding
from reproscope.study.records import Attempt, TimeKind, TimeTaken
from tests.study.analysis.published import cappelen
from tests.study.analysis.tables import named, row
from tests.study.oracles import needs_oracles


@needs_oracles
@pytest.mark.parametrize(
    ("kind", "level", "median"),
    [("Problems", "R1", 2), ("Problems", "R2-D", 3), ("Assumptions", "R1", 3),
     ("Assumptions", "R2-D", 2), ("Errors", "R1", 2), ("Errors", "R2-D", 3),
     ("All", "R1", 9), ("All", "R2-D", 8)],
)  # fmt: skip
def test_the_spread_has_the_thesiss_medians(kind: str, level: str, median: float) -> None:
    tables = analyse(cappelen(), Wish(predict=False))
    assert row(named(tables, "discrepancy-spread"), kind, level)["median"] == median


@needs_oracles
def test_the_paper_with_the_most_discrepancies_is_the_end_of_a_whisker() -> None:
    tables = analyse(cappelen(), Wish(predict=False))
    assert row(named(tables, "discrepancy-spread"), "All", "R2-D")["most"] == 19


@needs_oracles
def test_metrics_spread_around_the_means_that_stand_by_outcome() -> None:
    tables = analyse(cappelen(), Wish(predict=False))
    means = row(named(tables, "article-model-2018-and-outcome"), "article_model_metric")
    spread = named(tables, "article-model-2018-by-outcome")
    for outcome in ("success", "partial-success", "failure", "no-result"):
        found = row(spread, "article_model_metric", outcome)
        assert found["mean"] == pytest.approx(means[outcome.replace("-", "_")])


def test_a_paper_given_up_early_is_no_longer_at_risk_later() -> None:
    times = [
        TimeTaken(TimeKind.KNOWN, 1), TimeTaken(TimeKind.CENSORED, 2),
        TimeTaken(TimeKind.KNOWN, 5), TimeTaken(TimeKind.CENSORED, 9),
    ]  # fmt: skip
    attempts = tuple(Attempt(str(i), time=time) for i, time in enumerate(times))
    papers = pd.DataFrame({"title": ""}, index=[attempt.paper for attempt in attempts])
    curves = named(analyse(Holding("study", papers, {}, attempts)), "time-curves")
    rows: list[tuple[Cell, ...]] = [
        (r["days"], r["at_risk"], r["events"], r["left"])
        for r in curves.records()
        if r["curve"] == "with those given up"
    ]
    assert rows == [(1, 4, 1, 0.75), (2, 3, 0, 0.75), (5, 2, 1, 0.375), (9, 1, 0, 0.375)]
