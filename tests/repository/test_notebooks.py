"""Notebooks as strangers leave them: broken, huge, mixed with shell lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reproscope.repository.collect.python import notebooks
from reproscope.repository.collect.python.modules import Module, module_of
from reproscope.repository.collect.python.notebooks import notebook_source
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.tree import File, Tree


def code(source: str | list[str], count: int | None = None, **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "execution_count": count, "outputs": [], **more}


def read(folder: Path, content: object) -> Source:
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    (folder / "n.ipynb").write_bytes(text)
    return notebook_source(Tree(folder, ()), File("n.ipynb", len(text)))


def cells(*some: object, **more: Any) -> dict[str, Any]:
    return {"cells": list(some), "metadata": {}, "nbformat": 4, **more}


def parsed(source: Source) -> Module:
    module = module_of(source)
    assert module.parsed, module.problem
    return module


def test_lines_keep_their_cells_and_numbers(tmp_path: Path) -> None:
    source = read(tmp_path, cells(code("x = 1\ny = 2"), {"cell_type": "markdown"}, code("f(x)")))
    [call] = parsed(source).calls
    assert (call.place.cell, call.place.line) == (3, 1)
    assert call.place.words == "cell 3, line 1"


TITLE = {"cell_type": "markdown", "source": ["# Title"]}
EMPTY = {"cell_type": "markdown", "source": " "}


@pytest.mark.parametrize(
    ("content", "ends"),
    [
        ([TITLE, code("x = 1")], (True, False)),
        ([EMPTY, code("#\n"), code("x = 1"), TITLE, EMPTY], (False, True)),
        ([code("# A remark.\nimport x"), code("f()\n# The end.\n")], (True, True)),
        ([code('"""What it does."""\nf()')], (True, False)),
        ([code("%matplotlib inline"), TITLE, code("f()"), code("")], (False, False)),
        ([code("f()  # not alone on its line")], (False, False)),
        ([TITLE, code("# no code at all")], (False, False)),
        ([], (False, False)),
    ],
)
def test_remarks_before_the_first_and_after_the_last_line_of_code_are_seen(
    tmp_path: Path, content: list[Any], ends: tuple[bool, bool]
) -> None:
    book = read(tmp_path, cells(*content)).book
    assert book is not None
    assert (book.header, book.footer) == ends


@pytest.mark.parametrize(
    ("text", "magics"),
    [
        ("!pip install x\nf()", ["!pip install x"]),
        ("%matplotlib inline\nf()", ["%matplotlib inline"]),
        ("%%time\nf()", ["%%time"]),
        ("files = !ls\nf()", ["files = !ls"]),
        ("if here:\n    !ls\nf()", ["!ls"]),
        ("with here:\n    # a remark\n\n    %run setup.py\nf()", ["%run setup.py"]),
        ("!wget a \\\n  b\nf()", ["!wget a \\", "b"]),
        ("f?\nf()", ["f?"]),
        ("x = ('%d'\n     % 3)\nf()", []),
        ("if not a != b:\n    pass\nf()", []),
    ],
)
def test_what_is_not_python_is_blanked_and_recorded(
    tmp_path: Path, text: str, magics: list[str]
) -> None:
    module = parsed(read(tmp_path, cells(code(text))))
    assert module.book is not None
    assert [magic.text for magic in module.book.magics] == magics
    called = [call for call in module.calls if call.name == "f"]
    assert [call.place.line for call in called] == [len(text.splitlines())]


def test_a_cell_of_another_language_is_no_python(tmp_path: Path) -> None:
    module = parsed(read(tmp_path, cells(code("%%bash\nfor x in *; do f(); done"), code("g()"))))
    assert [call.name for call in module.calls] == ["g"]


def test_a_notebook_in_another_language_is_not_parsed_as_python(tmp_path: Path) -> None:
    metadata = {"language_info": {"name": "R", "version": "4.1"}}
    module = module_of(read(tmp_path, cells(code("x <- 1"), metadata=metadata)))
    assert module.problem == "not Python but R"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\0\1\2",
        b'{"cells": 3}',
        b'{"metadata": {}}',
        b"[" * 200_000,
        b'{"cells": ' + b"[" * 100_000,
    ],
)
def test_a_broken_notebook_is_a_fact(tmp_path: Path, content: bytes) -> None:
    module = module_of(read(tmp_path, content))
    assert not module.parsed
    assert module.book is not None
    assert module.book.problem is not None
    assert module.book.problem.startswith("no notebook")


def test_odd_values_in_cells_are_passed_over(tmp_path: Path) -> None:
    odd: list[object] = [None, 3, {"cell_type": "code"}, code([1, "f()\n"]), code("g()", True)]
    module = parsed(read(tmp_path, cells(*odd, code("h()", outputs="no list"))))
    assert [call.name for call in module.calls] == ["f", "g", "h"]
    assert module.book is not None
    assert [cell.count for cell in module.book.cells] == [None, None, None]


def test_a_number_of_a_million_digits_costs_nothing(tmp_path: Path) -> None:
    text = b'{"cells": [{"cell_type": "code", "source": "f()", "execution_count": 1%s}]}'
    module = parsed(read(tmp_path, text % (b"0" * 1_000_000)))
    assert module.book is not None
    assert module.book.cells[0].count == 0


def test_more_cells_than_are_read_are_not_silently_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebooks, "MOST_CELLS", 3)
    module = module_of(read(tmp_path, cells(*[code("f()")] * 4)))
    assert module.problem == "more cells or lines than are read"


def test_a_notebook_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebooks, "MOST_NOTEBOOK", 100)
    module = module_of(read(tmp_path, cells(code("f()" * 100))))
    assert "larger than 100 bytes" in (module.problem or "")


def test_headings_of_markdown_cells_are_kept(tmp_path: Path) -> None:
    markdown = {"cell_type": "markdown", "source": ["# Data\n", "text\n", "## Results"]}
    source = read(tmp_path, cells(markdown))
    assert source.book is not None
    assert [(h.text, h.cell) for h in source.book.headings] == [("Data", 1), ("Results", 1)]
