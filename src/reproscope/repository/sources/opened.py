"""What opening a target hands over."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree


@dataclass(frozen=True, slots=True)
class Opened:
    """What was opened: where it comes from, and its files."""

    origin: Origin
    tree: Tree
