"""Mappings as TOML: those that come along are sound, and a slip is told with file and line."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.instruments import FileError, load, names
from reproscope.study.exchange import find_mapping, mapping_names
from reproscope.study.exchange.mapping_reading import read_mapping

SOUND = """name = "my"
title = "Mine"
source = "made up, 2026"
[[file]]
key = "paper"
instrument = "gundersen2018"
coder = "ada"
[file.answers]
train = { column = "Train", values = { y = "1" } }
[file.attempt]
reproduced = "Done"
level = "Level"
tally = { experiments = "All" }
time = { days = "Days" }
"""

# What is written instead of what, and the complaint.
SLIPS = {
    "an unknown key above": (
        "title =",
        "titel =",
        "my.toml:2: unknown key 'titel': did you mean 't",
    ),
    "an unknown key of a file": (
        "coder =",
        "codr =",
        "my.toml:7: unknown key 'codr': did you mean",
    ),
    "an unknown key of a source": (
        "values =",
        "value =",
        "my.toml:9: unknown key 'value': did you m",
    ),
    "an unknown field": (
        "level =",
        "levels =",
        "my.toml:12: unknown key 'levels': did you mean 'lev",
    ),
    "an unknown count": (
        "experiments =",
        "experiment =",
        "my.toml:13: unknown key 'experiment': did",
    ),
    "an unknown key of a time": (
        "days =",
        "hours =",
        "my.toml:14: unknown key 'hours': known are day",
    ),
    "no TOML": ("[[file]]", "[[file]", "my.toml:4: not TOML: "),
    "no title": (
        'title = "Mine"',
        "",
        "my.toml:1: title is missing: one line that says what is imp",
    ),
    "no source": (
        'source = "made up, 2026"',
        "",
        "my.toml:1: source is missing: where the file was",
    ),
    "an unknown instrument": (
        '"gundersen2018"',
        '"gundersen2019"',
        "my.toml:6: unknown instrument 'gundersen2019': did you mean 'gundersen2018'?",
    ),
    "an instrument's path": (
        '"gundersen2018"',
        '"/etc/passwd"',
        "my.toml:6: instrument '/etc/passwd' must be a name: add its file to the study",
    ),
    "an unknown variable": (
        "train =",
        "trian =",
        "my.toml:9: gundersen2018: unknown variable 'trian': did you mean 'train'?",
    ),
    "a translation that is not allowed": (
        'y = "1"',
        'y = "yes!"',
        "my.toml:9: train is answered by 1 or 0, not by 'yes!'",
    ),
    "nobody who answers": (
        'coder = "ada"',
        "",
        "my.toml:4: say who answered: coder = a name, or cod",
    ),
    "two who answer": (
        'coder = "ada"',
        'coder = "ada"\ncoder_column = "Who"',
        "my.toml:4: say who answered: coder = a name, or coder_column = a column",
    ),
    "no key": (
        'key = "paper"',
        "",
        "my.toml:4: say by one of three what a row is: key = the colum",
    ),
    "two keys": (
        'key = "paper"',
        'key = "paper"\nnumber_rows = true',
        "my.toml:4: say by one of three what a row is",
    ),
    "a number that is no truth": (
        'key = "paper"',
        "number_rows = 1",
        "my.toml:5: number_rows must be true or false",
    ),
    "answers without instrument": (
        'instrument = "gundersen2018"',
        "",
        "my.toml:8: answers need their instrument = …",
    ),
    "discrepancies with answers": (
        'key = "paper"',
        'category = "what"',
        "my.toml:4: a file of discrepancies has no answers, attributes or attempt",
    ),
    "a constant answer": (
        'column = "Train"',
        'constant = "1"',
        "my.toml:9: unknown key 'constant': known are column, values",
    ),
    "no column": ('column = "Train", ', "", "my.toml:9: train: say column = …"),
    "an unknown level": (
        'level = "Level"',
        'level = { constant = "R2" }',
        "my.toml:12: unknown level 'R2': ",
    ),
    "counts of nothing": (
        'experiments = "All"',
        'identical = "Same"',
        "my.toml:13: a tally needs its column of experiments",
    ),
    "a time of nothing": (
        'reproduced = "Done"',
        "",
        "my.toml:14: a time needs reproduced = …, which tells what it means",
    ),
    "no file": (
        SOUND[SOUND.index("[[file]]") :],
        "",
        "my.toml:1: there is no [[file]]: say what its",
    ),
    "two files without names": (
        "[file.attempt]",
        '[[file]]\nkey = "paper"\n[file.attempt]',
        "my.toml:4: several [[file]] tables each need a name of their own",
    ),
    "a title among the attributes": (
        "[file.attempt]",
        '[file.attributes]\ntitle = "Title"\n[file.attempt]',
        "my.toml:11: a paper's title is named by title = beside key",
    ),
}


def test_the_mapping_that_slips_are_made_in_is_sound() -> None:
    [file] = read_mapping(SOUND, "my.toml").files
    assert list(file.needed()) == ["paper", "", "", "", "Train", "Level", "Done", "All", "", "Days"]


@pytest.mark.parametrize(("there", "instead", "told"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_with_file_and_line(there: str, instead: str, told: str) -> None:
    assert there in SOUND
    with pytest.raises(FileError) as caught:
        read_mapping(SOUND.replace(there, instead, 1), "my.toml")
    assert caught.value.message.startswith(told)


@pytest.mark.parametrize("name", mapping_names())
def test_a_mapping_that_comes_along_is_sound(name: str) -> None:
    mapping = find_mapping(name)
    assert mapping.name == name
    assert any(character.isdigit() for character in mapping.source)
    # Papers that are only numbered must not be mistaken for those of another source.
    assert all(mapping.key_prefix or file.key or file.category for file in mapping.files)


def test_the_surveys_public_files_have_their_mappings() -> None:
    assert mapping_names() == ("cappelen2018", "gundersen2018", "raff2019", "raff2021")


@pytest.mark.parametrize("name", names())
def test_every_instrument_has_a_mapping_of_its_own(name: str) -> None:
    [file] = find_mapping(f"wide:{name}").files
    assert (file.key, file.coder_column, file.instrument) == ("paper", "coder", name)


def test_a_mapping_of_ones_own_is_found_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(SOUND)
    assert find_mapping(tmp_path / "my.toml") == read_mapping(SOUND, "my.toml")
    (tmp_path / "my.toml").write_bytes(b'name = "a"\ntitle = "\xf8"\n')
    with pytest.raises(ReproscopeError, match=r"my\.toml:2: not UTF-8 text"):
        find_mapping(tmp_path / "my.toml")
    with pytest.raises(ReproscopeError, match=r"none\.toml: cannot be read: No such file"):
        find_mapping(tmp_path / "none.toml")
    (tmp_path / "my.toml").write_bytes(b"#" * 500_001)
    with pytest.raises(ReproscopeError, match="more than 500,000 bytes; that is no mapping"):
        find_mapping(tmp_path / "my.toml")


def test_an_instrument_of_the_study_goes_before_one_that_comes_along() -> None:
    own = load("raff2019-criteria")
    assert find_mapping("raff2019-criteria", (own,)).title == own.title
