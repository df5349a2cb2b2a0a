"""Whether the tests that a table names exist: pytest itself is asked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent


def missing_tests(names: Iterable[str]) -> list[str]:
    """Return those of ``file.py::test`` in this directory that pytest does not collect."""
    wanted = sorted(set(names))
    named = {HERE / name.partition("::")[0] for name in wanted}
    files = sorted(str(file) for file in named if file.is_file())
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = {line.partition("[")[0].rpartition("/")[2] for line in done.stdout.splitlines()}
    return [name for name in wanted if name not in found]
