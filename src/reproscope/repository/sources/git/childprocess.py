"""One run of a child process: bounded in time, memory and the size of its files, and ended.

What it complains about goes to a file of ours, so that it cannot block a full pipe.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_MOST_COMPLAINTS = 1 << 16
_SHELL = Path("/bin/sh")
_BLOCK = 512
# A limit that the system does not know is left away; the rest holds.
_LIMITING = 'ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec "$@"'


class Ended(Exception):
    """A process that failed; `words` are the lines it complained with."""

    def __init__(self, words: list[str], status: int, late: bool) -> None:
        super().__init__(words)
        self.words = words
        self.status = status
        self.late = late


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds it may run, bytes of memory, and bytes of the largest file it may write."""

    seconds: float
    memory: int
    file: int


@contextmanager
def running(
    command: Sequence[str],
    bounds: Bounds,
    environment: Mapping[str, str],
    place: Path,
    complaints: Path,
    stdin: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process; when the block is left it is ended, and a failure raised as `Ended`."""
    late = threading.Event()
    with complaints.open("w+b") as errors:
        process = subprocess.Popen(
            limited(command, bounds),
            cwd=place,
            env=environment,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        timer = threading.Timer(bounds.seconds, _stop, [process, late])
        timer.daemon = True
        timer.start()
        try:
            yield process
            finished = _drained(process)
        finally:
            timer.cancel()
            _end(process)
        if finished and process.returncode != 0:
            raise Ended(_lines(errors), process.returncode, late.is_set())


def limited(command: Sequence[str], bounds: Bounds) -> list[str]:
    """Return a command that a shell starts under limits, where there is such a shell."""
    if not _SHELL.is_file():
        return list(command)
    sizes = (str(bounds.memory // 1024), str(bounds.file // _BLOCK))
    return [str(_SHELL), "-c", _LIMITING, "sh", *sizes, *command]


def _drained(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process said everything: one that was left early is no failure."""
    assert process.stdout is not None
    if process.stdout.read(1):
        return False
    process.wait()
    return True


def _stop(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    if process.poll() is None:
        late.set()
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that still runs, and those it started: they are a group of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):
        process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None and not process.stdin.closed:
        with suppress(BrokenPipeError):
            process.stdin.close()
    if process.poll() is None:
        _kill(process)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _lines(errors: IO[bytes]) -> list[str]:
    errors.seek(0)
    return errors.read(_MOST_COMPLAINTS).decode("utf-8", "replace").splitlines()
