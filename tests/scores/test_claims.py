"""The claims file: what is read, what is refused and in which words."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from reproscope.core import CheckOptions, ReproscopeError, Verdict
from reproscope.scores import Datasets, KFold, TestSet
from reproscope.scores.claims import (
    ClaimsFile,
    Data,
    Description,
    Evaluation,
    Image,
    Paper,
    Printing,
    Where,
    dump,
    read,
    schema,
)
from reproscope.scores.target import CLAIMS_FILE, run

EXAMPLE = Path(__file__).parents[2] / "examples" / "claims.yaml"
GOOD = "  - {id: good, data: {positives: 10, negatives: 10}, scores: {acc: 0.90}}\n"
HEAD = "schema: claims-1\nclaims:\n"

Write = Callable[[str], Path]
Validate = Callable[[object], bool]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "claims.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def claims(write: Write) -> Callable[[str], ClaimsFile]:
    """Read entries, given as YAML list items, followed by a good one."""
    return lambda entries: read(write(HEAD + entries + GOOD))


@pytest.fixture(scope="module")
def validates() -> Validate:
    Draft202012Validator.check_schema(json.loads(schema()))
    return Draft202012Validator(json.loads(schema())).is_valid


def entry(**parts: str) -> str:
    said = {"id": "bad", "data": "{positives: 10, negatives: 10}", "scores": "{acc: 0.90}"} | parts
    lines = [f"{key}: {value}" for key, value in said.items() if value]
    return "  - " + "\n    ".join(lines) + "\n"


def test_a_score_keeps_the_digits_it_is_written_with(claims: Callable[[str], ClaimsFile]) -> None:
    read_back = claims(entry(scores="{acc: 0.940, sens: 94.0%, mcc: .50, f1: 1e-1}"))
    assert dict(read_back.entries[0].reported) == {
        "acc": "0.940",
        "sens": "94.0%",
        "mcc": ".50",
        "f1": "1e-1",
    }


@pytest.mark.parametrize(
    ("data", "evaluation", "meant"),
    [
        ("{positives: 3, negatives: 4}", "", TestSet(positives=3, negatives=4)),
        ("{total: [7, 9]}", "{kind: test-set}", TestSet(total=(7, 9))),
        ("{dataset: TPEHG}", "{}", TestSet(positives=38, negatives=262, name="tpehg")),
        (
            "{dataset: isic2017.test, positive: melanoma}",
            "",
            TestSet(positives=117, negatives=483, name="isic2017.test (melanoma)"),
        ),
        (
            "{positives: 30, total: 100}",
            "{folds: 5, folding: unknown, repeats: 2, undefined_folds: skipped}",
            KFold(30, 70, 5, "unknown", repeats=2, undefined_folds="skipped"),
        ),
        ("", "{fold-counts: [[2, 3], [1, 4]]}", KFold(fold_counts=((2, 3), (1, 4)))),
        (
            "{images: [{name: a, positives: 1, negatives: 2}, {positives: 3, negatives: 4}]}",
            "{kind: datasets}",
            Datasets((TestSet(1, 2, name="a"), TestSet(3, 4)), "mean-of-scores"),
        ),
        (
            "{images: [{positives: 1, negatives: 2}, {positives: 3, negatives: 4}]}",
            "{kind: test-set}",
            TestSet(positives=4, negatives=6),
        ),
        (
            "",
            "{sets: [{positives: 5, negatives: 5, folds: 2}, {dataset: tpehg}]}",
            Datasets((KFold(5, 5, 2), TestSet(38, 262, name="tpehg"))),
        ),
    ],
)
def test_data_and_evaluation_mean_an_experiment(
    claims: Callable[[str], ClaimsFile], data: str, evaluation: str, meant: object
) -> None:
    found = claims(entry(data=data, evaluation=evaluation))
    assert found.problems == ()
    assert found.entries[0].experiment == meant


def test_images_are_averaged_or_pooled_as_the_evaluation_says(
    claims: Callable[[str], ClaimsFile],
) -> None:
    averaged = claims(entry(data="{dataset: drive.test.fov}", evaluation="{kind: datasets}"))
    pooled = claims(entry(data="{dataset: drive.test.fov}", evaluation="{kind: test-set}"))
    experiment = averaged.entries[0].experiment
    assert isinstance(experiment, Datasets)
    assert (len(experiment.parts), experiment.aggregation) == (20, "mean-of-scores")
    assert isinstance(pooled.entries[0].experiment, TestSet)


BAD = {
    "negative count": (
        entry(data="{positives: -3, negatives: 10}"),
        (4, "positives is -3: it must not be negative"),
    ),
    "fractional count": (
        entry(data="{positives: 100.5, negatives: 10}"),
        (4, "positives is '100.5': it must be a whole number"),
    ),
    "missing count": (
        entry(data="{positives: 10}"),
        (4, "negatives is missing: give it, or the total"),
    ),
    "no data": (
        entry(data=""),
        (3, "no data are given: say positives and negatives, or a data set"),
    ),
    "no number": (
        entry(data="{positives: many, negatives: 10}"),
        (4, "positives is 'many': it must be a whole number"),
    ),
    "huge count": (
        entry(data=f"{{positives: {'9' * 5000}, negatives: 10}}"),
        (4, "more than 1000000000000000"),
    ),
    "empty range": (
        entry(data="{positives: [9, 3], negatives: 10}"),
        (4, "positives is 9 to 3: the range is empty"),
    ),
    "long range": (
        entry(data="{positives: [1, 2, 3], negatives: 10}"),
        (4, "positives has 3 ends: a range is [least, most]"),
    ),
    "NaN": (entry(scores="{acc: .nan}"), (5, "acc: '.nan' is not a number")),
    "nan": (entry(scores="{acc: nan}"), (5, "acc: 'nan' is not a finite number")),
    "infinite": (entry(scores="{acc: inf}"), (5, "acc: 'inf' is not a finite number")),
    "no score": (entry(scores="{}"), (5, "no score is given: say scores: {acc: 0.94}")),
    "empty score": (entry(scores="{acc: }"), (5, "acc: the value is empty")),
    "nested score": (entry(scores="{acc: [1]}"), (5, "acc: a score must be one number")),
    "unknown score": (
        entry(scores="{acuracy: 0.9}"),
        (5, "unknown score 'acuracy': did you mean 'accuracy'?"),
    ),
    "same score twice": (
        entry(scores="{acc: 0.9, accuracy: 0.9}"),
        (5, "'accuracy' and 'acc' are the same score: give it once"),
    ),
    "repeated key": (entry(scores="{acc: 0.9, acc: 0.8}"), (5, "scores: key 'acc' is given twice")),
    "k larger than the data": (
        entry(evaluation="{folds: 21}"),
        (4, "folds is 21, more than the 20 items"),
    ),
    "no folds": (
        entry(evaluation="{folds: 0}"),
        (4, "folds is 0: cross-validation needs at least 2"),
    ),
    "contradictory folds": (
        entry(evaluation="{fold-counts: [[5, 5], [4, 5]]}"),
        (4, "the folds hold 9 positives, but the data set is said to have 10"),
    ),
    "a wrong number of folds": (
        entry(evaluation="{folds: 3, fold-counts: [[5, 5], [5, 5]]}"),
        (4, "2 folds are given, not 3"),
    ),
    "range in folds": (
        entry(data="{positives: [9, 11], negatives: 10}", evaluation="{folds: 5}"),
        (4, "positives is 9 to 11: cross-validation needs one number"),
    ),
    "endless repeats": (
        entry(evaluation="{folds: 5, repeats: 1000000000}"),
        (4, "5 folds repeated 1000000000 times: more than 10000 folds in all is not supported"),
    ),
    "unknown data set": (
        entry(data="{dataset: tpegh}"),
        (4, "unknown data set 'tpegh': did you mean 'tpehg'?"),
    ),
    "data set and counts": (
        entry(data="{dataset: tpehg, positives: 3}"),
        (4, "the data are said to be 'tpehg' and also to have positives: give one"),
    ),
    "unknown key": (
        entry(evaluation="{foldz: 5}"),
        (6, "evaluation: unknown key 'foldz': did you mean 'folds'?"),
    ),
    "unknown word": (
        entry(evaluation="{folds: 5, folding: stratifed}"),
        (6, "unknown folding 'stratifed': did you mean 'stratified'?"),
    ),
    "what belongs elsewhere": (
        entry(evaluation="{kind: test-set, folds: 5}"),
        (4, "'folds' does not belong to the evaluation 'test-set'"),
    ),
    "rounding": (
        entry(rounding="nearst"),
        (6, "unknown rounding 'nearst': did you mean 'nearest'?"),
    ),
    "epsilon": (
        entry(epsilon="1e999999999"),
        (6, "epsilon is '1e999999999': it must be a number such as 0.0001"),
    ),
    "percent": (entry(percent="maybe"), (6, "percent is 'maybe': it must be true or false")),
    "page": (entry(where="{page: 0}"), (6, "page is 0: pages count from 1")),
    "no id": (entry(id=""), (3, "id is missing: every claim needs a name of its own")),
    "not a table": ("  - just words\n", (3, "a claim must be a table of keys and values")),
}


@pytest.mark.parametrize(("text", "told"), BAD.values(), ids=BAD)
def test_a_bad_entry_is_told_with_its_line_and_the_rest_is_read(
    claims: Callable[[str], ClaimsFile], text: str, told: tuple[int, str]
) -> None:
    found = claims(text)
    assert [one.id for one in found.entries] == ["good"]
    [problem] = found.problems
    assert problem.line == told[0]
    assert told[1] in problem.message


def test_all_that_is_wrong_with_an_entry_is_told_at_once(
    claims: Callable[[str], ClaimsFile],
) -> None:
    found = claims(entry(data="{positives: x}", scores="{}", percent="maybe"))
    assert [problem.line for problem in found.problems] == [4, 6, 5]
    assert {problem.entry for problem in found.problems} == {"bad"}


def test_of_two_entries_with_one_id_the_first_is_read(claims: Callable[[str], ClaimsFile]) -> None:
    found = claims(entry(id="twin") + entry(id="twin"))
    assert [one.id for one in found.entries] == ["twin", "good"]
    assert [str(problem) for problem in found.problems] == [
        "line 6: twin: the id is taken by the claim in line 3"
    ]


def test_a_score_far_out_of_range_is_told_when_it_is_checked(
    claims: Callable[[str], ClaimsFile],
) -> None:
    checked = list(run(claims(entry(scores="{acc: 94.0}")), CheckOptions()))
    assert checked[0].problem is not None
    assert "is it a percentage? write 94.0% or say percent" in checked[0].problem.message
    assert checked[1].result is not None
    assert checked[1].result.verdict is Verdict.CONSISTENT


WHOLE = {
    "malformed": (HEAD + "  - {id: a, scores: [\n", ":4:1: not valid YAML: "),
    "a tab": ("schema: claims-1\n\tclaims: x\n", ":2:1: not valid YAML: "),
    "empty": ("", ": the file is empty"),
    "a list": ("- a\n", ":1: a claims file must be a table"),
    "no schema": ("claims:\n" + GOOD, ":1: schema is missing: write 'schema: claims-1'"),
    "a later schema": ("schema: claims-2\nclaims: []\n", ":1: schema is 'claims-2': write "),
    "no claims": ("schema: claims-1\n", ":1: claims must be a list of entries"),
    "none": ("schema: claims-1\nclaims: []\n", ":2: claims is an empty list"),
    "unknown key": (
        HEAD + GOOD + "defalts: {}\n",
        "unknown key 'defalts': did you mean 'defaults'",
    ),
    "claims twice": (
        HEAD + GOOD + HEAD[17:] + GOOD,
        ":4: a claims file: key 'claims' is given twice",
    ),
    "bad defaults": (
        "schema: claims-1\ndefaults: {rounding: nearst}\nclaims:\n" + GOOD,
        ":2: unknown rounding 'nearst': did you mean 'nearest'?",
    ),
    "anchor": (HEAD + "  - &a {id: x}\n", ":3: &a: anchors and aliases are not used here"),
    "alias": (HEAD + "  - *a\n", ":3: *a: anchors and aliases are not used here"),
    "tag": (HEAD + "  - !!python/object:os.system {}\n", ":3: tag 'tag:yaml.org,2002:python/"),
    "deep": (HEAD + "  - " + "[" * 50 + "]" * 50 + "\n", ":3: nested more than 12 deep"),
    "endlessly deep": (HEAD + "  - " + "[" * 200_000, ":3: nested more than 12 deep"),
    "two documents": (HEAD + GOOD + "---\na: b\n", ":4: a second document begins"),
    "control characters": (HEAD + "  - {id: \x1b[31m}\n", ":3: not valid YAML: it holds the char"),
    "a key that is a list": (HEAD + "  - {[a]: b}\n", ":3: a key must be a word"),
    "many entries": (HEAD + "  - a\n" * 10_001, ":3: 10,001 claims: a file may have 10,000"),
}


@pytest.mark.parametrize(("text", "told"), WHOLE.values(), ids=WHOLE)
def test_a_file_that_cannot_be_understood_is_one_line_with_its_place(
    write: Write, text: str, told: str
) -> None:
    with pytest.raises(ReproscopeError) as caught:
        read(write(text))
    assert told in caught.value.message
    assert "\n" not in caught.value.message


def test_a_file_of_50_mb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "claims.yaml"
    with path.open("wb") as file:
        file.write(b"schema: claims-1\nclaims:\n")
        file.truncate(50_000_000)
    with pytest.raises(ReproscopeError, match=r"it has 50.0 MB, and a claims file may have 10 MB"):
        read(path)


def test_what_is_no_file_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match="no such file or directory"):
        read(tmp_path / "gone.yaml")
    with pytest.raises(ReproscopeError, match="it is not a file"):
        read(tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"schema: claims-1\nclaims: \xe9\n")
    with pytest.raises(ReproscopeError, match=r"latin.yaml:2: not UTF-8 text"):
        read(tmp_path / "latin.yaml")


def test_defaults_hold_where_an_entry_says_nothing(write: Write) -> None:
    text = (
        "schema: claims-1\n"
        "defaults: {epsilon: 0.001, percent: true, data: {positives: 4, negatives: 6}}\n"
        "claims:\n"
        "  - {id: a, scores: {acc: 90}}\n"
        "  - {id: b, scores: {acc: 0.9}, rounding: exact, percent: false}\n"
    )
    one, other = read(write(text)).entries
    assert one.options == Printing(epsilon=Fraction(1, 1000), percent=True)
    assert other.options == Printing(rounding="exact", percent=False)
    assert one.experiment == other.experiment == TestSet(positives=4, negatives=6)


def test_a_misspelt_key_of_the_paper_does_not_stop_the_claims(write: Write) -> None:
    found = read(write("schema: claims-1\npaper: {titel: x}\nclaims:\n" + GOOD))
    assert [str(problem) for problem in found.problems] == [
        "line 2: paper: paper: unknown key 'titel': did you mean 'title'?"
    ]
    assert len(found.entries) == 1


def test_what_is_written_is_read_back(write: Write) -> None:
    images = (Image(1, 2, "a"), Image(3, 4))
    sets = (
        (Data(positives=5, negatives=5), Evaluation(folds=2)),
        (Data(dataset="tpehg"), Evaluation()),
    )
    described = [
        Description(
            "one",
            {"acc": "0.940", "sens": "94.0%"},
            Data(positives=(3, 4), total=9),
            Evaluation(kind="test-set"),
            Printing(epsilon=Fraction(1, 10_000), percent=False, undefined="any"),
            Where(page=3, table="2", quote="“acc: 0.9”\n- *evil* #"),
            "yes: no",
        ),
        Description("two", {"acc": "1"}, Data(images=images), Evaluation(kind="datasets")),
        Description("null", {"acc": "1"}, Data(), Evaluation(sets=sets)),
        Description(
            "1.0", {"acc": "1"}, Data(), Evaluation(fold_counts=((1, 2), (3, 4)), folding="known")
        ),
    ]
    paper = Paper(title="A: b", year="2024")
    found = read(write(dump(described, paper)))
    assert found.problems == ()
    assert [one.description for one in found.entries] == described
    assert found.paper == paper


def test_the_published_schema_accepts_the_example(validates: Validate) -> None:
    assert validates(yaml.safe_load(EXAMPLE.read_text()))


@pytest.mark.parametrize(
    "name",
    [
        "negative count", "fractional count", "no number", "long range", "no score", "empty score",
        "nested score", "unknown key", "unknown word", "rounding", "epsilon", "percent", "page",
        "no id", "not a table",
    ],
)  # fmt: skip
def test_the_published_schema_refuses_what_is_badly_formed(validates: Validate, name: str) -> None:
    assert validates(yaml.safe_load(HEAD + GOOD))
    assert not validates(yaml.safe_load(HEAD + BAD[name][0]))


def test_every_key_that_is_read_is_in_the_published_schema() -> None:
    from reproscope.scores.claims import reading

    published = json.loads(schema())
    kinds = published["$defs"]

    def keys(of: dict[str, dict[str, object]]) -> set[str]:
        return {key.replace("_", "-") for key in of["properties"]}

    assert keys(published) == set(reading.TOP)
    assert keys(published["properties"]["defaults"]) == set(reading.DEFAULTS)
    assert keys(kinds["claim"]) == set(reading.ENTRY)
    assert keys(kinds["data"]) == set(reading.DATA)
    assert keys(kinds["evaluation"]) == set(reading.EVALUATION)
    assert keys(kinds["where"]["anyOf"][1]) == set(reading.WHERE)
    assert keys(kinds["paper"]) == set(reading.PAPER)


def test_a_claims_file_is_known_by_its_ending_and_its_beginning(tmp_path: Path) -> None:
    def fits(name: str, text: str) -> bool:
        (tmp_path / name).write_text(text)
        return CLAIMS_FILE.fits(str(tmp_path / name))

    assert fits("a.yaml", HEAD)
    assert fits("b.YML", "# words\npaper: {}\nclaims:\n")
    assert not fits("c.yaml", "services:\n  claims: 1\n")
    assert not fits("d.txt", HEAD)
    assert not CLAIMS_FILE.fits(str(tmp_path))
    assert not CLAIMS_FILE.fits("\0")
    assert CLAIMS_FILE.fits(str(EXAMPLE))
