"""What is taken out of a study comes back as it was."""

import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import load
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.exchange import (
    DoesNotFit,
    export,
    export_answers,
    export_table,
    export_wide,
    import_into,
)
from reproscope.study.exchange.forms.choosing import SUFFIXES
from reproscope.study.records import (
    Answer,
    Attempt,
    Discrepancy,
    Experiment,
    Paper,
    Resolution,
    TimeKind,
    TimeTaken,
)
from reproscope.study.store import Study, create
from tests.study.exchange.samples import TOYS, complaints, study_in, written

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
NAMES = WORDS.filter(str.strip)
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
HOURS = st.none() | st.floats(0, 1e9)
TRUTHS = st.none() | st.booleans()
PRINTED = st.sampled_from(["0.940", "94.0%", "1,024", "3.2e-5", "-1"]).map(Printed.parse)
BASELINES = st.dictionaries(WORDS, PRINTED, max_size=2)
SPREADS = st.builds(Spread, st.floats(0, 1e6), st.integers(2, 10**6))
REPEATED = st.builds(Repeated, SPREADS, SPREADS, st.floats(1e-9, 1e9))
RESULTS = st.builds(Result, WORDS, PRINTED, st.none() | PRINTED, BASELINES) | st.builds(
    Result, WORDS, PRINTED, PRINTED, BASELINES, REPEATED
)
EXPERIMENTS = st.builds(Experiment, WORDS, WORDS, st.lists(RESULTS, max_size=2).map(tuple))
TALLIES = st.builds(
    lambda a, b, c, d: Tally(a + b + c + d, a, b, c, d), st.integers(1, 9), *[st.integers(0, 9)] * 3
)
TIMES = st.one_of(
    st.builds(TimeTaken, st.just(TimeKind.KNOWN), st.floats(0, 1e6)),
    st.builds(TimeTaken, st.just(TimeKind.CENSORED), HOURS),
    st.just(TimeTaken(TimeKind.UNKNOWN)),
)
ATTEMPTS = st.builds(
    Attempt,
    paper=st.sampled_from(["p", "=q"]),
    key=st.sampled_from(["1", "b"]),
    by=WORDS,
    level=st.none() | st.sampled_from(list(Level)),
    scheme=NAMES,
    hours=HOURS,
    hours_limit=HOURS,
    why_not_conducted=WORDS,
    reproduced=TRUTHS,
    criteria=WORDS,
    contacted=st.just(True) | st.none(),
    replied=TRUTHS,
    time=st.none() | TIMES,
    discrepancies=st.lists(
        st.builds(Discrepancy, NAMES, st.integers(0, 9), WORDS, WORDS),
        max_size=2,
        unique_by=lambda one: one.category,
    ).map(tuple),
    note=WORDS,
    given=MOMENTS,
)
LISTED = st.builds(
    lambda attempt, parts: Attempt(
        **{name: getattr(attempt, name) for name in Attempt.__slots__} | parts
    ),
    ATTEMPTS,
    st.fixed_dictionaries({"tally": TALLIES})
    | st.fixed_dictionaries({"experiments": st.lists(EXPERIMENTS, max_size=2).map(tuple)}),
)
QUESTIONS = st.sampled_from(
    [("shared", "1"), ("colour", "red"), ("number", "12"), ("share", "0.25"), ("words", "=1")]
)
ANSWERS = st.builds(
    lambda paper, asked, coder, evidence, seconds, given, withdrawn: Answer(
        paper,
        "toys",
        asked[0],
        coder,
        "" if withdrawn else asked[1],
        evidence,
        seconds,
        given=given,
    ),
    st.sampled_from(["p", "=q"]),
    QUESTIONS,
    st.sampled_from(["ada", "-bob"]),
    WORDS,
    HOURS,
    MOMENTS,
    st.booleans(),
)
PAPERS = (
    Paper("p", "A title", {"venue": "=x", "a b": "2"}),
    Paper("=q", "", {"venue": "y"}),
)


def everything(study: Study, history: bool) -> tuple[object, ...]:
    return (
        study.papers(),
        # By coder they come in the order in which coders were first met.
        sorted(study.answers("toys", history=history), key=str),
        study.resolutions("toys", history),
        study.attempts(history),
    )


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(SUFFIXES),
    st.booleans(),
    st.lists(ANSWERS, max_size=5),
    st.lists(LISTED, max_size=3),
)
def test_a_study_that_was_exported_comes_back_the_same(
    suffix: str, history: bool, answers: list[Answer], attempts: list[Attempt]
) -> None:
    with tempfile.TemporaryDirectory() as folder, study_in(Path(folder)) as study:
        study.add_papers(PAPERS)
        for answer in answers:
            study.record([answer])
        for attempt in attempts:
            study.add_attempts([attempt])
        study.resolve([Resolution("p", "toys", "shared", "1", "eve", "agreed")])
        study.resolve([Resolution("p", "toys", "shared", "0", "eve", "=no", given=None)])
        export(study, Path(folder, "out"), suffix=suffix, history=history)
        with study_in(Path(folder), "again.db") as again:
            import_into(again, Path(folder, "out"), "study")
            there, here = everything(again, history), everything(study, history)
            if not history:
                # An exported current state begins anew: its revisions are the first ones.
                there, here = map(without_revisions, (there, here))
            assert there == here
            added = import_into(again, Path(folder, "out"), "study")
            assert (added.papers, added.answers if not history else 0) == (0, 0)


def without_revisions(everything: tuple[object, ...]) -> list[object]:
    found: list[object] = []
    for part in everything:
        assert isinstance(part, list | tuple)
        for one in part:
            names = [name for name in one.__slots__ if name != "revision"]
            found.append([getattr(one, name) for name in names])
    return sorted(found, key=str)


def test_an_instrument_goes_along_by_its_file(tmp_path: Path) -> None:
    source = (
        'name = "own"\ntitle = "Own"\nsource = "made up, 2026"\n'
        '[[variable]]\nname = "shared"\nquestion = "Is it?"\n'
    )
    written(tmp_path / "own.toml", source)
    own = load(tmp_path / "own.toml")
    with create(tmp_path / "a.db") as study:
        study.add_instrument(own, source)
        study.add_papers([Paper("p")])
        study.record([Answer("p", "own", "shared", "ada", "1")])
        export(study, tmp_path / "out")
    with create(tmp_path / "b.db") as again:
        import_into(again, tmp_path / "out", "study")
        assert again.instruments() == (own,)
        assert [one.value for one in again.answers("own")] == ["1"]


def answered(study: Study) -> None:
    study.add_papers([Paper("p"), Paper("=q")])
    study.record(
        [
            Answer("p", "toys", "shared", "ada", "1"),
            Answer("p", "toys", "words", "ada", "=1+1"),
            Answer("p", "toys", "shared", "bob", "0"),
            Answer("=q", "toys", "number", "bob", "12"),
            Answer("=q", "toys", "colour", "bob", "red"),
        ]
    )
    study.record([Answer("=q", "toys", "colour", "bob", "")])


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_wide_table_has_a_row_a_paper_and_coder_and_comes_back(
    tmp_path: Path, suffix: str
) -> None:
    with study_in(tmp_path) as study:
        answered(study)
        export_wide(study, tmp_path / f"a{suffix}", "toys")
        with study_in(tmp_path, "again.db") as again:
            import_into(again, tmp_path / f"a{suffix}", "toys")
            both = [
                [(a.paper, a.variable, a.coder, a.value) for a in one.answers("toys") if a.value]
                for one in (study, again)
            ]
            assert both[0] == both[1]
            assert len(both[0]) == 4


def test_numbers_are_numbers_in_a_wide_workbook(tmp_path: Path) -> None:
    with study_in(tmp_path) as study:
        answered(study)
        export_wide(study, tmp_path / "a.xlsx", "toys")
    rows = list(openpyxl.load_workbook(tmp_path / "a.xlsx")["data"].iter_rows(values_only=True))
    assert rows[0] == ("paper", "coder", *(variable.name for variable in TOYS.variables))
    assert rows[1] == ("p", "ada", 1, None, None, None, "'=1+1")
    assert rows[3] == ("'=q", "bob", None, None, 12, None, None)


def test_one_table_or_one_instruments_answers_can_be_written_alone(tmp_path: Path) -> None:
    with study_in(tmp_path) as study:
        answered(study)
        export_table(study, "papers", tmp_path / "papers.json")
        assert json.loads((tmp_path / "papers.json").read_text()) == [
            {"paper": "p", "title": ""},
            {"paper": "=q", "title": ""},
        ]
        export_answers(study, tmp_path / "a.json", "toys", coder="bob", history=True)
        told = json.loads((tmp_path / "a.json").read_text())
        assert [(one["value"], one["revision"]) for one in told] == [
            ("0", 1), ("red", 1), ("", 2), ("12", 1),
        ]  # fmt: skip
        with pytest.raises(UnknownName, match="unknown table 'paper': did you mean 'papers'"):
            export_table(study, "paper", tmp_path / "b.csv")
        with pytest.raises(UnknownName, match="unknown instrument 'toy'"):
            export_wide(study, tmp_path / "b.csv", "toy")
        with pytest.raises(ReproscopeError, match=r"files of \.txt are not read or written"):
            export_table(study, "papers", tmp_path / "b.txt")
        assert not (tmp_path / "b.csv").exists()


def test_an_export_goes_into_a_new_folder_or_nowhere(tmp_path: Path) -> None:
    written(tmp_path / "there.txt", "mine")
    with study_in(tmp_path) as study:
        answered(study)
        with pytest.raises(ReproscopeError, match="there is something already"):
            export(study, tmp_path)
        with pytest.raises(ReproscopeError, match="there is something already"):
            export(study, tmp_path / "there.txt")
        with pytest.raises(UnknownName, match=r"unknown form '.xls': did you mean '.xlsx'"):
            export(study, tmp_path / "new", suffix=".xls")
        with pytest.raises(ReproscopeError, match="cannot be made: No such file"):
            export(study, tmp_path / "none" / "new")
        study.record([Answer("p", "toys", "words", "ada", "x" * 40_000)])
        with pytest.raises(ReproscopeError, match="does not go into a cell of Excel"):
            export(study, tmp_path / "new", suffix=".xlsx")
        before = {"there.txt", "study.db"}
        assert {path.name for path in tmp_path.iterdir()} == before
        (tmp_path / "new").mkdir()
        assert [path.name for path in export(study, tmp_path / "new")] == [
            "answers.csv",
            "papers.csv",
        ]
        assert {path.name for path in tmp_path.iterdir()} == before | {"new"}


HAND_WRITTEN = {
    "a paper twice": (
        "papers",
        ["paper,title", "p,One", "p,One", ",Two"],
        ["papers.csv:3: column 'paper': duplicate paper 'p': it stands at line 2",
         "papers.csv:4: column 'paper': the paper has no key: give it one that no other paper has"],
    ),
    "an attempt twice": (
        "attempts",
        ["paper,key", "p,1", "p,"],
        ["attempts.csv:3: attempt 1 at this paper stands at line 2 already"],
    ),
    "more identical than experiments": (
        "attempts",
        ["paper,experiments,identical", "p,2,3"],
        ["attempts.csv:2: 3 identical of 2 experiments is impossible"],
    ),
    "an unknown time": (
        "attempts",
        ["paper,time,days", "p,soon,", "q,known,", "r,unknown,3"],
        ["attempts.csv:2: time is one of known, censored, unknown, not 'soon'",
         "attempts.csv:3: a known time to reproduction needs its days",
         "attempts.csv:4: a time of 3 days is not an unknown one"],
    ),
    "a reply to nothing": (
        "attempts",
        ["paper,contacted,replied", "p,no,yes"],
        ["attempts.csv:2: authors who were not contacted cannot have replied"],
    ),
    "a result without its original": (
        "experiments",
        ["paper,experiment,method,data,result,role,name,number",
         "p,1,m,d,1,reproduced,,0.9", "p,2,m,d,1,originl,,0.9", "p,3,m,d,1,original,,x"],
        ["experiments.csv:2: this result lacks the row with the original number",
         "experiments.csv:3: unknown role 'originl': did you mean 'original'?",
         "experiments.csv:4: not a number: 'x'"],
    ),
    "experiments that are not numbered": (
        "experiments",
        ["paper,experiment,method,data", "p,first,m,d", "p,1,m,d", "p,0.5,m,d"],
        ["experiments.csv:2: the number of an experiment is a number from 0 up, not 'first'",
         "experiments.csv:4: the number of an experiment is a whole number, not '0.5'"],
    ),
    "an experiment with two methods": (
        "experiments",
        ["paper,experiment,method,data", "p,1,m,d", "p,1,n,d"],
        ["experiments.csv:2: this experiment has another method or data at line 2"],
    ),
    "a discrepancy twice": (
        "discrepancies",
        ["paper,category,count", "p,P1,1", "p,P1,2", "q,E1,-1"],
        ["discrepancies.csv:2: discrepancy P1 is counted twice",
         "discrepancies.csv:4: a count is a number from 0 up, not '-1'"],
    ),
    "a resolution by nobody": (
        "resolutions",
        ["paper,instrument,variable,value,by", "p,toys,shared,1,", "p,toys,shared,2,eve",
         "p,toy,shared,1,eve"],
        ["resolutions.csv:2: nobody is named who settled this",
         "resolutions.csv:3: shared is answered by 1 or 0, not by '2'",
         "resolutions.csv:4: unknown instrument 'toy': add it to the study first"],
    ),
    "papers that are not in the study": (
        "attempts",
        ["paper", "p"],
        ["attempts.csv:2: no paper 'p': import the papers first"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("table", "lines", "told"), HAND_WRITTEN.values(), ids=HAND_WRITTEN)
def test_what_does_not_fit_in_a_table_is_told_with_its_place(
    tmp_path: Path, table: str, lines: list[str], told: list[str]
) -> None:
    path = written(tmp_path / f"{table}.csv", *lines)
    with study_in(tmp_path) as study:
        assert complaints(study, path, table) == told


def test_a_folder_without_a_table_is_told(tmp_path: Path) -> None:
    with study_in(tmp_path) as study:
        with pytest.raises(ReproscopeError, match="none of papers, answers, resolutions"):
            import_into(study, tmp_path, "study")
        with pytest.raises(ReproscopeError, match="study takes a folder that was exported"):
            import_into(study, written(tmp_path / "a.csv", "paper"), "study")
        written(tmp_path / "papers.csv", "paper", "p")
        written(tmp_path / "papers.json", '[{"paper": "p"}]')
        with pytest.raises(ReproscopeError, match=r"papers\.csv and papers\.json: keep one"):
            import_into(study, tmp_path, "study")


def test_one_wrong_table_keeps_all_of_a_folder_out(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    written(folder / "papers.csv", "paper", "p")
    written(folder / "attempts.csv", "paper,hours", "p,-1")
    with study_in(tmp_path) as study:
        with pytest.raises(DoesNotFit, match="hours is a number from 0 up"):
            import_into(study, folder, "study")
        assert study.papers() == ()


def test_what_the_store_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    path = written(tmp_path / "papers.csv", "paper,title", "new,One", "p,Another title")
    with study_in(tmp_path) as study:
        study.add_papers([Paper("p", "Its title")])
        with pytest.raises(ReproscopeError, match="duplicate paper 'p': its title is 'Its title'"):
            import_into(study, path, "papers")
        assert [paper.key for paper in study.papers()] == ["p"]
