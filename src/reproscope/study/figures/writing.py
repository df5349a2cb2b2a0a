"""Figures as files, one a form: each is whole or not there, and none leaves its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from reproscope.core import Figure, ReproscopeError, UnknownName

FORMATS = ("svg", "png")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 100


def write(figures: Iterable[Figure], folder: Path, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write figures into a folder, which is made, and return the files in the order of writing."""
    for form in formats:
        if form not in FORMATS:
            raise UnknownName("form of a figure", form, FORMATS)
    every = list(figures)
    names = _distinct(safe_name(figure.name) for figure in every)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReproscopeError(f"{folder}: figures need a folder here: {error.strerror}") from error
    return [
        _written(folder / f"{name}.{form}", figure.svg.encode() if form == "svg" else figure.png)
        for figure, name in zip(every, names, strict=True)
        for form in formats
    ]


def safe_name(name: str) -> str:
    """Return a file's name for a figure's: letters, digits and hyphens, and no way out of a folder.

    >>> safe_name("raff2019-features"), safe_name("../../etc/passwd"), safe_name("..")
    ('raff2019-features', 'etc-passwd', 'figure')
    """
    return _UNSAFE.sub("-", name).strip("-.")[:_LONGEST].rstrip("-.") or "figure"


def _distinct(names: Iterable[str]) -> list[str]:
    """Number names that a file system may hold for one."""
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        own, number = name, 1
        while own.lower() in taken:
            number += 1
            own = f"{name}-{number}"
        taken.add(own.lower())
        found.append(own)
    return found


def _written(path: Path, content: bytes) -> Path:
    """Write beside the file first, so that what stands there is old or new and never half."""
    if path.is_symlink():
        raise ReproscopeError(f"{path} is a link: figures are written to plain files only")
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as beside:
            beside.write(content)
        os.chmod(beside.name, 0o644)
        os.replace(beside.name, path)
    except OSError as error:
        with suppress(OSError, UnboundLocalError):
            os.unlink(beside.name)
        raise ReproscopeError(f"{path}: cannot be written: {error.strerror}") from error
    return path
