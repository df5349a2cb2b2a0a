"""Attempts in files of others: put together from several, and what is impossible told."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.exchange import import_into
from reproscope.study.records import Discrepancy, TimeKind, TimeTaken
from tests.study.exchange.samples import complaints, study_in, written

MAPPING = """
name = "tries"
title = "Attempts"
source = "made up, 2026"
[[file]]
key = "paper"
[file.attempt]
given_by = "level"
level = "level"
hours = "hours"
reproduced = "done"
tally = { experiments = "all", identical = "same", different = "other" }
time = { days = "days", unknown = ["?"] }
"""
HEADER = "paper,level,hours,done,all,same,other,days"

IMPOSSIBLE = {
    "more identical results than experiments": (
        "p,R1,,yes,2,3,,1",
        "a.csv:2: column 'all': 3 identical of 2 experiments is impossible",
    ),
    "counts that do not add up": (
        "p,R1,,yes,3,1,1,1",
        "a.csv:2: column 'all': 1 identical, 0 consistent, 1 different, 0 not conducted add up to "
        "2, not to 3 experiments",
    ),
    "a count that is none": (
        "p,R1,,yes,1,1,0.5,1",
        "a.csv:2: column 'other': the count different is a whole number, not '0.5'",
    ),
    "a count below 0": (
        "p,R1,,yes,1,-1,2,1",
        "a.csv:2: column 'same': the count identical is a number from 0 up, not '-1'",
    ),
    "an unknown level": (
        "p,R2,,yes,1,1,,1",
        "a.csv:2: column 'level': unknown level 'R2': did you mean 'R2-M'?",
    ),
    "endless hours": (
        "p,R1,inf,yes,1,1,,1",
        "a.csv:2: column 'hours': hours is a number from 0 up, not 'inf'",
    ),
    "neither yes nor no": (
        "p,R1,,perhaps,1,1,,",
        "a.csv:2: column 'done': reproduced is 1 or 0, yes or no, not 'perhaps'",
    ),
    "reproduced without a time": (
        "p,R1,,yes,1,1,,",
        "a.csv:2: column 'days': the time of a reproduced paper is a number of days, or '?'",
    ),
    "not reproduced after an unknown time": (
        "p,R1,,no,1,1,,?",
        "a.csv:2: column 'days': '?' is for papers that were reproduced: leave it blank",
    ),
    "a time that is none": (
        "p,R1,,yes,1,1,,soon",
        "a.csv:2: column 'days': a time in days is a number from 0 up, not 'soon'",
    ),
}


@pytest.mark.parametrize(("line", "told"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_is_impossible_is_told_and_nothing_is_imported(
    tmp_path: Path, line: str, told: str
) -> None:
    mapping = written(tmp_path / "my.toml", MAPPING)
    with study_in(tmp_path) as study:
        path = written(tmp_path / "a.csv", HEADER, line)
        assert complaints(study, path, str(mapping)) == [told]


def test_a_row_gives_an_attempt_where_the_mapping_says_so(tmp_path: Path) -> None:
    mapping = written(tmp_path / "my.toml", MAPPING)
    path = written(
        tmp_path / "a.csv", HEADER, "p,R1,2.5,Yes,4,3,1,?", "q,,,,,,,", "r,R3,,no,1,,1,7"
    )
    with study_in(tmp_path) as study:
        assert import_into(study, path, str(mapping)).attempts == 2
        p, r = study.attempts()
        assert (p.paper, p.level, p.hours, p.reproduced) == ("p", Level.R1, 2.5, True)
        assert (p.tally, p.time) == (Tally(4, 3, 0, 1, 0), TimeTaken(TimeKind.UNKNOWN))
        assert (r.paper, r.time) == ("r", TimeTaken(TimeKind.CENSORED, 7.0))


PARTS = """
name = "parts"
title = "Attempts in parts"
source = "made up, 2026"
[[file]]
name = "hours"
key = "paper"
attempt = { hours = "hours" }
[[file]]
name = "met"
category = "what"
"""


def test_parts_of_an_attempt_stand_in_several_files_of_any_form(tmp_path: Path) -> None:
    mapping = written(tmp_path / "my.toml", PARTS)
    written(tmp_path / "hours.csv", "paper,hours", "p,2", "q,3")
    written(tmp_path / "met.json", '[{"what": "P1", "p": 2, "q": 0}, {"what": "E1", "q": null}]')
    with study_in(tmp_path) as study:
        import_into(study, tmp_path, str(mapping))
        p, q = study.attempts()
        assert (p.hours, p.discrepancies) == (2.0, (Discrepancy("P1", 2),))
        assert (q.hours, q.discrepancies) == (3.0, ())


def test_slips_in_a_table_of_discrepancies_are_told(tmp_path: Path) -> None:
    mapping = written(tmp_path / "my.toml", PARTS)
    written(tmp_path / "hours.csv", "paper,hours", "paper-1,2")
    written(tmp_path / "met.csv", "what,paper-1", "P1,x", "P1,1", ",2", "P2,0.5")
    with study_in(tmp_path) as study:
        told = [
            one.removeprefix(f"{tmp_path.name}/")
            for one in complaints(study, tmp_path, str(mapping))
        ]
        assert told == [
            "met.csv:2: column 'paper-1': the count of P1 is a number from 0 up, not 'x'",
            "met.csv:3: column 'what': P1 stands at line 2 already",
            "met.csv:4: column 'what': no category is named",
            "met.csv:5: column 'paper-1': the count of P2 is a whole number, not '0.5'",
        ]
        written(tmp_path / "met.csv", "what,paper-2", "P1,1")
        [told_once] = complaints(study, tmp_path, str(mapping))
        assert "no paper 'paper-2'" in told_once


def test_a_folder_must_have_each_file_once(tmp_path: Path) -> None:
    mapping = written(tmp_path / "my.toml", PARTS)
    one = written(tmp_path / "hours.csv", "paper,hours", "p,2")
    with study_in(tmp_path) as study:
        with pytest.raises(ReproscopeError, match=r"there is no met \(\.csv, \.xlsx"):
            import_into(study, tmp_path, str(mapping))
        with pytest.raises(ReproscopeError, match="parts takes a folder of files: hours, met"):
            import_into(study, one, str(mapping))
        with pytest.raises(ReproscopeError, match="takes one file, and this is a folder"):
            import_into(study, tmp_path, "toys")
        written(tmp_path / "hours.json", '[{"paper": "p", "hours": 2}]')
        with pytest.raises(ReproscopeError, match="there are several of hours"):
            import_into(study, tmp_path, str(mapping))


def test_parts_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    text = PARTS.replace('name = "met"\ncategory = "what"',
                         'name = "more"\nkey = "paper"\nattempt = { hours = "hours" }')  # fmt: skip
    mapping = written(tmp_path / "my.toml", text)
    written(tmp_path / "hours.csv", "paper,hours", "p,2")
    written(tmp_path / "more.csv", "paper,hours", "p,3")
    with study_in(tmp_path) as study:
        [told] = complaints(study, tmp_path, str(mapping))
        assert told.endswith("more.csv:2: hours of this attempt is another one elsewhere: 3.0")
