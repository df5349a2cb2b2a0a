"""Every folder of ``repos/`` is a test: a small repository, and what the indicators must say.

``repos/<case>/repo/`` holds the files; ``repos/<case>/expected.toml`` beside it has a table for
each indicator the case is about::

    [R101]
    outcome = "present"
    where = ["LICENSE"]      # optional: places that must be among the evidence, "train.py:12" too
    says = "MIT"             # optional: part of the message

``hub.txt`` beside it is what a BinderHub said, where the case is about a build.

Adding a case is adding a folder. Indicators that are not named are not compared.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from reproscope.core import Outcome
from reproscope.repository.checking import examine
from reproscope.repository.collecting import collect
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import indicators
from reproscope.repository.judging.indicator import Indicator, Judge, Judged, Judgement, at
from reproscope.repository.sources import open_target
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree
from tests.repository.cases import CASES, REPOS, examined, expected_of
from tests.repository.judged import always, differences, indicator
from tests.repository.making import written

INDICATORS = indicators()
CODES = [one.rule.code for one, _ in INDICATORS]
# The factor that a code's first letters or digit speak for.
FACTORS = {
    "R1": {"documentation"},
    "R2": {"hardware", "software"},
    "R3": {"buildability"},
    "R4": {"data"},
    "R5": {"seeds"},
    "R6": {"hyperparameters"},
    "R7": {"serialisation"},
    "R8": {"practice"},
    "R9": {"leakage"},
    "RN": {"notebooks"},
    "RP": {"portability"},
}
# Factors whose indicators can look at nothing but Python sources.
OF_CODE = {"seeds", "leakage"}

# Answers that no folder can show, because they take the network, ruff, uv or the tags of a git
# repository; test_judged_documents.py, test_availability.py and test_resolution.py do.
SHOWN_ELSEWHERE = {
    "R107 present",
    "R112 absent",
    "R112 present",
    "R115 absent",
    "R216 absent",
    "R216 present",
    "R217 absent",
    "R217 present",
}

each_indicator = pytest.mark.parametrize(("one", "judge"), INDICATORS, ids=CODES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_repository_gets_the_answers_that_are_expected(case: Path) -> None:
    by_code = {one.indicator.rule.code: one for one in examined(case / "repo").judged}
    wrong = [
        f"{code}: {words}"
        for code, expected in expected_of(case).items()
        for words in differences(by_code.get(code), expected)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_case_has_files_and_names_an_indicator() -> None:
    for folder in REPOS.iterdir() if REPOS.exists() else ():
        if folder.is_dir():
            assert (folder / "repo").is_dir(), f"{folder.name} has no repo/"
            assert expected_of(folder), f"{folder.name} expects nothing"


def test_every_indicator_has_cases_for_each_of_its_answers() -> None:
    if not INDICATORS:
        pytest.skip("there are no indicators yet")
    seen: dict[str, set[str]] = {code: set() for code in CODES}
    for case in CASES:
        for code, expected in expected_of(case).items():
            seen.setdefault(code, set()).add(expected.get("outcome", ""))
    missing = []
    for code in CODES:
        needed = {"present", "absent", "unknown"}
        if "not-applicable" in seen[code]:
            needed.remove("unknown")  # the other way of having nothing to look at
        missing += [f"{code} {outcome}" for outcome in sorted(needed - seen[code])]
    missing = [answer for answer in missing if answer not in SHOWN_ELSEWHERE]
    assert not missing, f"{len(missing)} cases are missing: {', '.join(missing)}"


@each_indicator
def test_a_code_speaks_for_its_factor(one: Indicator, judge: Judge) -> None:
    assert one.factor in FACTORS[one.rule.code[:2]]
    assert one.weight >= 0
    assert one.rule.room == "repository"


@each_indicator
def test_an_indicators_page_says_how_to_mend_what_it_finds(one: Indicator, judge: Judge) -> None:
    assert one.rule.sections().get("How to mend")


def test_no_two_indicators_share_a_code_or_a_name() -> None:
    names = [key for one, _ in INDICATORS for key in (one.rule.code, one.rule.name)]
    assert len(set(names)) == len(names)


@each_indicator
def test_a_repository_without_files_breaks_no_indicator(
    one: Indicator, judge: Judge, tmp_path: Path
) -> None:
    found = judge(Facts(Origin("empty"), Tree(tmp_path, ())))
    assert found.message
    if one.factor in OF_CODE:
        assert found.outcome in (Outcome.UNKNOWN, Outcome.NOT_APPLICABLE)


@pytest.fixture(scope="module")
def unparsable(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    root = written(
        tmp_path_factory.mktemp("unparsable"),
        {
            "train.py": "def broken(:\n",
            "old.py": 'print "Python 2"\n',
            "zeros.py": b"\0\0\0",
            "deep.py": "(" * 500 + ")" * 500,
            "notebook.ipynb": "{not json",
            "requirements.txt": b"\xff\xfe\x00",
            "environment.yml": "a: [",
            "pyproject.toml": "= = =",
            "README.md": b"\xff" * 100,
        },
    )
    with open_target(str(root)) as opened:
        return collect(opened)


@each_indicator
def test_sources_that_do_not_parse_break_no_indicator_and_are_not_held_against_it(
    one: Indicator, judge: Judge, unparsable: Facts
) -> None:
    found = judge(unparsable)
    if one.factor in OF_CODE:
        assert found.outcome is not Outcome.ABSENT, found.message


@each_indicator
def test_an_answer_speaks_in_one_neutral_sentence_and_carries_a_remedy(
    one: Indicator, judge: Judge, unparsable: Facts
) -> None:
    found = judge(unparsable)
    assert "\n" not in found.message
    assert len(found.evidence) <= 12
    if found.outcome in (Outcome.ABSENT, Outcome.PARTIAL):
        assert found.remedy, f"{one.rule.code} does not say how to mend it"


# The runner itself.


def test_the_runner_notices_every_difference() -> None:
    judgement = Judgement(Outcome.PRESENT, "MIT licence.", (at("LICENSE"), at("a.py", 3)))
    judged = Judged(indicator(), judgement)
    right = {"outcome": "present", "where": ["LICENSE", "a.py:3", "a.py"], "says": "MIT"}
    assert differences(judged, right) == []
    assert differences(None, right) == ["there is no such indicator"]
    assert differences(judged, {"outcome": "absent"}) == [
        "it is present and not absent: MIT licence."
    ]
    assert differences(judged, {"where": ["a.py:4"]}) == [
        "a.py:4 is not among its evidence: LICENSE, a.py:3"
    ]
    assert differences(judged, {"says": "GPL"}) == ["its message does not say 'GPL': MIT licence."]
    assert differences(judged, {"outcom": "absent"}) == [
        "expected.toml has a key 'outcom' that means nothing"
    ]


def test_nothing_is_absent_from_a_tree_that_was_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toys = ((indicator(), always(Outcome.ABSENT, remedy="Add it.")),)
    monkeypatch.setattr("reproscope.repository.checking.indicators", lambda: toys)
    for truncated, outcome in ((False, Outcome.ABSENT), (True, Outcome.UNKNOWN)):
        tree = Tree(tmp_path, (), truncated=truncated)
        [judged] = examine(Facts(Origin("x"), tree)).judged
        assert judged.judgement.outcome is outcome


def test_an_indicator_that_fails_is_unknown_and_the_others_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(facts: Facts) -> Judgement:
        raise KeyError("x")

    toys = ((indicator("R101"), broken), (indicator("R102"), always(Outcome.PRESENT)))
    monkeypatch.setattr("reproscope.repository.checking.indicators", lambda: toys)
    first, second = examine(Facts(Origin("x"), Tree(tmp_path, ()))).judged
    assert (first.judgement.outcome, second.judgement.outcome) == ("unknown", "present")
    assert "a bug in reproscope: KeyError" in first.judgement.message
