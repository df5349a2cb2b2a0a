"""The thesis's 40 columns: read, written, filled from facts, and told what is wrong with them."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.collect.python.modules import Module, module_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.csvtable import parse_csv, read_csv
from reproscope.repository.facts import Facts
from reproscope.repository.loos2022.measured import TITLES, Measured, loos_csv, measured_of
from reproscope.repository.loos2022.measuring import (
    DataFiles,
    Environment,
    Known,
    Readme,
    measure,
)
from reproscope.repository.loos2022.published import understood
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree
from tests.repository import oracles
from tests.repository.oracles import needs_oracles


@needs_oracles
def test_the_published_example_is_read_and_written_without_loss() -> None:
    rows = measured_of(oracles.table("all_measured_data_points_example.csv"))
    assert rows[0].average_readme_lines == 222.0
    assert (rows[0].seed_lines, rows[0].serialisation, rows[0].built) == (42, True, False)
    assert measured_of(parse_csv(loos_csv(rows), "again.csv")) == rows


@needs_oracles
def test_the_titles_are_those_of_the_published_example() -> None:
    assert oracles.table("all_measured_data_points_example.csv").header[1:] == TITLES[1:]


def test_every_cell_is_quoted_and_an_unknown_one_is_empty() -> None:
    header, row = loos_csv([Measured("u", readmes=2, readme_dataset=True, built=None)]).splitlines()
    assert header.startswith('"repository_url","# readmes",')
    cells = row.split(",")
    assert len(cells) == len(TITLES) == 40
    assert (cells[0], cells[1], cells[2], cells[8], cells[39]) == (
        '"u"', '"2"', '""', '"1"', '""'
    )  # fmt: skip


def test_an_address_cannot_run_as_a_formula() -> None:
    assert '"\'=cmd()"' in loos_csv([Measured("=cmd()")])


def row_of(**cells: str) -> str:
    values = dict.fromkeys(TITLES, "0") | {"repository_url": "u"} | cells
    header = ",".join(f'"{title}"' for title in TITLES)
    return header + "\n" + ",".join(f'"{values[title]}"' for title in TITLES) + "\n"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"# readmes": "x"}, "t.csv:2: column '# readmes': 'x' is not a finite number"),
        ({"# readmes": "1.5"}, "t.csv:2: column '# readmes': '1.5' is not a whole number"),
        ({"# readmes": "-1"}, "'-1' is not a whole number, 0 or more"),
        ({"code-comment-ratio": "NaN"}, "column 'code-comment-ratio': 'NaN' is not a finite"),
        ({"average pylint score": "inf"}, "'inf' is not a finite number"),
        ({"Model serialization used?": "maybe"}, "'maybe' is neither Yes nor No"),
    ],
)
def test_a_cell_of_the_wrong_kind_is_named_with_its_line(
    cells: dict[str, str], message: str
) -> None:
    with pytest.raises(ReproscopeError) as caught:
        measured_of(parse_csv(row_of(**cells), "t.csv"))
    assert message in caught.value.message


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ReproscopeError, match="column 'total readme lines' and 37 more of the"):
        measured_of(parse_csv('"repository_url","# readmes"\n', "t.csv"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.csv: the table has no header"),
        ("a,a\n", "t.csv:1: column 'a' is there twice"),
        ("a,b\n1\n", "t.csv:2: 1 cells, the header has 2"),
        ('a,b\n"1,2\n', "t.csv:2: not CSV: unexpected end of data"),
    ],
)
def test_a_file_that_is_no_table_says_why(text: str, message: str) -> None:
    with pytest.raises(ReproscopeError) as caught:
        parse_csv(text, "t.csv")
    assert message in caught.value.message


def test_a_table_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match=r"none\.csv: cannot be read: No such file"):
        read_csv(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(b"a\xff")
    with pytest.raises(ReproscopeError, match="not UTF-8 text"):
        read_csv(tmp_path / "latin.csv")


def test_a_short_table_that_lacks_some_columns_names_them() -> None:
    text = "avg readme length,# readme links,# licences,# os licenses,avg ccr\n"
    with pytest.raises(ReproscopeError, match="without 'average pylint score', '# random seed"):
        understood(parse_csv(text, "t.csv"))


def facts(*modules: Module) -> Facts:
    return Facts(Origin("here"), Tree(Path("."), ()), modules)


def module(text: str, path: str = "train.py") -> Module:
    return module_of(Source(path, text))


def test_lines_are_counted_by_tokens_and_docstrings_are_comments() -> None:
    found = measure(facts(module('"""Doc."""\nx = 1  # why\n# alone\ny = """text"""\n')))
    assert (found.code_lines, found.comment_lines, found.code_comment_ratio) == (2, 2, 1.0)
    assert found.code_lines_percent == 50.0


def test_a_source_that_does_not_parse_leaves_the_lines_unknown() -> None:
    found = measure(facts(module("x = 1\n"), module("def old(:\n", "old.py")))
    assert (found.source_files, found.code_lines, found.logging_indicators) == (2, None, None)


def test_a_name_that_only_begins_like_a_tracker_is_none() -> None:
    assert measure(facts(module("import wandb\nruntime = 3\n"))).logging_indicators == 1
    assert measure(facts(module("import neptunes\nrun = 3\n"))).logging_indicators == 0


def test_what_nobody_collected_stays_unknown() -> None:
    found = measure(facts())
    assert (found.readmes, found.licences, found.seed_lines, found.config_files) == (None,) * 4


def test_the_columns_follow_from_what_other_collectors_know() -> None:
    known = Known(
        readmes=[Readme(80, 3, 1, 1, names_dataset=True), Readme(20, 1, 0, 0)],
        licences=2,
        open_licences=1,
        environment=Environment(1, 4, 3, loose=0, imported=8, imported_declared=6),
        data=DataFiles(1, 10, 3),
        seeds=4,
        fixed_seeds=3,
    )
    found = measure(facts(), known)
    assert (found.readmes, found.readme_lines, found.average_readme_lines) == (2, 100, 50.0)
    assert (found.readme_links, found.dead_links, found.dead_links_percent) == (4, 1, 25.0)
    assert found.readme_dataset is True
    assert found.closed_licences == 1
    assert (found.strict_percent, found.loose_percent) == (75.0, 0.0)
    assert (found.imports_in_config_percent, found.public_libraries_percent) == (75.0, None)
    assert (found.dataset_files_in_code, found.dataset_files_in_code_percent) == (3, 30.0)
    assert found.fixed_seeds_percent == 75.0


def test_links_that_were_not_asked_are_unknown_and_no_links_cannot_be_dead() -> None:
    asked = measure(facts(), Known(readmes=[Readme(10, 2)]))
    assert (asked.dead_links, asked.dead_links_percent) == (None, None)
    none = measure(facts(), Known(readmes=[Readme(10, 0)]))
    assert (none.dead_links, none.dead_links_percent) == (0, 0.0)


@pytest.mark.parametrize("readme", [True, False, None])
@pytest.mark.parametrize("files", [3, 0, None])
def test_data_that_nobody_could_look_for_are_unknown_in_a_table_too(
    readme: bool | None, files: int | None
) -> None:
    one = Measured("u", readme_dataset=readme, dataset_files_in_code=files)
    table = understood(parse_csv(loos_csv([one]), "t.csv"))
    assert table is not None
    assert table.inputs[0].dataset is one.inputs.dataset
