"""Two coders on the command line: assigned, blind, differing, settled; files in and out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope.study.store import open_study
from tests.conftest import Run
from tests.study.oracles import needs_oracles, path

Call = Callable[..., Run]
INSTRUMENT = """
name = "sharing2024"
title = "What a paper shares, as two questions for tests"
source = "Reproscope's tests, 2024"
[groups]
open = "Open: what is shared"
[[variable]]
name = "code"
question = "Is the code shared?"
group = "open"
[[variable]]
name = "data"
question = "Are the data shared?"
group = "open"
[[metric]]
name = "openness"
title = "Share of what could be shared"
expression = "mean(open)"
"""


@pytest.fixture
def study(tmp_path: Path, reproscope: Call) -> Path:
    """Four papers, of which ann and bob coded all, differing on one question."""
    address, codebook, answers = (tmp_path / name for name in ("s.db", "two.toml", "answers.csv"))
    codebook.write_text(INSTRUMENT)
    coders = ("ann", "bob")
    rows = [f"{paper},{coder},{int(paper < 3)},1" for paper in (1, 2, 3) for coder in coders]
    answers.write_text("paper,coder,code,data\n" + "\n".join(rows) + "\n4,ann,1,1\n4,bob,1,0\n")
    assert reproscope("study", "init", address, "--instrument", codebook).status == 0
    told = reproscope("study", "import", address, answers, "--as", "sharing2024")
    assert told.stdout.endswith("answers.csv: 4 new papers, 16 answers\n")
    return address


def test_coders_that_differ_are_listed_settled_and_settled_again(
    study: Path, reproscope: Call
) -> None:
    listed = reproscope("study", "disagreements", study).stdout
    assert listed == "4: data\n  ann: 1\n  bob: 0\n1 open, 0 settled\n"
    settle = ("study", "resolve", study, "4", "data=yes", "--by", "carol", "--note", "in a link")
    assert reproscope(*settle).stdout == "4, data settled: 1\n"
    assert reproscope("study", "disagreements", study).stdout == "0 open, 1 settled\n"
    shown = reproscope("study", "disagreements", study, "--settled").stdout
    assert "settled by carol: 1 (in a link)" in shown
    taken_back = reproscope("study", "resolve", study, "4", "data=", "--by", "carol")
    assert taken_back.stdout == "4, data no longer settled\n"
    assert "1 open" in reproscope("study", "disagreements", study).stdout


def test_an_unsettled_difference_is_missing_in_the_analysis_and_counted(
    study: Path, reproscope: Call
) -> None:
    text = reproscope("study", "analyse", study).stdout
    assert "unresolved" in text
    reproscope("study", "resolve", study, "4", "data=1", "--by", "carol")
    with open_study(study) as opened:
        coded = opened.holding().coded["sharing2024"]
    assert dict(coded.unresolved) == {}
    assert coded.answers["data"].tolist() == [1, 1, 1, 1]


def test_papers_are_shared_out_evenly_and_the_same_seed_does_it_again(
    study: Path, reproscope: Call
) -> None:
    call = ("study", "assign", study, "--coder", "ann", "--coder", "bob", "--seed", "3")
    first = reproscope(*call).stdout
    assert first == "4 new assignments to sharing2024\n  ann: 2 papers\n  bob: 2 papers\n"
    assert reproscope(*call).stdout.startswith("0 new assignments")
    twice = reproscope(*call, "--each", "2").stdout
    assert twice == "4 new assignments to sharing2024\n  ann: 4 papers\n  bob: 4 papers\n"


def test_coding_is_blind_until_both_are_done(study: Path, reproscope: Call, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("paper,coder,code,data\n5,ann,1,1\n")
    reproscope("study", "import", study, more, "--as", "sharing2024")
    reproscope("study", "assign", study, "--coder", "ann", "--coder", "bob", "--each", "2")
    reproscope("study", "code", study, "--coder", "bob", "--paper", "5", "code=0")
    hidden = reproscope("study", "disagreements", study, "--coder", "ann").stdout
    assert "5: code" not in hidden
    reproscope("study", "code", study, "--coder", "bob", "--paper", "5", "data=1")
    assert "5: code" in reproscope("study", "disagreements", study, "--coder", "ann").stdout


def test_agreement_is_measured(study: Path, reproscope: Call) -> None:
    text = reproscope("study", "agreement", study, "--draws", "50").stdout
    for words in ("Cohen's kappa", "Gwet's AC1", "Krippendorff's"):
        assert words in text


def test_figures_are_drawn_into_a_folder(study: Path, reproscope: Call, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    run = reproscope("study", "figures", study, "-o", folder, "--form", "svg")
    assert run.status == 0
    assert any(file.suffix == ".svg" for file in folder.iterdir())


def test_a_markdown_report_has_its_figures_beside_it(
    study: Path, reproscope: Call, tmp_path: Path
) -> None:
    report = tmp_path / "report.md"
    assert reproscope("study", "analyse", study, "-o", report).status == 0
    pictures = [
        line.partition("](")[2].rstrip(")")
        for line in report.read_text(encoding="utf-8").splitlines()
        if line.startswith("![")
    ]
    assert pictures
    for picture in pictures:
        assert (tmp_path / picture).is_file()


@pytest.mark.parametrize("form", ["csv", "xlsx", "json", "parquet"])
def test_what_is_exported_can_be_imported_again(
    study: Path, reproscope: Call, tmp_path: Path, form: str
) -> None:
    folder, copy = tmp_path / "out", tmp_path / "copy.db"
    assert reproscope("study", "export", study, "-o", folder, "--form", form).status == 0
    reproscope("study", "init", copy)
    told = reproscope("study", "import", copy, folder, "--as", "study")
    assert told.stdout.endswith(": 4 new papers, 16 answers\n")
    with open_study(study) as one, open_study(copy) as other:
        assert one.papers() == other.papers()
        assert [a.value for a in one.answers("sharing2024")] == [
            a.value for a in other.answers("sharing2024")
        ]


def test_one_table_is_exported_alone(study: Path, reproscope: Call, tmp_path: Path) -> None:
    wide = tmp_path / "wide.csv"
    assert reproscope("study", "export", study, "--wide", "sharing2024", "-o", wide).status == 0
    assert wide.read_text(encoding="utf-8").splitlines()[1] == "1,ann,1,1"
    metrics = tmp_path / "metrics.csv"
    assert (
        reproscope("study", "export", study, "--metrics", "sharing2024", "-o", metrics).status == 0
    )
    lines = metrics.read_text(encoding="utf-8").splitlines()
    assert lines == ["paper,openness", "1,1", "2,1", "3,0.5", "4,1"]
    both = reproscope(
        "study", "export", study, "--wide", "sharing2024", "--table", "papers", "-o", wide
    )
    assert (both.status, "give one of --table, --wide, --metrics and --private" in both.stderr) == (
        2,
        True,
    )


def test_a_private_release_spends_of_the_budget_until_it_is_used_up(
    study: Path, reproscope: Call, tmp_path: Path
) -> None:
    page = tmp_path / "release.html"
    release = ("study", "export", study, "--private", "--limit", "1.5", "-o", page, "--epsilon")
    assert reproscope(*release, "1.0").status == 0
    assert "Private release of a study" in page.read_text(encoding="utf-8")
    assert "epsilon 1" in reproscope("study", "show", study).stdout
    page.unlink()
    refused = reproscope(*release, "1.0")
    assert refused.status == 2
    assert "0.5" in refused.stderr
    assert not page.exists()
    assert reproscope(*release, "0.5").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--private"], "--private and --epsilon together"),
        (["--epsilon", "1"], "--private and --epsilon together"),
        (["--private", "--epsilon", "1", "--only", "opennes"], "did you mean 'openness'"),
        (["--private", "--epsilon", "0"], "epsilon is a number above 0"),
        (["--private", "--epsilon", "9"], "above the limit of 3"),
        (["--private", "--epsilon", "1", "--by", "venue"], "unknown attribute of papers 'venue'"),
        (["--private", "--epsilon", "1", "--by", "venue=A,B"], "venue"),
    ],
)
def test_a_private_release_that_cannot_be_made_spends_nothing(
    study: Path, reproscope: Call, tmp_path: Path, arguments: list[str], message: str
) -> None:
    run = reproscope("study", "export", study, "-o", tmp_path / "release.md", *arguments)
    assert run.status == 2
    assert message in run.stderr
    assert "budget" not in reproscope("study", "show", study).stdout


def test_rows_that_do_not_fit_are_named_one_by_one_and_nothing_is_imported(
    study: Path, reproscope: Call, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("paper,coder,code,data\n8,ann,2,1\n9,ann,1,maybe\n9,bob,1,1\n")
    run = reproscope("study", "import", study, bad, "--as", "sharing2024")
    assert run.status == 2
    lines = run.stderr.splitlines()
    assert "bad.csv:2: column 'code'" in lines[0]
    assert "bad.csv:3: column 'data'" in lines[1]
    assert lines[-1].endswith("nothing was imported, because of 2 problems")
    with open_study(study) as opened:
        assert [paper.key for paper in opened.papers()] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["assign", "--coder", "ann", "--each", "2"], "2 coders a paper cannot be had of 1"),
        (["assign", "--coder", "ann", "--coder", "ann"], "named twice"),
        (["resolve", "4", "data", "--by", "c"], "write VARIABLE=VALUE"),
        (["resolve", "4", "data=2", "--by", "c"], "not by '2'"),
        (["resolve", "99", "data=1", "--by", "c"], "99"),
        (["export", "-o", "x.csv", "--table", "paper"], "did you mean 'papers'"),
        (["agreement", "--instrument", "sharing"], "did you mean 'sharing2024'"),
    ],
)
def test_a_mistake_is_one_line(
    study: Path, reproscope: Call, arguments: list[str], message: str
) -> None:
    command, *rest = arguments
    run = reproscope("study", command, study, *rest)
    assert run.status == 2
    assert message in run.stderr
    assert run.stderr.count("\n") == 1


@needs_oracles
def test_the_public_survey_is_one_command(tmp_path: Path, reproscope: Call) -> None:
    address = tmp_path / "gk.db"
    reproscope("study", "init", address, "--instrument", "gundersen2018")
    file = path("gundersen2018/evaluations.csv")
    told = reproscope("study", "import", address, file, "--as", "gundersen2018")
    assert told.stdout.endswith("evaluations.csv: 400 new papers, 7617 answers\n")
    text = reproscope("study", "analyse", address, "--by", "conference").stdout
    assert "IJCAI 16" in text
    again = reproscope("study", "import", address, file, "--as", "gundersen2018")
    assert again.stdout.endswith("nothing new\n")
