"""A repository behind an address: one commit is fetched, nothing is checked out by git.

One listing of references finds what was asked for; then the one commit comes without its history.
The time and the size are bounded, and the host was resolved and found public before.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.core.errors import UnknownName, shown_name
from reproscope.repository.facts import Origin
from reproscope.repository.sources.addresses import Address, public_addresses
from reproscope.repository.sources.commits import committed_at, peeled
from reproscope.repository.sources.directory import open_written
from reproscope.repository.sources.gitdir import HASH
from reproscope.repository.sources.gitprocess import Git, GitFailed
from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.opened import Opened

_MOST_REFERENCES = 4 * 1024 * 1024
_PORTS = {"https": 443, "ssh": 22}
_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What to fetch: a full reference or a hash, and the branch it is."""

    name: str
    branch: str | None = None


def open_git(
    address: Address, origin: Origin, limits: Limits, scratch: Path, *, private: bool = False
) -> Opened:
    """Fetch one commit and read its files; *private* allows hosts that are not public."""
    git = _git_for(address, limits, scratch, private)
    try:
        wanted = _wanted(git, address)
        _fetch(git, address, wanted, limits)
    except GitFailed as error:
        words = error.message.replace(address.url, address.shown)
        raise ReproscopeError(f"cannot fetch {shown_name(address.shown)}: {words}") from error
    commit = peeled(git, "FETCH_HEAD")
    if commit is None:
        raise ReproscopeError(f"cannot fetch {shown_name(address.shown)}: it gave no commit")
    origin = replace(
        origin,
        commit=commit,
        committed=committed_at(git, commit),
        branch=wanted.branch,
        remote=address.shown,
    )
    return open_written(git, commit, origin, limits, scratch)


def _git_for(address: Address, limits: Limits, scratch: Path, private: bool) -> Git:
    git = Git.at(scratch / "git", limits.seconds)
    settings = {f"protocol.{address.scheme}.allow": "always", "fetch.unpackLimit": "1"}
    if address.scheme in _PORTS and not private:
        port = address.port or _PORTS[address.scheme]
        found = public_addresses(address.host, port)
        if found:
            # The name must not lead elsewhere when git asks for it again.
            pinned = ",".join(f"[{one}]" if ":" in one else one for one in found)
            settings["http.curloptResolve"] = f"{address.host}:{port}:{pinned}"
    environment = {"GIT_ALLOW_PROTOCOL": address.scheme}
    return replace(git, settings=settings, environment=environment)


def _wanted(git: Git, address: Address) -> _Wanted:
    """Find the reference among those the repository has, or take a whole hash as it is."""
    ref = address.ref
    if ref is not None and HASH.fullmatch(ref):
        return _Wanted(ref)
    patterns = ["HEAD"] if ref is None else ["HEAD", "refs/heads/*", "refs/tags/*"]
    said = git.answer("ls-remote", "--symref", "--", address.url, *patterns, most=_MOST_REFERENCES)
    lines = [line.split("\t") for line in said.decode("utf-8", "replace").splitlines()]
    hashes = {name: value for value, name in (pair for pair in lines if len(pair) == 2)}
    if ref is None:
        goals = [value for value, name in (p for p in lines if len(p) == 2) if name == "HEAD"]
        branch = next((g.removeprefix("ref: refs/heads/") for g in goals if g[:4] == "ref:"), None)
        if not goals:
            raise ReproscopeError(f"{shown_name(address.shown)} has no commit to look at")
        return _Wanted("HEAD", branch)
    for place in (ref, f"refs/tags/{ref}", f"refs/heads/{ref}"):
        if place in hashes:
            branch = place.removeprefix("refs/heads/")
            return _Wanted(place, branch if branch != place else None)
    by_hash = [h for h in hashes.values() if len(ref) >= 7 and h.startswith(ref)]
    if by_hash:
        return _Wanted(by_hash[0])
    known = [name.split("/", 2)[-1] for name in hashes if not name.endswith("^{}")]
    if len(ref) >= 7 and all(c in "0123456789abcdef" for c in ref):
        raise ReproscopeError(
            f"no branch or tag of {shown_name(address.shown)} is or begins at {shown_name(ref)}: "
            "give a commit by all of its digits"
        )
    raise UnknownName("branch, tag or commit", ref, known)


def _fetch(git: Git, address: Address, wanted: _Wanted, limits: Limits) -> None:
    """Fetch, and watch how much comes."""
    options = ("--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules")
    with git.started("fetch", *options, "--", address.url, wanted.name) as process:
        while True:
            running = process.poll() is None
            if _bytes_below(git.directory / "objects") > limits.fetched:
                raise ReproscopeError(
                    f"{shown_name(address.shown)} is larger than {limits.fetched:,} bytes: "
                    "clone it and give the directory"
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
