"""Lines of a notebook's cell that are no Python: magics, shell lines, questions for help.

They become blank lines, so that the rest parses and every line keeps its number, and are kept as
`Magic` records.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Place

_MOST_MAGIC = 400
# ``files = !ls`` and ``x = %timeit f()`` are magics too.
_MAGIC = re.compile(r"[ \t]*(?:[\w.\[\], ]{1,80}=[ \t]*)?[!%](?!=)")
_HELP = re.compile(r"[ \t]*\??\??[\w.]+\?{1,2}[ \t]*$|[ \t]*\?{1,2}[\w.]+[ \t]*$")
# A cell may leave the sign out: ``pip install x``, ``cd data``.
_AUTOMATIC = re.compile(
    r"[ \t]*(?:(?:pip3?|conda|mamba)[ \t]+\w|(?:cd|ls|mkdir|cat|cp|rm)[ \t]+[\w./~-])"
)
_PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun", "%%memit")


@dataclass(frozen=True, slots=True)
class Magic:
    """A line that is not Python: ``!pip install x``, ``%cd data``, a line below ``%%bash``."""

    text: str
    place: Place


def blanked(path: str, number: int, lines: Iterable[str], magics: list[Magic]) -> Iterator[str]:
    """Yield the lines with what is no Python blanked and recorded, continuations too."""
    foreign = continued = False
    indented = ""
    for at, line in enumerate(lines, 1):
        first = line.strip()
        if at == 1 and first.startswith("%%"):
            foreign = not first.startswith(_PYTHON_CELLS)
        magic = foreign or continued or _is_magic(line)
        if not magic:
            indented = indented if not first or first.startswith("#") else line
            yield line
            continue
        continued = not foreign and first.endswith("\\")
        if first:
            magics.append(Magic(first[:_MOST_MAGIC], Place(path, at, number)))
        # A magic may be all there is below an ``if``, which then needs a statement.
        blank = line[: len(line) - len(line.lstrip())]
        yield f"{blank}pass" if blank and indented.rstrip().endswith(":") else ""


def has_magics(lines: Iterable[str]) -> bool:
    """Whether any line reads like a magic."""
    return any(_is_magic(line) for line in lines)


def _is_magic(line: str) -> bool:
    short = line[:200]
    if _AUTOMATIC.match(short):
        return True
    if "!" not in line and "%" not in line and "?" not in line:
        return False
    return bool(_MAGIC.match(short) or _HELP.match(short))


def parses(text: str) -> bool:
    """Whether a cell is Python as it stands: ``% y`` may just go on from the line above."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
