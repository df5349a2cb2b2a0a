"""Whose a directory is, by its name and what lies in it: the work's own, others', or a tool's.

Only plain cases are decided: ``build`` and ``env`` can hold sources, so their names alone say
nothing.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

# Files of others that lie in the tree.
OF_OTHERS = frozenset(
    (
        "node_modules",
        "bower_components",
        "site-packages",
        "dist-packages",
        "third_party",
        "third-party",
        "thirdparty",
        "vendor",
        "vendored",
        "_vendor",
        "venv",
        ".venv",
        ".tox",
        ".nox",
        ".eggs",
        "conda-meta",
    )
)
# What tools leave behind: nobody's work.
OF_TOOLS = frozenset(
    (
        "__pycache__",
        ".git",
        ".hg",
        ".svn",
        ".bzr",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".ipynb_checkpoints",
        ".hypothesis",
        ".cache",
        ".gradle",
        ".terraform",
        "__MACOSX",
    )
)
MADE_BY_INSTALLING = (".egg-info", ".dist-info")
_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")


class Owner(Enum):
    """Whose the files below a directory are."""

    WORK = "the work itself"
    OTHERS = "others"
    TOOLS = "tools"


def owner_of(directory: Path) -> Owner:
    """Return whose a directory is; what lies above it is not looked at."""
    name = directory.name
    if name in OF_TOOLS or _is_build_output(directory):
        return Owner.TOOLS
    if name.casefold() in OF_OTHERS or name.endswith(MADE_BY_INSTALLING):
        return Owner.OTHERS
    if any(os.path.lexists(directory / mark) for mark in _ENVIRONMENT_MARKS):
        return Owner.OTHERS
    return Owner.WORK


def _is_build_output(directory: Path) -> bool:
    name, above = directory.name, directory.parent.name
    if above == "build":
        return name == "lib" or name.startswith(("lib.", "bdist.", "temp."))
    return above in ("doc", "docs") and name == "_build"
