"""Files with a row an answer."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from reproscope.study.exchange import import_into
from reproscope.study.records import Answer, Paper
from tests.study.exchange.samples import complaints, study_in, written

HEADER = "paper,instrument,variable,coder,value,evidence,seconds,given,revision"

UNFIT = {
    "two answers to one question": (
        ["p,toys,shared,ada,1,,,,", "p,toys,shared,bob,1,,,,", "p,toys,shared,ada,1,,,,"],
        ["a.csv:4: column 'value': 'ada' answers shared twice about this paper: first at line 2"],
    ),
    "a revision twice": (
        ["p,toys,shared,ada,1,,,,2", "p,toys,shared,ada,0,,,,2"],
        ["a.csv:3: column 'value': 'ada' answers shared twice about this paper: first at line 2"],
    ),
    "unknown questions": (
        ["p,toys,share_d,ada,1,,,,", "p,toy,shared,ada,1,,,,"],
        [
            "a.csv:2: column 'variable': toys: unknown variable 'share_d': did you mean 'shared'?",
            "a.csv:3: column 'instrument': unknown instrument 'toy': did you mean 'toys'?",
        ],
    ),
    "an unknown value": (
        ["p,toys,colour,ada,green,,,,"],
        ["a.csv:2: column 'value': unknown value of colour 'green': known are red, blue"],
    ),
    "times that are none": (
        ["p,toys,shared,ada,1,,-3,,", "p,toys,shared,bob,1,,,yesterday,"],
        [
            "a.csv:2: column 'seconds': seconds is a number from 0 up, not '-3'",
            "a.csv:3: column 'given': no moment: 'yesterday': write it as "
            "2026-05-31T12:00:00+00:00",
        ],
    ),
    "revisions that are none": (
        ["p,toys,shared,ada,1,,,,0", "p,toys,shared,bob,1,,,,x"],
        [
            "a.csv:2: column 'revision': revisions count from 1, not '0'",
            "a.csv:3: column 'revision': a revision is a number from 0 up, not 'x'",
        ],
    ),
    "nobody about nothing": (
        [",toys,shared,,1,,,,"],
        [
            "a.csv:2: column 'paper': the cell is empty",
            "a.csv:2: column 'coder': the cell is empty",
        ],
    ),
}


@pytest.mark.parametrize(("lines", "told"), UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_told_with_its_place_and_nothing_is_imported(
    tmp_path: Path, lines: list[str], told: list[str]
) -> None:
    with study_in(tmp_path) as study:
        assert complaints(study, written(tmp_path / "a.csv", HEADER, *lines), "answers") == told


def test_missing_columns_are_told(tmp_path: Path) -> None:
    with study_in(tmp_path) as study:
        path = written(tmp_path / "a.csv", "paper,variable,coder,answer", "p,shared,ada,1")
        told = complaints(study, path, "answers")
    assert [one.split(": ")[1] for one in told] == [
        "column 'instrument'",
        "column 'value'",
        "column 'answer'",
    ]


def test_answers_about_papers_that_are_not_in_the_study_are_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", HEADER, "paper-1,toys,shared,ada,1,,,,")
    with study_in(tmp_path) as study:
        assert complaints(study, path, "answers") == [
            "a.csv:2: no paper 'paper-1': import the papers first"
        ]
        study.add_papers([Paper("paper-2")])
        with pytest.raises(Exception, match="no paper 'paper-1': did you mean 'paper-2'"):
            import_into(study, path, "answers")
        assert not list(study.answers("toys"))


def test_evidence_seconds_moments_and_revisions_are_kept(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.csv",
        HEADER,
        'p,toys,shared,ada,no,"p. 3, below",12.5,2026-05-31T12:00:00+02:00,1',
        "p,toys,shared,ada,yes,,,2026-06-01,2",
        "p,toys,shared,bob,,,,2026-06-01,",
        "p,toys,words,bob, kept as it is ,,,2026-06-01,",
    )
    day = datetime(2026, 6, 1, tzinfo=UTC)
    with study_in(tmp_path) as study:
        study.add_papers([Paper("p")])
        assert import_into(study, path, "answers").answers == 4
        assert list(study.answers("toys", history=True)) == [
            Answer("p", "toys", "shared", "ada", "0", "p. 3, below", 12.5, 1,
                   datetime(2026, 5, 31, 10, tzinfo=UTC)),
            Answer("p", "toys", "shared", "ada", "1", "", None, 2, day),
            Answer("p", "toys", "shared", "bob", "", "", None, 1, day),
            Answer("p", "toys", "words", "bob", " kept as it is ", "", None, 1, day),
        ]  # fmt: skip
