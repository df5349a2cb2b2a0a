"""What a command costs: wall-clock and CPU seconds, and the memory of all its processes at once.

Linux only: processes are read from ``/proc``.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LOOK_EVERY = 0.05
_MEGABYTE = 1024 * 1024
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one run; memory is the largest sum over its processes that was seen.

    ``server_cpu`` and ``server_megabytes`` are those of a server that worked for it.
    """

    seconds: float
    cpu: float
    megabytes: float
    server_cpu: float = 0.0
    server_megabytes: float = 0.0


def cost_of(
    command: Sequence[str], *, cwd: Path | None = None, allowed: tuple[int, ...] = (0,),
    server: int | None = None,
) -> Cost:  # fmt: skip
    """Run a command in a session of its own; *server* is the first process of a server."""
    before, begun = os.times(), time.perf_counter()
    server_before = server_cpu(server) if server else 0.0
    peak = server_peak = 0.0
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True, cwd=cwd
    ) as process:
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            if server:
                server_peak = max(server_peak, server_resident(server))
            time.sleep(LOOK_EVERY)
        seconds = time.perf_counter() - begun
        if process.returncode not in allowed:
            assert process.stderr is not None
            raise SystemExit(process.stderr.read().decode())
    after = os.times()
    own = after.children_user + after.children_system
    return Cost(
        seconds,
        own - before.children_user - before.children_system,
        peak,
        server_cpu(server) - server_before if server else 0.0,
        server_peak,
    )


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Yield each process with what ``stat`` says of it from its state on."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended between the listing and the look
        yield int(entry.name), fields


def resident(session: int) -> float:
    """Return the megabytes of all processes of a session; shared pages count for each of them."""
    pages = sum(int(fields[21]) for _, fields in _processes() if int(fields[3]) == session)
    return pages * _PAGE / _MEGABYTE


def _family(first: int) -> dict[int, list[str]]:
    """Return a server's first process and its children."""
    return {
        number: fields
        for number, fields in _processes()
        if number == first or int(fields[1]) == first
    }


def server_cpu(first: int) -> float:
    """Return the CPU seconds of a server, of children that ended too."""
    family = _family(first)
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in family.values())
    ended = family[first]
    return (ticks + int(ended[13]) + int(ended[14])) / _TICK


def server_resident(first: int) -> float:
    """Return the megabytes of a server; what its processes share, its buffers, counts once."""
    own, shared = 0, 0
    for number in _family(first):
        try:
            pages = (Path("/proc") / str(number) / "statm").read_text().split()
        except OSError:
            continue
        own += int(pages[1]) - int(pages[2])
        shared = max(shared, int(pages[2]))
    return (own + shared) * _PAGE / _MEGABYTE
