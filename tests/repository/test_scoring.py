"""From answers to scores: what counts, what is left out, and what the coverage says."""

from pathlib import Path
from typing import get_args

import pytest

from reproscope.core import Coverage, Outcome, ReproscopeError
from reproscope.repository.checking import Examined, report_of
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import (
    FACTORS,
    Factor,
    Indicator,
    Judged,
    Judgement,
)
from reproscope.repository.profiles import Profile, load_profile, read_profile
from reproscope.repository.scoring import score, scores
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree

PAGE = """Looks.

## What it does
Looks.

## Why it matters
It does.

## Known problems
None known.
"""


def judged(
    code: str,
    outcome: Outcome,
    *,
    factor: Factor = "data",
    weight: int = 1,
    share: float | None = None,
    name: str = "",
) -> Judged:
    named = name or f"rule-{code.lower()}"
    indicator = Indicator.of(code, named, factor, PAGE, weight=weight)
    return Judged(indicator, Judgement(outcome, "Seen.", share=share))


def profile(text: str = "") -> Profile:
    opening = 'name = "ours"\nkind = "indicators"\ntitle = "t"\nsource = "s"\n'
    return read_profile(opening + text, "mine.toml")


def by_name(found: list[Judged], profile: Profile) -> dict[str, tuple[object, str]]:
    return {one.name: (one.value, str(one.coverage)) for one in score(found, profile)}


def test_a_factor_is_the_weighted_mean_of_its_answers() -> None:
    found = [
        judged("R101", Outcome.PRESENT, weight=3),
        judged("R102", Outcome.ABSENT, weight=1),
        judged("R103", Outcome.PARTIAL, share=0.25, weight=4),
    ]
    assert by_name(found, profile())["data"] == (0.5, "3 of 3 answered")


def test_what_is_unknown_lowers_the_coverage_and_not_the_score() -> None:
    found = [judged("R101", Outcome.PRESENT), judged("R102", Outcome.UNKNOWN)]
    assert by_name(found, profile())["data"] == (1.0, "1 of 2 answered")


def test_what_does_not_apply_was_not_asked() -> None:
    found = [judged("R101", Outcome.PRESENT), judged("R102", Outcome.NOT_APPLICABLE)]
    assert by_name(found, profile())["data"] == (1.0, "1 of 1 answered")


def test_a_factor_of_which_nothing_is_known_has_no_number() -> None:
    found = [judged("R101", Outcome.UNKNOWN)]
    assert by_name(found, profile()) == {
        "data": (None, "0 of 1 answered"),
        "overall": (None, "0 of 1 answered"),
    }


def test_an_indicator_of_weight_0_counts_neither_in_score_nor_in_coverage() -> None:
    found = [judged("R101", Outcome.PRESENT), judged("R102", Outcome.ABSENT, name="noise")]
    for key in ("R102", "noise"):
        scores_found = by_name(found, profile(f"[indicator.{key}]\nweight = 0\n"))
        assert scores_found["data"] == (1.0, "1 of 1 answered")


def test_the_default_profile_leaves_the_comment_ratio_out() -> None:
    found = [
        judged("R101", Outcome.PRESENT, factor="documentation"),
        judged("R102", Outcome.ABSENT, factor="documentation", name="comments"),
    ]
    assert by_name(found, load_profile("default"))["documentation"] == (1.0, "1 of 1 answered")


def test_the_overall_number_comes_last_with_the_coverage_of_all() -> None:
    found = [
        judged("R101", Outcome.PRESENT),
        judged("R501", Outcome.ABSENT, factor="seeds"),
        judged("R502", Outcome.UNKNOWN, factor="seeds"),
    ]
    last = score(found, profile("[factor.data]\nweight = 3\n"))[-1]
    assert (last.name, last.value, last.coverage) == ("overall", 0.75, Coverage(2, 3))


def test_every_factor_has_a_title() -> None:
    assert tuple(FACTORS) == get_args(Factor)


def test_an_overall_number_can_be_done_without() -> None:
    found = score([judged("R101", Outcome.PRESENT)], profile("overall = false\n"))
    assert [one.name for one in found] == ["data"]


def test_a_profile_that_names_an_unknown_indicator_is_told_the_nearest() -> None:
    with pytest.raises(ReproscopeError, match=r"mine.toml: indicator: unknown indicator 'R1O1'"):
        score([judged("R101", Outcome.PRESENT)], profile("[indicator.R1O1]\nweight = 1\n"))


def test_a_profile_may_name_an_indicator_that_was_not_asked_this_time() -> None:
    ours = profile("[indicator.R102]\nweight = 5\n[indicator.licence]\nweight = 2\n")
    assert by_name([judged("R103", Outcome.PRESENT)], ours)["data"] == (1.0, "1 of 1 answered")


def test_a_score_says_how_it_compares_and_when_that_is_uncertain() -> None:
    answers = [
        judged("R101", Outcome.PARTIAL, share=0.75, factor="documentation"),
        judged("R401", Outcome.ABSENT),
        judged("R501", Outcome.UNKNOWN, factor="seeds"),
        judged("R601", Outcome.PRESENT, factor="hyperparameters"),
        judged("R901", Outcome.PRESENT, factor="leakage"),
    ]
    notes = {one.name: one.note for one in score(answers, load_profile("default"))}
    assert notes["documentation"] == (
        "Nearer to the repositories that could be reproduced than to the others."
        " Uncertain: the score lies within the interval of a threshold."
        " Means: 0.78 [0.71, 0.85] of reproducible repositories, 0.26 [0.18, 0.34] of others."
    )
    assert notes["data"].startswith("No better than the repositories that could not")
    assert "Uncertain" not in notes["data"]
    assert notes["seeds"] == notes["leakage"] == ""
    assert notes["hyperparameters"].startswith("No threshold: 1 of 20")
    assert "n = 20 is small" in notes["overall"]


def test_the_thesis_scores_say_what_their_letters_stand_for(tmp_path: Path) -> None:
    found = {one.name: one.note for one in scores(facts(tmp_path), [], load_profile("loos2022"))}
    assert found["HPL"] == "Hyperparameter logging: Major improvements should be made."
    assert found["OOTB"] == "Out-of-the-box buildability: 0 to 1. Not certain: build unknown."


def test_without_any_answer_there_is_no_score() -> None:
    assert score([], profile()) == ()


def facts(tmp_path: Path) -> Facts:
    return Facts(Origin("here"), Tree(tmp_path, ()))


def test_the_thesis_profile_gives_no_number_where_something_is_unknown(tmp_path: Path) -> None:
    found = {one.name: one for one in scores(facts(tmp_path), [], load_profile("loos2022"))}
    assert list(found) == ["SCAD", "SE", "DSA", "RSC", "MS", "HPL", "OOTB"]
    assert found["SCAD"].coverage == Coverage(7, 8)  # ruff's findings are no pylint score
    assert found["SCAD"].value is None
    assert found["OOTB"].coverage == Coverage(0, 1)
    assert found["HPL"].value == 0.0


def test_a_report_carries_the_scores_of_its_profile(tmp_path: Path) -> None:
    answers = (judged("R401", Outcome.PRESENT),)
    report = report_of(Examined(facts(tmp_path), answers))
    assert [(one.name, one.value) for one in report.scores] == [("data", 1.0), ("overall", 1.0)]
    assert {one.profile for one in report.scores} == {"default"}
