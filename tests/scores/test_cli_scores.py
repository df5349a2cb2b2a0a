"""``reproscope scores``: what a person sees, what a program reads, and what bad input gets."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from reproscope.report.json import schema

EXAMPLE = Path(__file__).parents[2] / "examples" / "claims.yaml"
SEED = ("--positives", "1000", "--negatives", "6000", "acc=0.6821", "npv=0.9401", "f1=0.4004")
TPEHG = ("--folds", "5", "--folding", "unknown", "--aggregation", "mean-of-scores",
         "acc=0.9447", "sens=0.9139", "spec=0.9733")  # fmt: skip
SMALL = ("--positives", "10", "--negatives", "10")
HEAD = "schema: claims-1\nclaims:\n"

Call = Callable[..., object]


@pytest.fixture
def check(reproscope: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run ``scores check`` in a directory that has no configuration."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: reproscope("scores", "check", *arguments)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "claims.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def report_of(text: str) -> dict[str, object]:
    report = json.loads(text)
    Draft202012Validator(json.loads(schema())).validate(report)
    return report


def test_the_verdict_comes_first_then_scores_and_witness(check: Call) -> None:
    done = check(*SEED)
    assert done.status == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "✓ consistent  acc=0.6821, npv=0.9401, f1=0.4004"
    text = done.stdout
    order = ["in the witness", "0.682143", "one of 2 that fit", "called positive", "power", "S101"]
    assert [text.index(word) for word in order] == sorted(text.index(word) for word in order)


def test_an_inconsistency_gives_status_one_and_shows_conflict_and_nearest(check: Call) -> None:
    done = check("--positives", "1000", "--negatives", "6000", "acc=0.6811", *SEED[5:])
    assert done.status == 1
    assert done.stdout.startswith("✗ inconsistent  acc=0.6811")
    assert "nearest that fits" in done.stdout
    assert "cannot hold" in done.stdout
    assert check(*SEED[:4], "acc=0.6811", *SEED[5:], "--fail-on", "none").status == 0


def test_the_two_lines_of_the_design_work_as_written(check: Call) -> None:
    done = check("--dataset", "tpehg", *TPEHG, "--rounding", "any", "--format", "json")
    assert done.status == 1
    [found] = report_of(done.stdout)["findings"]
    assert found["details"]["verdict"] == found["answer"] == "inconsistent"
    named = "verdict witness conflict nearest power method seconds experiment scores"
    assert set(named.split()) <= set(found["details"])
    assert found["details"]["conflict"] == ["acc"]
    assert check("--positives", "244", "--negatives", "262", *TPEHG, "--quick").status == 0


def test_folds_of_a_witness_are_a_table(check: Call) -> None:
    done = check("--fold", "5:5", "--fold", "5:5", "acc=0.80", "sens=0.80", "--quick")
    assert done.status == 0
    assert "fold   positives   negatives   tp   fn   fp   tn" in done.stdout


def test_without_diagnosis_there_is_only_the_verdict(check: Call) -> None:
    [found] = report_of(check(*SEED, "--no-diagnosis", "--format=json").stdout)["findings"]
    assert found["details"]["power"] is None


def test_a_report_says_how_it_was_made(check: Call) -> None:
    report = report_of(check(*SEED, "--quick", "--format", "json").stdout)
    command = ["reproscope", "scores", "check", *SEED, "--quick", "--format", "json"]
    assert report["provenance"]["command"] == command


def test_ranges_and_totals_and_percentages_are_read(check: Call) -> None:
    done = check("--positives", "8-12", "--total", "20", "acc=90.0%", "--format=json", "--quick")
    [found] = report_of(done.stdout)["findings"]
    assert found["details"]["experiment"]["positives"] == [8, 12]
    assert check(*SMALL, "acc=90", "--percent", "--quick").status == 0
    assert "90.00%" in check(*SMALL, "acc=90", "--percent", "--quick").stdout


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "sarif", "junit", "csv"])
def test_every_form_is_written_to_a_file(check: Call, tmp_path: Path, form: str) -> None:
    done = check(*SEED, "--quick", "--format", form, "-o", tmp_path / "report")
    assert (done.status, done.stdout) == (0, "")
    assert "consistent" in (tmp_path / "report").read_text()


BAD = {
    "negative count": (
        ("--positives", "-5", "--negatives", "5", "acc=0.5"),
        "positives is -5: it must not be negative",
    ),
    "fractional count": (
        ("--positives", "2.5", "--negatives", "5", "acc=0.5"),
        "positives is '2.5': it must be a whole number",
    ),
    "missing count": (("--positives", "5", "acc=0.5"), "negatives is missing: give it"),
    "no data": (("acc=0.5",), "no data are given: say positives and negatives, or a data set"),
    "empty test set": (
        ("--positives", "0", "--negatives", "0", "acc=0.5"),
        "the test set is empty",
    ),
    "out of range": ((*SMALL, "acc=94"), "is it a percentage? write 94.0% or say percent"),
    "NaN": ((*SMALL, "acc=nan"), "acc: 'nan' is not a finite number"),
    "no number": ((*SMALL, "acc=high"), "acc: 'high' is not a number"),
    "no score": (SMALL, "no score is given: say for example acc=0.940"),
    "empty score": ((*SMALL, "acc="), "acc has no value: write a score as acc=0.940"),
    "score twice": ((*SMALL, "acc=.5", "acc=.6"), "'acc' is given twice"),
    "unknown score": (
        (*SMALL, "acuracy=.5"),
        "unknown score 'acuracy': did you mean 'accuracy'?",
    ),
    "k larger than the data": (
        (*SMALL, "--folds", "21", "acc=.5"),
        "folds is 21, more than the 20 items",
    ),
    "no folds": ((*SMALL, "--folds", "0", "acc=.5"), "cross-validation needs at least 2"),
    "contradictory folds": (
        (*SMALL, "--fold", "5:5", "--fold", "4:5", "acc=.5"),
        "the folds hold 9 positives, but the data set is said to have 10",
    ),
    "a fold that is none": ((*SMALL, "--fold", "5", "acc=.5"), "fold '5' must be P:N"),
    "unknown data set": (
        ("--dataset", "tpegh", "acc=.5"),
        "unknown data set 'tpegh': did you mean 'tpehg'?",
    ),
    "empty range": (
        ("--positives", "9-3", "--negatives", "5", "acc=.5"),
        "positives is 9 to 3: the range is empty",
    ),
    "unknown option": ((*SMALL, "--foldz", "3", "acc=.5"), "No such option"),
    "unknown word": (
        (*SMALL, "--folds", "2", "--folding", "stratifed", "acc=.5"),
        "unknown folding 'stratifed': did you mean 'stratified'?",
    ),
    "epsilon": ((*SMALL, "--epsilon", "1e999999999", "acc=.5"), "epsilon is '1e999999999'"),
    "class": (("--classes", "a:5,b", "acc=.5"), "class 'b' must be NAME:ITEMS"),
    "one class": (("--classes", "a:5", "acc=.5"), "there must be at least 2"),
    "a class's count": (("--classes", "a:5,b:x", "acc=.5"), "class b is 'x'"),
    "neither": ((*SMALL, "acc"), "'acc' is neither a score nor a claims file"),
    "no file": (("gone.yaml",), "cannot read 'gone.yaml': no such file or directory"),
    "time": ((*SMALL, "--time-limit", "0", "acc=.5"), "not a positive number of seconds"),
    "both": ((*SMALL, str(EXAMPLE)), "a claims file describes its experiments itself"),
    "file and scores": ((str(EXAMPLE), "acc=.5"), "give either scores or claims files, not both"),
}


@pytest.mark.parametrize(("arguments", "told"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_status_two(
    check: Call, arguments: tuple[str, ...], told: str
) -> None:
    done = check(*arguments)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


def test_a_malformed_file_is_one_line_with_its_place(check: Call, write: Call) -> None:
    done = check(write(HEAD + "  - {id: [\n"))
    assert (done.status, done.stdout) == (2, "")
    assert "claims.yaml:4:1: not valid YAML" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_of_50_mb_is_one_line(check: Call, tmp_path: Path) -> None:
    with (tmp_path / "claims.yaml").open("wb") as file:
        file.write(b"schema: claims-1\n")
        file.truncate(50_000_000)
    done = check(tmp_path / "claims.yaml")
    assert done.status == 2
    assert "it has 50.0 MB, and a claims file may have 10 MB" in done.stderr


def test_the_rest_of_a_file_runs_past_bad_entries(check: Call, write: Call) -> None:
    path = write(
        HEAD
        + "  - {id: broken, data: {positives: -1, negatives: 2}, scores: {acc: 0.5}}\n"
        + "  - {id: percentage, data: {positives: 10, negatives: 10}, scores: {acc: 94}}\n"
        + "  - {id: off, data: {positives: 10, negatives: 10}, scores: {acc: 0.9131}}\n"
        + "  - {id: fine, data: {positives: 10, negatives: 10}, scores: {acc: 0.90}}\n"
    )
    done = check(path, "--format", "json")
    assert done.status == 2
    assert "claims that cannot be checked: see lines 3, 4" in done.stderr
    report = report_of(done.stdout)
    assert {f["subject"]: f["answer"] for f in report["findings"]} == {
        "off": "inconsistent",
        "fine": "consistent",
    }
    assert [(item["what"], item["unreadable"]) for item in report["skipped"]] == [
        (f"{path}:3 broken", True),
        (f"{path}:4 percentage", True),
    ]
    [off] = [f for f in report["findings"] if f["subject"] == "off"]
    assert off["evidence"][0]["location"] == {"path": str(path), "line": 5}
    text = " ".join(check(path).stdout.split())
    assert "positives is -1: it must not be negative" in text
    assert text.index("✗ inconsistent") < text.index("Skipped")


def test_a_bad_file_does_not_stop_a_good_one(check: Call, write: Call) -> None:
    path = write(HEAD + "  - {id: fine, data: {positives: 9, negatives: 9}, scores: {acc: 1}}\n")
    done = check("gone.yaml", path, "--format=json")
    assert done.status == 2
    assert "error: cannot read 'gone.yaml': no such file or directory\n" in done.stderr
    assert [f["subject"] for f in report_of(done.stdout)["findings"]] == ["fine"]


def test_options_hold_where_a_file_says_nothing(check: Call, write: Call) -> None:
    path = write(
        HEAD
        + "  - {id: open, data: {positives: 10, negatives: 10}, scores: {acc: 0.91}}\n"
        + "  - {id: told, data: {positives: 10, negatives: 10}, scores: {acc: 0.91}, epsilon: 0}\n"
    )
    done = check(path, "--epsilon", "0.05", "--format=json", "--quick")
    answers = {f["subject"]: f["answer"] for f in report_of(done.stdout)["findings"]}
    assert answers == {"open": "consistent", "told": "inconsistent"}


HOSTILE = '"\\e[31m<script>alert(1)</script>|=cmd()\\u202e"'


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "sarif", "junit", "csv"])
def test_what_strangers_write_is_escaped_in_every_form(check: Call, write: Call, form: str) -> None:
    path = write(
        f"schema: claims-1\npaper: {{title: {HOSTILE}}}\nclaims:\n"
        f"  - {{id: {HOSTILE}, where: {{quote: {HOSTILE}}}, data: {{positives: 9, negatives: 9}},"
        f" scores: {{acc: 0.77}}}}\n"
        f"  - {{id: b, data: {{dataset: {HOSTILE}}}, scores: {{acc: 1}}}}\n"
    )
    done = check(path, "--format", form, "--quick")
    assert done.status == 2
    for output in (done.stdout, done.stderr):
        assert "\x1b" not in output
        assert "\u202e" not in output
    if form in ("html", "junit"):
        assert "<script>" not in done.stdout


def test_hostile_words_on_the_line_are_escaped(check: Call) -> None:
    for arguments in ((*SMALL, "\x1b[31macc=.5"), ("--dataset", "\x1b[31m", "acc=.5")):
        done = check(*arguments)
        assert done.status == 2
        assert "\x1b" not in done.stderr


def test_the_example_shows_every_verdict_it_promises(check: Call) -> None:
    done = check(EXAMPLE, "--format=json", "--quick")
    assert (done.status, done.stderr) == (1, "")  # make demo relies on it
    answers = {f["subject"]: f["answer"] for f in report_of(done.stdout)["findings"]}
    assert answers["test-set"] == answers["tpehg-oversampled"] == "consistent"
    assert answers["stratified-folds"] == answers["drive-inside-field-of-view"] == "consistent"
    assert answers["tpehg"] == answers["drive-all-pixels"] == "inconsistent"
    assert answers["diabetes-regression"] == "consistent"
    assert answers["diabetes-regression-other-variance"] == "inconsistent"
    assert answers["several-classes"] == "consistent"
    assert answers["several-classes-mixed-up"] == "inconsistent"


IRIS = ("--classes", "setosa:50,versicolor:50,virginica:50")


def test_several_classes_show_their_matrix_and_its_scores(check: Call) -> None:
    done = check(*IRIS, "acc=0.9533", "macro-recall=0.9533", "macro-f1=0.9532", "--quick")
    assert done.status == 0
    assert "items of     setosa   versicolor   virginica" in done.stdout
    assert "acc              0.9533         0.953333" in done.stdout
    assert "reproscope explain S104" in done.stdout


def test_several_classes_that_do_not_fit_show_the_conflict(check: Call) -> None:
    done = check(*IRIS, "acc=0.9533", "macro-recall=0.9467")
    assert done.status == 1
    assert "acc and macro-recall cannot hold together" in done.stdout


def test_the_rule_s_example_works_as_written(check: Call, reproscope: Call) -> None:
    page = reproscope("explain", "S104").stdout
    assert "macro-recall=0.9533" in page
    assert check(*IRIS, "acc=0.9533", "macro-recall=0.9533", "--quick").status == 0


def test_an_average_that_is_not_stated_is_asked_for_or_tried_each_way(check: Call) -> None:
    bare = check(*IRIS, "acc=0.9533", "precision=0.9612")
    assert bare.status == 2
    assert "write macro-precision, micro-precision or weighted-precision" in bare.stderr
    done = check(*IRIS, "acc=0.9533", "precision=0.9542", "--average", "unknown", "--quick")
    assert done.status == 0
    assert "macro: consistent, micro: inconsistent, weighted: consistent" in done.stdout
    assert check(*IRIS, "acc=0.9533", "f1=0.9633", "--average", "micro", "--quick").status == 1


def test_many_classes_are_cut_on_a_terminal_and_whole_in_json(check: Call) -> None:
    many = ("--classes", ",".join(f"c{i}:5" for i in range(30)), "acc=0.60", "--quick")
    assert "and 20 more classes; --format json shows all" in check(*many).stdout
    [found] = report_of(check(*many, "--format=json").stdout)["findings"]
    assert len(found["details"]["witness"]["matrix"]) == 30


def test_hostile_class_names_are_escaped(check: Call) -> None:
    done = check("--classes", "\x1b[31m<b>:5,\u202eb:5", "acc=0.60", "--quick")
    assert done.status == 0
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [("--classes", "a:5,b:5", "acc=.5")],
)
def test_a_kind_that_is_asked_for_is_checked_or_told_not_to_be(
    check: Call, arguments: tuple[str, ...]
) -> None:
    done = check(*arguments, "--quick")
    if done.status == 2:
        assert "cannot be checked by this version" in done.stderr
    else:
        assert "consistent" in done.stdout


def test_check_hands_a_claims_file_to_this_room(reproscope: Call, write: Call) -> None:
    path = write(HEAD + "  - {id: off, data: {positives: 9, negatives: 9}, scores: {acc: 0.75}}\n")
    done = reproscope("check", path, "--format=json")
    assert done.status == 1
    [found] = report_of(done.stdout)["findings"]
    assert (found["rule"], found["subject"]) == ("S101", "off")


def test_datasets_lists_searches_and_shows(reproscope: Call) -> None:
    assert "tpehg " in reproscope("scores", "datasets").stdout
    page = reproscope("scores", "datasets", "TPEHG").stdout
    assert "38  preterm (positive)" in page
    assert "doi:10.1007/s11517-008-0350-y" in page
    searched = reproscope("scores", "datasets", "drive").stdout.splitlines()
    assert len(searched) > 1
    assert all("drive" in line.casefold() for line in searched)
    [data] = json.loads(reproscope("scores", "datasets", "iris", "--format=json").stdout)
    assert data["classes"] == {"setosa": 50, "versicolor": 50, "virginica": 50}
    gone = reproscope("scores", "datasets", "qqqqqq")
    assert gone.status == 2
    assert "unknown data set 'qqqqqq'" in gone.stderr


def test_names_lists_every_score(reproscope: Call) -> None:
    text = reproscope("scores", "names").stdout
    assert "acc  accuracy\n  formula  (tp + tn) / (p + n)" in text
    listed = {
        one["name"]: one
        for one in json.loads(reproscope("scores", "names", "--format=json").stdout)
    }
    assert "recall" in listed["sens"]["synonyms"]
    assert listed["dor"]["high"] is None


def test_the_schema_of_claims_is_published(reproscope: Call) -> None:
    published = json.loads(reproscope("schema", "claims").stdout)
    assert published["$id"] == "urn:reproscope:schema:claims-1"


def test_a_misspelt_command_gets_the_nearest(reproscope: Call) -> None:
    done = reproscope("scores", "chek")
    assert done.status == 2
    assert "unknown command 'chek': did you mean 'check'?" in done.stderr
