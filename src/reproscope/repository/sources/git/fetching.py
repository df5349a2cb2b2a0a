"""A repository behind an address: one commit is fetched, nothing is checked out by git.

A listing of references finds what was asked for, and where the repository has moved; then the one
commit comes without its history. Time, memory and size are bounded, and every host was resolved
and found public before git may reach it.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.errors import shown_name
from reproscope.repository.sources.directory import open_written
from reproscope.repository.sources.git.addresses import Address, is_literal
from reproscope.repository.sources.git.commits import committed_at, peeled
from reproscope.repository.sources.git.process import Git, GitFailed
from reproscope.repository.sources.git.redirects import heard_in, moved_to
from reproscope.repository.sources.git.references import Wanted, wanted
from reproscope.repository.sources.limits import MIB, Limits
from reproscope.repository.sources.network import PUBLIC, Network
from reproscope.repository.sources.opened import Opened
from reproscope.repository.sources.origin import Origin

_WEB = ("https", "http")
_PAUSE = 0.05
_SLACK = 64 * MIB
_LEAST_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class _Reached:
    """The address that answered, how git reaches it, and what is to be fetched there."""

    git: Git
    address: Address
    wanted: Wanted


def open_git(
    address: Address, origin: Origin, limits: Limits, scratch: Path, network: Network = PUBLIC
) -> Opened:
    """Fetch one commit and read its files."""
    end = time.monotonic() + limits.seconds
    git = Git.at(scratch / "git", limits.seconds)
    try:
        reached = _reached(git, address, network, end)
        _fetch(reached, limits, end)
        commit = peeled(reached.git, "FETCH_HEAD")
        if commit is None:
            raise ReproscopeError("it gave no commit")
    except UnknownName:
        raise
    except ReproscopeError as error:
        shown = shown_name(address.shown)
        raise ReproscopeError(f"cannot fetch {shown}: {error.message}") from error
    moved = reached.address.shown
    origin = replace(
        origin,
        commit=commit,
        committed=committed_at(reached.git, commit),
        branch=reached.wanted.branch,
        remote=moved,
        moved=None if moved == address.shown else moved,
    )
    return open_written(reached.git, commit, origin, limits, scratch)


def _reached(git: Git, address: Address, network: Network, end: float) -> _Reached:
    """Ask for references, and go on to where the repository has moved, a few times at most."""
    named = address
    for _ in range(network.redirects + 1):
        trace = git.directory / "trace"
        trace.unlink(missing_ok=True)
        # A redirect of the host that the user trusts leads to no other private host.
        trusted = network.private and address.host == named.host
        asking = _git_for(git, address, () if trusted else _pinned(address, network))
        tracing = {**asking.environment, "GIT_TRACE_CURL": str(trace)}
        tracing["GIT_TRACE_CURL_NO_DATA"] = "1"
        try:
            found = wanted(replace(asking, environment=tracing).within(_left(end)), address)
        except GitFailed as error:
            moved = moved_to(address, heard_in(trace), network.schemes)
            if moved is None:
                raise
            if moved.url == address.url:
                raise ReproscopeError("it redirects to itself") from error
            address = moved
        else:
            if found.sha256:  # the directory was made for the other kind of hash
                Git.at(git.directory, 0, sha256=True)
            return _Reached(asking, address, found)
    raise ReproscopeError(
        f"it redirects more than {network.redirects} times, last to {shown_name(address.shown)}"
    )


def _pinned(address: Address, network: Network) -> tuple[str, ...]:
    _, host, port = address.server
    return network.lookup(host, port) if host else ()


def _git_for(git: Git, address: Address, addresses: tuple[str, ...]) -> Git:
    scheme, host, port = address.server
    settings = {f"protocol.{scheme}.allow": "always", "fetch.unpackLimit": "1"}
    if addresses and scheme in _WEB and not is_literal(host):
        # The name must not lead elsewhere when git asks for it again. For ssh there is no such
        # setting; there the key of the host has to be known.
        pinned = ",".join(f"[{one}]" if ":" in one else one for one in addresses)
        settings["http.curloptResolve"] = f"{host}:{port}:{pinned}"
    return replace(git, settings=settings, environment={"GIT_ALLOW_PROTOCOL": scheme})


def _left(end: float) -> float:
    return max(_LEAST_SECONDS, end - time.monotonic())


def _fetch(reached: _Reached, limits: Limits, end: float) -> None:
    """Fetch, and watch how much comes."""
    git = reached.git.within(_left(end), limits.fetched + _SLACK)
    options = ("--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules")
    address = reached.address.url
    with git.started("fetch", *options, "--", address, reached.wanted.name) as process:
        while True:
            running = process.poll() is None
            if _bytes_below(git.directory / "objects") > limits.fetched:
                raise ReproscopeError(
                    f"it is larger than {limits.fetched:,} bytes: clone it and give the directory"
                )
            if not running:
                break
            time.sleep(_PAUSE)


def _bytes_below(directory: Path) -> int:
    total = 0
    for folder, _, files in os.walk(directory):
        for name in files:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except OSError:
                continue  # git renames its temporary files while they are counted
    return total
