import csv
import io

import pytest

from reproscope.core import Report
from reproscope.report.csv import COLUMNS, CSV, cell


def rows(report: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(CSV.render(report))))


def test_there_is_one_row_for_each_finding_score_and_skipped_item(full_report: Report) -> None:
    records = [row["record"] for row in rows(full_report)]
    assert records == ["finding"] * 5 + ["score"] * 3 + ["unreadable", "skipped"]


def test_the_most_severe_finding_comes_first_with_its_place(full_report: Report) -> None:
    first = rows(full_report)[0]
    assert (first["level"], first["path"], first["line"]) == ("error", "claims.yaml", "12")
    assert first["evidence"].splitlines() == [
        "conflict: acc=0.94 with sens=0.2 “accuracy of 0.94” (claims.yaml:12:5)",
        "source: Table 2 (paper.pdf, page 7)",
    ]


def test_an_empty_report_is_the_header_alone(empty_report: Report) -> None:
    assert CSV.render(empty_report) == ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "  =", "\n=", "＝"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    assert cell(f"{start}cmd").startswith("'")


def test_ordinary_text_is_left_as_it_is() -> None:
    assert cell("acc = 0.9, sens-1") == "acc = 0.9, sens-1"


def test_hostile_cells_stay_in_their_cells(hostile_report: Report) -> None:
    records = rows(hostile_report)
    assert [row["record"] for row in records] == ["finding", "score", "unreadable"]
    for row in records:
        for text in row.values():
            assert not text.startswith(("=", "+", "-", "@"))
