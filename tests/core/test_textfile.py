"""Files that a user names are read with a bound, and what is wrong is one line."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.core.textfile import text_of
from reproscope.repository.csvtable import TableError, read_csv


def test_a_file_up_to_the_bound_is_read_and_a_longer_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("é12", encoding="utf-8")
    assert text_of(path, 4, "table") == "é12"
    with pytest.raises(TableError, match=r"a\.csv: more than 3 bytes; that is no table"):
        text_of(path, 3, "table", TableError)


def test_a_mark_at_the_beginning_is_no_part_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfid\n1\n")
    assert read_csv(path).header == ("id",)


def test_what_is_no_text_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(ReproscopeError, match=r"a\.csv:2: not UTF-8 text"):
        text_of(path, 99, "table")


def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match=r"none\.csv: cannot be read: No such file"):
        text_of(tmp_path / "none.csv", 99, "table")
    with pytest.raises(ReproscopeError, match="cannot be read"):
        text_of(tmp_path, 99, "table")
    with pytest.raises(ReproscopeError, match="cannot be read: embedded null"):
        text_of(Path("a\0b"), 99, "table")
