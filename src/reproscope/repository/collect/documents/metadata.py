"""What packaging metadata says beside dependencies: the licence field, and console scripts.

``pyproject.toml``, ``setup.cfg`` and ``package.json`` are read as data. ``setup.py`` is a Python
source like any other: its calls are recorded there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from reproscope.repository.collect.documents.document import Script
from reproscope.repository.collect.documents.licences import Licence, licences_named
from reproscope.repository.collect.reading import (
    Unreadable,
    cfg_of,
    json_of,
    table,
    texts,
    toml_of,
)
from reproscope.repository.tree import Text, Tree


@dataclass
class Metadata:
    """The licences and scripts that metadata declare."""

    licences: list[Licence] = field(default_factory=list)
    scripts: list[Script] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def metadata_of(tree: Tree) -> Metadata:
    """Read the metadata at the root; a file that cannot be read is named."""
    found = Metadata()
    readers = {"pyproject.toml": _pyproject, "setup.cfg": _setup_cfg, "package.json": _package}
    for name, reader in readers.items():
        file = tree.by_path.get(name)
        if file is None:
            continue
        text = tree.text(file)
        try:
            if text is None:
                raise Unreadable("it is not a text")
            reader(text, found)
        except Unreadable:
            found.unreadable.append(name)
    return found


def _pyproject(text: Text, found: Metadata) -> None:
    data = toml_of(text)
    project = table(data.get("project"))
    poetry = table(table(data.get("tool")).get("poetry"))
    licence = project.get("license", poetry.get("license"))
    if isinstance(licence, dict):
        licence = licence.get("text")
    classifiers = [c for c in texts(project.get("classifiers")) if c.startswith("License ::")]
    for said in [licence, *classifiers]:
        found.licences += _named(said, text)
    for scripts in (table(project.get("scripts")), table(poetry.get("scripts"))):
        for name, goal in scripts.items():
            found.scripts.append(Script(name, str(goal)[:200], text.path, _line(text, name)))


def _setup_cfg(text: Text, found: Metadata) -> None:
    parser = cfg_of(text)
    found.licences += _named(parser.get("metadata", "license", fallback=None), text)
    scripts = parser.get("options.entry_points", "console_scripts", fallback="")
    for line in scripts.splitlines():
        name, equals, goal = (part.strip() for part in line.partition("="))
        if equals and name:
            found.scripts.append(Script(name, goal[:200], text.path, _line(text, name)))


def _package(text: Text, found: Metadata) -> None:
    found.licences += _named(table(json_of(text)).get("license"), text)


def _named(said: Any, text: Text) -> Iterator[Licence]:
    if not isinstance(said, str):
        return
    for known in licences_named(said):
        line = _line(text, "license") or _line(text, "License")
        yield Licence(known.spdx, known.kind, text.path, line, "field", True, said[:100])


def _line(text: Text, word: str) -> int | None:
    return next((n for n, line in enumerate(text.lines, 1) if word in line), None)
