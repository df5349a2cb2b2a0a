"""From an opened target to facts: every collector once, each by one line in `collect`."""

from __future__ import annotations

from reproscope.repository.collect.python.sources import python_modules
from reproscope.repository.facts import Facts
from reproscope.repository.sources import Opened


def collect(opened: Opened) -> Facts:
    """Collect everything there is to know about a repository, without judging any of it."""
    tree = opened.tree
    return Facts(
        origin=opened.origin,
        tree=tree,
        modules=python_modules(tree),
    )
