"""The words of a software environment: what is declared, locked, installed, stated and used.

Records only. A file that cannot be read becomes a `Broken`, so that whoever judges can say
`unknown`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from packaging.utils import canonicalize_name

from reproscope.repository.collect.python.parsing import Place

Pinned = Literal["exact", "bounded", "unbounded", "url", "path", "unknown"]
Kind = Literal["runtime", "dev", "build", "optional", "constraint"]
Role = Literal["runtime", "test", "docs", "build"]
Language = Literal["python", "r", "julia"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declared dependency, where it stands and how narrowly its version is fixed.

    `pinned`: `exact` is one version (or one commit), `bounded` has an upper limit, `unbounded` is
    open above, `url` is a place without a commit, `path` a directory or file, `unknown` could not
    be read. `name` is canonical (PEP 503) and empty where there is none.
    """

    file: str
    line: int
    name: str
    specifier: str = ""
    marker: str = ""
    extras: tuple[str, ...] = ()
    pinned: Pinned = "unbounded"
    hashes: bool = False
    kind: Kind = "runtime"
    format: str = "requirements"
    language: Language = "python"


@dataclass(frozen=True, slots=True)
class Reference:
    """One file of declarations that names another: ``-r base.txt``, or a setup.py that reads one.

    `goal` is its path in the tree, or ``None`` where it is not there (or lies outside).
    """

    file: str
    line: int
    named: str
    goal: str | None
    constraint: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A file of declarations, or one line of it, that could not be read, and why."""

    file: str
    line: int | None
    why: str
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file: what it fixes, how many of these need a hash, and how many carry one.

    `names` are more than `packages` where some are fixed by a commit.
    """

    file: str
    format: str
    names: frozenset[str]
    packages: int
    hashed: int
    language: Language = "python"

    @property
    def fully_hashed(self) -> bool:
        """Whether every package has a hash."""
        return 0 < self.packages == self.hashed


@dataclass(frozen=True, slots=True)
class Image:
    """A base image: ``python:3.8-slim@sha256:…``. `stated` is the text of the file.

    `resolved` says whether every variable in it had a value.
    """

    file: str
    line: int
    stated: str
    name: str
    tag: str = ""
    digest: str = ""
    resolved: bool = True


@dataclass(frozen=True, slots=True)
class SystemPackage:
    """A package of the operating system that a container or Binder installs."""

    file: str
    line: int
    name: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class VersionStated:
    """A version of an interpreter or of CUDA, as a PEP 440 specifier, and by what it is stated."""

    file: str
    line: int
    specifier: str
    stated: str
    by: str
    pinned: Pinned = "unbounded"


@dataclass(frozen=True, slots=True)
class LanguageFiles:
    """How many files of a language there are, and the first of them."""

    name: str
    files: int
    first: str


@dataclass(frozen=True, slots=True)
class UsedImport:
    """A third-party module the code imports, and the distributions any of which provides it.

    `optional` where every place can do without it; `role` is the strongest: a module imported by
    the code and by its tests is `runtime`.
    """

    name: str
    distributions: tuple[str, ...]
    places: tuple[Place, ...]
    role: Role = "runtime"
    optional: bool = False
    known: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """What the package index said of one distribution: `found`, `missing`, or `unknown` and why.

    `version` is the exact version that was asked for, `version_found` whether the index has it.
    """

    name: str
    status: Literal["found", "missing", "unknown"]
    version: str = ""
    version_found: bool | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Availability:
    """The answers of the package index pip is configured with; `index` without any password."""

    index: str
    offered: tuple[Offered, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """One run of the resolver, for one Python and one day (``None`` is today).

    `status`: `resolved`, `conflict` (with the resolver's own words), `needs-building` (no wheels;
    sources are never built here), or `unknown` and why. `left_out` are requirements that were not
    asked for, such as paths and URLs; `python_stated` says whether the repository limits Python.
    """

    status: Literal["resolved", "conflict", "needs-building", "unknown"]
    python: str
    as_of: str | None
    files: tuple[str, ...] = ()
    asked: int = 0
    packages: int = 0
    text: str = ""
    left_out: tuple[str, ...] = ()
    python_stated: bool = False


@dataclass(frozen=True)
class Environment:
    """All that is known of the software environment of a tree."""

    declarations: tuple[Declaration, ...] = ()
    references: tuple[Reference, ...] = ()
    broken: tuple[Broken, ...] = ()
    locks: tuple[Lock, ...] = ()
    images: tuple[Image, ...] = ()
    system: tuple[SystemPackage, ...] = ()
    pythons: tuple[VersionStated, ...] = ()
    cudas: tuple[VersionStated, ...] = ()
    channels: tuple[str, ...] = ()
    indexes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    languages: tuple[LanguageFiles, ...] = ()
    third_party: tuple[UsedImport, ...] = ()
    availability: Availability | None = None
    resolutions: tuple[Resolution, ...] = ()

    def of(self, *kinds: Kind) -> Iterator[Declaration]:
        """Yield the declarations of some kinds, in their order."""
        return (one for one in self.declarations if one.kind in kinds)

    @property
    def declared(self) -> frozenset[str]:
        """Every Python distribution that is declared or locked anywhere."""
        names = {d.name for d in self.declarations if d.name and d.language == "python"}
        return frozenset(names.union(*(k.names for k in self.locks if k.language == "python")))


@dataclass(slots=True)
class Gathered:
    """What one file yields while it is read; the only record that grows."""

    declarations: list[Declaration]
    references: list[Reference]
    broken: list[Broken]
    locks: list[Lock]
    images: list[Image]
    system: list[SystemPackage]
    pythons: list[VersionStated]
    cudas: list[VersionStated]
    channels: list[str]
    indexes: list[str]

    @classmethod
    def empty(cls) -> Gathered:
        """Return one with nothing in it."""
        return cls(*([] for _ in range(10)))

    def add(self, other: Gathered) -> None:
        """Take over all of another."""
        for name in self.__slots__:
            getattr(self, name).extend(getattr(other, name))


def canonical(name: str) -> str:
    """Return a distribution's name as PEP 503 spells it."""
    return str(canonicalize_name(name))
