"""Tables and figures of a study's report, in every form that has a place for them."""

import csv
import io
import json

import pytest
from jsonschema import Draft202012Validator

from reproscope.core import Column, Figure, Report, Table
from reproscope.core.registry import load_renderer
from reproscope.report.json import schema

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>'
GROUPS = Table(
    name="metrics",
    title="Metrics by conference",
    topic="Metrics",
    columns=(
        Column("group", "Group"),
        Column("n", "Papers", "count"),
        Column("r1d", "R1D", "number", 3),
        Column("share", "Share", "share", 1),
        Column("p", "p", "p"),
    ),
    rows=(("IJCAI 13", 1071, 0.200977, 0.486154, 4.9e-6), ("AAAI | 14", 85, None, None, None)),
    recipe="mean of the papers' means",
    n=1156,
    missing="140 papers have no answer to train",
    notes=("Table 3 prints 0.26.",),
)
FIGURE = Figure("metrics-bars", "Metrics, drawn", "bars of R1D by conference", SVG, GROUPS)
FORMS = ("text", "markdown", "html", "json", "csv")


@pytest.fixture
def study_report() -> Report:
    return Report(targets=("study.db",), tables=(GROUPS,), figures=(FIGURE,))


@pytest.mark.parametrize("form", FORMS)
def test_a_table_reaches_the_reader(form: str, study_report: Report) -> None:
    text = load_renderer(form).render(study_report)
    assert "IJCAI 13" in text
    assert ("1,071" if form not in ("json", "csv") else "1071") in text


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_n_missing_recipe_and_notes_stand_with_the_table(form: str, study_report: Report) -> None:
    text = load_renderer(form).render(study_report)
    for words in (GROUPS.recipe, GROUPS.missing, GROUPS.notes[0]):
        assert words in text or words.replace("'", "&#39;") in text


def test_shown_digits_are_those_of_the_column(study_report: Report) -> None:
    text = load_renderer("markdown").render(study_report)
    assert "| IJCAI 13 | 1,071 | 0.201 | 48.6% | 4.9e-06 |" in text


def test_a_missing_value_is_a_dash_and_markup_in_a_cell_is_harmless(study_report: Report) -> None:
    text = load_renderer("markdown").render(study_report)
    assert r"| AAAI \| 14 | 85 | – | – | – |" in text


def test_json_keeps_values_and_follows_the_schema(study_report: Report) -> None:
    value = json.loads(load_renderer("json").render(study_report))
    Draft202012Validator(json.loads(schema())).validate(value)
    assert value["tables"][0]["rows"][0] == ["IJCAI 13", 1071, 0.200977, 0.486154, 4.9e-6]
    assert value["tables"][0]["rows"][1][2] is None
    assert value["figures"][0]["alt"] == FIGURE.alt


def test_csv_has_a_line_for_each_cell_with_a_value(study_report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(load_renderer("csv").render(study_report))))
    cells = [(row["row"], row["column"], row["value"]) for row in rows]
    assert ("1", "r1d", "0.200977") in cells
    assert len(cells) == 7


def test_html_shows_a_figure_as_an_image_that_can_run_nothing(study_report: Report) -> None:
    text = load_renderer("html").render(study_report)
    assert 'src="data:image/svg+xml;base64,' in text
    assert f'alt="{FIGURE.alt}"' in text
    assert "<svg" not in text


def test_a_report_of_tables_alone_counts_them_and_shows_no_levels(study_report: Report) -> None:
    html = load_renderer("html").render(study_report)
    assert "1 table, 1 figure" in html
    assert 'class="counts"' not in html


def test_a_figure_whose_table_is_not_listed_brings_it_along() -> None:
    text = load_renderer("text").render(Report(targets=(), figures=(FIGURE,)))
    assert "IJCAI 13" in text


def test_a_number_that_is_none_is_refused_where_it_enters() -> None:
    with pytest.raises(ValueError, match="row 1 of table 't' has a number that is none"):
        Table("t", "T", (Column("x", "X", "number"),), ((float("nan"),),), "none")


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="row 1 of table 't' has 2 cells for 1 columns"):
        Table("t", "T", (Column("x", "X", "number"),), ((1.0, 2.0),), "none")


def test_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two columns of one name"):
        Table("t", "T", (Column("x", "X"), Column("x", "Y")), (), "none")
