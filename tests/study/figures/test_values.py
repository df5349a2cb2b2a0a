"""The marks of a picture stand where the table's numbers say."""

import pytest

from tests.study.figures.drawn import artists, drawings, widths, words, xs
from tests.study.figures.examples import examples

EXAMPLES = {table.name: table for table in examples()}


def close(values: list[float]) -> object:
    return pytest.approx(values, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "value", "interval"),
    [
        ("a-metrics", 0.25, (0.125, 0.5)),
        ("a-boolean-metrics", 0.25, (0.125, 0.5)),
        ("success", 0.75, (0.25, 1.0)),
        ("reproduced", 0.75, (0.25, 1.0)),
        ("a-prediction", 0.75, (0.625, 0.875)),
        ("a-importance", 0.25, (0.125, 0.375)),
        ("a-and-outcome", -0.5, (-0.75, 0.25)),
        ("a-hazards", 2.0, (1.5, 4.0)),
    ],
)
def test_a_value_and_its_interval(name: str, value: float, interval: tuple[float, float]) -> None:
    (drawing,) = drawings(EXAMPLES[name])
    assert xs(drawing, "value") == [[value]]
    assert xs(drawing, "interval") == [list(interval)]


@pytest.mark.parametrize(
    "name",
    ["a-metrics", "a-boolean-metrics", "success", "a-prediction", "a-importance", "a-and-outcome",
     "a-hazards", "a-features", "a-coverage", "a-by-outcome"],
)  # fmt: skip
def test_a_missing_value_is_said_in_words_and_has_no_mark(name: str) -> None:
    drawing = drawings(EXAMPLES[name])[0]
    (said,) = artists(drawing, "no-value")
    assert said.get_text()


def test_bars_are_as_long_as_shares_and_k_of_n_stands_beside_them() -> None:
    bars, _ = drawings(EXAMPLES["a-coverage"])
    assert widths(bars) == [0.25]
    assert xs(bars, "interval") == [[0.125, 0.5]]
    assert {"2/8", "25.00%"} <= set(words(bars))


def test_a_group_without_answers_is_hatched_and_not_a_pale_zero() -> None:
    _, by_group = drawings(EXAMPLES["a-coverage"])
    assert len(list(artists(by_group, "value"))) == 1
    missing = list(artists(by_group, "no-value"))
    assert len(missing) == 3
    assert all(cell.get_hatch() for cell in missing)


def test_columns_are_as_high_as_the_papers_counted() -> None:
    (drawing,) = drawings(EXAMPLES["a-documented"])
    assert [bar.get_height() for bar in artists(drawing, "value")] == [6, 2]
    assert {"6", "75%", "2", "25%"} <= set(words(drawing))


def test_the_parts_of_a_bar_are_the_shares_of_the_table() -> None:
    (drawing,) = drawings(EXAMPLES["outcomes"])
    assert widths(drawing) == close([0.25, 0.5, 0.25])
    (drawing,) = drawings(EXAMPLES["attempt-results"])
    assert widths(drawing) == close([0.25, 0.5, 0.25])
    assert "partial success" in words(drawing)


def test_levels_are_divided_by_what_was_observed() -> None:
    (drawing,) = drawings(EXAMPLES["a-pages"])
    assert widths(drawing) == close([0.75, 0.25])
    assert {"3", "1", "few (n = 4)", "many (n = 0)", "none"} <= set(words(drawing))


def test_each_kind_of_discrepancy_has_a_figure_of_attempts_by_level() -> None:
    problems, assumptions = drawings(EXAMPLES["discrepancies"])
    assert (problems.name, assumptions.name) == (
        "discrepancies-problems",
        "discrepancies-assumptions",
    )
    assert widths(problems) == [2, 1]
    assert widths(assumptions) == []
    assert "none" in words(assumptions)


@pytest.mark.parametrize("name", ["discrepancy-spread", "times"])
def test_a_box_has_the_five_numbers_and_the_mean(name: str) -> None:
    (drawing,) = drawings(EXAMPLES[name])
    (box,) = artists(drawing, "box")
    assert (box.get_x(), box.get_x() + box.get_width()) == (1.0, 3.0)
    assert xs(drawing, "median") == [[2.0, 2.0]]
    assert xs(drawing, "mean") == [[2.5]]
    assert xs(drawing, "whisker") == [[0.0, 1.0], [3.0, 7.0]]


def test_the_map_has_a_dark_cell_for_what_was_met_and_a_hatched_one_for_what_is_unknown() -> None:
    from matplotlib.colors import to_hex

    from reproscope.study.figures.style import HEAT

    (drawing,) = drawings(EXAMPLES["discrepancy-map"])
    colours = [to_hex(cell.get_facecolor()) for cell in artists(drawing, "value")]
    assert [colour == HEAT[0] for colour in colours] == [False, True, False]
    assert len(list(artists(drawing, "no-value"))) == 1


def test_the_matrix_says_rho_and_p_and_hatches_what_has_no_test() -> None:
    (drawing,) = drawings(EXAMPLES["discrepancy-correlations"])
    assert {"−0.50", "p 0.2500", "0.75", "p 0.0400"} <= set(words(drawing))
    assert len(list(artists(drawing, "no-value"))) == 1


def test_a_curve_begins_at_one_and_has_bounds_where_the_table_has_them() -> None:
    (drawing,) = drawings(EXAMPLES["time-curves"])
    (curve,) = artists(drawing, "curve")
    assert list(curve.get_xdata()) == [0.0, 1.0, 8.0]
    assert list(curve.get_ydata()) == [1.0, 0.75, 0.0]
    assert len(list(artists(drawing, "bounds"))) == 1
    assert "papers at risk" in words(drawing)


def test_the_three_marks_of_a_test_stand_at_its_three_ps() -> None:
    (drawing,) = drawings(EXAMPLES["a-features"])
    assert [xs(drawing, name) for name in ("p", "p_holm", "p_bh")] == [
        [[0.01]],
        [[0.02]],
        [[0.015]],
    ]


def test_a_p_of_zero_has_a_place_on_the_log_scale() -> None:
    from reproscope.core import Table

    table = EXAMPLES["a-features"]
    rows = (("pages", 0.0, 0.0, 0.0, ""),)
    (drawing,) = drawings(Table(table.name, table.title, table.columns, rows, "made up"))
    assert xs(drawing, "p")[0][0] > 0


def test_luck_is_a_line_where_shuffled_outcomes_reach() -> None:
    (drawing,) = drawings(EXAMPLES["a-prediction"])
    assert xs(drawing, "luck") == [[0.6, 0.6]]
    assert "by luck up to 0.60" in words(drawing)
