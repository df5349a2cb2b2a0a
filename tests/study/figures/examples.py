"""One small table for each chart, with a value that is missing where a table may have one."""

from reproscope.core import Cell, Table
from tests.study.figures.drawn import table

METRICS = "metric:t group:t n:c mean:n low:n high:n"
FIVE = "n:c least:n q1:n median:n q3:n most:n mean:n"
NONE: tuple[Cell, ...] = (None,) * 6


def examples() -> tuple[Table, ...]:
    return (
        table("a-metrics", METRICS, ("R1D", "x", 5, 0.25, 0.125, 0.5), ("R1D", "y", 0, *NONE[:3])),
        table(
            "a-boolean-metrics",
            "metric:t group:t n:c fulfilled:c share:s low:s high:s",
            ("R1", "all papers", 8, 2, 0.25, 0.125, 0.5),
            ("R2", "all papers", 0, 0, *NONE[:3]),
        ),
        table(
            "a-coverage",
            "variable:t factor:t documented:c n:c share:s low:s high:s share_1:s share_2:s",
            ("open_code", "Data", 2, 8, 0.25, 0.125, 0.5, 0.5, None),
            ("seeds", "Experiment", 0, 0, *NONE[:5]),
        ),
        table(
            "a-documented",
            "factor:t documented:c papers:c share:s",
            ("Data", 0, 6, 0.75),
            ("Data", 1, 2, 0.25),
            n=8,
        ),
        table(
            "a-features",
            "feature:t p:p p_holm:p p_bh:p why_not:t",
            ("pages", 0.01, 0.02, 0.015, ""),
            ("venue", None, None, None, "no pair has both values"),
        ),
        table(
            "a-pages",
            "level:t observed_1:c observed_2:c expected_1:n expected_2:n",
            ("few", 3, 1, 2.0, 2.0),
            ("many", 0, 0, 0.0, 0.0),
        ),
        table(
            "a-prediction",
            "features:t number:c auc:n low:n high:n chance:n why_not:t",
            ("all", 9, 0.75, 0.625, 0.875, 0.6, ""),
            ("without Data", 0, None, None, None, None, "too few papers"),
        ),
        table(
            "a-importance",
            "feature:t cost:n deviation:n",
            ("pages", 0.25, 0.125),
            ("venue", None, None),
        ),
        table(
            "attempt-results",
            "paper:t attempt:t level:t experiments:c identical:s consistent:s different:s "
            "not_conducted:s outcome:t",
            ("1", "1", "R1", 4, 0.25, 0.5, 0.0, 0.25, "partial-success"),
        ),
        table(
            "outcomes",
            "level:t n:c success:c partial_success:c failure:c no_result:c success_share:s "
            "partial_success_share:s failure_share:s no_result_share:s",
            ("R1", 4, 1, 2, 1, 0, 0.25, 0.5, 0.25, 0.0),
        ),
        table(
            "success",
            "level:t n:c succeeded:c share:s low:s high:s",
            ("R1", 4, 3, 0.75, 0.25, 1.0),
            ("R3", 0, 0, *NONE[:3]),
        ),
        table(
            "reproduced",
            "criteria:t n:c reproduced:c share:s low:s high:s",
            ("not named", 4, 3, 0.75, 0.25, 1.0),
        ),
        table(
            "a-and-outcome",
            "metric:t rho:n low:n high:n why_not:t",
            ("R1D", -0.5, -0.75, 0.25, ""),
            ("R2D", None, None, None, "fewer than three pairs"),
        ),
        table(
            "a-by-outcome",
            f"metric:t outcome:t {FIVE}",
            ("R1D", "success", 5, 0.0, 0.25, 0.5, 0.75, 1.0, 0.5),
            ("R1D", "partial-success", 0, *NONE),
        ),
        table(
            "discrepancies",
            "category:t kind:t question:t papers:c total:c level_1:c level_2:c",
            ("P1", "Problems", "Is the code missing?", 3, 3, 2, 1),
            ("A1", "Assumptions", "Was a value assumed?", 0, 0, 0, 0),
            n=5,
        ),
        table(
            "discrepancy-spread",
            f"kind:t level:t {FIVE}",
            ("Problems", "R1", 5, 0.0, 1.0, 2.0, 3.0, 7.0, 2.5),
        ),
        table(
            "discrepancy-map",
            "category:t attempt_1:c attempt_2:c",
            ("P1", 1, 0),
            ("A1", None, 1),
        ),
        table(
            "discrepancy-correlations",
            "whose:t first:t second:t n:c rho:n p:p why_not:t",
            ("all attempts", "Problems", "Assumptions", 5, -0.5, 0.25, ""),
            ("all attempts", "Problems", "Errors", 5, None, None, "all values are equal"),
            ("all attempts", "Assumptions", "Errors", 5, 0.75, 0.04, ""),
        ),
        table("times", FIVE, (5, 0.0, 1.0, 2.0, 3.0, 7.0, 2.5)),
        table(
            "time-curves",
            "curve:t days:n at_risk:c events:c left:n low:n high:n",
            ("known", 1.0, 4, 1, 0.75, 0.25, 0.9),
            ("known", 8.0, 3, 3, 0.0, None, None),
        ),
        table(
            "a-hazards",
            "feature:t ratio:n low:n high:n p:p p_holm:p why_not:t",
            ("pages", 2.0, 1.5, 4.0, 0.01, 0.02, ""),
            ("venue", None, None, None, None, None, "it does not vary"),
        ),
    )
