"""Files that a user names are read with a bound, and what is wrong is one line."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.csvtable import TableError, read_csv
from reproscope.repository.textfile import text_of


def test_a_file_up_to_the_bound_is_read_and_a_longer_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("é12")
    assert text_of(path, 4, ReproscopeError) == "é12"
    with pytest.raises(TableError, match=r"a\.csv: more than 3 bytes"):
        text_of(path, 3, TableError)


def test_a_mark_at_the_beginning_is_no_part_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfid\n1\n")
    assert read_csv(path).header == ("id",)
