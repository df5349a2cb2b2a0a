"""Another program as a child process: told what it may know, bounded in time, ended with its own.

Not for git, whose output is read while it comes (``sources.gitprocess``).
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended and what it said; `code` is ``None`` where its time was over."""

    code: int | None
    out: str = ""
    err: str = ""


def run(
    command: Sequence[str], directory: str, variables: Mapping[str, str], limit: float
) -> Ended:
    """Run a program within its time; the whole group of processes ends with it."""
    process = subprocess.Popen(
        command,
        cwd=directory,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        _end(process)
        process.communicate()
        return Ended(None)
    except BaseException:
        _end(process)
        raise
    return Ended(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
