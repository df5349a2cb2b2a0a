"""Instruments by name and by path, and what a file gets that is none."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import load, names, text_of
from tests.instruments.codebooks import TEXT


def test_the_instruments_that_come_along_have_names() -> None:
    expected = {
        "article-model-2018",
        "discrepancies-2018",
        "gundersen2018",
        "raff2019",
        "raff2019-criteria",
    }
    assert expected <= set(names())


def test_an_unknown_name_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown instrument 'gunderson2018': did you mean 'gund"):
        load("gunderson2018")


def test_the_text_of_an_instrument_can_be_kept_and_read_again(tmp_path: Path) -> None:
    text, file = text_of("gundersen2018")
    assert file == "gundersen2018.toml"
    (tmp_path / "kept.toml").write_text(text, encoding="utf-8")
    assert load(tmp_path / "kept.toml") == load("gundersen2018")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, "a\0b.toml"):
        with pytest.raises(ReproscopeError, match="cannot be read"):
            load(path)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text(TEXT + "#" * 500_000)
    with pytest.raises(ReproscopeError, match="more than 500,000 bytes"):
        load(path)


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "x"\ntitle = "caf\xe9"\n')
    with pytest.raises(ReproscopeError, match=r"latin\.toml:2: not UTF-8"):
        load(path)
