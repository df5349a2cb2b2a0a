"""Conda's ``environment.yml``: channels, packages with builds, the ``pip:`` section."""

from __future__ import annotations

from typing import Any

from reproscope.repository.collect.environment.conda_spec import conda_package
from reproscope.repository.collect.environment.indexes import OPTIONS, index_named
from reproscope.repository.collect.environment.records import Broken, Gathered, Kind, Reference
from reproscope.repository.collect.environment.requirements import inside, kind_by_name
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.collect.reading import (
    Lines,
    Unreadable,
    table,
    texts,
    yaml_of,
)
from reproscope.repository.tree import Text, Tree

_MOST_PACKAGES = 5000


def looks_like_conda(text: Text) -> bool:
    """Whether a YAML file is an environment: it has a list of dependencies."""
    return any(line.startswith("dependencies:") for line in text.lines[:400])


def read_conda(tree: Tree, text: Text) -> Gathered:
    """Return what an environment file declares."""
    data = yaml_of(text)
    if not isinstance(data, dict):
        raise Unreadable("it is not an environment: it has no keys")
    found, lines = Gathered.empty(), Lines(text)
    found.channels.extend(texts(data.get("channels"))[:50])
    listed = data.get("dependencies")
    if listed is not None and not isinstance(listed, list):
        raise Unreadable("its dependencies are not a list", lines.key("dependencies"))
    after = lines.key("dependencies")
    kind = kind_by_name(text.path)
    for one in (listed or [])[:_MOST_PACKAGES]:
        if isinstance(one, str):
            conda_package(one, Where(text.path, lines.of(one, after), kind, "conda"), found)
        elif isinstance(one, dict):
            _pip(tree, text.path, one, lines, after, kind, found)
        elif one is not None:
            why = f"{str(one)[:40]!r} is not a package"
            found.broken.append(Broken(text.path, after, why, False))
    return found


def _pip(
    tree: Tree,
    path: str,
    section: dict[Any, Any],
    lines: Lines,
    after: int,
    kind: Kind,
    found: Gathered,
) -> None:
    after = lines.of("pip:", after)
    for written in texts(table(section).get("pip"))[:_MOST_PACKAGES]:
        line = lines.of(written, after)
        if written.startswith(("-r", "--requirement")):
            named = written.removeprefix("--requirement").removeprefix("-r").strip()
            found.references.append(Reference(path, line, named, inside(tree, path, named)))
        elif written.startswith(("-e ", "--editable ")):
            written = written.partition(" ")[2]
            found.declarations.append(declared(written, Where(path, line, kind, "conda-pip")))
        elif written.startswith("-"):
            option, *value = written.replace("=", " ", 1).split()
            if option in OPTIONS and value:
                index_named(path, line, value[0], found)
        else:
            found.declarations.append(declared(written, Where(path, line, kind, "conda-pip")))
