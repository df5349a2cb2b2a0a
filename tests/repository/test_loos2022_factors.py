"""The formulas of the thesis give its published scores; its slips are named as slips."""

import json
import statistics
from dataclasses import replace

import pytest

from reproscope.repository.loos2022.constants import Constants
from reproscope.repository.loos2022.factors import factors
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.profiles import load_profile
from tests.repository import oracles
from tests.repository.oracles import needs_oracles

CONSTANTS = Constants.of(load_profile("loos2022"))
THEN = replace(CONSTANTS, code_comment_ratio=replace(CONSTANTS.code_comment_ratio, high=17.46))
FACTORS = ("SCAD", "SE", "DSA", "RSC", "MS", "HPL")
WRITTEN = {"SCAD": "SCAD", "SE": "SE", "DSA": "DSA", "RSC": "RS", "MS": "MS", "HPL": "HP"}


def expected() -> dict[str, dict[str, dict[str, list[dict[str, dict[str, float]]]]]]:
    found: dict[str, dict[str, dict[str, list[dict[str, dict[str, float]]]]]]
    found = json.loads(oracles.path("expected.json").read_text())
    return found


def scores_of(inputs: Inputs, constants: Constants = CONSTANTS) -> list[float | None]:
    found = factors(inputs, constants)
    return [found[key].value for key in FACTORS]


def small_set(name: str, *, true_readmes: bool = True) -> list[Inputs]:
    """The 20 repositories, with the number of READMEs that the feedback files tell."""
    rows = expected()["sets"][name]["rows"]
    inputs = oracles.published(name).inputs
    if not true_readmes:
        return list(inputs)
    counts = [int(str(row["n_readmes"])) for row in rows]
    return [replace(one, readmes=n) for one, n in zip(inputs, counts, strict=True)]


def mismatches(name: str, factor: str, constants: Constants, **how: bool) -> dict[int, str]:
    rows = expected()["sets"][name]["rows"]
    at = FACTORS.index(factor)
    got = [scores_of(one, constants)[at] for one in small_set(name, **how)]
    filed = [row["published"][WRITTEN[factor]] for row in rows]
    pairs = enumerate(zip(got, filed, strict=True), start=1)
    return {number: f"{g} {f}" for number, (g, f) in pairs if g != f}


@needs_oracles
@pytest.mark.parametrize("name", ["github", "pwc"])
def test_all_hundred_rows_of_an_evaluation_set_give_the_published_scores(name: str) -> None:
    stem = oracles.FILES[name].removesuffix(".csv")
    filed = oracles.table(f"{stem}_factor_scores.csv").rows
    got = [scores_of(one) for one in oracles.published(name).inputs]
    assert len(got) == 100
    assert got == [[float(cell) for cell in row.cells.values()] for row in filed]


@needs_oracles
@pytest.mark.parametrize("name", ["github", "pwc"])
def test_the_rows_agree_with_the_recomputation_in_the_oracle(name: str) -> None:
    filed = json.loads(oracles.path("expected.json").read_text())["eval_sets"][name]["scores"]
    assert [scores_of(one) for one in oracles.published(name).inputs] == filed


@needs_oracles
@pytest.mark.parametrize("name", ["rs", "nrs"])
@pytest.mark.parametrize("factor", ["SCAD", "SE", "RSC", "MS", "HPL"])
def test_all_forty_feedback_files_agree_with_the_constant_then_in_force(
    name: str, factor: str
) -> None:
    assert mismatches(name, factor, THEN) == {}


@needs_oracles
@pytest.mark.parametrize("name", ["rs", "nrs"])
def test_the_small_sets_agree_with_the_recomputation_in_the_oracle(name: str) -> None:
    rows = expected()["sets"][name]["rows"]
    got = [scores_of(one) for one in small_set(name)]
    assert got == [[row[key] for key in FACTORS] for row in rows]


@needs_oracles
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("rs", {20: "0.63 0.64"}), ("nrs", {16: "0.46 0.47", 18: "0.0 0.01"})],
)
def test_with_the_present_constant_three_feedback_files_differ(
    name: str, wrong: dict[int, str]
) -> None:
    assert mismatches(name, "SCAD", CONSTANTS) == wrong


@needs_oracles
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("rs", {6: "0.74 0.7", 10: "0.64 0.62", 20: "0.63 0.64"}),
        ("nrs", {16: "0.46 0.47", 18: "0.0 0.01"}),
    ],
)
def test_with_one_readme_assumed_everywhere_the_tables_alone_differ(
    name: str, wrong: dict[int, str]
) -> None:
    assert mismatches(name, "SCAD", CONSTANTS, true_readmes=False) == wrong


@needs_oracles
@pytest.mark.parametrize(("ratio", "exact"), [(17.24, 39), (17.25, 40), (17.49, 40), (17.50, 39)])
def test_any_ratio_from_17_25_to_17_49_explains_the_feedback_files(
    ratio: float, exact: int
) -> None:
    changed = replace(CONSTANTS.code_comment_ratio, high=ratio)
    constants = replace(CONSTANTS, code_comment_ratio=changed)
    wrong = sum(len(mismatches(name, "SCAD", constants)) for name in ("rs", "nrs"))
    assert 40 - wrong == exact


@needs_oracles
def test_erratum_the_feedback_file_of_rs_16_misses_a_data_set_that_its_row_has() -> None:
    assert mismatches("rs", "DSA", THEN) == {16: "1.0 0.0"}
    assert mismatches("nrs", "DSA", THEN) == {}


@needs_oracles
def test_the_feedback_files_have_the_means_behind_table_6_4() -> None:
    means = {
        name: [
            round(statistics.fmean(row["published"][WRITTEN[key]] for row in rows["rows"]), 4)
            for key in FACTORS
        ]
        for name, rows in expected()["sets"].items()
    }
    assert means["rs"] == [0.7975, 0.6145, 0.85, 0.9375, 0.60, 0.05]
    assert means["nrs"] == [0.2755, 0.3110, 0.20, 0.4590, 0.20, 0.00]


@needs_oracles
def test_the_other_pylint_rating_in_the_feedback_of_rs_1_changes_no_score() -> None:
    first = small_set("rs")[0]
    assert first.pylint == 3.61
    assert scores_of(replace(first, pylint=3.65)) == scores_of(first)


@needs_oracles
def test_erratum_the_lower_seed_threshold_is_46_and_not_51() -> None:
    mean = statistics.fmean(float(scores_of(one)[3] or 0) for one in small_set("nrs"))
    thresholds = load_profile("loos2022").factor("RSC").thresholds
    assert round(mean, 4) == 0.459
    assert thresholds is not None
    assert (thresholds.low, round(mean, 2)) == (0.51, 0.46)
    # The transcription counted NRS 6 as 1; its file and its row say 0.
    assert round(mean * 20 + 1, 2) == 10.18
    assert round(10.18 / 20, 2) == 0.51


@needs_oracles
def test_erratum_the_average_seed_threshold_is_70_and_not_73() -> None:
    assert round((0.9375 + 0.459) / 2, 2) == 0.70
    thresholds = load_profile("loos2022").factor("RSC").thresholds
    assert thresholds is not None
    assert thresholds.average == 0.73


@needs_oracles
@pytest.mark.parametrize(
    ("name", "constants", "means"),
    [
        ("rs", THEN, [0.7975, 0.6145, 0.90, 0.9375, 0.60, 0.05]),
        ("nrs", THEN, [0.2755, 0.3110, 0.20, 0.4590, 0.20, 0.00]),
        ("rs", CONSTANTS, [0.7970, 0.6145, 0.90, 0.9375, 0.60, 0.05]),
        ("nrs", CONSTANTS, [0.2745, 0.3110, 0.20, 0.4590, 0.20, 0.00]),
    ],
    ids=["rs then", "nrs then", "rs now", "nrs now"],
)
def test_the_group_means_are_those_behind_table_6_4(
    name: str, constants: Constants, means: list[float]
) -> None:
    rows = [scores_of(one, constants) for one in small_set(name)]
    got = [
        round(statistics.fmean(float(v or 0) for v in column), 4)
        for column in zip(*rows, strict=True)
    ]
    assert got == means


@needs_oracles
def test_erratum_the_lower_scad_threshold_would_be_27_with_the_present_constant() -> None:
    mean = statistics.fmean(float(scores_of(one)[0] or 0) for one in small_set("nrs"))
    assert round(mean, 2) == 0.27
    thresholds = load_profile("loos2022").factor("SCAD").thresholds
    assert thresholds is not None
    assert thresholds.low == 0.28


@needs_oracles
@pytest.mark.parametrize(("name", "row"), [("github", 46), ("github", 97), ("pwc", 95)])
def test_a_row_without_imports_needs_the_rule_that_none_were_counted(name: str, row: int) -> None:
    inputs = oracles.published(name).inputs[row]
    assert inputs.imports == 0
    assert scores_of(inputs)[1] == 1.0
    assert scores_of(replace(inputs, imports=1))[1] != 1.0


def test_an_unknown_value_gives_the_span_it_could_give_and_never_a_low_score() -> None:
    known = Inputs(1, 82.0, 4, 0.0, 1, 1, 5.71, 8.73, 1, 3, 100.0, 100.0, 100.0)
    assert factors(known, CONSTANTS)["SCAD"].value == 1.0
    scad = factors(replace(known, pylint=None), CONSTANTS)["SCAD"]
    assert (scad.low, scad.high, scad.value, scad.unknown) == (0.9, 1.0, None, ("pylint",))
    se = factors(replace(known, public_libraries=None), CONSTANTS)["SE"]
    assert (se.low, se.high) == (0.8, 1.0)


def test_a_score_that_no_unknown_value_could_change_is_certain() -> None:
    without_seed = Inputs(seed_lines=0)
    assert factors(without_seed, CONSTANTS)["RSC"].value == 0.0


def test_a_repository_with_configuration_and_no_imports_has_its_declarations_counted() -> None:
    config_only = Inputs(
        config_files=1, imports=0, strict_declarations=50.0, public_libraries=0.0,
        imports_in_config=0.0,
    )  # fmt: skip
    assert factors(config_only, CONSTANTS)["SE"].value == 0.9
