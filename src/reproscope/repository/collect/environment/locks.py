"""Lock files, read by lines: which packages they fix, and how many of them carry a hash.

They are long and written by tools, so their lines are regular; a full parse would cost more than
all the rest of a repository. A lock with marks of an unfinished merge is broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from reproscope.repository.collect.environment.records import Gathered, Language, Lock, canonical
from reproscope.repository.collect.environment.versions import python_stated
from reproscope.repository.collect.reading import Unreadable, json_of, table
from reproscope.repository.tree import Text, Tree

_NAME = re.compile(r"name = \"([^\"]+)\"")
_OLD_POETRY = re.compile(r"\"?([A-Za-z0-9][\w.-]*)\"? = \[")
_TOML_HASH = re.compile(r"sha(?:256|384|512|1)\b|(?:^|[{ ])hash = \"|md5")
# The project itself or a directory of it; a commit, for which no hash is due.
_OWN = re.compile(
    r"source = \{ ?(?:editable|virtual|directory|path)|type = \"directory\"|path = \""
    r"|editable = true|directory = \{|\[packages\.directory\]"
)
_COMMIT = re.compile(r"source = \{ ?git|type = \"git\"|git = \"|vcs = \{|\[packages\.vcs\]")
_YAML_NAME = re.compile(r"\s*-? ?(?:name|conda|pypi): (\S+)")
_FILE_NAME = re.compile(r"/?([A-Za-z0-9_][\w.-]*?)-(\d[^-/]*)-[^-/]+(?:\.conda|\.tar\.bz2)$")
_MERGE = re.compile(r"^<{7} ", re.MULTILINE)
Reader = Callable[[Tree, Text], Gathered]


def toml_lock(form: str) -> Reader:
    """Return the reader of a TOML lock: uv, Poetry, PDM and ``pylock.toml``."""

    def read(tree: Tree, text: Text) -> Gathered:
        _refuse_merges(text)
        hashed: dict[str, bool] = {}
        commits: set[str] = set()
        current = ""
        opened = old_files = False
        for line in text.lines:
            if current and (_OWN.match(line) or _COMMIT.match(line)):
                hashed.pop(current, None)
                commits.update({current} if _COMMIT.match(line) else ())
                current = ""
            elif line.startswith("["):
                opened = line.startswith(("[[package]]", "[[packages]]"))
                old_files = line.startswith("[metadata.files]")
                current = "" if opened or old_files else current
            elif opened and not current and (name := _NAME.match(line)):
                current = canonical(name[1])
                hashed.setdefault(current, False)
            elif old_files and (named := _OLD_POETRY.match(line)):
                current = canonical(named[1])
            if current in hashed and _TOML_HASH.search(line[:400]):
                hashed[current] = True
        return _locked(text, form, hashed, commits=frozenset(commits))

    return read


def read_pipfile_lock(tree: Tree, text: Text) -> Gathered:
    """Read ``Pipfile.lock``."""
    data = table(json_of(text))
    packages: dict[str, bool] = {}
    commits: set[str] = set()
    for section in ("default", "develop"):
        for name, value in table(data.get(section)).items():
            if "git" in table(value):
                commits.add(canonical(name))
            elif not {"path", "editable"} & set(table(value)):
                packages[canonical(name)] = bool(table(value).get("hashes"))
    found = _locked(text, "Pipfile.lock", packages, commits=frozenset(commits))
    requires = table(table(data.get("_meta")).get("requires"))
    version = requires.get("python_full_version") or requires.get("python_version")
    stated = python_stated(text.path, 1, str(version or ""), "Pipfile.lock")
    found.pythons.extend([stated] if stated else [])
    return found


def read_yaml_lock(tree: Tree, text: Text) -> Gathered:
    """Read ``conda-lock.yml`` or ``pixi.lock``: names, and hashes among the lines that follow."""
    _refuse_merges(text)
    hashed: dict[str, bool] = {}
    current = ""
    for line in text.lines:
        name = _YAML_NAME.match(line[:500])
        if name and not (name[1].startswith("http") and current and "- " not in line):
            current = _package_of(name[1]) or current
            hashed.setdefault(current, False)
        elif current and line.lstrip().startswith(("sha256:", "md5:")):
            hashed[current] = True
    form = "pixi.lock" if text.path.endswith(".lock") else "conda-lock"
    return _locked(text, form, hashed)


def read_explicit(tree: Tree, text: Text) -> Gathered:
    """Read what ``conda list --explicit`` writes: one address a line, with a hash after ``#``."""
    packages: dict[str, bool] = {}
    for line in text.lines:
        address, _, checksum = line[:2000].strip().partition("#")
        name = _package_of(address) if "://" in address else ""
        if name:
            packages[name] = bool(checksum)
    return _locked(text, "conda-explicit", packages)


def read_renv(tree: Tree, text: Text) -> Gathered:
    """Read R's ``renv.lock``."""
    data = table(json_of(text))
    listed = table(data.get("Packages"))
    return _locked(
        text, "renv.lock", {n: bool(table(v).get("Hash")) for n, v in listed.items()}, "r"
    )


def read_manifest(tree: Tree, text: Text) -> Gathered:
    """Read Julia's ``Manifest.toml``; its standard library comes with Julia and has no hash."""
    _refuse_merges(text)
    packages: dict[str, bool] = {}
    current = ""
    for line in text.lines:
        opened = re.match(r"\[\[(?:deps\.)?([\w.-]+)\]\]", line)
        if opened:
            current = opened[1]
        elif current and line.startswith("git-tree-sha1"):
            packages[current] = True
        elif current and line.startswith("path ="):
            packages[current] = False
    return _locked(text, "Manifest.toml", packages, "julia")


def _package_of(named: str) -> str:
    """Return the package of a name or of an archive's address."""
    if "/" not in named:
        return canonical(named.strip("\"'"))
    found = _FILE_NAME.search(named)
    if found:
        return canonical(found[1])
    last = named.rpartition("/")[2]
    return canonical(last.split("-")[0]) if last.endswith((".whl", ".tar.gz")) else ""


def _refuse_merges(text: Text) -> None:
    found = _MERGE.search(text.content)
    if found:
        line = text.content.count("\n", 0, found.start()) + 1
        raise Unreadable("it holds the marks of an unfinished merge", line)


def _locked(
    text: Text,
    form: str,
    hashed: dict[str, bool] | dict[Any, bool],
    language: Language = "python",
    commits: frozenset[str] = frozenset(),
) -> Gathered:
    """Return a lock of the packages that should carry a hash, and of those fixed by a commit."""
    found = Gathered.empty()
    names = frozenset(str(name) for name in hashed if name)
    count = sum(hashed.values())
    found.locks.append(Lock(text.path, form, names | commits, len(names), count, language))
    return found
