"""How clean the sources are, by ruff where it is installed; the tree's own settings don't count.

Ruff reads the files and runs none of them. It is called isolated, without cache and without the
sources' own ``noqa`` remarks, and its time is limited. Where it is missing, nothing is known.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reproscope.repository.tree import Tree

_RULES = "E4,E7,E9,F,W6,B"
_AT_ONCE = 400
_MOST_FINDINGS = 200_000
_LINE = re.compile(r"(?P<path>.+?):(?:cell \d+:)?(?P<line>\d+):\d+: (?P<code>[A-Z]+\d+|[\w-]+):? ")


@dataclass(frozen=True, slots=True)
class Style:
    """What ruff found: how often each rule, one place for each, and in how many files.

    `problem` says why nothing, or not everything, is known.
    """

    files: int = 0
    counts: tuple[tuple[str, int], ...] = ()
    places: tuple[tuple[str, str, int], ...] = ()
    version: str = ""
    problem: str | None = None

    @property
    def found(self) -> int:
        """How many findings there are in all."""
        return sum(count for _, count in self.counts)


def collect_style(tree: Tree, paths: Sequence[str], seconds: float = 20.0) -> Style:
    """Let ruff look at some sources of a tree."""
    ruff = find_ruff(tree.root)
    if ruff is None:
        return Style(problem="ruff is not installed")
    if not paths:
        return Style()
    end = time.monotonic() + seconds
    counts: Counter[str] = Counter()
    places: dict[str, tuple[str, int]] = {}
    for start in range(0, len(paths), _AT_ONCE):
        some = paths[start : start + _AT_ONCE]
        try:
            said = _run(ruff, tree.root, some, end - time.monotonic())
        except (OSError, subprocess.SubprocessError) as error:
            why = "ruff took too long" if isinstance(error, subprocess.TimeoutExpired) else "failed"
            return Style(start, problem=f"{why} after {start} of {len(paths)} files")
        _count(said, counts, places)
    return Style(
        len(paths),
        tuple(counts.most_common()),
        tuple((code, *places[code]) for code, _ in counts.most_common()),
        _version(ruff),
    )


def find_ruff(root: Path) -> Path | None:
    """Return ruff beside this interpreter or on the path, and never one inside the audited tree."""
    beside = Path(sys.executable).with_name("ruff")
    named = str(beside) if beside.is_file() else shutil.which("ruff")
    if named is None:
        return None
    found = Path(os.path.abspath(named))
    return None if found.is_relative_to(root.resolve()) else found


def _run(ruff: Path, root: Path, paths: Sequence[str], seconds: float) -> str:
    done = subprocess.run(
        [
            ruff,
            "check",
            "--isolated",
            "--no-cache",
            "--ignore-noqa",
            "--no-fix",
            "--exit-zero",
            "--quiet",
            f"--select={_RULES}",
            "--output-format=concise",
            "--",
            *(f"./{path}" for path in paths),
        ],
        cwd=root,
        env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=max(0.1, seconds),
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def _count(said: str, counts: Counter[str], places: dict[str, tuple[str, int]]) -> None:
    for line in said.splitlines()[:_MOST_FINDINGS]:
        match = _LINE.match(line)
        if match:
            counts[match["code"]] += 1
            path = match["path"].removeprefix("./")
            places.setdefault(match["code"], (path, int(match["line"])))


def _version(ruff: Path) -> str:
    try:
        done = subprocess.run(
            [ruff, "--version"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().removeprefix("ruff ")
