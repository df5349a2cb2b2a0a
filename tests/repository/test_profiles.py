"""Profiles are data: what they may say, and what a wrong one is told."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.indicators import indicators
from reproscope.repository.profiles import (
    Band,
    IndicatorRule,
    Profile,
    Thresholds,
    built_in_names,
    load_profile,
    profile_text,
    read_profile,
)

OPENING = 'name = "ours"\nkind = "indicators"\ntitle = "Ours"\nsource = "us"\n'


def test_two_profiles_come_along() -> None:
    assert built_in_names() == ("default", "loos2022")


@pytest.mark.parametrize("name", ["default", "loos2022"])
def test_a_built_in_profile_survives_being_written_and_read(name: str) -> None:
    profile = load_profile(name)
    assert read_profile(profile_text(profile, "why\nso"), f"{name}.toml") == profile
    assert profile.source
    assert profile.name == name


@pytest.mark.parametrize("name", ["default", "loos2022"])
def test_a_built_in_profile_gives_its_evidence_for_every_weight(name: str) -> None:
    assert all(one.evidence for one in load_profile(name).indicators.values())


def test_what_default_names_exists() -> None:
    known = {name for one, _ in indicators() for name in (one.rule.code, one.rule.name)}
    if not known:
        pytest.skip("no indicator is installed yet")
    assert set(load_profile("default").indicators) <= known


def test_default_drops_the_two_indicators_without_signal() -> None:
    weights = {key: one.weight for key, one in load_profile("default").indicators.items()}
    assert weights == {"comments": 0, "publicly-available": 0}


def test_default_says_that_twenty_is_small() -> None:
    assert "n = 20 is small" in load_profile("default").note


def test_the_weights_of_the_thesis_sum_to_one_within_each_factor() -> None:
    weight = {key: one.weight or 0 for key, one in load_profile("loos2022").indicators.items()}
    assert weight["readme-length"] + weight["readme-links"] == 1
    parts = ("readme", "licence", "pylint", "code-comment-ratio")
    assert round(sum(weight[key] for key in parts), 9) == 1
    parts = ("imports-in-config", "strict-declarations", "public-libraries")
    assert round(sum(weight[key] for key in parts), 9) == 1


def test_erratum_a_readme_weight_of_60_would_make_the_weights_sum_to_more_than_one() -> None:
    weight = {key: one.weight or 0 for key, one in load_profile("loos2022").indicators.items()}
    others = weight["licence"] + weight["pylint"] + weight["code-comment-ratio"]
    assert weight["readme"] == 0.5
    assert round(0.6 + others, 9) == 1.1


@pytest.mark.parametrize(
    ("value", "band"),
    [(1.0, "top"), (0.8, "top"), (0.79, "average"), (0.54, "low"), (0.29, "low"), (0.28, "below")],
)
def test_a_score_gets_the_band_of_the_thesis(value: float, band: str) -> None:
    assert Thresholds(0.80, 0.28, 0.54).band(value) is Band(band)


def test_a_score_of_no_or_yes_has_two_bands() -> None:
    thresholds = load_profile("loos2022").factor("MS").thresholds
    assert thresholds is not None
    assert (thresholds.band(1), thresholds.band(0)) == (Band.TOP, Band.BELOW)


def test_a_score_within_the_interval_of_a_threshold_is_uncertain() -> None:
    thresholds = Thresholds(0.8, 0.3, 0.55, (0.7, 0.9), (0.2, 0.4))
    found = [thresholds.uncertain(value) for value in (0.1, 0.3, 0.55, 0.75, 0.95)]
    assert found == [False, True, False, True, False]


def test_a_users_profile_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OPENING + "[indicator.R101]\nweight = 3\n")
    assert load_profile(str(path)).indicators["R101"].weight == 3


def test_an_unknown_profile_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="unknown profile 'loos2002': did you mean 'loos2022'"):
        load_profile("loos2002")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match=r"none\.toml: cannot be read: No such file"):
        load_profile(str(tmp_path / "none.toml"))


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ReproscopeError, match="not UTF-8 text"):
        load_profile(str(path))


WRONG = [
    ("name = x", "mine.toml: not TOML: Invalid value (at line 1, column 8)"),
    ("x = " + "[" * 9999, "mine.toml: nested too deeply"),
    ('kind = "loos"', 'mine.toml: kind: must be "indicators" or "loos2022", not \'loos\''),
    (OPENING + "wieght = 1", "mine.toml: wieght: unknown key: known are"),
    (OPENING + "tittle = 1", "mine.toml: tittle: unknown key: did you mean 'title'?"),
    (
        OPENING + "[factor.documentation]\nwieght = 1",
        "mine.toml: factor.documentation.wieght: unknown key: did you mean 'weight'?",
    ),
    (
        OPENING + "[factor.documentaton]\nweight = 1",
        "mine.toml: factor.documentaton: unknown key: did you mean 'documentation'?",
    ),
    (OPENING + "[factor.data]\nweight = nan", "factor.data.weight: must be a finite number"),
    (OPENING + "[factor.data]\nweight = -1", "factor.data.weight: must be 0 or more, not -1"),
    (OPENING + "[factor.data]\nweight = true", "factor.data.weight: must be a number, not True"),
    (OPENING + "factor = 3", "mine.toml: factor: must be a table, not 3"),
    (
        OPENING + "[factor.data.thresholds]\ntop = 0.5",
        "factor.data.thresholds.low: missing: a number from 0 to 1",
    ),
    (
        OPENING + "[factor.data.thresholds]\ntop = 0.5\nlow = 0.6",
        "factor.data.thresholds.low: must not be above top, but 0.6 is above 0.5",
    ),
    (
        OPENING + "[factor.data.thresholds]\ntop = 5\nlow = 0.6",
        "factor.data.thresholds.top: must be from 0 to 1, not 5",
    ),
    (
        OPENING + "[factor.data.thresholds]\ntop = 0.5\nlow = 0.1\naverage = 0.9",
        "factor.data.thresholds.average: must be from low to top, 0.1 to 0.5",
    ),
    (
        OPENING + "[factor.data.thresholds]\ntop = 0.5\nlow = 0.1\ntop-interval = [0.9, 0.4]",
        "top-interval: must be [low, high], but 0.9 is above 0.4",
    ),
    (
        OPENING + "[factor.data.thresholds]\ntop = 0.5\nlow = 0.1\ntop-interval = [0.9]",
        "top-interval: must be two numbers, [low, high], not [0.9]",
    ),
    (OPENING + "[indicator.R101]\n", "indicator.R101.weight: missing: a number, 0 or more"),
    (OPENING + '[indicator.R101]\nweight = "1"', "indicator.R101.weight: must be a number"),
    (OPENING + "[indicator.R101]\nweight = 1\nevidence = 3", "R101.evidence: must be text, not 3"),
    (OPENING + "overall = 1", "mine.toml: overall: must be true or false, not 1"),
    (OPENING + '[texts]\ntpo = "x"', "mine.toml: texts.tpo: unknown key: did you mean 'top'?"),
    ('kind = "indicators"', "mine.toml: name: missing: what the profile is called"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_profile_is_told_where_and_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(ReproscopeError) as caught:
        read_profile(text, "mine.toml")
    assert message in caught.value.message
    assert "\n" not in caught.value.message


def test_a_profile_of_the_thesis_needs_every_constant() -> None:
    whole = load_profile("loos2022")
    fewer = {key: one for key, one in whole.indicators.items() if key != "pylint"}
    with pytest.raises(ReproscopeError, match=r"indicator\.pylint: missing: the formulas"):
        read_profile(profile_text(replace(whole, indicators=fewer)), "mine.toml")


@pytest.mark.parametrize(
    ("change", "message"),
    [({"high": None}, "pylint.high: missing"), ({"low": 9.0}, "pylint.high: must be above low")],
)
def test_a_profile_of_the_thesis_needs_a_range_that_is_one(
    change: dict[str, float | None], message: str
) -> None:
    whole = load_profile("loos2022")
    rule: IndicatorRule = replace(whole.indicators["pylint"], **change)  # type: ignore[arg-type]
    changed = {**whole.indicators, "pylint": rule}
    with pytest.raises(ReproscopeError, match=message):
        read_profile(profile_text(replace(whole, indicators=changed)), "mine.toml")


def test_hostile_words_stay_words_when_a_profile_is_written() -> None:
    nasty = 'a"b\\c\n[factor.x]\x7f\x00é😀'
    profile = Profile("n", "indicators", nasty, "s")
    assert tomllib.loads(profile_text(profile))["title"] == nasty
