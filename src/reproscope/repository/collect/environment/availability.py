"""Asks the package index for the packages a repository names; only ever called when online.

Bounded in number, size and time, several questions at once. A question without an answer is
`unknown`; `missing` is what every index answered 404 for.
"""

from __future__ import annotations

import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from packaging.specifiers import SpecifierSet
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from reproscope.repository.collect.environment.matching import match
from reproscope.repository.collect.environment.pip_index import Indexes, configured, shown
from reproscope.repository.collect.environment.records import (
    Availability,
    Declaration,
    Environment,
    Offered,
)

_MOST_NAMES = 300
_MOST_PAGE = 32 * 1024 * 1024
_AT_ONCE = 8
_FILE = re.compile(rb'>\s*([^<>\s]+\.(?:whl|tar\.gz|zip|tar\.bz2|egg))\s*<|"filename":\s*"([^"]+)"')
_CONDA_FORMATS = {"conda", "conda-list", "conda-recipe", "dockerfile-conda", "nix", "guix"}
Fetch = Callable[[str, float], bytes | None]


def with_availability(
    environment: Environment,
    indexes: Indexes | None = None,
    *,
    each: float = 15.0,
    limit: float = 60.0,
    fetch: Fetch | None = None,
) -> Environment:
    """Return the environment with the index's answers; `each` and `limit` are seconds."""
    indexes = configured() if indexes is None else indexes
    if indexes.main is None and not indexes.further:
        offered = tuple(
            Offered(n, "unknown", v, why="pip may use no index") for n, v in _asked(environment)
        )
        return replace(environment, availability=Availability("no index", offered))
    asking = _Asking(indexes, each, time.monotonic() + limit, fetch or _fetcher(indexes))
    every = list(_asked(environment))
    names = every[:_MOST_NAMES]
    further = bool(environment.indexes)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        offered = tuple(pool.map(lambda pair: asking.offered(pair[0], pair[1], further), names))
    why = f"only {_MOST_NAMES} packages are asked for"
    offered += tuple(Offered(name, "unknown", v, why=why) for name, v in every[_MOST_NAMES:])
    index = shown(indexes.all[0])
    return replace(environment, availability=Availability(index, offered))


def _asked(environment: Environment) -> Iterator[tuple[str, str]]:
    """Yield each needed distribution with the exact version that is asked for, if one is."""
    wanted: dict[str, str] = {}
    for one in environment.of("runtime", "constraint"):
        if _on_an_index(one) and (one.kind == "runtime" or one.name in wanted):
            wanted[one.name] = _exact(one) or wanted.get(one.name, "")
    for used in match(environment).undeclared:
        wanted.setdefault(used.distributions[0], "")
    yield from sorted(wanted.items())


def _on_an_index(one: Declaration) -> bool:
    """Whether a package index can know of a declaration: no path, no URL, nothing of conda's."""
    if one.language != "python" or not one.name or one.format in _CONDA_FORMATS:
        return False
    return one.pinned in ("exact", "bounded", "unbounded") and not one.specifier.startswith("@")


def _exact(one: Declaration) -> str:
    for specifier in SpecifierSet(one.specifier) if one.pinned == "exact" else ():
        if specifier.operator in ("==", "===") and not specifier.version.endswith("*"):
            return specifier.version
    return ""


class _Asking:
    """Asks every index for one name, within the time that is left for all."""

    def __init__(self, indexes: Indexes, each: float, until: float, fetch: Fetch) -> None:
        self.indexes, self.each, self.until, self.fetch = indexes, each, until, fetch

    def offered(self, name: str, version: str, further: bool) -> Offered:
        """Return the answer; `further` says the repository names an index that is not asked."""
        pages: list[bytes] = []
        for index in self.indexes.all:
            left = self.until - time.monotonic()
            if left <= 0:
                return Offered(name, "unknown", version, why="the time for all questions ran out")
            try:
                page = self.fetch(f"{index.rstrip('/')}/{quote(name)}/", min(self.each, left))
            except (OSError, ValueError) as error:
                return Offered(name, "unknown", version, why=_said(error))
            pages.extend([] if page is None else [page])
        if not pages:
            if further:
                return Offered(name, "unknown", version, why="another index may have it")
            return Offered(name, "missing", version)
        known = None if "+" in version or further else any(_has(p, version) for p in pages)
        return Offered(name, "found", version, known if version else None)


def _has(page: bytes, version: str) -> bool | None:
    """Whether a page of the index lists a file of a version."""
    if not version:
        return None
    try:
        wanted = Version(version)
    except InvalidVersion:
        return True  # an old way of writing versions: not held against it
    for html, json in _FILE.findall(page):
        if _version(unquote((html or json).decode("utf-8", "replace"))) == wanted:
            return True
    return False


def _version(file: str) -> Version | None:
    try:
        if file.endswith(".whl"):
            return parse_wheel_filename(file)[1]
        if file.endswith((".tar.gz", ".zip")):
            return parse_sdist_filename(file)[1]
        stem = re.sub(r"\.(?:tar\.bz2|egg)$", "", file)
        return Version(stem.split("-")[1])
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion, IndexError):
        return None


def _fetcher(indexes: Indexes) -> Fetch:
    context = ssl.create_default_context(cafile=indexes.certificates)

    def fetch(address: str, seconds: float) -> bytes | None:
        if address.startswith("file:"):
            page = Path(unquote(urlsplit(address).path)) / "index.html"
            return page.read_bytes()[:_MOST_PAGE] if page.is_file() else None
        headers = {"Accept": "text/html, application/vnd.pypi.simple.v1+json;q=0.5"}
        request = urllib.request.Request(address, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=seconds, context=context) as answer:
                page_read: bytes = answer.read(_MOST_PAGE)
                return page_read
        except urllib.error.HTTPError as error:
            if error.code in (404, 410):
                return None
            raise

    return fetch


def _said(error: Exception) -> str:
    """Return a failure in words, without the address, which may hold a password."""
    if isinstance(error, urllib.error.HTTPError):
        return f"the index answered {error.code}"
    if isinstance(error, TimeoutError):
        return "the index did not answer in time"
    reason = getattr(error, "reason", None)
    return f"the index could not be reached ({type(reason or error).__name__})"
