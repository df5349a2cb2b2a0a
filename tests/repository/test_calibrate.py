"""Calibration on any two tables: what comes out, and what bad ones are told."""

import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import click
import pytest

from reproscope.cli.repository.calibrate import calibrate as command
from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.calibrating.bootstrap import mean_interval
from reproscope.repository.calibrating.calibration import (
    WEIGHTS,
    Calibration,
    Options,
    calibration_of,
)
from reproscope.repository.calibrating.labelled import labelled
from reproscope.repository.calibrating.quantiles import METHODS, quartiles
from reproscope.repository.calibrating.showing import FORMS, as_json, as_markdown, as_text
from reproscope.repository.calibrating.signal import auc_interval
from reproscope.repository.calibrating.tables import tables
from reproscope.repository.csvtable import parse_csv
from reproscope.repository.indicators import indicators
from reproscope.repository.profiles import load_profile, profile_text, read_profile
from tests.conftest import Run

Call = Callable[..., Run]


def table(columns: dict[str, Sequence[object]]) -> str:
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


def thesis_table(lines: Sequence[float], **changes: Sequence[object]) -> str:
    n = len(lines)
    columns: dict[str, Sequence[object]] = {
        "id": range(n),
        "avg readme length": lines,
        "# readme links": [int(one) % 7 for one in lines],
        "% not acc. links": [0] * n,
        "readme ds reference": [int(one > 50) for one in lines],
        "# licences": [int(one > 20) for one in lines],
        "# os licenses": [int(one > 20) for one in lines],
        "avg CCR": [one % 5 + 1 for one in lines],
        "avg pylint score": [one % 9 for one in lines],
        "# rdm seed lines": [int(one) % 3 for one in lines],
        "% fixed rdm seed": [100] * n,
        "MS used?": ["Yes" if one > 60 else "No" for one in lines],
        "# HP-logging indicators": [0] * n,
        "% pub avail. libs": [100] * n,
        "# config files": [1] * n,
        "% strict decl. In conf": [one % 100 for one in lines],
        "% decl. In conf of used in sc": [one % 100 for one in lines],
    }
    return table({**columns, **changes})


GOOD = thesis_table([30, 55, 61, 72, 83, 94, 105])
POOR = thesis_table([0, 3, 11, 19, 24, 33])


@cache
def calibrated(first: str, second: str, options: Options | None = None) -> Calibration:
    return calibration_of(labelled(parse_csv(first, "a.csv"), parse_csv(second, "b.csv")), options)


def test_a_fitted_profile_can_be_read_back_and_used() -> None:
    found = calibrated(GOOD, POOR)
    again = read_profile(profile_text(found.profile, "heading"), "calibrated.toml")
    assert again.indicators == found.profile.indicators
    assert again.indicators["readme-length"].high == 72
    assert again.factor("SCAD").thresholds == found.profile.factor("SCAD").thresholds


def test_a_column_that_is_all_equal_is_flagged_and_weighs_nothing() -> None:
    found = calibrated(GOOD, POOR)
    rows = {one.name: one for one in found.signals}
    assert rows["pct_pub_avail_libs"].constant
    rule = found.profile.indicators["public-libraries"]
    assert (rule.weight, rule.evidence) == (
        0,
        "no signal: every value is the same; so it counts nothing",
    )
    assert "all values equal" in as_text(found)


def test_sets_that_do_not_differ_keep_the_weights_of_the_thesis_and_say_so() -> None:
    found = calibrated(GOOD, GOOD)
    thesis = load_profile("loos2022").indicators
    assert found.profile.indicators["readme"].weight == thesis["readme"].weight
    assert any("no signal, the weights of the thesis stay" in note for note in found.notes)
    assert any("which is no range; its range is the thesis's" in note for note in found.notes)


def test_a_factor_in_which_the_other_set_scores_higher_has_no_threshold() -> None:
    found = calibrated(POOR, GOOD)
    assert found.profile.factor("DSA").thresholds is None
    assert "DSA: the other set scores higher, so there is no threshold" in found.notes


def test_a_factor_in_which_both_sets_score_alike_has_no_threshold() -> None:
    found = calibrated(GOOD, POOR)
    assert found.profile.factor("HPL").thresholds is None
    assert "HPL: both sets score 0 on average, so there is no threshold" in found.notes


@pytest.mark.parametrize("weights", ["signal", "thesis"])
@pytest.mark.parametrize("other", [POOR, GOOD], ids=["apart", "alike"])
def test_no_evidence_of_a_fitted_profile_is_that_of_the_thesis_sets(
    weights: str, other: str
) -> None:
    found = calibrated(GOOD, other, Options(weights=weights)).profile
    published = load_profile("loos2022").indicators
    for key, rule in found.indicators.items():
        assert rule.evidence
        assert rule.evidence != published[key].evidence
    kept = "signal: AUC 0.976" if other == POOR else "no signal shown: AUC 0.500"
    assert kept in found.indicators["readme-length"].evidence
    assert found.indicators["dataset"].evidence.endswith("the only indicator of its factor")
    if weights == "thesis" or other == GOOD:
        assert found.indicators["licence"].evidence.endswith("the weight is the thesis's")
        assert found.indicators["licence"].weight == 0.3


def test_what_is_desired_follows_the_fitted_range() -> None:
    rules = calibrated(GOOD, POOR).profile.indicators
    assert rules["readme-length"].wanted == "72 lines or more on average"
    again = read_profile(profile_text(calibrated(GOOD, POOR).profile), "x.toml").indicators
    assert again["readme-length"].wanted == "72 lines or more on average"
    thesis = load_profile("loos2022").indicators
    assert thesis["code-comment-ratio"].wanted.startswith("8.73 or fewer")


def test_what_is_known_in_no_repository_is_called_not_known_and_never_equal() -> None:
    blank = {"avg pylint score": [""] * 7}
    found = calibrated(thesis_table([30, 55, 61, 72, 83, 94, 105], **blank), POOR)
    [row] = [one for one in tables(found)[0].rows if one[0] == "mean_pylint_score"]
    assert row == ("mean_pylint_score", None, None, None, None, "not known in one set", 0.0)
    rule = found.profile.indicators["pylint"]
    assert (rule.weight, rule.low, rule.high) == (0, 0, 5.71)
    assert rule.evidence == "not known in one of the sets; so it counts nothing"
    assert "pylint: not known in one set, its range is the thesis's" in found.notes
    left_out = "no 3 groups by SCAD, SE: 7 repositories have a score that is not certain"
    assert left_out in found.notes
    [means] = [one for one in tables(found) if one.key == "table-7.2"]
    assert means.header[3:] == ("certain in", "and in")
    assert (means.rows[0][:2], means.rows[0][3:]) == (("SCAD", None), (0, 6))


def test_a_signal_of_a_few_repositories_has_to_pass_the_test_too() -> None:
    """DeLong's interval of these leaves out 0.5, and Mann-Whitney's p is 0.058."""
    first, second = table({"x": [1, 1, 1, 1, 0, 1]}), table({"x": [0, 1, 0, 0, 0]})
    [found] = calibrated(first, second).signals
    assert found.interval[0] > 0.5
    assert found.p_value > 0.05
    assert (found.shown, found.effect, found.words) == (False, 0, "none shown")


ANSWERS = {"R101": ["present"] * 8, "readme": ["1", "0.5", *["present"] * 6]}
OTHERS = {"R101": [*["absent"] * 6, "unknown", "present"], "readme": ["partial", *["absent"] * 7]}


def test_answers_of_indicators_give_weights_and_thresholds() -> None:
    found = calibrated(table(ANSWERS), table(OTHERS))
    rules, own = found.profile.indicators, {one.rule.name: one for one, _ in indicators()}
    whole = own["licence"].weight + own["readme"].weight
    assert (rules["R101"].weight or 0) + (rules["readme"].weight or 0) == pytest.approx(whole)
    effects = {one.name: one.effect for one in found.signals}
    assert rules["R101"].weight == pytest.approx(
        whole * effects["R101"] / sum(effects.values()), abs=1e-3
    )
    limits = found.profile.factor("documentation").thresholds
    assert limits is not None
    assert limits.top > 0.9 > 0.3 > limits.low
    assert found.profile.factor("documentation").note.startswith("From 2 of the factor's ")
    again = read_profile(profile_text(found.profile), "x.toml")
    assert (again.indicators, again.factors) == (rules, found.profile.factors)
    assert again.texts == load_profile("default").texts
    assert {"weights", "thresholds"} <= {one.key for one in tables(found)}


def test_answers_that_show_no_signal_keep_the_indicators_own_weights() -> None:
    found = calibrated(table(ANSWERS), table(ANSWERS))
    own = {one.rule.name: one.weight for one, _ in indicators()}
    assert found.profile.indicators["readme"].weight == own["readme"]
    assert "R101, readme: no signal, the indicators' own weights stay" in found.notes
    assert found.profile.factor("documentation").thresholds is None


def test_values_that_are_no_shares_give_no_threshold_and_a_note() -> None:
    first, second = table({"readme": [10, 20, 30, 40, 50]}), table({"readme": [1, 2, 3, 4, 5]})
    found = calibrated(first, second)
    assert found.profile.factor("documentation").thresholds is None
    words = "documentation: a value is not from 0 to 1, so there is no threshold"
    assert words in found.notes


def test_a_column_of_words_is_left_out_and_said() -> None:
    words = {"language": ["r"] * 8}
    found = calibrated(table({**ANSWERS, **words}), table({**OTHERS, **words}))
    assert [one.name for one in found.signals] == ["R101", "readme"]
    assert "'language' holds words and no numbers, so it is left out" in found.notes


def test_what_the_tables_do_not_say_is_said_once() -> None:
    words = "a.csv and b.csv: the number of READMEs is not in it; one is assumed"
    assert sum(note.startswith(words) for note in calibrated(GOOD, POOR).notes) == 1


def test_a_small_set_is_called_small() -> None:
    assert calibrated(GOOD, POOR).notes[0].startswith("n = 6 in the smaller set is small")


def test_columns_that_are_no_indicators_are_shown_and_not_put_into_a_profile() -> None:
    random = Random(1)
    first = table({"id": range(9), "depth": [random.gauss(3, 1) for _ in range(9)]})
    second = table({"id": range(9), "depth": [random.gauss(0, 1) for _ in range(9)]})
    found = calibrated(first, second)
    assert [one.name for one in found.signals] == ["depth"]
    assert found.signals[0].shown
    assert found.profile.indicators == {}
    assert found.notes[-1].startswith("depth: not an indicator of reproscope")
    assert found.profile.kind == "indicators"


def test_an_unknown_value_is_left_out_and_counted() -> None:
    first = table({"id": range(6), "x": [1, 2, "", 4, 5, 6]})
    second = table({"id": range(6), "x": [0, 1, 1, 0, 1, ""]})
    found = calibrated(first, second)
    assert found.signals[0].known == (5, 5)


def test_every_form_shows_the_evidence_for_every_weight() -> None:
    found = calibrated(GOOD, POOR)
    markdown, document = as_markdown(found), json.loads(as_json(found))
    assert "## Evidence for every weight" in markdown
    for rule in found.profile.indicators.values():
        assert f"| {rule.title} |" in markdown
    assert tomllib.loads(document["profile"])["kind"] == "loos2022"
    assert set(document["tables"]) >= {"signal", "importance", "table-6.1", "table-6.4"}


def test_a_hostile_column_name_neither_steers_the_terminal_nor_formats() -> None:
    name = "x\x1b[31m<b>|"
    found = calibrated(table({name: range(6)}), table({name: range(6)}))
    assert "\x1b" not in as_text(found) + as_markdown(found)
    assert "x\\\\x1b\\[31m\\<b\\>\\|" in as_markdown(found)
    assert as_json(found).isascii()


def test_a_profile_can_be_read_whatever_the_tables_are_called() -> None:
    hostile = "x\x1b[31m\x07\u2028\udcff"
    found = calibrated(table({hostile: range(6)}), table({hostile: range(6)}))
    text = profile_text(replace(found.profile, source=hostile), f"{hostile}\nname = 'evil'")
    assert read_profile(text.encode().decode(), "x.toml").name == "calibrated"


BAD = [
    (GOOD, table({"depth": range(6)}), "have no column in common"),
    ("a,b\n", GOOD, "a.csv: 0 rows; at least 5 of each set are needed"),
    (table({"x": range(4)}), table({"x": range(9)}), "a.csv: 4 rows; at least 5"),
    (table({"x": range(6)}), table({"y": range(6)}), "have no column in common to calibrate"),
    (table({"x": [1, 2, "nan", 4, 5]}), table({"x": range(6)}), "a.csv:4: column 'x': 'nan' is"),
    (table({"x": [1, 2, "a", 4, 5]}), table({"x": range(6)}), "a.csv:4: column 'x': 'a' is not"),
    (table({"x": [" "] * 5, "y": range(5)}), table({"x": range(6), "y": range(6)}), "is empty"),
    (
        GOOD,
        POOR.replace("avg pylint score", "pilynt"),
        "b.csv: a table of the thesis's columns, but without 'average pylint score'",
    ),
    (
        table({"R101": range(5), "licence": range(5)}),
        table({"R101": range(5), "licence": range(5)}),
        "columns 'R101' and 'licence' are the same indicator: keep one of them",
    ),
    (thesis_table([1] * 6, **{"avg CCR": ["x"] * 6}), POOR, "a.csv:2: column 'avg CCR': 'x' is"),
]


@pytest.mark.parametrize(("first", "second", "message"), BAD, ids=[one[2] for one in BAD])
def test_bad_sets_are_told_what_is_wrong(first: str, second: str, message: str) -> None:
    with pytest.raises(ReproscopeError) as caught:
        calibrated(first, second)
    assert message in caught.value.message


@pytest.mark.parametrize("options", [("lineer", "signal"), ("linear", "sinal")])
def test_an_unknown_option_gets_the_nearest_word(options: tuple[str, str]) -> None:
    with pytest.raises(UnknownName, match=r"did you mean '(linear|signal)'"):
        Options(*options)


def test_an_unknown_quantile_rule_gets_the_nearest_word() -> None:
    with pytest.raises(UnknownName, match="did you mean 'thesis'"):
        quartiles([1.0], "theses")


def test_sets_that_do_not_overlap_still_have_an_interval_with_a_width() -> None:
    auc, (low, high) = auc_interval([5.0] * 20, [1.0] * 20)
    assert (auc, high) == (1.0, 1.0)
    assert low == pytest.approx(0.025 ** (1 / 20))
    assert auc_interval([1.0] * 20, [5.0] * 20) == (0.0, (0.0, 1 - low))


def test_delongs_interval_is_that_of_a_calculation_by_hand() -> None:
    # The placements are 1, 1, 2/3 and 1, 2/3, 1; each has the variance 1/27, over 3 members.
    auc, (low, high) = auc_interval([3.0, 4.0, 2.0], [1.0, 2.5, 0.0])
    assert auc == pytest.approx(8 / 9)
    half = 1.959963984540054 * (((1 / 27) + (1 / 27)) / 3) ** 0.5
    assert (low, high) == (pytest.approx(8 / 9 - half), 1.0)


def test_the_bootstrap_gives_the_same_interval_twice_and_holds_the_mean() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0]
    low, high = mean_interval(values)
    assert mean_interval(values) == (low, high)
    assert low < 0.6 < high


@pytest.fixture
def sets(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "poor.csv").write_text(POOR)
    return tmp_path / "good.csv", tmp_path / "poor.csv"


def test_the_command_prints_tables_and_writes_a_profile(
    reproscope: Call, sets: tuple[Path, Path], tmp_path: Path
) -> None:
    path = tmp_path / "ours.toml"
    done = reproscope("repository", "calibrate", *sets, "-o", path, "--name", "ours")
    assert done.status == 0
    assert "Table 6.1: README\n" in done.stdout
    assert f"profile written to {path}" in done.stderr
    assert load_profile(str(path)).name == "ours"
    assert path.read_text().startswith("# n = 6 in the smaller set is small")


def test_the_choices_of_the_command_are_all_there_are() -> None:
    choices = {
        option.name: tuple(option.type.choices)
        for option in command.params
        if isinstance(option.type, click.Choice)
    }
    assert choices["quantiles"] == tuple(METHODS)
    assert choices["weights"] == WEIGHTS
    assert set(choices["form"]) == set(FORMS)


def test_the_profile_can_be_written_to_stdout_alone(
    reproscope: Call, sets: tuple[Path, Path]
) -> None:
    done = reproscope("repository", "calibrate", *sets, "-o", "-")
    assert done.status == 0
    assert tomllib.loads(done.stdout)["name"] == "calibrated"


def test_a_profile_without_a_name_is_refused(reproscope: Call, sets: tuple[Path, Path]) -> None:
    done = reproscope("repository", "calibrate", *sets, "--name", " ")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "error: a profile needs a name, and this one is empty\n"


@pytest.mark.parametrize("form", ["json", "markdown", "text"])
def test_the_command_has_three_forms(reproscope: Call, sets: tuple[Path, Path], form: str) -> None:
    done = reproscope("repository", "calibrate", *sets, "--format", form)
    assert done.status == 0
    opening = {"json": "{\n", "markdown": "# Calibration: ", "text": "Calibration: "}
    assert done.stdout.startswith(opening[form])


def test_the_command_tells_a_missing_file_in_one_line(
    reproscope: Call, sets: tuple[Path, Path]
) -> None:
    done = reproscope("repository", "calibrate", sets[0], "none.csv")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "error: none.csv: cannot be read: No such file or directory\n"


def test_the_command_tells_where_a_profile_cannot_be_written(
    reproscope: Call, sets: tuple[Path, Path], tmp_path: Path
) -> None:
    done = reproscope("repository", "calibrate", *sets, "-o", tmp_path / "no" / "x.toml")
    assert done.status == 2
    assert "error: cannot write" in done.stderr


def test_without_the_libraries_one_line_names_the_extra(
    reproscope: Call, sets: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    done = reproscope("repository", "calibrate", *sets)
    assert done.status == 2
    assert "calibrating needs scipy: install 'reproscope[calibrate]'" in done.stderr
    assert done.stderr.count("\n") == 1
