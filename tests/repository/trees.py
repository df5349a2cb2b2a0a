"""Makes small trees for tests, from a mapping of paths to contents."""

from collections.abc import Mapping
from pathlib import Path

from reproscope.repository.collect.environment.collecting import collect_environment
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.collect.python.modules import modules_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.facts import Facts
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import File, Tree


def tree_of(root: Path, files: Mapping[str, str | bytes]) -> Tree:
    """Write the files below a root and return their tree."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    listed = [File(name, (root / name).stat().st_size) for name in sorted(files)]
    return Tree(root, tuple(listed))


def facts_of(root: Path, files: Mapping[str, str | bytes]) -> Facts:
    """Write the files and collect what they say of the environment."""
    tree = tree_of(root, files)
    sources = [Source(f.path, tree.text(f).content) for f in tree.files if f.suffix == ".py"]
    modules = modules_of(sources)
    environment = collect_environment(tree, modules)
    return Facts(Origin("here"), tree, modules, environment=environment)


def environment_of(root: Path, files: Mapping[str, str | bytes]) -> Environment:
    """Return the environment alone."""
    return facts_of(root, files).environment
