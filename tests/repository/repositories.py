"""Small repositories for tests: files as text, opened without any collector but the sources'."""

from pathlib import Path

from reproscope.repository.collect.python.modules import modules_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.facts import Facts
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree


def facts_of(files: dict[str, str]) -> Facts:
    sources = [Source(path, text) for path, text in sorted(files.items())]
    tree = Tree(Path("."), ())
    return Facts(Origin("case"), tree, modules_of(sources))
