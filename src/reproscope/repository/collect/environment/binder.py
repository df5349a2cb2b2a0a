"""Binder's own files: ``apt.txt``, ``install.R``, and the install commands of ``postBuild``.

``runtime.txt`` is read by `versions`; requirements and environments by their own formats.
"""

from __future__ import annotations

import re

from reproscope.repository.collect.environment.installing import installed
from reproscope.repository.collect.environment.records import (
    Declaration,
    Gathered,
    Pinned,
    SystemPackage,
)
from reproscope.repository.tree import Text, Tree

_INSTALLS = re.compile(
    r"(install\.packages|install_version|install_github|install_cran|pkg_install)\(([^()]*(?:\([^()]*\))?[^()]*)"
)
_QUOTED = re.compile(r"[\"']([\w./@-]+)[\"']")
_DAY = re.compile(r"r-(?:\d+(?:\.\d+)*-)?\d{4}-\d\d-\d\d")


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


def read_install_r(tree: Tree, text: Text) -> Gathered:
    """Read what ``install.R`` installs; a ``runtime.txt`` with a day fixes all of its versions."""
    found = Gathered.empty()
    fixed = _has_day(tree, text.path)
    for number, line in enumerate(text.lines[:1000], 1):
        plain = line[:2000].partition("#")[0]
        for call, inside in _INSTALLS.findall(plain):
            names = _QUOTED.findall(inside.partition("=")[0])
            versions = names[1:2] if call == "install_version" else []
            for name in names[: 1 if versions else 200]:
                specifier = f"=={versions[0]}" if versions else ""
                pinned: Pinned = "exact" if versions or fixed else "unbounded"
                last = name.rpartition("/")[2].partition("@")[0]
                found.declarations.append(
                    Declaration(
                        text.path,
                        number,
                        last,
                        specifier,
                        pinned=pinned,
                        format="r",
                        language="r",
                    )
                )
    return found


def _has_day(tree: Tree, path: str) -> bool:
    beside = tree.by_path.get(f"{path.rpartition('/')[0]}/runtime.txt".lstrip("/"))
    runtime = tree.text(beside) if beside else None
    return runtime is not None and bool(_DAY.match(runtime.content))
