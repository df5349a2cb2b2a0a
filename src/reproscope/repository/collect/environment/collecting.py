"""Every declaration of a tree and every third-party import, in one `Environment`.

Each file is read once; files that others name are followed inside the tree and never out of it, so
includes that run in a circle end. A file that fails is a `Broken`, and the rest is still read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reproscope.repository.collect.environment.formats import Reader, reader_of
from reproscope.repository.collect.environment.other_languages import languages_of
from reproscope.repository.collect.environment.records import (
    Broken,
    Environment,
    Gathered,
    Kind,
    Reference,
)
from reproscope.repository.collect.environment.requirements import read_requirements
from reproscope.repository.collect.environment.used import third_party_of
from reproscope.repository.collect.environment.versions import cuda_of
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.reading import Unreadable
from reproscope.repository.tree import File, Tree

_MOST_FILES = 500


def collect_environment(tree: Tree, modules: Iterable[Module]) -> Environment:
    """Return the software environment that a tree declares, and what its code uses."""
    sources = tuple(modules)
    found = Gathered.empty()
    read: set[str] = set()
    for file, reader in _files(tree, found):
        read.add(file.path)
        _read(tree, file, reader, found)
    _follow(tree, read, found)
    found.cudas.extend(v for one in found.declarations if (v := cuda_of(one)) is not None)
    return Environment(
        declarations=tuple(found.declarations),
        references=tuple(found.references),
        broken=tuple(found.broken),
        locks=tuple(found.locks),
        images=tuple(found.images),
        system=tuple(found.system),
        pythons=tuple(found.pythons),
        cudas=tuple(found.cudas),
        channels=tuple(dict.fromkeys(found.channels)),
        indexes=tuple(dict.fromkeys(found.indexes)),
        files=tuple(sorted(read)),
        languages=languages_of(tree.files),
        third_party=third_party_of(tree, sources),
    )


def _files(tree: Tree, found: Gathered) -> list[tuple[File, Reader]]:
    """Return the files that declare something, nearest to the root first."""
    pairs = [(file, reader) for file in tree.files if (reader := reader_of(tree, file))]
    pairs.sort(key=lambda pair: (pair[0].depth, pair[0].path))
    for file, _ in pairs[_MOST_FILES:]:
        found.broken.append(Broken(file.path, None, f"only {_MOST_FILES} such files are read"))
    return pairs[:_MOST_FILES]


def _read(tree: Tree, file: File, reader: Reader, found: Gathered) -> None:
    if file.pointer:
        found.broken.append(Broken(file.path, None, "only a Git LFS pointer is there"))
        return
    text = tree.text(file)
    if text is None:
        found.broken.append(Broken(file.path, None, "it is not text, or cannot be opened"))
        return
    try:
        found.add(reader(tree, text))
    except Unreadable as error:
        found.broken.append(Broken(file.path, error.line, str(error)))
    except Exception as error:  # a stranger's file must not stop the others
        found.broken.append(Broken(file.path, None, f"{type(error).__name__}: {error}"[:200]))


def _follow(tree: Tree, read: set[str], found: Gathered) -> None:
    """Read the files that were named by others and not read yet, each once."""
    queue = list(found.references)
    while queue and len(read) < _MOST_FILES:
        reference = queue.pop(0)
        if reference.goal is None:
            why = f"it names {reference.named[:80]!r}, which is not in the tree"
            found.broken.append(Broken(reference.file, reference.line, why, False))
        elif reference.goal not in read:
            read.add(reference.goal)
            further = Gathered.empty()
            kind: Kind = "constraint" if reference.constraint else "runtime"
            _read(tree, tree.by_path[reference.goal], _of_kind(kind), further)
            queue.extend(further.references)
            found.add(further)
    _constrain(found, found.references)


def _of_kind(kind: Kind) -> Reader:
    return lambda tree, text: read_requirements(tree, text, kind)


def _constrain(found: Gathered, references: list[Reference]) -> None:
    """What is only ever named with ``-c`` limits versions and installs nothing."""
    installs = {one.goal for one in references if not one.constraint}
    limits = {one.goal for one in references if one.constraint} - installs - {None}
    if limits:
        found.declarations[:] = [
            replace(one, kind="constraint") if one.file in limits else one
            for one in found.declarations
        ]
