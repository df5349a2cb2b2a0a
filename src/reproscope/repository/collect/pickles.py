"""Files that run code when they are loaded: the calls that load such, and the files that are one.

A pickle is told by its first bytes, since data sets ship them under any name. None is ever loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import is_test
from reproscope.repository.tree import File, Tree

_HEAD = 160
_MOST_HEADS = 5_000
_PICKLE = re.compile(
    rb"\x80[\x02-\x05]"  # protocols 2 to 5
    rb"|\(?c[A-Za-z_][\w.]*\n[A-Za-z_]\w*\n"  # protocols 0 and 1, of an object
    rb"|\([dl]p\d+\n|[\]}]q[\x00-\x02]",  # of a dictionary or list
)
_TORCH_ARCHIVE, _OF_OBJECTS = b"PK\x03\x04", b"\x93NUMPY"
_NAMED = {".pkl", ".pickle", ".pt", ".pth", ".joblib"}
_COMPRESSED = re.compile(r"(?i).+\.(?:pkl|pickle|p|joblib)\.(?:gz|bz2|xz|z)")
# What is no pickle whatever stands in it: not worth a look at its first bytes.
_OTHERS = {".py", ".ipynb", ".md", ".rst", ".txt", ".csv", ".tsv", ".json", ".yaml", ".yml", ".sh"}
_OTHERS |= {
    ".png",
    ".jpg",
    ".jpeg",
    ".gif",
    ".svg",
    ".pdf",
    ".toml",
    ".cfg",
    ".html",
    ".js",
    ".css",
}
_OTHERS |= {".c", ".cc", ".cpp", ".cu", ".h", ".m", ".r", ".xml", ".zip", ".gz", ".wav", ".mp4"}
_SAME = ("pickle", "joblib", "pandas")


@dataclass(frozen=True, slots=True)
class Loading:
    """A call that runs the code which a file holds; `path` where the source tells it.

    `made` says that the repository's sources write such files themselves.
    """

    library: str
    words: str
    place: Place
    path: str | None = None
    made: bool = False


def loadings_of(modules: Iterable[Module], saves_models: bool) -> Iterator[Loading]:
    """Yield the calls that run what a file holds, each with whether such files are made here."""
    modules = tuple(modules)
    made = {library for module in modules for library in _made_by(module)}
    made |= {"PyTorch"} if saves_models else set()
    trusts = known("trusts")
    for module in modules:
        paths = {(one.place, one.call): one.path for one in module.opened if one.handle}
        paths |= {(one.place, ""): one.path for one in module.opened if not one.writes}
        for call in module.calls:
            library = trusts.match(call.name)
            if library is not None and _runs_code(call):
                path = paths.get((call.place, call.name)) or paths.get((call.place, ""))
                yield Loading(library, call.words, call.place, path, library in made)


def _made_by(module: Module) -> Iterator[str]:
    """Yield the libraries whose files a source writes; what pickles can be read by its likes."""
    dumps = known("dumps")
    for call in module.calls:
        library = dumps.match(call.name)
        if library in _SAME:
            yield from _SAME
        elif library is not None:
            yield library


def _runs_code(call: Call) -> bool:
    if call.name == "numpy.load":
        given = call.argument("allow_pickle")
        return given is not None and given.constant is True
    safe = call.argument("weights_only")
    return not (safe is not None and safe.constant is True)


def pickles_in(tree: Tree) -> Iterator[str]:
    """Yield the files of a tree, but of its tests, that are pickles or hold one."""
    may_be = (f for f in tree.files if f.suffix not in _OTHERS or _COMPRESSED.fullmatch(f.name))
    for file in islice((f for f in may_be if not is_test(f.path)), _MOST_HEADS):
        if _COMPRESSED.fullmatch(file.name) or _is_pickle(tree, file):
            yield file.path


def _is_pickle(tree: Tree, file: File) -> bool:
    if file.suffix in _NAMED or file.pointer:
        return file.suffix in _NAMED
    try:
        head = tree.read_bytes(file, _HEAD)
    except OSError:
        return False
    if head.startswith(_TORCH_ARCHIVE):
        return b"data.pkl" in head
    if head.startswith(_OF_OBJECTS):
        return b"'|O'" in head
    return _PICKLE.match(head) is not None
