"""What one check costs: wall-clock and CPU seconds with start-up, and memory of all its processes.

``python -m benchmarks.repository.speed [CHECKOUTS] [--write]`` measures generated repositories, and
three real ones where CHECKOUTS holds them; with ``--write`` the tables go to ``SPEED.md`` beside
this file. Offline, default profile, as a user would call it.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from statistics import median

import reproscope
from benchmarks.cost import LOOK_EVERY, Cost, cost_of
from benchmarks.repository.generated import generate

HERE = Path(__file__).parent
PAGE = HERE / "SPEED.md"
REAL = ("tkipf/pygcn", "kuangliu/pytorch-cifar", "karpathy/minGPT")
SIZES = (500, 1000, 2000, 5000)
REPEATS = 7


def check_cost(target: Path) -> Cost:
    """Check a repository in a process of its own; status 1 means findings."""
    command = [sys.executable, "-m", "reproscope", "repository", "check", str(target)]
    return cost_of(command, allowed=(0, 1))


def of_real(checkouts: Path) -> Iterator[str]:
    """Yield the table of real repositories."""
    yield "| repository | wall-clock, median s | fastest | slowest | CPU, median s | memory, MB |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name in REAL:
        runs = [check_cost(checkouts / name.replace("/", "+")) for _ in range(REPEATS)]
        wall = sorted(run.seconds for run in runs)
        yield (
            f"| {name} | {median(wall):.2f} | {wall[0]:.2f} | {wall[-1]:.2f} "
            f"| {median(run.cpu for run in runs):.2f} | {max(run.megabytes for run in runs):.0f} |"
        )


def of_generated() -> Iterator[str]:
    """Yield the table of generated repositories of growing size, one run each."""
    yield ("| Python files | lines each | wall-clock s | CPU s | CPU per file, ms | memory, MB |")
    yield "|---:|---:|---:|---:|---:|---:|"
    for count in SIZES:
        with tempfile.TemporaryDirectory() as room:
            lines = generate(Path(room), count)
            cost = check_cost(Path(room))
        yield (
            f"| {count} | {lines / count:.0f} | {cost.seconds:.1f} | {cost.cpu:.1f} "
            f"| {1000 * cost.cpu / count:.1f} | {cost.megabytes:.0f} |"
        )


def page(checkouts: Path | None) -> Iterator[str]:
    """Yield the lines of the page; every figure comes from this run."""
    yield from ("# What a check of a repository costs", "")
    yield (
        f"{date.today()}, reproscope {reproscope.__version__}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start (other work "
        "shares the machine: CPU seconds are the steadier figure). `reproscope repository check "
        "PATH` in a process of its own, start-up counted, offline, default profile. Memory is the "
        f"largest sum over all its processes, looked at every {LOOK_EVERY} s. Made by `make "
        "bench-repository`."
    )
    yield ""
    if checkouts is not None:
        yield from ("## Real repositories", "", f"{REPEATS} runs each.", "")
        yield from of_real(checkouts)
        yield ""
    yield from ("## Generated repositories (`generated.py`), one run each", "")
    yield from of_generated()
    yield from ("", f"Load average at the end: {os.getloadavg()[0]:.1f}.")


def main() -> None:
    places = [Path(word) for word in sys.argv[1:] if not word.startswith("-")]
    lines = []
    for line in page(places[0] if places else None):
        print(line, flush=True)
        lines.append(line)
    if "--write" in sys.argv:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
