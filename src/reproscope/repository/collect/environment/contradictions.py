"""Declarations that no version can satisfy together, shown by exact comparison of versions.

Sets of specifiers are unions of intervals whose ends are the versions they name. A version at each
end, one just above and one just below it meet every interval, so if none of these fits both sets,
no released version does. Where a pre-release or a post-release limits a range this does not hold,
and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from reproscope.repository.collect.environment.knowledge import knowledge
from reproscope.repository.collect.environment.records import Declaration, Environment

_PRINCIPAL = {
    "requirements.txt",
    "environment.yml",
    "environment.yaml",
    "setup.py",
    "setup.cfg",
    "pyproject.toml",
    "pipfile",
}
_CLOSE = {"binder", ".binder", "requirements", "conda"}
_STATING = {"requires-python", "conda", "version file", "Pipfile", "poetry"}
_MOST_PER_NAME = 20


@dataclass(frozen=True, slots=True)
class Claim:
    """One declared version of one thing, with where it stands."""

    name: str
    specifier: str
    marker: str
    file: str
    line: int
    directory: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two claims (or one, twice) that no version satisfies."""

    first: Claim
    second: Claim


def contradictions(environment: Environment) -> tuple[Contradiction, ...]:
    """Return the claims that exclude each other, one for each pair of places."""
    grouped: dict[tuple[str, str], list[Claim]] = {}
    for claim in (*_declared(environment), *_pythons(environment)):
        grouped.setdefault((claim.directory, claim.name), []).append(claim)
    found = []
    for claims in grouped.values():
        for claim in claims[:_MOST_PER_NAME]:
            if disjoint(claim.specifier, claim.specifier):
                found.append(Contradiction(claim, claim))
        for one, other in combinations(claims[:_MOST_PER_NAME], 2):
            if one.marker == other.marker and disjoint(one.specifier, other.specifier):
                found.append(Contradiction(one, other))
    return tuple(found)


def _declared(environment: Environment) -> Iterator[Claim]:
    """Yield the claims of the main files of a directory and of what they include.

    ``requirements-cpu.txt`` beside ``requirements-gpu.txt`` is a choice and no contradiction.
    """
    principal = _principal_files(environment)
    known = knowledge()
    for one in environment.of("runtime", "constraint"):
        if one.file not in principal or one.language != "python" or not one.name:
            continue
        if one.pinned in ("exact", "bounded", "unbounded") and not one.specifier.startswith("@"):
            yield _claim(known.index_name(one.name), one)


def _principal_files(environment: Environment) -> set[str]:
    files = {f for f in environment.files if PurePosixPath(f).name.casefold() in _PRINCIPAL}
    for _ in range(5):
        files |= {r.goal for r in environment.references if r.file in files and r.goal}
    return files


def _claim(name: str, one: Declaration) -> Claim:
    return Claim(name, one.specifier, one.marker, one.file, one.line, _directory(one.file))


def _pythons(environment: Environment) -> Iterator[Claim]:
    for one in environment.pythons:
        name = PurePosixPath(one.file).name.casefold()
        main = name in _PRINCIPAL or name in (".python-version", "runtime.txt")
        if one.by in _STATING and one.specifier and main:
            place = _directory(one.file)
            yield Claim("python", one.specifier, "", one.file, one.line, place)


def _directory(path: str) -> str:
    parts = PurePosixPath(path).parts[:-1]
    return "/".join(parts[:-1] if parts and parts[-1].casefold() in _CLOSE else parts)


def disjoint(one: str, other: str) -> bool:
    """Whether certainly no version fits both specifiers.

    >>> disjoint("==1.2", ">=1.3"), disjoint("==1.2.*", "<1.2.5")
    (True, False)
    """
    try:
        both = SpecifierSet(one) & SpecifierSet(other)
        tried = list(_candidates(both))
    except (InvalidSpecifier, InvalidVersion):
        return False
    if not tried:
        return False
    return not any(both.contains(version, prereleases=True) for version in tried)


def _candidates(specifiers: Iterable[Specifier]) -> Iterator[Version]:
    """Yield a version at each end of an interval, just above it, and just below it."""
    ends: list[Version] = []
    for one in specifiers:
        if one.operator == "===":
            return  # compared as text
        version = Version(one.version.removesuffix(".*"))
        plain = not (version.is_prerelease or version.is_postrelease or version.epoch)
        if not plain and one.operator != "==":
            return
        ends.append(version)
        ends.extend(_next(one, version))
    longest = max((len(end.release) for end in ends), default=0)
    for end in ends:
        yield end
        yield Version(
            ".".join(map(str, (*end.release, *[0] * (longest + 1 - len(end.release)), 1)))
        )
        yield from _below(end)
    if ends:
        yield Version(f"{max(end.major for end in ends) + 1}.0")


def _next(one: Specifier, version: Version) -> Iterator[Version]:
    """Yield where a prefix ends: ``==1.2.*`` at 1.3, ``~=1.4.2`` at 1.5."""
    release = version.release[:-1] if one.operator == "~=" else version.release
    if release and (one.operator == "~=" or one.version.endswith(".*")):
        yield Version(".".join(map(str, (*release[:-1], release[-1] + 1))))


def _below(end: Version) -> Iterator[Version]:
    release = list(end.release)
    while release and release[-1] == 0:
        release.pop()
    if release:
        yield Version(".".join(map(str, (*release[:-1], release[-1] - 1, 999999))))
