"""What is known of others' functions, from ``known.toml``: which save, load, download, track.

Knowledge is data: a new framework is a line there, and no Python.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Known:
    """Names of one kind with a label each: whole, by their last part, or by how they begin."""

    whole: Mapping[str, str]
    last: Mapping[str, str]
    beginning: tuple[tuple[str, str], ...]
    starts: tuple[str, ...]

    def match(self, name: str) -> str | None:
        """Return the label of a dotted name, or ``None``.

        >>> known("saves").match("torch.save"), known("saves").match("json.dump")
        ('PyTorch', None)
        """
        found = self.whole.get(name) or self.last.get(name.rpartition(".")[2])
        if found is not None:
            return found
        if not name.startswith(self.starts):
            return None
        return next((label for start, label in self.beginning if name.startswith(start)), None)


@cache
def known(kind: str) -> Known:
    """Return the names of a kind, one of the tables of ``known.toml``."""
    return _tables()[kind]


@cache
def _tables() -> dict[str, Known]:
    text = Path(__file__).with_name("known.toml").read_text("utf-8")
    return {kind: _known(table) for kind, table in tomllib.loads(text).items()}


def _known(table: Mapping[str, list[str]]) -> Known:
    whole: dict[str, str] = {}
    last: dict[str, str] = {}
    beginning: list[tuple[str, str]] = []
    for label, patterns in table.items():
        for pattern in patterns:
            if pattern.startswith("*."):
                last[pattern[2:]] = label
            elif pattern.endswith(".*"):
                beginning.append((pattern[:-1], label))
            else:
                whole[pattern] = label
    return Known(whole, last, tuple(beginning), tuple(start for start, _ in beginning))
