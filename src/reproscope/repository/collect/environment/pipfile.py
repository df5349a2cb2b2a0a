"""``Pipfile``: Poetry-like tables with pipenv's own names."""

from __future__ import annotations

from reproscope.repository.collect.environment.indexes import index_named
from reproscope.repository.collect.environment.poetry import poetry_declared
from reproscope.repository.collect.environment.records import Gathered, Kind
from reproscope.repository.collect.environment.versions import python_stated
from reproscope.repository.collect.reading import Lines, table, toml_of, urls
from reproscope.repository.tree import Text, Tree

_TABLES: tuple[tuple[str, Kind], ...] = (("packages", "runtime"), ("dev-packages", "dev"))


def read_pipfile(tree: Tree, text: Text) -> Gathered:
    """Return what a Pipfile declares; ``"*"`` is any version."""
    data, lines, found = toml_of(text), Lines(text), Gathered.empty()
    for name, kind in _TABLES:
        after = lines.of(f"[{name}]")
        for package, value in table(data.get(name)).items():
            line = lines.key(package, after)
            one = poetry_declared(text.path, line, package, value, kind, "pipfile")
            found.declarations.append(one)
    requires = table(data.get("requires"))
    for key in ("python_full_version", "python_version"):
        if isinstance(requires.get(key), str):
            stated = python_stated(text.path, lines.key(key), requires[key], "Pipfile")
            found.pythons.extend([stated] if stated else [])
            break
    for url in urls(data.get("source")):
        index_named(text.path, lines.of(url), url, found)
    return found
