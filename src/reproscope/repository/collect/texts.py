"""Lines of prose and of shell scripts: READMEs, documents, and commands that stand in them.

For collectors that look for words; the structure of documents is the business of ``documents``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.tree import File, Tree

MOST_LINE = 2_000
_MOST_LINES = 20_000
_MOST_LINES_IN_ALL = 100_000
_MOST_PROSE = 400
_PROSE = (".md", ".markdown", ".rst", ".txt", ".org", ".adoc", "")
_PROSE_NAMES = re.compile(
    r"(?i)read[-_ ]?me|install|usage|data(?:sets?)?|training|train|experiments?|results?|"
    r"reproduc\w*|getting[-_]?started|model[-_]?zoo|models?|index|docs?|faq|benchmarks?"
)
_SHELL = (".sh", ".bash", ".zsh", ".bat", ".ps1", ".slurm", ".sbatch", ".job", ".mk")
_TEST_FOLDERS = {"test", "tests", "testing", "unittests", "test_data", "fixtures", "testdata"}
_SHELL_NAMES = {"makefile", "snakefile", "justfile", "dvc.yaml", "dockerfile"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line, where it stands, and the heading above it where there is one."""

    text: str
    place: Place
    heading: str = ""
    fenced: bool = False


def prose_of(tree: Tree) -> tuple[Line, ...]:
    """Return the lines of READMEs and of documents named for what they explain."""
    files = [file for file in tree.files if _is_prose(file)][:_MOST_PROSE]
    lines = (line for file in files for line in _prose_lines(tree, file))
    return tuple(islice(lines, _MOST_LINES_IN_ALL))


def shell_of(tree: Tree) -> tuple[Line, ...]:
    """Return the lines of shell scripts, make files and the like, without comments."""
    files = (f for f in tree.files if f.suffix in _SHELL or f.name.casefold() in _SHELL_NAMES)
    lines = (line for file in files for line in _lines(tree, file))
    told = (line for line in lines if not line.text.startswith("#"))
    return tuple(islice(told, _MOST_LINES_IN_ALL))


def is_test(path: str) -> bool:
    """Whether a file is there for tests, so that it is not the work's own.

    Of a source its `Module` knows more than its name does.

    >>> is_test("tests/data/x.csv"), is_test("src/test.py")
    (True, False)
    """
    name = path.casefold().rpartition("/")[2]
    return is_test_folder(path) or name.startswith(("test_", "conftest"))


def is_test_folder(path: str) -> bool:
    """Whether a path leads through a folder of tests."""
    return bool(_TEST_FOLDERS & set(path.casefold().split("/")[:-1]))


def _is_prose(file: File) -> bool:
    stem = file.name.removesuffix(file.suffix) if file.suffix else file.name
    if file.suffix not in _PROSE or file.size > 2_000_000:
        return False
    if file.suffix in ("", ".txt"):
        return stem.casefold().startswith(("readme", "read_me", "read-me"))
    in_docs = file.path.casefold().startswith(("doc/", "docs/"))
    return file.depth == 0 or in_docs or bool(_PROSE_NAMES.fullmatch(stem))


def _prose_lines(tree: Tree, file: File) -> Iterator[Line]:
    heading, fenced, before = "", False, ""
    for line in _lines(tree, file):
        text = line.text
        if text.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and text.startswith("#"):
            heading = text.strip("# ")[:200]
        elif not fenced and len(text) >= 3 and not text.strip("=-~^") and before:
            heading = before[:200]
        before = text
        yield Line(text, line.place, heading, fenced)


def _lines(tree: Tree, file: File) -> Iterator[Line]:
    text = tree.text(file)
    if text is None:
        return
    for number, line in enumerate(text.lines[:_MOST_LINES], 1):
        yield Line(line[:MOST_LINE].strip(), Place(file.path, number))
