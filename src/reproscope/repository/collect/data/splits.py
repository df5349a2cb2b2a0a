"""How data are split: files of a split, calls that draw one, parts that come with the data.

A part comes with the data where a loader is asked for it, or where code opens it by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.literals import Literal
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import is_test
from reproscope.repository.tree import Tree

_FILE = re.compile(
    r"(?i)(?:.*[-_.])?(?:splits?|folds?_?\d*|(?:train|test|val|valid|dev|validation)"
    r"(?:[-_]?(?:ids?|idx|indices|index|list|files|names|set|split|data))?)(?:[-_.]?\d+)?"
)
_SUFFIXES = {".txt", ".csv", ".tsv", ".json", ".jsonl", ".npy", ".npz", ".pkl", ".mat", ".parquet"}
_TRAIN = re.compile(r"(?i)(?:.*[-_.])?tr(?:ai)?n(?:ing)?(?:[-_.]?\w+)?")
_HELD_OUT = re.compile(r"(?i)(?:.*[-_.])?(?:test|val|valid|validation|dev)(?:ing)?(?:[-_.]?\w+)?")
_BY_HAND = re.compile(
    r"(?i)(?:.*_)?(?:split\w*|k?folds?|hold_?out\w*|mask_test\w*|train_(?:test|val)\w*)(?:_\w+)?"
)
_NO_PATHS = re.compile(r"(?i)add_|log|scalar|summary|print|write|update|format")
_PERMUTES = {
    *("numpy.random.permutation", "numpy.random.shuffle", "numpy.random.choice", "random.shuffle"),
    *("random.sample", "torch.randperm"),
}
_SUFFIXES |= {".lst", ".list", ".yaml", ".arff", ".h5", ".index"}


@dataclass(frozen=True, slots=True)
class Split:
    """One split: of which kind (``file``, ``fixed``, ``drawn``), and whether a drawn one is seeded.

    `seeded` is ``None`` where the call is given something that cannot be followed.
    """

    kind: str
    words: str
    place: Place
    seeded: bool | None = True


def split_files(tree: Tree) -> Iterator[Split]:
    """Yield the files that hold a split, or one part of the data that was split before."""
    for file in tree.files:
        folders = file.path.casefold().split("/")[:-1]
        in_splits = any(folder in ("splits", "split", "folds") for folder in folders)
        parts = file.name.rpartition(".")[0].split(".")
        stems = {parts[0], parts[-1]}  # ``ind.cora.test.index`` too
        named = any(_FILE.fullmatch(stem) for stem in stems) and not _is_other(folders, parts[0])
        if file.suffix in _SUFFIXES and (in_splits or named) and not is_test(file.path):
            yield Split("file", file.path, Place(file.path, 1))


def _is_other(folders: list[str], stem: str) -> bool:
    """``configs/train.yaml`` sets the training up, ``logs/test.txt`` tells of it."""
    others = {"config", "configs", "conf", "cfg", "logs", "log", "results", "outputs", "scripts"}
    return bool(others & set(folders)) or "requirements" in stem.casefold() or stem.startswith(".")


def splits_in(modules: Iterable[Module]) -> Iterator[Split]:
    """Yield the calls that split data or load a part of it."""
    drawn, fixed = known("splitting"), known("fixed_splits")
    loaders = known("downloads")
    for module in modules:
        if module.is_test:
            continue
        for call in module.calls:
            kind = drawn.match(call.name)
            if kind is not None:
                yield Split("drawn", call.words, call.place, _seeded(call, kind))
            elif call.name in _PERMUTES and _splits_by_hand(call):
                yield Split("drawn", call.words, call.place, False)
            elif _is_fixed(call, fixed.match(call.name), loaders.match(call.name)):
                yield Split("fixed", call.words, call.place)
        yield from _named_parts(module)


def _splits_by_hand(call: Call) -> bool:
    """Whether a function that is named for it divides the rows, and not each batch anew."""
    name = call.scope.rpartition(".")[2]
    return _BY_HAND.fullmatch(name) is not None and not re.search(r"(?i)meta|batch", name)


def _named_parts(module: Module) -> Iterator[Split]:
    """Yield the parts that a source opens by their names: ``train.txt`` and ``valid.txt`` both."""
    written = {one.path for one in module.opened if one.writes}
    told = [(one.text, one.place) for one in module.literals if _may_be_path(one)]
    told = [(text, place) for text, place in told if text not in written]
    for call in module.calls:
        if call.name.endswith("path.join"):
            told += [(str(a.constant), call.place) for a in call.arguments[1:] if a.is_constant]
    parts = [(_part(text), text, place) for text, place in told]
    if {"train", "held out"} <= {part for part, _, _ in parts}:
        for part, text, place in parts:
            if part:
                yield Split("fixed", repr(text), place)


def _may_be_path(literal: Literal) -> bool:
    """``Loss/train`` is the name of a curve, and opens nothing."""
    method = literal.owner.rpartition(".")[2]
    return literal.role != "compared" and not (
        literal.role == "argument" and _NO_PATHS.search(method)
    )


def _part(text: str) -> str:
    """Return which part of the data a path is by its name, or an empty text."""
    name = text.rstrip("/").rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    if "://" in text or " " in text or (dot and f".{suffix}" not in _SUFFIXES):
        return ""
    for part, pattern in (("train", _TRAIN), ("held out", _HELD_OUT)):
        if pattern.fullmatch(stem or name) and _FILE.fullmatch(stem or name):
            return part
    return ""


def _is_fixed(call: Call, fixed: str | None, loader: str | None) -> bool:
    if fixed == "Keras":
        return "datasets" in call.name
    if fixed is not None:
        return True
    parts = {"train", "split", "image_set", "subset", "is_train"}
    return loader is not None and any(a.keyword in parts for a in call.arguments)


def _seeded(call: Call, kind: str) -> bool | None:
    """Whether a drawn split is told its seed; folds that are not shuffled need none."""
    if kind == "scikit-learn folds":
        shuffle = call.argument("shuffle", 1)
        if shuffle is None or shuffle.constant is False:
            return True
    off = call.argument("shuffle")
    if off is not None and off.is_constant and off.constant is False:
        return True
    if any(a.keyword == "**" or a.source.startswith("*") for a in call.arguments):
        return None
    keyword = "generator" if kind == "PyTorch" else "random_state"
    given = call.argument(keyword, 2 if kind == "PyTorch" else None) or call.argument("seed")
    return given is not None and not (given.is_constant and given.constant is None)
