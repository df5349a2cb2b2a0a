"""Calibration on any two tables: what comes out, and what bad ones are told."""

import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.calibrating.bootstrap import mean_interval
from reproscope.repository.calibrating.calibration import Calibration, Options, calibration_of
from reproscope.repository.calibrating.labelled import labelled
from reproscope.repository.calibrating.quantiles import quartiles
from reproscope.repository.calibrating.showing import as_json, as_markdown, as_text
from reproscope.repository.calibrating.signal import auc_interval
from reproscope.repository.csvtable import parse_csv
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
    assert (rule.weight, rule.evidence) == (0, "no signal: every value is the same")
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
    assert "Table 6.1 README: representative values and weights" in done.stdout
    assert f"profile written to {path}" in done.stderr
    assert load_profile(str(path)).name == "ours"
    assert path.read_text().startswith("# n = 6 in the smaller set is small")


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
