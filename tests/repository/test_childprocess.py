"""A child process is bounded in time, memory and the size of its files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from reproscope.repository.sources.git.childprocess import Bounds, Ended, running

MIB = 1024 * 1024
WRITE = "import sys\nwith open('out', 'wb') as f:\n    for _ in range(99): f.write(b'x' * 1000000)"


def ended(program: str, place: Path, bounds: Bounds) -> Ended:
    """Return how a program of Python ended under bounds."""
    command = [sys.executable, "-S", "-c", program]
    complaints = place / "complaints"
    with (
        pytest.raises(Ended) as caught,
        running(command, bounds, dict(os.environ), place, complaints),
    ):
        pass
    return caught.value


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no limit of memory")
def test_memory_without_end_is_refused(tmp_path: Path) -> None:
    bounds = Bounds(60, 300 * MIB, 10 * MIB)
    end = ended("x = [bytearray(50_000_000) for _ in range(20)]", tmp_path, bounds)
    assert end.words[-1] == "MemoryError"
    assert not end.late


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell that could set the limit")
def test_a_file_without_end_stops_at_its_limit(tmp_path: Path) -> None:
    ended(WRITE, tmp_path, Bounds(60, 4096 * MIB, 5 * MIB))
    assert 0 < (tmp_path / "out").stat().st_size <= 10 * MIB


def test_a_program_without_end_is_stopped_and_called_late(tmp_path: Path) -> None:
    end = ended("import time\ntime.sleep(60)", tmp_path, Bounds(0.5, 4096 * MIB, MIB))
    assert end.late


def test_a_program_that_is_left_early_has_not_failed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "while True: print('x' * 1000)"]
    bounds = Bounds(60, 4096 * MIB, MIB)
    with running(command, bounds, dict(os.environ), tmp_path, tmp_path / "complaints") as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == b"xxxxx"
    assert process.returncode is not None
