"""Every mistake in an instrument's file is one line that names the file and the line."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from reproscope.instruments import AllowedValue, FileError, Kind, load, read
from tests.instruments.codebooks import SMALL, TEXT


def line_of(name: str) -> int:
    """Return on which line of the small codebook a group stands, or the name of a variable."""
    text = f"{name} = " if name in SMALL.groups else f'name = "{name}"'
    return TEXT.count("\n", 0, TEXT.index(text)) + 1


def test_what_a_file_says_is_what_the_instrument_holds() -> None:
    assert SMALL.name == "small"
    assert [variable.name for variable in SMALL.variables][:3] == ["type", "reading", "problem"]
    assert SMALL.variable("type").not_applicable == "N/A"
    assert SMALL.variable("problem").kind is Kind.BOOLEAN
    assert SMALL.variable("problem").weight == 3
    assert SMALL.variable("reading").values[2] == AllowedValue("Good", "easy")
    assert SMALL.variable("train").line == line_of("train") - 1
    assert SMALL.metric("R1").label == "R1 (small)"
    assert [one.name for one in SMALL.in_group("method")] == ["problem", "code"]


MISTAKES = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text())["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[one["says"][:60] for one in MISTAKES])
def test_a_mistake_is_told_with_file_and_line(mistake: Mapping[str, str]) -> None:
    assert mistake["right"] in TEXT
    text = TEXT.replace(mistake["right"], mistake["wrong"], 1)
    blamed = text.index(mistake["at"]) if "at" in mistake else TEXT.index(mistake["right"])
    says = re.sub(r"\{(\w+)\}", lambda found: str(line_of(found[1])), mistake["says"])
    with pytest.raises(FileError) as caught:
        read(text, "my.toml")
    line = text.count("\n", 0, blamed) + 1
    assert caught.value.message.startswith(f"my.toml:{line}: {says}")
    assert caught.value.line == line


def test_metrics_that_need_each_other_are_told_with_the_circle() -> None:
    text = TEXT.replace("mean(method)", "R1 + 1")
    text = text.replace("all(method, data)", "method_degree > 0")
    with pytest.raises(FileError, match=r"my.toml:\d+: (R1|method_degree) needs itself: .* -> "):
        read(text, "my.toml")


def test_an_empty_file_says_what_it_needs_first() -> None:
    with pytest.raises(FileError, match=r"^my.toml:1: name is missing: a short name"):
        read("", "my.toml")


def test_an_instrument_without_a_question_is_refused() -> None:
    head = TEXT[: TEXT.index("[groups]")]
    with pytest.raises(
        FileError, match=r"there is no question: write at least one \[\[variable\]\]"
    ):
        read(head, "my.toml")


def test_variables_that_are_no_array_of_tables_are_refused_with_the_right_form() -> None:
    with pytest.raises(FileError, match=r"variable must be written as \[\[variable\]\], not as 3"):
        read('name = "a"\ntitle = "a"\nsource = "2024"\nvariable = 3', "my.toml")


def test_the_line_of_a_syntax_error_is_the_decoders() -> None:
    with pytest.raises(FileError) as caught:
        read('name = "a"\n\ntitle = = "b"\n', "my.toml")
    assert caught.value.message.startswith("my.toml:3: not TOML: ")


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5_000,
        "a = " + "{a=" * 5_000,
        "a." * 200_000 + "a = 1",
        "[" + "a." * 200_000 + "a]",
        "a = " + "9" * 10_000,
    ],
    ids=["lists", "tables", "key", "header", "digits"],
)
def test_hostile_depth_ends_in_an_error_and_soon(text: str) -> None:
    with pytest.raises(FileError, match=r"^my\.toml"):
        read(text, "my.toml")


def test_too_many_questions_are_refused() -> None:
    text = TEXT + "".join(f'[[variable]]\nname = "v{at}"\nquestion = "q"\n' for at in range(2_000))
    with pytest.raises(FileError, match=r"there are more than 2,000 of \[\[variable\]\]"):
        read(text, "my.toml")


def test_a_users_file_is_loaded_by_its_path_with_a_byte_order_mark_or_without(
    tmp_path: Path,
) -> None:
    for mark in ("", "\ufeff"):
        path = tmp_path / "mine.toml"
        path.write_text(mark + TEXT, encoding="utf-8")
        assert load(path) == SMALL == load(str(path))
