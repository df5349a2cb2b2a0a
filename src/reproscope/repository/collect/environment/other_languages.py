"""Other languages: how many files there are of each, and what R and Julia declare."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reproscope.repository.collect.environment.knowledge import knowledge
from reproscope.repository.collect.environment.records import (
    Declaration,
    Gathered,
    Kind,
    Language,
    LanguageFiles,
    Pinned,
)
from reproscope.repository.collect.reading import Lines, table, toml_of
from reproscope.repository.tree import File, Text, Tree

_ENDINGS = {
    "Python": (".py", ".ipynb", ".pyx"),
    "R": (".r", ".rmd", ".qmd"),
    "Julia": (".jl",),
    "MATLAB": (".m", ".mlx"),
    "C++": (".cpp", ".cc", ".cxx", ".hpp", ".hh"),
    "C": (".c", ".h"),
    "CUDA": (".cu", ".cuh"),
    "Java": (".java",),
    "Scala": (".scala",),
    "Lua": (".lua",),
    "Rust": (".rs",),
    "Go": (".go",),
    "JavaScript": (".js", ".mjs"),
    "TypeScript": (".ts", ".tsx"),
    "Shell": (".sh", ".bash"),
    "Fortran": (".f", ".f90"),
    "Perl": (".pl",),
    "Stan": (".stan",),
}
_FIELD = re.compile(r"(Depends|Imports|Suggests|LinkingTo):\s*(.*)")
_PACKAGE = re.compile(r"\s*([A-Za-z][\w.]*)\s*(?:\(([^)]*)\))?")
_KINDS: dict[str, Kind] = {"Suggests": "optional", "LinkingTo": "build"}


def languages_of(files: Iterable[File]) -> tuple[LanguageFiles, ...]:
    """Count the files of each language by their endings, the most frequent first."""
    by_ending = {e: name for name, endings in _ENDINGS.items() for e in endings}
    counts: dict[str, tuple[int, str]] = {}
    for file in files:
        name = by_ending.get(file.suffix)
        if name is not None:
            number, first = counts.get(name, (0, file.path))
            counts[name] = (number + 1, first)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1][0], pair[0]))
    return tuple(LanguageFiles(name, number, first) for name, (number, first) in ordered)


def read_description(tree: Tree, text: Text) -> Gathered:
    """Read the dependencies of R's ``DESCRIPTION``."""
    found, current = Gathered.empty(), ""
    for number, line in enumerate(text.lines[:2000], 1):
        opened = _FIELD.match(line)
        if opened:
            current, rest = opened[1], opened[2]
        elif line[:1] in (" ", "\t") and current:
            rest = line
        else:
            current = ""
            continue
        for written in rest.split(","):
            package = _PACKAGE.match(written[:200])
            if package and package[1] != "R":
                specifier = (package[2] or "").replace(" ", "")
                kind = _KINDS.get(current, "runtime")
                _declared(text.path, number, package[1], specifier, kind, "r", found)
    return found


def read_project(tree: Tree, text: Text) -> Gathered:
    """Read Julia's ``Project.toml``; its compatible versions are bounded like a caret.

    The standard library comes with Julia, and is no dependency.
    """
    data, lines, found = toml_of(text), Lines(text), Gathered.empty()
    limits = table(data.get("compat"))
    after = lines.of("[deps]")
    for name in sorted(set(table(data.get("deps"))) - knowledge().julia):
        specifier = str(limits.get(name, ""))
        _declared(text.path, lines.key(name, after), name, specifier, "runtime", "julia", found)
    return found


def _declared(
    path: str, line: int, name: str, specifier: str, kind: Kind, language: Language, found: Gathered
) -> None:
    pinned: Pinned = "unbounded"
    if specifier.startswith("="):
        pinned = "exact"
    elif specifier and not specifier.startswith((">", "≥")):
        pinned = "bounded"
    one = Declaration(
        path, line, name, specifier, pinned=pinned, kind=kind, format=language, language=language
    )
    found.declarations.append(one)
