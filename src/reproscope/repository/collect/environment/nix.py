"""Nix and Guix: which inputs ``flake.lock`` fixes, and which packages the files name."""

from __future__ import annotations

import re

from reproscope.repository.collect.environment.records import (
    Declaration,
    Gathered,
    Lock,
    Pinned,
    canonical,
)
from reproscope.repository.collect.environment.versions import python_stated
from reproscope.repository.collect.reading import json_of, table
from reproscope.repository.tree import Text, Tree

_PYTHON = re.compile(r"\bpython(3)(\d{1,2})(?:Packages|Full|\b)")
_BLOCK = re.compile(
    r"withPackages\s{0,9}\(\s{0,9}\w{1,40}\s{0,9}:\s{0,40}(?:with\s{1,9}\w{1,40}\s{0,9};\s{0,40})?\[([^\]]{0,4000})\]"
)
_WITH = re.compile(
    r"with\s{1,9}(?:pkgs\.)?python3\d{0,2}Packages\s{0,9};\s{0,40}\[([^\]]{0,4000})\]"
)
_DOTTED = re.compile(r"\bpython3\d{0,2}Packages\.([A-Za-z][\w-]*)")
_WORD = re.compile(r"(?:\w+\.)?([A-Za-z][\w-]*)")
_GUIX = re.compile(r"(?:\"|(?<=[\s(,]))python-([a-z0-9-]+)(?:@([\w.]+))?(?:\"|(?=[\s),]|$))")
_GUIX_PYTHON = re.compile(r"\"python@(\d+\.\d+(?:\.\d+)?)\"")
_NOT_PACKAGES = {"build-system", "toolchain", "wrapper", "minimal"}
_REVISION = re.compile(r"\b[0-9a-f]{40}\b|sha256[-:=]")


def read_flake_lock(tree: Tree, text: Text) -> Gathered:
    """Read ``flake.lock``: every input has a revision and a hash."""
    nodes = table(table(json_of(text)).get("nodes"))
    locked = {n: table(table(v).get("locked")) for n, v in nodes.items() if n != "root"}
    found = Gathered.empty()
    hashed = sum(1 for one in locked.values() if one.get("narHash"))
    found.locks.append(Lock(text.path, "flake.lock", frozenset(), len(locked), hashed))
    return found


def read_nix(tree: Tree, text: Text) -> Gathered:
    """Read a Nix expression by its usual forms.

    ``python39.withPackages (ps: [ ps.numpy ])``, ``python39Packages.numpy`` and
    ``with python39Packages; [ numpy ]``.
    """
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:2000], 1):
        python = _PYTHON.search(line[:500])
        if python:
            stated = python_stated(text.path, number, f"{python[1]}.{python[2]}", "nix")
            found.pythons.extend([stated] if stated else [])
            break
    content = text.content[:200_000]
    fixed = bool(_REVISION.search(content)) or _beside(tree, text.path, "flake.lock")
    blocks = [*_BLOCK.finditer(content), *_WITH.finditer(content)]
    for number, line in enumerate(text.lines[:2000], 1):
        for word in _DOTTED.findall(line[:500].split("#")[0]):
            _named(text.path, number, word, "nix", fixed, found)
    for block in blocks:
        start = content.count("\n", 0, block.start(1)) + 1
        for offset, line in enumerate(block[1].splitlines()):
            for word in _WORD.findall(line.split("#")[0]):
                _named(text.path, start + offset, word, "nix", fixed, found)
    return found


def read_guix(tree: Tree, text: Text) -> Gathered:
    """Read a Guix manifest; its channels are fixed where a ``channels.scm`` names commits."""
    found = Gathered.empty()
    fixed = _beside(tree, text.path, "channels.scm")
    for number, line in enumerate(text.lines[:2000], 1):
        plain = line[:500].partition(";")[0]
        if python := _GUIX_PYTHON.search(plain):
            stated = python_stated(text.path, number, python[1], "guix")
            found.pythons.extend([stated] if stated else [])
        for name, version in _GUIX.findall(plain):
            if name not in _NOT_PACKAGES:
                _named(text.path, number, name, "guix", fixed or bool(version), found)
    return found


def _named(path: str, line: int, name: str, form: str, fixed: bool, found: Gathered) -> None:
    pinned: Pinned = "exact" if fixed else "unbounded"
    one = Declaration(path, line, canonical(name), pinned=pinned, format=form)
    found.declarations.append(one)


def _beside(tree: Tree, path: str, name: str) -> bool:
    directory = path.rpartition("/")[0]
    return f"{directory}/{name}".lstrip("/") in tree.by_path
