"""From one requirement as it is written to a `Declaration`: PEP 508, URLs, paths, conda's form.

Not a resolver: no version is ever looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from reproscope.repository.collect.environment.records import (
    Declaration,
    Kind,
    Pinned,
    canonical,
)

MOST_CHARACTERS = 2000
_COMMIT = re.compile(r"@[0-9a-f]{7,40}(?=$|[#&?])")
# An archive of a branch moves; one whose name holds a version, a commit or a hash does not.
_ARCHIVE = re.compile(
    r"(?:/[^/#?]*\d\.\d[^/#?]*|/v?\d[^/#?]*|[/-][0-9a-f]{7,40})\.(?:whl|zip|tar\.gz|tar\.bz2|tgz)"
    r"(?=$|[#?])|#(?:.{0,200}&)?(?:sha256|sha512)="
)
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9][\w.-]*)")
_VCS = re.compile(r"(?:git|hg|svn|bzr)\+|git@|git://")
_CONDA = re.compile(r"([A-Za-z_][\w.-]*)\s*(=)\s*([\w.*+!-]+)(?:=([\w.*]+))?$")
_CONDA_NAME = re.compile(r"[A-Za-z0-9_][\w.-]*")
_WHEEL = re.compile(r"([A-Za-z0-9][\w.]*)-(\d[\w.+!]*)-[^/]*\.whl")
_NAMED = re.compile(r"([A-Za-z0-9][\w.-]*)")


@dataclass(frozen=True, slots=True)
class Where:
    """Where a requirement stands, of which kind it is and in which format it is written."""

    file: str
    line: int
    kind: Kind = "runtime"
    format: str = "requirements"


def declared(text: str, where: Where, hashes: bool = False) -> Declaration:
    """Return the declaration of a requirement; `pinned` is `unknown` if it cannot be read.

    >>> declared("torch==1.9.0 ; python_version >= '3.6'", Where("r.txt", 1)).pinned
    'exact'
    """
    text = text.strip()[:MOST_CHARACTERS]
    if _is_location(text):
        return _located(text, where, hashes)
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return _like_conda(text, where)
    except RecursionError:  # a marker of many brackets
        return _made(where, _name_in(text), text, "unknown")
    if found.url:
        return _located(found.url, where, hashes, found)
    return Declaration(
        where.file,
        where.line,
        canonical(found.name),
        str(found.specifier),
        str(found.marker or ""),
        tuple(sorted(found.extras)),
        pinned_by(found.specifier),
        hashes,
        where.kind,
        where.format,
    )


def pinned_by(specifiers: SpecifierSet) -> Pinned:
    """Say how narrowly a set of specifiers fixes a version."""
    operators = {(one.operator, one.version.endswith(".*")) for one in specifiers}
    if ("==", False) in operators or ("===", False) in operators:
        return "exact"
    if any(operator in ("<", "<=", "~=") for operator, _ in operators) or ("==", True) in operators:
        return "bounded"
    return "unbounded"


def pinned_text(text: str) -> Pinned:
    """Say how narrowly a specifier, as it is written, fixes a version."""
    try:
        return pinned_by(SpecifierSet(text))
    except InvalidSpecifier:
        return "unknown"


def conda_declared(text: str, where: Where) -> Declaration:
    """Return the declaration of a conda match specification: ``numpy=1.19``, ``python >=3.8``.

    ``=1.19`` means 1.19.*; ``=1.19.2`` also fits 1.19.2.1, which hardly ever exists, and is what
    ``conda env export`` writes for one version: three parts and more are taken for exact.
    """
    text = text.strip()[:MOST_CHARACTERS].rpartition("::")[2].split(" #")[0].strip()
    found = _CONDA_NAME.match(text)
    if found is None:
        return _made(where, "", text, "unknown")
    plain, opened, inside = text[found.end() :].partition("[")
    if opened and not inside.endswith("]"):
        return _made(where, "", text, "unknown")
    rest = plain.strip() or inside.rstrip("]").replace("version=", "").strip("'\" ")
    return _made(where, found[0], *_conda_version(rest.strip()))


def _conda_version(rest: str) -> tuple[str, Pinned]:
    """Return a PEP 440 specifier for what follows the name, and how narrow it is."""
    if not rest or rest == "*":
        return "", "unbounded"
    if rest[0] in "<>!~" or "," in rest or "|" in rest:
        plain = rest.replace(" ", "")
        return plain, ("bounded" if "<" in plain else "unknown") if "|" in plain else pinned_text(
            plain
        )
    strict = rest.startswith("==")
    version, *build = re.split(r"[=\s]+", rest.lstrip("= "))
    if version.endswith("*"):
        plain = version.rstrip("*").rstrip(".")
        return (f"=={plain}.*", "bounded") if plain else ("", "unbounded")
    exact = strict or bool(build) or version.count(".") >= 2
    return (f"=={version}", "exact") if exact else (f"=={version}.*", "bounded")


def _like_conda(text: str, where: Where) -> Declaration:
    """Read what ``conda list --export`` writes into files that are called requirements."""
    if _CONDA.match(text):
        one = conda_declared(text, Where(where.file, where.line, where.kind, "conda-list"))
        return one
    return _made(where, _name_in(text), text[len(_name_in(text)) :].strip(), "unknown")


def _name_in(text: str) -> str:
    found = _NAMED.match(text)
    return found[1] if found else ""


def _is_location(text: str) -> bool:
    head = text.split(";")[0].split("@")[0] if " @ " in text else text
    return (
        bool(_VCS.match(text))
        or re.match(r"[a-z+]+://", head) is not None
        or text.startswith((".", "/", "~"))
        or bool(re.match(r"[\w./-]+\.(?:whl|tar\.gz|zip)\s*$", text))
        or ("/" in head.split("[")[0] and "@" not in text and ";" not in text)
    )


def _located(
    text: str, where: Where, hashes: bool, found: Requirement | None = None
) -> Declaration:
    """Read a URL or a path; a commit or an archive with a version is exact."""
    url = text.split(" ;")[0].strip()
    local = url.startswith(("file:", ".", "/", "~")) or ("://" not in url and "git@" not in url)
    fixed = bool(_COMMIT.search(url) if _VCS.match(url) else _ARCHIVE.search(url))
    pinned: Pinned = "path" if local else "exact" if fixed else "url"
    return Declaration(
        where.file,
        where.line,
        canonical(found.name if found else _located_name(url)),
        f"@ {url}",
        str(found.marker or "") if found else "",
        tuple(sorted(found.extras)) if found else (),
        pinned,
        hashes,
        where.kind,
        where.format,
    )


def _located_name(url: str) -> str:
    egg, wheel = _EGG.search(url), _WHEEL.search(unquote(url))
    if egg:
        return egg[1]
    if wheel:
        return wheel[1]
    if _VCS.match(url):
        last = url.split("#")[0].rstrip("/").rpartition("/")[2]
        return last.split("@")[0].removesuffix(".git")
    return ""


def _made(where: Where, name: str, specifier: str, pinned: Pinned) -> Declaration:
    return Declaration(
        where.file,
        where.line,
        canonical(name),
        specifier,
        pinned=pinned,
        kind=where.kind,
        format=where.format,
    )
