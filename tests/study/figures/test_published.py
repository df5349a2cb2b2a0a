"""The figures of the three published surveys: every table that has a picture, with its numbers."""

from functools import cache

import pytest

from reproscope.core import Report, Table
from reproscope.core.registry import load_renderer
from reproscope.study.analysis import Wish, analyse
from reproscope.study.figures import draw
from tests.study.analysis.published import cappelen, gundersen, raff2021
from tests.study.analysis.tables import named
from tests.study.figures.drawn import artists, drawings, widths, words
from tests.study.oracles import needs_oracles

pytestmark = needs_oracles

# Tables that are read, not looked at.
NO_PICTURE = {
    "papers", "instruments", "comparisons", "shapes", "kruskal-wallis", "dunn", "representation",
    "discrepancies-by-paper", "discrepancy-medians",
}  # fmt: skip


@cache
def tables(survey: str) -> tuple[Table, ...]:
    if survey == "gundersen":
        return analyse(gundersen(), Wish(by="conference", predict=False))
    if survey == "cappelen":
        return analyse(cappelen(), Wish(by="type"))
    return analyse(raff2021(), Wish(predict=False))


@pytest.mark.parametrize("survey", ["gundersen", "cappelen", "raff2021"])
def test_every_table_that_should_have_a_figure_has_one(survey: str) -> None:
    drawn = {figure.data.name for figure in draw(tables(survey))}
    for table in tables(survey):
        ending = table.name.split("2018-")[-1].split("2019-")[-1]
        assert (table.name in drawn) != (ending in NO_PICTURE or not table.rows), table.name


def test_the_bars_of_gundersen_and_kjensmos_figure_3() -> None:
    drawing = drawings(named(tables("gundersen"), "gundersen2018-coverage"))[0]
    shares = [
        row["share"] for row in named(tables("gundersen"), "gundersen2018-coverage").records()
    ]
    assert widths(drawing) == shares
    assert {"153/325", "104/185", "30/182", "223/325"} <= set(words(drawing))
    assert "experiment setup 68.6% (223 of 325)" in drawing.alt


def test_the_columns_of_gundersen_and_kjensmos_figure_4() -> None:
    (drawing,) = drawings(named(tables("gundersen"), "gundersen2018-documented"))
    assert [bar.get_height() for bar in artists(drawing, "value")] == [
        *(67, 125, 102, 28, 3, 0), *(167, 95, 42, 20, 1), *(42, 97, 107, 57, 13, 7, 2, 0, 0),
    ]  # fmt: skip


def test_the_map_of_the_thesis_has_a_dark_cell_for_each_discrepancy() -> None:
    from matplotlib.colors import to_hex

    from reproscope.study.figures.style import HEAT

    (drawing,) = drawings(named(tables("cappelen"), "discrepancy-map"))
    cells = list(artists(drawing, "value"))
    assert len(cells) == 50 * 22
    by_paper = named(tables("cappelen"), "discrepancies-by-paper").records()
    total = sum(int(row["all"] or 0) for row in by_paper)
    assert sum(to_hex(cell.get_facecolor()) != HEAT[0] for cell in cells) == total


def test_a_study_with_its_figures_is_one_html_page_that_loads_nothing() -> None:
    figures = draw(tables("cappelen"))
    report = Report(targets=("study",), tables=tables("cappelen"), figures=figures)
    page = load_renderer("html").render(report)
    assert page.count('<img src="data:image/svg+xml;base64,') == len(figures)
    assert 'src="http' not in page
