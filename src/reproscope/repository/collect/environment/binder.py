"""Binder's own files: ``apt.txt`` and the install commands of ``postBuild``.

``runtime.txt`` is read by `versions`; requirements and environments by their own formats.
"""

from __future__ import annotations

from reproscope.repository.collect.environment.installing import installed
from reproscope.repository.collect.environment.records import Gathered, SystemPackage
from reproscope.repository.tree import Text, Tree


def read_apt(tree: Tree, text: Text) -> Gathered:
    """Read ``apt.txt``: one package a line."""
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:1000], 1):
        name, _, version = line.split("#")[0].strip().partition("=")
        if name:
            found.system.append(SystemPackage(text.path, number, name, version))
    return found


def read_post_build(tree: Tree, text: Text) -> Gathered:
    """Read what ``postBuild`` installs, line by line."""
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:1000], 1):
        if not line.lstrip().startswith("#"):
            installed(tree, text.path, number, line[:4000], {}, found)
    return found
