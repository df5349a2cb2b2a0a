"""From a result to a finding: the rule, the level, neutral words, and evidence for each of them."""

from dataclasses import replace

import pytest

from reproscope import scores
from reproscope.core import Level, Location, Verdict
from reproscope.core.registry import find_rule, load_rules
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.findings import RULE_OF_KIND, finding, is_weak, power_text
from reproscope.scores.result import Power, Result
from reproscope.scores.rules import RULES

SET = scores.TestSet(positives=1000, negatives=6000)
CONSISTENT = {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"}
INCONSISTENT = {"acc": "0.6811", "npv": "0.9401", "f1": "0.4004"}


@pytest.fixture(scope="module")
def inconsistent() -> Result:
    return diagnose(scores.check(INCONSISTENT, SET), budget_seconds=5)


def kinds(made: object) -> list[str]:
    return [item.kind for item in made.evidence]  # type: ignore[attr-defined]


def test_a_consistent_result_shows_its_witness_and_asks_for_nothing() -> None:
    found = finding(scores.check(CONSISTENT, SET))
    assert (found.rule, found.answer, found.level) == ("S101", Verdict.CONSISTENT, Level.NONE)
    assert found.remedy is None
    [witness] = [item for item in found.evidence if item.kind == "witness"]
    assert witness.text.endswith("(one of 2 that fit)")
    assert found.details["witness"] in (
        {"tp": 743, "fn": 257, "fp": 1968, "tn": 4032},
        {"tp": 743, "fn": 257, "fp": 1969, "tn": 4031},
    )


def test_an_inconsistent_result_is_an_error_with_its_proof_and_diagnosis(
    inconsistent: Result,
) -> None:
    found = finding(inconsistent)
    assert found.level is Level.ERROR
    assert kinds(found) == ["scores", "rounding", "proof", "conflict", "nearest", "power"]
    assert found.remedy is not None
    # By brute force, 0.6812 to 0.6818 fit no matrix, and 0.6819 is one unit from 4774/7000.
    assert "acc=0.6819 instead of 0.6811" in found.evidence[4].text


def test_the_words_are_neutral(inconsistent: Result) -> None:
    found = finding(inconsistent)
    text = " ".join([found.message, found.remedy or "", *(e.text for e in found.evidence)]).lower()
    assert "inconsistent with the described experiment" in text
    for word in ("wrong", "fraud", "false", "error", "incorrect", "mistake"):
        assert word not in text


def test_an_undecided_result_is_a_note_that_says_how_far_it_got() -> None:
    undecided = replace(
        scores.check(CONSISTENT, SET),
        verdict=Verdict.UNDECIDED,
        witness=None,
        method="a search",
        detail="7 boxes were looked at",
    )
    found = finding(undecided)
    assert found.level is Level.NOTE
    assert "Neither a witness nor a proof" in found.message
    assert found.evidence[-1].text == "a search: 7 boxes were looked at"


def test_the_details_hold_what_the_design_names(inconsistent: Result) -> None:
    details = finding(inconsistent, extra={"claim": "x"}).details
    named = "verdict witness conflict nearest power method seconds experiment scores claim"
    assert set(named.split()) <= set(details)
    assert details["scores"] == INCONSISTENT


def test_the_place_of_a_claim_is_the_place_of_the_finding(inconsistent: Result) -> None:
    place = Location("claims.yaml", line=7, page=3, quote="acc 0.6811")
    found = finding(inconsistent, subject="svm", location=place, place="table 2")
    assert found.location == place
    assert found.evidence[0].text.endswith("(table 2)")
    assert found.subject == "svm"


@pytest.mark.parametrize(
    ("reported", "experiment", "rule"),
    [
        ({"acc": "0.9"}, scores.TestSet(5, 5), "S101"),
        ({"acc": "0.9"}, scores.KFold(5, 5, 2), "S102"),
        ({"acc": "0.9"}, scores.Datasets((scores.TestSet(5, 5),)), "S103"),
        ({"acc": "0.9", "auc": "0.9"}, scores.TestSet(5, 5), "S106"),
    ],
)
def test_each_kind_of_experiment_has_its_rule(
    reported: dict[str, str], experiment: scores.Experiment, rule: str
) -> None:
    assert finding(scores.check(reported, experiment)).rule == rule


def test_every_rule_of_a_finding_can_be_explained() -> None:
    registered = load_rules().found
    assert {rule.code for rule in RULES} == {*RULE_OF_KIND.values(), "S106"}
    for rule in RULES:
        assert find_rule(rule.name, registered) == rule
        assert rule.sections()["Known problems"].count("\n- ") >= 2


def test_a_test_is_called_weak_only_when_most_slips_are_known_to_pass() -> None:
    assert is_weak(Power(caught=10, tried=100))
    assert not is_weak(Power(caught=10, tried=100, undecided=60))
    assert not is_weak(Power(caught=0, tried=0))
    assert power_text(Power(1, 4, 2)).startswith("at least 25% of one-digit slips")
