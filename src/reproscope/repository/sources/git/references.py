"""Which reference of a repository is meant: its branches and tags are listed, bounded.

A list can be endless. What was asked for is looked up by itself first, so that it is found in a
repository of a million tags too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reproscope.core import ReproscopeError
from reproscope.core.errors import UnknownName, shown_name
from reproscope.repository.sources.git.addresses import Address
from reproscope.repository.sources.git.history import HASH
from reproscope.repository.sources.git.process import Git

_MOST_LISTED = 4 * 1024 * 1024
_MOST_SUGGESTED = 2_000
_SHORTEST_HASH = 7
_BRANCHES = "refs/heads/"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to fetch: a full reference or a hash, the hash behind it, and the branch it is."""

    name: str
    hash: str
    branch: str | None = None

    @property
    def sha256(self) -> bool:
        """Whether the repository names its objects by the longer kind of hash."""
        return len(self.hash) > 40


def wanted(git: Git, address: Address) -> Wanted:
    """Find the reference among those the repository has, or take a whole hash as it is."""
    ref = address.ref
    if ref is None:
        return _head(git, address)
    if HASH.fullmatch(ref):
        _listed(git, address, "HEAD")
        return Wanted(ref, ref)
    places = tuple(dict.fromkeys((ref, f"refs/tags/{ref}", f"{_BRANCHES}{ref}")))
    hashes, _ = _listed(git, address, *places)
    for place in places:
        if place in hashes:
            branch = place.removeprefix(_BRANCHES)
            return Wanted(place, hashes[place], branch if branch != place else None)
    return _by_hash(git, address, ref)


def _head(git: Git, address: Address) -> Wanted:
    hashes, goals = _listed(git, address, "HEAD")
    if "HEAD" not in hashes:
        raise ReproscopeError("it has no commit to look at")
    goal = goals.get("HEAD", "")
    branch = goal.removeprefix(_BRANCHES) if goal.startswith(_BRANCHES) else None
    return Wanted("HEAD", hashes["HEAD"], branch)


def _by_hash(git: Git, address: Address, ref: str) -> Wanted:
    """Take what no branch or tag is called for the beginning of a hash, or suggest a name."""
    hashes, _ = _listed(git, address, "HEAD", "refs/heads/*", "refs/tags/*")
    if len(ref) >= _SHORTEST_HASH and all(char in "0123456789abcdef" for char in ref):
        found = next((one for one in hashes.values() if one.startswith(ref)), None)
        if found is not None:
            return Wanted(found, found)
        raise ReproscopeError(
            f"no branch or tag of {shown_name(address.shown)} is or begins at {shown_name(ref)}: "
            "give a commit by all of its digits"
        )
    known = [name.split("/", 2)[-1] for name in hashes if not name.endswith("^{}")]
    raise UnknownName("branch, tag or commit", ref, known[:_MOST_SUGGESTED])


def _listed(git: Git, address: Address, *patterns: str) -> tuple[Mapping[str, str], dict[str, str]]:
    """Return hashes by name, and the references that others stand for."""
    arguments = ("ls-remote", "--symref", "--", address.url, *patterns)
    said = git.answer(*arguments, most=_MOST_LISTED)
    # A list that was cut ends within a line.
    whole = said[: said.rfind(b"\n") + 1].decode("utf-8", "replace")
    hashes: dict[str, str] = {}
    goals: dict[str, str] = {}
    for line in whole.splitlines():
        value, tab, name = line.partition("\t")
        if tab and value.startswith("ref: "):
            goals[name] = value.removeprefix("ref: ")
        elif tab and HASH.fullmatch(value):
            hashes[name] = value
    return hashes, goals
