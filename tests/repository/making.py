"""Small repositories and hostile things, made where a test can leave them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from reproscope.repository.sources import open_target
from reproscope.repository.tree import Tree

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
MOMENT = "2020-02-03T04:05:06+01:00"


def written(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a directory and return it."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def git(root: Path, *arguments: str) -> str:
    """Run git in a repository of the test's own, as its author would."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(root),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_AUTHOR_DATE": MOMENT,
        "GIT_COMMITTER_DATE": MOMENT,
        "GIT_ALLOW_PROTOCOL": "file",
    }
    command = ["git", "-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false", *arguments]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def committed(root: Path, files: Mapping[str, str | bytes], message: str = "files") -> str:
    """Commit files, in a new repository if there is none, and return the commit."""
    root.mkdir(parents=True, exist_ok=True)
    if not (root / ".git").exists():
        git(root, "init", "-q")
    written(root, files)
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


def script(path: Path, touched: Path) -> Path:
    """Write a program that leaves a trace when it runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch '{touched}'\ncat 2>/dev/null\n")
    path.chmod(0o755)
    return path


def tree_of(root: Path, **how: object) -> Tree:
    """Open a target and return its tree."""
    with open_target(str(root), **how) as opened:  # type: ignore[arg-type]
        return opened.tree


def paths(tree: Tree) -> list[str]:
    """Return the paths of a tree's files."""
    return [file.path for file in tree.files]


def reasons(tree: Tree) -> str:
    """Return what was left out of a tree and why, in one line."""
    return " | ".join(f"{item.what}: {item.why}" for item in tree.skipped)
