"""The Python sources of a tree, read and handed to the extractors, in the order of their paths.

Many sources are shared among two processes; where that cannot be done they are read one by one.
"""

from __future__ import annotations

import gc
import multiprocessing
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from reproscope.repository.collect.python.modules import Module, module_of
from reproscope.repository.collect.python.reading import NOTEBOOKS, SCRIPTS, source_of
from reproscope.repository.tree import File, Tree

MANY = 400
_PROCESSES = 2
_CHUNK = 50
_SHORTEST_SCRIPT, _LONGEST_SCRIPT = 12, 256 * 1024
_FIRST_LINE = 80


def python_modules(tree: Tree, many: int = MANY) -> tuple[Module, ...]:
    """Return every script and notebook; one that cannot be read is a `Module` that says so."""
    found = [file for file in tree.files if is_python(tree, file)]
    with _uncollected():
        return _read(tree, found, many)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: trees and records hold no cycles, and are walked in vain."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _read(tree: Tree, found: Sequence[File], many: int) -> tuple[Module, ...]:
    if len(found) > many and _may_fork():
        try:
            return _shared(tree.root, found)
        except (BrokenProcessPool, OSError, MemoryError):
            pass  # no processes to be had here: one by one it takes longer and is the same
    return tuple(module_of(source_of(tree, file)) for file in found)


def is_python(tree: Tree, file: File) -> bool:
    """Whether a file is a script or a notebook, by its ending or by its first line."""
    if file.suffix in SCRIPTS or file.suffix in NOTEBOOKS:
        return True
    if file.suffix or not _SHORTEST_SCRIPT <= file.size <= _LONGEST_SCRIPT:
        return False
    try:
        head = tree.read_bytes(file, _FIRST_LINE)
    except OSError:
        return False
    return head.startswith(b"#!") and b"python" in head.partition(b"\n")[0]


def _may_fork() -> bool:
    """Forking is safe while there is one thread; any other way would run the caller's script."""
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


def _shared(root: Path, files: Sequence[File]) -> tuple[Module, ...]:
    chunks = [files[start : start + _CHUNK] for start in range(0, len(files), _CHUNK)]
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(_PROCESSES, mp_context=context) as pool:
        parts = pool.map(_read_chunk, [root] * len(chunks), chunks)
        return tuple(module for part in parts for module in part)


def _read_chunk(root: Path, files: Sequence[File]) -> list[Module]:
    tree = Tree(root, ())
    return [module_of(source_of(tree, file)) for file in files]
