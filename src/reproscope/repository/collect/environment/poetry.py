"""Poetry's tables in ``pyproject.toml``: caret and tilde, groups, git and path dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from reproscope.repository.collect.environment.records import (
    Declaration,
    Gathered,
    Kind,
    Pinned,
    canonical,
)
from reproscope.repository.collect.environment.requirements import is_for_developers
from reproscope.repository.collect.environment.specifying import pinned_text
from reproscope.repository.collect.environment.versions import python_stated
from reproscope.repository.collect.reading import Lines, table

_MARKERS = {"sys_platform", "os_name", "platform_machine", "platform_system", "python_version"}
_LIMIT = re.compile(r"([<>=!~]=?)([\w.*]+)")
_VERSION = re.compile(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?")


def read_poetry(path: str, poetry: dict[str, Any], lines: Lines, form: str = "poetry") -> Gathered:
    """Return what ``[tool.poetry]`` declares."""
    found = Gathered.empty()
    for name, value, kind, after in _tables(poetry, lines):
        line = lines.key(name, after)
        for written in value if isinstance(value, list) else [value]:
            if canonical(name) == "python":
                text = pep440(written if isinstance(written, str) else "")
                stated = python_stated(path, line, text, "poetry")
                found.pythons.extend([stated] if stated else [])
            else:
                found.declarations.append(poetry_declared(path, line, name, written, kind, form))
    return found


def _tables(poetry: dict[str, Any], lines: Lines) -> Iterator[tuple[str, Any, Kind, int]]:
    after = lines.of("[tool.poetry.dependencies]")
    for name, value in table(poetry.get("dependencies")).items():
        optional = isinstance(value, dict) and bool(value.get("optional"))
        yield name, value, "optional" if optional else "runtime", after
    for name, value in table(poetry.get("dev-dependencies")).items():
        yield name, value, "dev", lines.of("[tool.poetry.dev-dependencies]")
    for group, content in table(poetry.get("group")).items():
        after = lines.of(f"[tool.poetry.group.{group}.dependencies]")
        kind: Kind = "dev" if is_for_developers(str(group)) else "runtime"
        kind = "optional" if table(content).get("optional") is True else kind
        for name, value in table(table(content).get("dependencies")).items():
            yield name, value, kind, after


def poetry_declared(
    path: str, line: int, name: str, value: Any, kind: Kind, form: str
) -> Declaration:
    """Return one dependency, written as a text or as a table."""
    if isinstance(value, str):
        plain = pep440(value)
        return _made(path, line, name, plain, "", pinned_text(plain), (), kind, form)
    options = table(value)
    marker = _marker(options)
    listed = options.get("extras")
    extras = tuple(str(e) for e in listed) if isinstance(listed, list) else ()
    pinned: Pinned
    if any(key in options for key in ("path", "file")):
        place = options.get("path") or options.get("file")
        specifier, pinned = f"@ {place}", "path"
    elif any(key in options for key in ("git", "url")):
        place = options.get("git") or options.get("url")
        rev = str(options.get("rev") or options.get("ref") or "")
        specifier = f"@ {place}" + (f"@{rev}" if rev else "")
        fixed = re.fullmatch(r"[0-9a-f]{7,40}", rev) or "url" in options
        pinned = "exact" if fixed else "url"
    elif isinstance(options.get("version"), str):
        specifier = pep440(options["version"])
        pinned = pinned_text(specifier)
    else:
        specifier, pinned = "", "unbounded" if isinstance(value, dict) else "unknown"
    return _made(path, line, name, specifier, marker, pinned, extras, kind, form)


def _marker(options: dict[str, Any]) -> str:
    """Return when a dependency is needed: Poetry's own keys, and pipenv's, as one marker."""
    parts = [str(options["markers"])] if options.get("markers") else []
    if isinstance(options.get("python"), str):
        limits = pep440(options["python"]).split(",")
        split = [_LIMIT.fullmatch(one.strip()) for one in limits]
        parts += [f'python_version {m[1]} "{m[2]}"' for m in split if m] or [options["python"]]
    if isinstance(options.get("platform"), str):
        parts.append(f'sys_platform == "{options["platform"]}"')
    for key in _MARKERS & set(options):
        parts.append(f"{key} {options[key]}")
    return " and ".join(f"({one})" if " or " in one else one for one in sorted(parts))


def _made(
    path: str,
    line: int,
    name: str,
    specifier: str,
    marker: str,
    pinned: Pinned,
    extras: tuple[str, ...],
    kind: Kind,
    form: str,
) -> Declaration:
    return Declaration(
        path, line, canonical(name), specifier, marker, extras, pinned, False, kind, form
    )


def pep440(written: str) -> str:
    """Return Poetry's way of writing a version as a PEP 440 specifier.

    >>> pep440("^1.2"), pep440("~1.2.3"), pep440("1.9.0"), pep440("*")
    ('>=1.2,<2', '>=1.2.3,<1.3', '==1.9.0', '')
    """
    if "||" in written or "|" in written:
        return written  # alternatives have no PEP 440 form; the reader is shown the text
    parts = [_part(one.strip()) for one in re.split(r"[,\s]+(?=[<>=!~^\d*])", written.strip())]
    return ",".join(part for part in parts if part)


def _part(one: str) -> str:
    if one in ("", "*", "latest"):
        return ""
    if one[0] == "^":
        return _upto(one[1:].strip(), caret=True)
    if one[0] == "~" and not one.startswith("~="):
        return _upto(one[1:].strip(), caret=False)
    if one[0].isdigit():
        return f"=={one}"
    return one.replace(" ", "")


def _upto(version: str, caret: bool) -> str:
    found = _VERSION.match(version)
    if found is None:
        return version
    numbers = [int(part) for part in found.groups() if part is not None]
    if caret:
        keep = next((i for i, number in enumerate(numbers) if number), len(numbers) - 1)
    else:
        keep = min(1, len(numbers) - 1)
    upper = [*numbers[:keep], numbers[keep] + 1]
    return f">={version},<{'.'.join(map(str, upper))}"
