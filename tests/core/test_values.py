"""Evidence, findings, scores: values that cannot be changed or be nonsense."""

import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from reproscope.core import Coverage, Evidence, Finding, Level, Location, Outcome, Score, Verdict


def finding(**changes: object) -> Finding:
    values: dict[str, object] = {
        "rule": "S101",
        "subject": "Table 2",
        "answer": Verdict.INCONSISTENT,
        "message": "cannot hold together",
        "level": Level.ERROR,
    }
    return Finding(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("location", "written"),
    [
        (Location(path="a.yaml"), "a.yaml"),
        (Location(path="a.yaml", line=3, column=7), "a.yaml:3:7"),
        (Location(path="a.yaml", line=3, end_line=9, column=7), "a.yaml:3-9"),
        (Location(path="a.pdf", page=4), "a.pdf, page 4"),
        (Location(line=3), "line 3"),
        (Location(quote="only words"), ""),
    ],
)
def test_a_location_is_written_as_people_write_it(location: Location, written: str) -> None:
    assert str(location) == written


@pytest.mark.parametrize("name", ["line", "end_line", "column", "page"])
def test_a_location_counts_from_one(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} counts from 1, got 0"):
        Location(**{"line": 1, name: 0})


def test_a_location_cannot_end_before_it_begins() -> None:
    with pytest.raises(ValueError, match="end_line 2 needs a line that is not after it"):
        Location(path="a", line=3, end_line=2)


def test_a_finding_cannot_be_changed_through_what_it_was_made_of() -> None:
    details = {"witness": {"tp": [1, 2]}}
    made = finding(details=details)
    details["witness"]["tp"].append(3)
    assert made.details == {"witness": {"tp": (1, 2)}}
    with pytest.raises(FrozenInstanceError):
        made.subject = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (float("nan"), ValueError, "details.x: nan is not a JSON number"),
        (float("inf"), ValueError, "details.x: inf is not a JSON number"),
        (Fraction(1, 3), TypeError, "details.x: Fraction is not a JSON value"),
        ([b"raw"], TypeError, r"details.x\[0\]: bytes is not a JSON value"),
        ({1: "one"}, TypeError, "details.x: key 1 is not text"),
    ],
)
def test_details_refuse_what_json_cannot_hold(
    value: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        finding(details={"x": value})


def test_details_keep_true_apart_from_one_and_turn_enumerations_into_words() -> None:
    made = finding(details={"flag": True, "one": 1, "verdict": Verdict.CONSISTENT})
    assert made.details["flag"] is True
    assert type(made.details["verdict"]) is str


def test_a_finding_is_where_its_first_located_evidence_is() -> None:
    place = Location(path="a.yaml", line=3)
    made = finding(evidence=[Evidence("note", "no place"), Evidence("file", "here", place)])
    assert made.location == place
    assert finding().location is None


def test_a_finding_survives_pickling_and_hashing() -> None:
    made = finding(evidence=[Evidence("k", "t", data={"n": 1})], details={"a": [1]})
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert hash(again) == hash(made)


def test_coverage_leaves_out_what_does_not_apply_and_never_counts_unknown_as_answered() -> None:
    answers = [Outcome.PRESENT, Outcome.ABSENT, Outcome.UNKNOWN, Outcome.NOT_APPLICABLE]
    assert Coverage.of(answers) == Coverage(answered=2, asked=3)
    assert Coverage.of(answers).share == Fraction(2, 3)
    assert Coverage.of([Outcome.NOT_APPLICABLE]).share is None


@pytest.mark.parametrize(("answered", "asked"), [(2, 1), (-1, 3)])
def test_coverage_refuses_counts_that_cannot_be(answered: int, asked: int) -> None:
    with pytest.raises(ValueError, match=f"coverage {answered} of {asked} is not possible"):
        Coverage(answered, asked)


def test_a_score_without_any_answer_has_no_value() -> None:
    assert Score("code", None, Coverage(0, 4)).value is None
    with pytest.raises(ValueError, match="'code' has a value but no question was answered"):
        Score("code", 0.0, Coverage(0, 4))


def test_a_score_is_a_finite_number() -> None:
    with pytest.raises(ValueError, match="score 'code' must be finite, got nan"):
        Score("code", float("nan"), Coverage(1, 1))
