"""``pixi.toml``: tables of conda packages and of packages from the Python index, by feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproscope.repository.collect.environment.conda_spec import conda_package
from reproscope.repository.collect.environment.poetry import poetry_declared
from reproscope.repository.collect.environment.records import Gathered, Kind
from reproscope.repository.collect.environment.requirements import is_for_developers
from reproscope.repository.collect.environment.specifying import Where
from reproscope.repository.collect.reading import Lines, table, texts, toml_of
from reproscope.repository.tree import Text, Tree

_MOST_FEATURES = 100


def read_pixi(tree: Tree, text: Text) -> Gathered:
    """Return what a ``pixi.toml`` declares."""
    return pixi_declared(text.path, toml_of(text), Lines(text))


def pixi_declared(path: str, data: dict[str, Any], lines: Lines) -> Gathered:
    """Return what pixi's tables declare, in a file of their own or in ``pyproject.toml``."""
    found = Gathered.empty()
    workspace = table(data.get("workspace")) or table(data.get("project"))
    found.channels.extend(texts(workspace.get("channels"))[:50])
    for content, kind in _features(data):
        for key in ("dependencies", "host-dependencies"):
            for name, value in table(content.get(key)).items():
                _conda(path, name, value, kind, lines, found)
        for name, value in table(content.get("pypi-dependencies")).items():
            line = lines.key(name)
            found.declarations.append(poetry_declared(path, line, name, value, kind, "pixi"))
    return found


def _features(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Kind]]:
    """Yield each table that holds dependencies, with what it is for."""
    yield data, "runtime"
    for one in table(data.get("target")).values():
        yield table(one), "runtime"
    for name, one in list(table(data.get("feature")).items())[:_MOST_FEATURES]:
        kind: Kind = "dev" if is_for_developers(name) else "runtime"
        yield table(one), kind


def _conda(path: str, name: str, value: object, kind: Kind, lines: Lines, found: Gathered) -> None:
    version = value if isinstance(value, str) else table(value).get("version", "")
    written = f"{name} {version}" if isinstance(version, str) else name
    conda_package(written, Where(path, lines.key(name), kind, "conda"), found)
