"""One run of uv: the command, what it may know of this machine, its time, and reading its words.

What uv says is read with care: a failure that is no conflict of the requirements is not held
against them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Literal

from reproscope.repository.collect import programs
from reproscope.repository.collect.environment.pip_index import Indexes

_NO_WHEELS = re.compile(r"no usable wheels|building from source is disabled", re.IGNORECASE)
_NO_DATES = re.compile(r"missing an upload date", re.IGNORECASE)
_UNREACHED = re.compile(
    r"error sending request|failed to fetch|connect|dns|timed? ?out|certificate|status code",
    re.IGNORECASE,
)
_CONFLICT = re.compile(r"No solution found|unsatisfiable|was not found in the package registry")


def command_of(
    program: str, python: str, day: str | None, indexes: Indexes, limited: bool = False
) -> list[str]:
    """Return the command for one Python and one day: wheels alone, and no configuration.

    Its warnings are wanted: they tell whether the index knows when files were uploaded.
    """
    command = [program, "pip", "compile", "asked.in", "--no-header"]
    command += ["-c", "limits.in"] if limited else []
    command += ["--no-annotate", "--no-config", "--only-binary", ":all:", "--no-python-downloads"]
    command += ["--python-version", python, "--python-platform", "x86_64-manylinux_2_28"]
    command += ["--color", "never"]
    if indexes.main:
        command += ["--index-url", indexes.main]
    for address in indexes.further:
        if not address.startswith("file:"):
            command += ["--extra-index-url", address]
    if day is not None:
        command += ["--exclude-newer", f"{day}T23:59:59Z"]
    return command


def variables_of(indexes: Indexes) -> dict[str, str]:
    """Return what uv may know of this machine: the network, and nothing of our settings."""
    kept = (
        "PATH",
        "HOME",
        "TMPDIR",
        "SYSTEMROOT",
        "LOCALAPPDATA",
        "XDG_CACHE_HOME",
        "UV_CACHE_DIR",
        "UV_HTTP_RETRIES",
    )
    proxies = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
    names = {*kept, *proxies, *(name.lower() for name in proxies), "SSL_CERT_FILE"}
    found = {name: os.environ[name] for name in names if name in os.environ}
    if indexes.certificates:
        found.setdefault("SSL_CERT_FILE", indexes.certificates)
    return found


def run(
    command: list[str], directory: str, variables: Mapping[str, str], limit: float
) -> tuple[int | None, str, str]:
    """Run uv within its time, and say so where it did not finish."""
    ended = programs.run(command, directory, variables, limit)
    if ended.code is None:
        return None, "", f"The resolver did not finish within {limit:g} seconds."
    return ended.code, ended.out, ended.err


def read_answer(
    code: int | None, err: str, day: str | None
) -> tuple[Literal["resolved", "conflict", "needs-building", "unknown"], str]:
    """Read uv's words: what is no conflict of the requirements is not held against them."""
    plain = [line for line in err.splitlines() if not line.startswith("warning:")]
    words = re.sub(r"//[^/@\s]+@", "//", "\n".join(plain)).strip()[:2000]
    if code == 0:
        return "resolved", ""
    if code is None:
        return "unknown", words
    if day is not None and _NO_DATES.search(err):
        return "unknown", f"The index does not tell when files were uploaded. {words}"
    if _NO_WHEELS.search(err):
        return "needs-building", f"Some packages have no wheels and would have to be built. {words}"
    if "matching platform tag" in err:
        return "unknown", f"Some packages have wheels for other platforms alone. {words}"
    if _CONFLICT.search(err):
        return "conflict", words
    if _UNREACHED.search(err):
        return "unknown", f"The package index could not be asked. {words}"
    return "unknown", f"uv failed. {words}"
