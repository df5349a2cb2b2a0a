"""The feedback file: what the thesis's says, and the places, effort and unknowns it lacks."""

from dataclasses import replace

from reproscope.core import Outcome
from reproscope.repository.judging.indicator import Judged, Judgement, at
from reproscope.repository.loos2022.feedback import feedback
from reproscope.repository.loos2022.measured import Measured
from reproscope.repository.profiles import load_profile
from tests.repository.test_scoring import judged

PROFILE = load_profile("loos2022")
WHOLE = Measured(
    repository_url="https://host/one",
    readmes=1,
    average_readme_lines=222.0,
    readme_links=3,
    dead_links_percent=0.0,
    readme_dataset=True,
    licences=1,
    open_licences=1,
    code_comment_ratio=6.44,
    pylint=3.61,
    seed_lines=42,
    fixed_seeds_percent=100.0,
    serialisation=True,
    logging_indicators=0,
    public_libraries_percent=100.0,
    config_files=1,
    source_imports=8,
    strict_percent=100.0,
    imports_in_config_percent=87.5,
    dataset_files_in_code=2,
)


def test_the_published_example_gets_the_published_table() -> None:
    text = feedback(replace(WHOLE, built=False), PROFILE)
    assert "| Source code availability and documentation | 0.93 | Very good. | 0.8 | 0.54 |" in text
    assert "| Software environment | 0.93 | Very good. | 0.61 | 0.46 | 0.31 |" in text
    assert "| Random seed control | 1 | Very good. | 0.94 | 0.73 | 0.51 |" in text
    assert "| Hyperparameter logging | 0 | Major improvements should be made. | 1 | - | 0 |" in text


def test_an_indicator_has_its_measured_and_desired_value_weight_and_advice() -> None:
    text = feedback(WHOLE, PROFILE)
    assert (
        "- **README length** (weight 0.8): measured 222 lines on average;"
        " desired 82 lines or more on average.\n" in text
    )
    assert "measured 3.61 of 10; desired 5.71 or more of 10.\n  Let a linter run" in text


def test_only_what_is_known_to_fall_short_gets_advice() -> None:
    assert "Say in the README" not in feedback(WHOLE, PROFILE)
    short = feedback(replace(WHOLE, average_readme_lines=81.0, pylint=None), PROFILE)
    assert "Say in the README" in short
    assert "Let a linter run" not in short
    assert "Add a file LICENSE" not in short
    assert "Add a file LICENSE" in feedback(replace(WHOLE, open_licences=0), PROFILE)


def test_a_build_that_was_not_tried_is_not_called_failed() -> None:
    text = feedback(WHOLE, PROFILE)
    assert "- **Build with BinderHub** (weight 1): measured not tried;" in text
    assert "| Out-of-the-box buildability | 0 to 1 | Not certain: build unknown. |" in text


def test_what_is_unknown_makes_a_span_and_is_named() -> None:
    text = feedback(replace(WHOLE, dead_links_percent=None, pylint=None), PROFILE)
    assert "| 0.8 to 0.97 | Not certain: dead links, pylint unknown. |" in text
    assert "measured 3 links; whether they answer was not asked" in text


def test_places_and_effort_are_named() -> None:
    absent = judged("R501", Outcome.ABSENT, factor="seeds")
    found = Judgement(
        Outcome.ABSENT,
        "No seed is set.",
        tuple(at("train.py", line) for line in range(1, 13)),
        remedy="Set one.",
    )
    text = feedback(WHOLE, PROFILE, [Judged(absent.indicator, found)])
    assert "- R501 (an hour): No seed is set.\n  Set one.\n  - train.py:1\n" in text
    assert "  - train.py:10\n  - and 2 more\n" in text


def test_good_news_are_nothing_to_mend() -> None:
    assert "To mend" not in feedback(WHOLE, PROFILE, [judged("R501", Outcome.PRESENT)])


def test_a_hostile_address_neither_links_nor_formats() -> None:
    text = feedback(replace(WHOLE, repository_url="https://x/|<b>\n# no"), PROFILE)
    assert "Repository: https&#58;//x/\\|\\<b\\>\\\\n\\# no" in text


def test_a_score_within_an_interval_is_called_uncertain() -> None:
    factor = PROFILE.factors["SCAD"]
    assert factor.thresholds is not None
    wide = replace(factor.thresholds, top_interval=(0.7, 0.95))
    profile = replace(
        PROFILE, factors={**PROFILE.factors, "SCAD": replace(factor, thresholds=wide)}
    )
    assert "Very good. Uncertain: the score lies within" in feedback(WHOLE, profile)
