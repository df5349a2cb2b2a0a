"""``reproscope scores explain-protocol``: the table a person reads, and what bad input gets."""

import json
from collections.abc import Callable

import pytest

Call = Callable[..., object]
TPEHG = ("--dataset", "tpehg", "--folds", "5", "acc=0.9447", "sens=0.9139", "spec=0.9733")


@pytest.fixture
def explain(reproscope: Call) -> Call:
    return lambda *arguments: reproscope("scores", "explain-protocol", *arguments)


def test_the_table_has_a_row_for_each_hypothesis_and_names_all_that_fit(explain: Call) -> None:
    done = explain(*TPEHG, "--oversampled", "244")
    assert done.status == 0
    assert done.stdout.startswith("hypothesis ")
    table, closing = done.stdout.split("hypotheses fit:\n")
    assert "as described, score-of-means" in table
    assert "positives raised to 244 before evaluation, score-of-means" in closing
    assert "as described" not in closing


def test_a_program_gets_every_hypothesis_with_its_verdict_and_witness(explain: Call) -> None:
    rows = json.loads(explain(*TPEHG, "--oversampled", "244", "--format", "json").stdout)
    by_label = {row["hypothesis"]: row for row in rows}
    assert by_label["as described, score-of-means"]["verdict"] == "inconsistent"
    assert not by_label["as described, score-of-means"]["departs"]
    raised = by_label["positives raised to 244 before evaluation, score-of-means"]
    assert (raised["verdict"], raised["departs"]) == ("consistent", True)
    assert raised["witness"]["tp"] + raised["witness"]["fn"] == 244


def test_when_nothing_fits_it_says_so(explain: Call) -> None:
    done = explain("--positives", "10", "--negatives", "10", "acc=0.97")
    assert "None of these 1 hypotheses fits." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no score is given: say for example acc=0.940"),
        (("acc=0.9",), "say --positives and --negatives, or name a --dataset"),
        (("--dataset", "tpehgg", "acc=0.9"), "did you mean 'tpehg'?"),
        (("--dataset", "tpehg", "--positives", "3", "acc=0.9"), "--dataset knows its counts"),
        (("--dataset", "iris", "acc=0.9"), "iris has several classes: say --positive"),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    explain: Call, arguments: tuple[str, ...], said: str
) -> None:
    done = explain(*arguments)
    assert done.status == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_its_help_calls_it_by_its_name(explain: Call) -> None:
    assert explain("--help").stdout.startswith("Usage: reproscope scores explain-protocol ")
