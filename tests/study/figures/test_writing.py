"""Figures as files: their names, their folder, and nothing half written."""

from dataclasses import replace
from pathlib import Path

import pytest

from reproscope.core import Figure, ReproscopeError, UnknownName
from reproscope.study.figures import draw, write
from tests.study.figures.examples import examples


@pytest.fixture(scope="module")
def figure() -> Figure:
    return draw(table for table in examples() if table.name == "times")[0]


def test_each_form_is_a_file_with_the_figures_bytes(figure: Figure, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "figures"
    written = write([figure], folder)
    assert written == [folder / "times.svg", folder / "times.png"]
    assert written[0].read_text(encoding="utf-8") == figure.svg
    assert written[1].read_bytes() == figure.png
    assert sorted(path.name for path in folder.iterdir()) == ["times.png", "times.svg"]


def test_only_the_forms_that_are_asked_for_are_written(figure: Figure, tmp_path: Path) -> None:
    assert write([figure], tmp_path, ["png"]) == [tmp_path / "times.png"]
    with pytest.raises(UnknownName, match="gif"):
        write([figure], tmp_path, ["gif"])


@pytest.mark.parametrize(
    "name", ["../../outside", "/etc/outside", "..", "a/../../outside", "x\x00y", "con:1", "", "é"]
)
def test_no_name_leads_out_of_the_folder(figure: Figure, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "figures"
    written = write([replace(figure, name=name)], folder)
    assert all(path.parent == folder for path in written)
    assert [path.name for path in tmp_path.iterdir()] == ["figures"]


def test_a_link_in_the_folder_is_not_written_through(figure: Figure, tmp_path: Path) -> None:
    outside = tmp_path / "outside.svg"
    outside.write_text("mine")
    folder = tmp_path / "figures"
    folder.mkdir()
    (folder / "times.svg").symlink_to(outside)
    with pytest.raises(ReproscopeError, match=r"times\.svg is a link"):
        write([figure], folder)
    assert outside.read_text() == "mine"


def test_two_figures_of_one_name_are_two_files(figure: Figure, tmp_path: Path) -> None:
    twins = [figure, replace(figure, name="Times"), replace(figure, name="times")]
    written = write(twins, tmp_path, ["svg"])
    assert [path.name for path in written] == ["times.svg", "Times-2.svg", "times-3.svg"]


def test_writing_again_replaces_the_file(figure: Figure, tmp_path: Path) -> None:
    (tmp_path / "times.svg").write_text("old")
    write([figure], tmp_path)
    assert (tmp_path / "times.svg").read_text(encoding="utf-8") == figure.svg


def test_a_folder_that_is_a_file_is_named(figure: Figure, tmp_path: Path) -> None:
    blocked = tmp_path / "figures"
    blocked.write_text("")
    with pytest.raises(ReproscopeError, match="figures need a folder here"):
        write([figure], blocked)
