"""The fixture repositories of ``repos/``: what they expect, and what is said of them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from reproscope.repository.checking import Examined, examine
from reproscope.repository.collect.binderhub import events_of, heard
from reproscope.repository.collecting import collect
from reproscope.repository.sources import open_target

REPOS = Path(__file__).parent / "repos"
CASES = sorted(path.parent for path in REPOS.glob("*/expected.toml"))


def expected_of(case: Path) -> dict[str, dict[str, Any]]:
    """Return what a case expects, by indicator."""
    return tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))


def examined(root: Path) -> Examined:
    """Ask every indicator about a case's repository, with what a hub said of it if it did."""
    with open_target(str(root)) as opened:
        facts = collect(opened)
    said = root.parent / "hub.txt"
    if said.exists():
        build = heard(events_of(said.read_bytes().splitlines(keepends=True)))
        facts = replace(facts, build=replace(build, hub="https://hub.example.org", ref="HEAD"))
    return examine(facts)
