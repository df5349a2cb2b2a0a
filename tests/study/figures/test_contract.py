"""What every chart must keep to, tried on a small table of each kind."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from reproscope.core import Figure, Table
from reproscope.study.figures import draw
from reproscope.study.figures.registry import CHARTS, charts_of
from reproscope.study.figures.style import WIDTH
from tests.study.figures.drawn import boxes, drawings, words
from tests.study.figures.examples import examples

EXAMPLES = {table.name: table for table in examples()}
HOSTILE = "a$b$_c^{2}\\frac<script>alert(1)</script>&amp;\x00\x1b[31m‮ \ud800 \N{PILE OF POO} 漢字"
LONG = "a rather long name that has to be broken into lines to fit anywhere at all"
each = pytest.mark.parametrize("name", list(EXAMPLES))


@cache
def figures(name: str) -> tuple[Figure, ...]:
    return draw([EXAMPLES[name]])


def renamed(table: Table, text: str) -> Table:
    """Put a text in front of every word of a table."""

    # Why there is no test is said in our words.
    ours = [column.name == "why_not" for column in table.columns]
    rows = tuple(
        tuple(
            f"{text} {cell}" if isinstance(cell, str) and not own else cell
            for cell, own in zip(row, ours, strict=True)
        )
        for row in table.rows
    )
    return Table(table.name, f"{text} {table.title}", table.columns, rows, table.recipe, table.n)


def test_every_chart_has_an_example() -> None:
    used = {chart for table in EXAMPLES.values() for chart in charts_of(table)}
    assert used == set(CHARTS)


@each
def test_a_figure_has_all_that_a_report_needs(name: str) -> None:
    assert figures(name)
    for figure in figures(name):
        assert figure.data is EXAMPLES[name]
        assert figure.png.startswith(b"\x89PNG")
        root = ElementTree.fromstring(figure.svg)
        assert root.get("role") == "img"
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text == figure.title


@each
def test_an_alt_text_says_numbers_in_words(name: str) -> None:
    for figure in figures(name):
        assert len(figure.alt) > len(EXAMPLES[name].title) + 20
        assert re.search(r"\d", figure.alt), figure.alt
        assert "None" not in figure.alt
        assert "nan" not in figure.alt


@each
def test_two_drawings_of_a_table_are_the_same_bytes(name: str) -> None:
    first, second = figures(name), draw([EXAMPLES[name]])
    assert [(f.svg, f.png) for f in first] == [(f.svg, f.png) for f in second]


@each
def test_an_svg_holds_no_date_no_address_and_no_script(name: str) -> None:
    for figure in figures(name):
        assert "<metadata" not in figure.svg
        assert "<!DOCTYPE" not in figure.svg
        addresses = set(re.findall(r"https?://[^\"' ]+", figure.svg))
        assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@each
def test_a_strangers_text_is_drawn_as_it_stands(name: str) -> None:
    for figure in draw([renamed(EXAMPLES[name], HOSTILE)], titled=True):
        root = ElementTree.fromstring(figure.svg)
        assert not [e for e in root.iter() if e.tag.endswith("script")]
        told = "".join(root.itertext())
        assert "$b$_c^{2}\\frac" in told
        assert "\\x00" in told
        assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e]", figure.svg)


@each
def test_a_table_without_rows_has_no_figure(name: str) -> None:
    table = EXAMPLES[name]
    assert draw([Table(name, table.title, table.columns, (), "made up")]) == ()


@each
def test_one_row_is_enough(name: str) -> None:
    table = EXAMPLES[name]
    one = Table(name, table.title, table.columns, table.rows[:1], "made up", n=table.n)
    assert drawings(one)


@each
def test_a_table_of_nothing_but_missing_values_is_drawn_without_a_number_or_not_at_all(
    name: str,
) -> None:
    table = EXAMPLES[name]
    rows = tuple(
        tuple(cell if isinstance(cell, str) else None for cell in row) for row in table.rows
    )
    for drawing in drawings(Table(name, table.title, table.columns, rows, "made up")):
        assert "None" not in " ".join(words(drawing)) + drawing.alt


@each
@pytest.mark.parametrize("text", ["", LONG])
def test_nothing_is_written_outside_the_sheet(name: str, text: str) -> None:
    table = renamed(EXAMPLES[name], text) if text else EXAMPLES[name]
    for drawing in drawings(table):
        for line, (x0, y0, x1, y1) in boxes(drawing):
            high = drawing.picture.get_figheight() * 72
            assert x0 >= -3, line
            assert x1 <= WIDTH + 3, line
            assert y0 >= -3, line
            assert y1 <= high + 3, line


def test_a_table_that_no_chart_knows_has_no_figure() -> None:
    table = EXAMPLES["times"]
    assert draw([Table("other", table.title, table.columns, table.rows, "made up")]) == ()


def test_of_a_very_long_table_the_first_rows_are_drawn_and_the_title_says_so() -> None:
    table = EXAMPLES["attempt-results"]
    rows = tuple((str(i), *table.rows[0][1:]) for i in range(1000))
    (figure,) = draw([Table(table.name, "Attempts", table.columns, rows, "made up")])
    assert "the first 300 of 1,000 rows" in figure.title
    assert len(figure.data.rows) == 1000


def test_a_title_is_written_only_where_it_is_asked_for() -> None:
    (plain,), (titled,) = draw([EXAMPLES["times"]]), draw([EXAMPLES["times"]], titled=True)
    assert plain.svg.count("The table times") < titled.svg.count("The table times")
