"""The four forms of files: what is written is read again, and what is no such file is told."""

import io
import json
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.study.exchange.forms import excel_form
from reproscope.study.exchange.forms.choosing import SUFFIXES, form_of, read_sheet
from reproscope.study.exchange.forms.writing import Written
from reproscope.study.exchange.numbers import number_of
from reproscope.study.exchange.numbers import written as number_text
from reproscope.study.exchange.problems import Problems
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.exchange.spreadsheet_text import guarded, spelt, unguarded, unspelt

CELLS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
) | st.sampled_from(
    [
        "=1+1",
        "'=1",
        "''",
        "-0.5",
        "-x",
        "1",
        "1.50",
        "_x000D_",
        "\r",
        "a\r\nb",
        " x ",
        "nan",
        "NULL",
    ]
)
FORMULAS = ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "'=1"]


def rows_in(sheet: Sheet) -> list[tuple[str, ...]]:
    columns = sheet.columns
    return [tuple(one.cell(row) for one in columns) for row in range(sheet.height)]


def read(path: Path) -> Sheet:
    problems = Problems()
    sheet = read_sheet(path, problems)
    assert not problems, problems.shown()
    return sheet


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(SUFFIXES),
    st.lists(st.tuples(CELLS.filter(bool), CELLS, CELLS), min_size=1, max_size=4),
)
@example(".xlsx", [("_x0041_", "\x01", "\ufffe")])
@example(".csv", [("\ufeffa", '"', ",")])
def test_every_text_comes_back_as_it_was_written(
    suffix: str, rows: list[tuple[str, str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"table{suffix}")
        form_of(path).write(path, Written(("paper", "=b", "c,'"), rows))
        sheet = read(path)
    assert [column.name for column in sheet.columns] == ["paper", "=b", "c,'"]
    assert rows_in(sheet) == rows


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SUFFIXES),
    st.lists(st.none() | st.integers(-(2**50), 2**50) | st.floats(-1e300, 1e300), max_size=5),
)
def test_every_number_comes_back_as_it_was_written(
    suffix: str, numbers: list[float | None]
) -> None:
    texts = ["" if one is None else number_text(one + 0.0) for one in numbers]
    texts = [text for text in texts if not text or number_of(text) is not None]
    rows = [("paper", text) for text in texts] or [("paper", "1")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"table{suffix}")
        form_of(path).write(path, Written(("paper", "x"), rows, frozenset({"x"})))
        assert rows_in(read(path)) == rows


@given(CELLS)
def test_guarding_and_spelling_undo_each_other(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert unspelt(spelt(text)) == text


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_written_so_that_it_cannot_act(tmp_path: Path, text: str) -> None:
    table = Written(("paper", text), [("p", text)])
    form_of(tmp_path / "a.csv").write(tmp_path / "a.csv", table)
    lines = (tmp_path / "a.csv").read_bytes().decode()
    assert lines.count(f"'{text}") == 2
    form_of(tmp_path / "a.xlsx").write(tmp_path / "a.xlsx", table)
    for cell in openpyxl.load_workbook(tmp_path / "a.xlsx")["data"]["B"]:
        assert cell.data_type == "s"
        assert str(cell.value).startswith("'")
    assert rows_in(read(tmp_path / "a.csv")) == rows_in(read(tmp_path / "a.xlsx")) == [("p", text)]


def test_numeric_columns_are_numbers_where_the_form_knows_numbers(tmp_path: Path) -> None:
    table = Written(("paper", "n"), [("p", "2"), ("q", ""), ("r", "0.5")], frozenset({"n"}))
    for suffix in SUFFIXES:
        form_of(tmp_path / f"a{suffix}").write(tmp_path / f"a{suffix}", table)
    assert [one["n"] for one in json.loads((tmp_path / "a.json").read_text())] == [2, None, 0.5]
    assert pq.read_table(tmp_path / "a.parquet")["n"].to_pylist() == [2.0, None, 0.5]
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["data"]
    assert [cell.value for cell in sheet["B"]] == ["n", 2, None, 0.5]


def test_a_byte_order_mark_is_not_part_of_the_first_name(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbfpaper,x\n1,2\n")
    assert read(tmp_path / "a.csv").columns[0].name == "paper"


def test_lines_are_counted_over_cells_of_several_lines(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('paper,x\n1,"a\nb\nc"\n\n2,d\n')
    assert read(tmp_path / "a.csv").lines.tolist() == [2, 6]


def workbook(sheets: dict[str, list[list[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def parquet(**columns: object) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer)
    return buffer.getvalue()


def with_part(name: str, text: bytes) -> bytes:
    """A workbook in which one part is another."""
    buffer = io.BytesIO()
    source = zipfile.ZipFile(io.BytesIO(workbook({"a": [["paper"], ["1"]]})))
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            target.writestr(part, text if part.filename == name else source.read(part))
    return buffer.getvalue()


UNREADABLE = {
    "nothing in it": ("a.csv", b"", "a.csv: the file is empty"),
    "no Excel in it": ("a.xlsx", b"", "a.xlsx: the file is empty"),
    "a PDF": ("a.csv", b"%PDF-1.7\n", "a.csv: this is a PDF document and no CSV file: save it as"),
    "an old Excel file": (
        "a.csv",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "a.csv: this is an Excel file of the old kind (.xls) and no CSV file",
    ),
    "an old ending": ("a.xls", b"\xd0\xcf\x11\xe0", "a.xls: files of .xls are not read or written"),
    "no ending": ("a", b"paper\n1\n", "a: files of no ending are not read or written: save it as"),
    "Excel as CSV": (
        "a.csv",
        workbook({"a": [["paper"]]}),
        "a.csv: this is a zip archive, as Excel",
    ),
    "CSV as Excel": ("a.xlsx", b"paper\n1\n", "a.xlsx: this is no Excel file"),
    "CSV as Parquet": ("a.parquet", b"paper\n1\n", "a.parquet: this is no Parquet file"),
    "Parquet as JSON": ("a.json", b"PAR1abc", "a.json: this is a Parquet file and no JSON file"),
    "UTF-16": ("a.csv", "paper\n1\n".encode("utf-16"), "a.csv: this is text in UTF-16 and no CSV"),
    "not UTF-8": (
        "a.csv",
        b"paper,x\n1,a\n2,M\xf8lna\n",
        "a.csv:3: not UTF-8 text: save the file as UTF-8",
    ),
    "JSON not UTF-8": ("a.json", b'[{"a": "\xf8"}]', "a.json: not UTF-8 text"),
    "an open quote": ("a.csv", b'paper,x\n1,"a\n', "a.csv:2: not CSV: unexpected end of data"),
    "a quote within": ("a.csv", b'paper,x\n1,"a"b\n', "a.csv:2: not CSV: ',' expected after '\"'"),
    "no header": ("a.csv", b"\n,,\n1,2,3\n", "a.csv:2: the header is empty: name the columns"),
    "no JSON": ("a.json", b'[{"paper": }]', "a.json:1: not JSON: Expecting value"),
    "no list": ("a.json", b'{"paper": 1}', "a.json: this is no list of records: write a list"),
    "no records": ("a.json", b"[1]", "a.json: record 1 is no object: write a list of records"),
    "an empty list": ("a.json", b"[]", "a.json: there is no record in it"),
    "a name twice": ("a.json", b'[{"a": 1, "a": 2}]', "a.json: a record has 'a' twice"),
    "too deep JSON": ("a.json", b"[" * 100_000, "a.json: too deep or too long: write a list"),
    "a number without end": (
        "a.json",
        b'[{"a": ' + b"9" * 5_000 + b"}]",
        "a.json: too deep or too",
    ),
    "a damaged workbook": ("a.xlsx", b"PK\x03\x04 and no more", "a.xlsx: not a usable Excel file"),
    "another archive": ("a.xlsx", with_part("xl/workbook.xml", b"<a/>"), "a.xlsx: "),
    "a part with entities": (
        "a.xlsx",
        with_part("xl/worksheets/sheet1.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        "a.xlsx: 'xl/worksheets/sheet1.xml' is no part of a workbook",
    ),
    "an empty workbook": ("a.xlsx", workbook({"a": []}), "a.xlsx: the workbook is empty"),
    "two sheets": (
        "a.xlsx",
        workbook({"one": [["paper"]], "none": [], "two": [["paper"]]}),
        "a.xlsx: several sheets have content (one, two): name one in the mapping",
    ),
    "a damaged Parquet file": ("a.parquet", b"PAR1" * 9, "a.parquet: not a usable Parquet file"),
    "nested columns": (
        "a.parquet",
        parquet(paper=["1"], list=[[1, 2]]),
        "a.parquet: column 'list' is of type list<",
    ),
    "bytes": ("a.parquet", parquet(paper=[b"1"]), "a.parquet: column 'paper' is of type binary"),
}


@pytest.mark.parametrize(("name", "data", "message"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ReproscopeError) as caught:
        read_sheet(tmp_path / name, Problems())
    assert caught.value.message.replace(f"{tmp_path}/", "").startswith(message)
    assert "\n" not in caught.value.message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    for name in ("a.csv", "folder.csv"):
        with pytest.raises(ReproscopeError, match="there is no such file"):
            read_sheet(tmp_path / name, Problems())


def test_a_zip_bomb_is_refused_before_it_unpacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excel_form, "_LARGEST_PART", 1_000_000)
    bomb = with_part("xl/worksheets/sheet1.xml", b" " * 2_000_000)
    assert len(bomb) < 20_000
    (tmp_path / "a.xlsx").write_bytes(bomb)
    with pytest.raises(ReproscopeError, match="would unpack to over 1,000,000 bytes"):
        read_sheet(tmp_path / "a.xlsx", Problems())


def test_a_row_far_down_does_not_keep_the_reader_for_ever(tmp_path: Path) -> None:
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>paper</t></is></c></row>'
        b'<row r="999999999999"><c r="A999999999999"><v>1</v></c></row></sheetData></worksheet>'
    )
    (tmp_path / "a.xlsx").write_bytes(with_part("xl/worksheets/sheet1.xml", sheet))
    with pytest.raises(ReproscopeError, match="more than 1,048,576 rows"):
        read_sheet(tmp_path / "a.xlsx", Problems())


def test_a_formula_in_a_workbook_is_never_computed(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(workbook({"a": [["paper", "x"], ["1", "=1+1"]]}))
    assert rows_in(read(tmp_path / "a.xlsx")) == [("1", "")]


def test_a_text_too_long_for_excel_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match=r"which takes 32,767: write \.csv"):
        excel_form.write(tmp_path / "a.xlsx", Written(("a",), [("x" * 32_768,)]))


def test_ragged_rows_are_told_by_line_and_the_others_kept(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("paper,x\n1,2\n3\n4,5,6\n7,8\n")
    problems = Problems()
    sheet = read_sheet(tmp_path / "a.csv", problems)
    assert rows_in(sheet) == [("1", "2"), ("7", "8")]
    assert [(one.line, one.message.split(";")[0]) for one in problems.shown()] == [
        (3, "cells in this row: 1, in the header: 2"),
        (4, "cells in this row: 3, in the header: 2"),
    ]
    (tmp_path / "a.xlsx").write_bytes(workbook({"a": [["paper"], ["1"], ["2", "x"]]}))
    problems = Problems()
    assert rows_in(read_sheet(tmp_path / "a.xlsx", problems)) == [("1",)]
    assert str(problems.shown()[0]).endswith(
        "a.xlsx: row 3: cells in this row: 2, in the header: 1"
    )


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_none_is_told_by_its_record(tmp_path: Path, number: str) -> None:
    (tmp_path / "a.json").write_text(f'[{{"a": 1}}, {{"a": {number}}}]')
    problems = Problems()
    read_sheet(tmp_path / "a.json", problems)
    [problem] = problems.shown()
    assert (problem.line, problem.column, problem.unit) == (2, "a", "record")


def test_values_within_values_are_told_by_their_record(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"a": [1]}, {"a": {"b": 2}}, {"a": true}, {"a": null}]')
    problems = Problems()
    assert rows_in(read_sheet(tmp_path / "a.json", problems))[2:] == [("1",), ("",)]
    assert [problem.line for problem in problems.shown()] == [1, 2]


def test_nan_in_a_column_of_numbers_is_told_but_the_word_is_a_word(tmp_path: Path) -> None:
    data = parquet(paper=["nan", "b", "c"], x=[1.0, float("nan"), float("inf")])
    (tmp_path / "a.parquet").write_bytes(data)
    problems = Problems()
    read_sheet(tmp_path / "a.parquet", problems)
    assert [(one.line, one.column) for one in problems.shown()] == [(2, "x"), (3, "x")]
