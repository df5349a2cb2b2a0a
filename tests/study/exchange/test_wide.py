"""Files with a row a paper: what they say, and what gets told where they do not fit."""

from pathlib import Path

import pytest

from reproscope.core import UnknownName
from reproscope.study.exchange import DoesNotFit, find_mapping, import_into, read_file
from reproscope.study.exchange.problems import SHOWN
from reproscope.study.records import Paper
from tests.study.exchange.samples import TOYS, complaints, study_in, written

HEADER = "paper,coder,shared,colour,number,share,words"

# What stands in a file, and the complaints in full.
UNFIT = {
    "an unknown value": (
        [HEADER, "1,ada,1,red,1,0.5,x", "2,ada,1,rad,1,0.5,x"],
        ["a.csv:3: column 'colour': unknown value of colour 'rad': did you mean 'red'?"],
    ),
    "no truth": (
        [HEADER, "1,ada,2,,,,"],
        ["a.csv:2: column 'shared': shared is answered by 1 or 0, not by '2'"],
    ),
    "no number": (
        [HEADER, "1,ada,,,many,,", "2,ada,,,nan,,", "3,ada,,,inf,,", "4,ada,,,-1,,"],
        [
            "a.csv:2: column 'number': number is answered by a number, not by 'many'",
            "a.csv:3: column 'number': number is answered by a number, not by 'nan'",
            "a.csv:4: column 'number': number is answered by a number, not by 'inf'",
            "a.csv:5: column 'number': number is a count: '-1' is not a whole number >= 0",
        ],
    ),
    "a degree above 1": (
        [HEADER, "1,ada,,,,1.17,"],
        ["a.csv:2: column 'share': share is a degree from 0 to 1, not '1.17'"],
    ),
    "a coder's two rows": (
        [HEADER, "1,ada,1,,,,", "1,bob,1,,,,", "1,ada,1,,,,"],
        [
            "a.csv:4: column 'coder': 'ada' answers twice about paper '1', which stands at line 2 "
            "already"
        ],
    ),
    "no key and no coder": (
        [HEADER, ",ada,1,,,,", "1, ,1,,,,"],
        [
            "a.csv:2: column 'paper': the paper has no key: give it one that no other paper has",
            "a.csv:3: column 'coder': nobody is named as the coder",
        ],
    ),
    "unknown columns": (
        ["paper,coder,shared,color,remarks", "1,ada,1,red,x"],
        [
            "a.csv:1: column 'color': unknown column: did you mean 'colour'?",
            "a.csv:1: column 'remarks': unknown column: known are 'paper', 'coder', 'shared', "
            "'colour', 'number', 'share', 'words'",
        ],
    ),
    "no column of keys": (
        ["Papers,coder,shared", "1,ada,1"],
        [
            "a.csv:1: column 'paper': the column is missing: is 'Papers' meant?",
            "a.csv:1: column 'Papers': unknown column: did you mean 'paper'?",
        ],
    ),
    "semicolons": (
        ["paper;coder;shared", "1;ada;1"],
        [
            "a.csv:1: column 'paper': the column is missing: there are 'paper;coder;shared'",
            "a.csv:1: column 'coder': the column is missing: there are 'paper;coder;shared'",
            "a.csv:1: column 'paper;coder;shared': unknown column: known are 'paper', 'coder', "
            "'shared', 'colour', 'number', 'share', 'words'",
        ],
    ),
    "a column twice": (
        ["paper,coder,shared,shared", "1,ada,1,0"],
        ["a.csv:1: column 'shared': there are 2 columns of that name"],
    ),
    "a column without a name": (
        ["paper,coder,shared,", "1,ada,1,x"],
        ["a.csv:1: a column without a name has content: name it"],
    ),
    "ragged rows": (
        ["paper,coder,shared", "1,ada", "2,ada,1,1", "3,ada,x"],
        [
            "a.csv:2: cells in this row: 2, in the header: 3; quote any commas",
            "a.csv:3: cells in this row: 4, in the header: 3; quote any commas",
            "a.csv:4: column 'shared': shared is answered by 1 or 0, not by 'x'",
        ],
    ),
    "a character that no database holds": (
        [HEADER, "1,ada,,,,,a\0b"],
        ["a.csv:2: column 'words': a NUL character in 'a\\x00b': take it out"],
    ),
}


@pytest.mark.parametrize(("lines", "told"), UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_told_with_its_place_and_nothing_is_imported(
    tmp_path: Path, lines: list[str], told: list[str]
) -> None:
    with study_in(tmp_path) as study:
        assert complaints(study, written(tmp_path / "a.csv", *lines), "toys") == told


def test_a_row_for_each_paper_and_coder_gives_their_answers(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.csv",
        HEADER,
        "p1,ada, Yes ,RED,3.0,.50,=1+1",
        "p1,bob,0,,,,",
        "p2,ada,,blue,,1,",
    )
    with study_in(tmp_path) as study:
        added = import_into(study, path, "toys")
        assert (added.papers, added.answers) == (2, 8)
        assert study.papers() == (Paper("p1"), Paper("p2"))
        ada = {(one.paper, one.variable): one.value for one in study.answers("toys", "ada")}
        assert ada == {
            ("p1", "shared"): "1",
            ("p1", "colour"): "red",
            ("p1", "number"): "3",
            ("p1", "share"): "0.5",
            ("p1", "words"): "=1+1",
            ("p2", "colour"): "blue",
            ("p2", "share"): "1",
        }
        again = import_into(study, path, "toys")
        assert (again.papers, again.answers) == (0, 0)


def test_a_later_file_gives_later_answers_and_the_earlier_stay(tmp_path: Path) -> None:
    with study_in(tmp_path) as study:
        for truth in ("0", "1"):
            path = written(tmp_path / "a.csv", "paper,coder,shared", f"p,ada,{truth}")
            import_into(study, path, "toys")
        assert [one.value for one in study.history("p", "toys", "shared")] == ["0", "1"]


def test_a_file_that_names_no_coder_takes_the_one_that_is_given(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "paper,shared", "p,1", "p,0")
    with study_in(tmp_path) as study:
        assert complaints(study, path, "toys")[0].startswith("a.csv:1: column 'coder': the column")
        assert complaints(study, path, "toys", coder="ada") == [
            "a.csv:3: column 'paper': duplicate paper 'p': it stands at line 2 already"
        ]
        written(path, "paper,shared", "p,1")
        import_into(study, path, "toys", coder="ada")
        assert [one.coder for one in study.answers("toys")] == ["ada"]


def test_no_problem_is_left_out_of_the_count_and_the_first_are_shown(tmp_path: Path) -> None:
    lines = [f"{number},ada,{'x' if number > 100 else '1'},{'y'}" for number in range(1, 301)]
    path = written(tmp_path / "a.csv", "paper,coder,shared,colour", *lines)
    with study_in(tmp_path) as study, pytest.raises(DoesNotFit) as caught:
        import_into(study, path, "toys")
    assert caught.value.count == 500
    assert [problem.line for problem in caught.value.problems] == list(range(2, 2 + SHOWN))
    assert "500 problems, so nothing was imported:" in caught.value.message
    assert caught.value.message.endswith("\n  … and 400 more")


MANY = """
name = "many"
title = "Titles and venues"
source = "made up, 2026"
key_prefix = "m-"
[[file]]
key = "id"
title = "Title"
missing = ["-"]
[file.attributes]
venue = "Venue"
field = { constant = "toys" }
instrument_like = { column = "Venue", values = { A = "a journal" } }
"""


def test_attributes_are_stripped_translated_and_missing_where_a_word_says_so(
    tmp_path: Path,
) -> None:
    path = written(tmp_path / "a.csv", "id, Title ,Venue", "1, One ,A ", "2,Two,-")
    mapping = written(tmp_path / "my.toml", MANY)
    with study_in(tmp_path) as study:
        import_into(study, path, str(mapping))
        assert study.papers() == (
            Paper("m-1", "One", {"venue": "A", "field": "toys", "instrument_like": "a journal"}),
            Paper("m-2", "Two", {"field": "toys"}),
        )


def test_rows_of_one_paper_must_agree_on_what_it_is(tmp_path: Path) -> None:
    text = MANY.replace('key = "id"', 'key = "id"\ninstrument = "toys"\ncoder_column = "Who"')
    mapping = written(tmp_path / "my.toml", text)
    path = written(
        tmp_path / "a.csv", "id,Who,Title,Venue", "1,ada,One,A", "1,bob,One,-", "1,eve,One,B"
    )
    with study_in(tmp_path) as study:
        assert complaints(study, path, str(mapping)) == [
            "a.csv:4: column 'Venue': paper 'm-1' has 'B' here and 'A' above",
            "a.csv:4: column 'Venue': paper 'm-1' has 'B' here and 'a journal' above",
        ]


@pytest.mark.parametrize("name", ["gundersen2018", "wide:gundersen2018"])
def test_a_name_of_a_mapping_and_an_instrument_means_what_the_columns_tell(
    tmp_path: Path, name: str
) -> None:
    path = written(tmp_path / "a.csv", "paper,coder,trian", "1,ada,1")
    with study_in(tmp_path) as study:
        assert complaints(study, path, name) == [
            "a.csv:1: column 'trian': unknown column: did you mean 'train'?"
        ]
        written(path, "paper,coder,train", "1,ada,1")
        assert import_into(study, path, name).answers == 1
        assert [one.name for one in study.instruments()] == ["toys", "gundersen2018"]


def test_an_unknown_mapping_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown mapping 'raff2012': did you mean 'raff20"):
        read_file("a.csv", "raff2012")
    with pytest.raises(UnknownName, match="unknown mapping 'toy': did you mean 'toys'"):
        find_mapping("toy", (TOYS,))
    with pytest.raises(UnknownName, match="unknown mapping 'answer': did you mean 'answers'"):
        read_file("a.csv", "answer")
