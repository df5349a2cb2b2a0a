"""Package indexes that a repository names, and the version of CUDA whose builds they hold."""

from __future__ import annotations

import re

from reproscope.repository.collect.environment.records import Gathered, VersionStated

_BUILDS = re.compile(r"/whl/(?:nightly/)?cu(\d{2,3})\b")
_DEFAULT = re.compile(r"https?://pypi(?:\.python)?\.org(?:/|$)")
OPTIONS = ("-i", "--index-url", "--extra-index-url", "-f", "--find-links")


def index_named(file: str, line: int, address: str, found: Gathered) -> None:
    """Record an index; the default one is nothing further."""
    if not _DEFAULT.match(address):
        found.indexes.append(address)
    for number in _BUILDS.findall(address[:2000]):
        version = f"=={number[:-1]}.{number[-1]}.*"
        found.cudas.append(VersionStated(file, line, version, address[:120], "index", "exact"))
