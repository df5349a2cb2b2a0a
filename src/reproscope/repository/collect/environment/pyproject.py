"""``pyproject.toml``: PEP 621, optional dependencies, PEP 735 groups, PDM, flit and hatch.

Poetry's own tables are read by `poetry`; what builds the project is of kind `build`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproscope.repository.collect.environment.indexes import index_named
from reproscope.repository.collect.environment.pixi import pixi_declared
from reproscope.repository.collect.environment.poetry import read_poetry
from reproscope.repository.collect.environment.records import Broken, Gathered, Kind, Reference
from reproscope.repository.collect.environment.requirements import inside, is_for_developers
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.collect.environment.versions import classifiers_stated, python_stated
from reproscope.repository.collect.reading import Lines, table, texts, toml_of, urls
from reproscope.repository.tree import Text, Tree


def read_pyproject(tree: Tree, text: Text) -> Gathered:
    """Return what a pyproject.toml declares."""
    data = toml_of(text)
    lines = Lines(text)
    found = Gathered.empty()
    for requirement, kind, after in _requirements(data, lines):
        where = Where(text.path, lines.of(requirement.strip(), after), kind, "pyproject")
        found.declarations.append(declared(requirement, where))
    project = table(data.get("project"))
    _python(text.path, project, lines, found)
    _dynamic(tree, text.path, data, project, lines, found)
    tools = table(data.get("tool"))
    found.add(read_poetry(text.path, table(tools.get("poetry")), lines))
    found.add(pixi_declared(text.path, table(tools.get("pixi")), lines))
    for tool, key in (("uv", "index"), ("poetry", "source"), ("pdm", "source")):
        for url in urls(table(tools.get(tool)).get(key)):
            index_named(text.path, lines.of(url), url, found)
    return found


def _requirements(data: dict[str, Any], lines: Lines) -> Iterator[tuple[str, Kind, int]]:
    """Yield each requirement of the standard tables and of the tools, with its kind."""
    project, tool = table(data.get("project")), table(data.get("tool"))
    after = lines.of("[project]")
    for one in texts(project.get("dependencies")):
        yield one, "runtime", after
    for group, listed in table(project.get("optional-dependencies")).items():
        yield from ((one, group_kind(group), after) for one in texts(listed))
    after = lines.of("[dependency-groups]")
    for group, listed in table(data.get("dependency-groups")).items():
        kind = own_group_kind(group)
        yield from ((one, kind, after) for one in texts(listed))  # include-group names another
    for listed in table(table(tool.get("pdm")).get("dev-dependencies")).values():
        yield from ((one, "dev", 0) for one in texts(listed))
    for one in texts(table(tool.get("uv")).get("dev-dependencies")):
        yield one, "dev", 0
    flit = table(table(tool.get("flit")).get("metadata"))
    yield from ((one, "runtime", 0) for one in texts(flit.get("requires")))
    for group, listed in table(flit.get("requires-extra")).items():
        yield from ((one, group_kind(group), 0) for one in texts(listed))
    for environment in table(table(tool.get("hatch")).get("envs")).values():
        for name in ("dependencies", "extra-dependencies"):
            yield from ((one, "dev", 0) for one in texts(table(environment).get(name)))
    for one in texts(table(data.get("build-system")).get("requires")):
        yield one, "build", lines.of("[build-system]")


def group_kind(group: object) -> Kind:
    """Say what an extra is for, by its name."""
    return "dev" if is_for_developers(str(group)) else "optional"


def own_group_kind(group: object) -> Kind:
    """Say what a group of the project's own is for: what is not for developers is for the code.

    PEP 735 and Poetry mean groups for projects that are no libraries too: ``train``, ``analysis``.
    """
    return "dev" if is_for_developers(str(group)) else "runtime"


def _python(path: str, project: dict[str, Any], lines: Lines, found: Gathered) -> None:
    stated = project.get("requires-python")
    if isinstance(stated, str):
        one = python_stated(path, lines.key("requires-python"), stated, "requires-python")
        found.pythons.extend([one] if one else [])
    listed = texts(project.get("classifiers"))
    line = lines.key("classifiers")
    found.pythons.extend(classifiers_stated(path, line, listed))


def _dynamic(
    tree: Tree,
    path: str,
    data: dict[str, Any],
    project: dict[str, Any],
    lines: Lines,
    found: Gathered,
) -> None:
    """Dependencies that are computed: setuptools may read them from a file, which is followed."""
    if "dependencies" not in texts(project.get("dynamic")):
        return
    setuptools = table(table(table(data.get("tool")).get("setuptools")).get("dynamic"))
    named = table(setuptools.get("dependencies")).get("file")
    files = [named] if isinstance(named, str) else texts(named)
    line = lines.key("dependencies", lines.of("[tool.setuptools.dynamic]")) if files else 1
    for one in files:
        found.references.append(Reference(path, line, one, inside(tree, path, one)))
    beside = path.rpartition("/")[0]
    other = [f"{beside}/{name}".lstrip("/") for name in ("setup.py", "setup.cfg")]
    if not files and not any(one in tree.by_path for one in other):
        why = "its dependencies are dynamic, and are not stated in a file"
        found.broken.append(Broken(path, lines.key("dynamic"), why, False))
