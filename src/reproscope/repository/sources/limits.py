"""How much of a stranger's repository is looked at; what lies beyond is left out, and said."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is opened.

    `entries` are looked at in all, `files` are kept, at most `in_directory` of them in one
    directory, so that a folder of images does not hide the code behind it. `unpacked` bytes are
    written for an archive or a commit; of a file larger than `whole` only the beginning is. An
    archive that grows more than `ratio` times stops there. `fetched` and `seconds` bound git on
    the network, `local_seconds` on this machine.
    """

    entries: int = 2_000_000
    files: int = 100_000
    in_directory: int = 20_000
    depth: int = 64
    path: int = 1_024
    unpacked: int = 2_048 * MIB
    whole: int = 32 * MIB
    ratio: int = 200
    fetched: int = 1_024 * MIB
    seconds: float = 300.0
    local_seconds: float = 30.0
