"""Versions of the interpreter and of CUDA, as many files state them, made comparable.

Also reads the small files whose only content is a version: ``.python-version``, ``runtime.txt``,
``tox.ini``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from reproscope.repository.collect.environment.records import (
    Declaration,
    Gathered,
    Image,
    VersionStated,
)
from reproscope.repository.collect.environment.specifying import pinned_text
from reproscope.repository.tree import Text, Tree

_PLAIN = re.compile(
    r"(?:python[- ]?|py|cpython-?)?(\d+\.\d+(?:\.\d+)?)(?:\.\*|\.x)?$", re.IGNORECASE
)
_TOX = re.compile(r"\bpy(?:thon)?([23])\.?(\d{1,2})\b")
_CLASSIFIER = re.compile(r"Programming Language :: Python :: (\d\.\d+)")
_CUDA_LOCAL = re.compile(r"\+cu(\d{2,3})\b")
_ROCM = re.compile(r"(?:^|[-_+/])rocm-?(\d{1,2}\.\d+(?:\.\d+)?)")
_CUDA_TAG = re.compile(r"(?:^|[-_])cu(?:da)?-?(\d{1,2}\.\d+(?:\.\d+)?)")
_CUDA_PACKAGES = {"cudatoolkit", "pytorch-cuda", "cuda-version", "cuda", "cuda-toolkit"}
_CUDA_NAMED = re.compile(r"-cu(?:da)?-?(\d{2,3})x?(?=-|$)")
_CUDA_EXTRA = re.compile(r"cuda(\d+)")
_PYTHON_IMAGES = {"python", "pypy"}


def python_stated(file: str, line: int, text: str, by: str) -> VersionStated | None:
    """Return the version that a text states, as a specifier; ``None`` if it states none.

    >>> python_stated(".python-version", 1, "3.8", "file").specifier
    '==3.8.*'
    """
    text = text.strip()
    plain = _PLAIN.match(text)
    if plain:
        parts = plain[1].count(".")
        specifier = f"=={plain[1]}" if parts == 2 else f"=={plain[1]}.*"
        pinned = pinned_text(specifier)
        return VersionStated(file, line, specifier, text, by, pinned)
    if not text or text == "*":
        return None
    pinned = pinned_text(text)
    return None if pinned == "unknown" else VersionStated(file, line, text, text, by, pinned)


def read_version_file(tree: Tree, text: Text) -> Gathered:
    """Read ``.python-version`` or ``runtime.txt``; several versions are a choice."""
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:20], 1):
        stated = python_stated(text.path, number, line.split("#")[0], "version file")
        if stated and (text.path.endswith("version") or "python" in line):
            found.pythons.append(stated)
    if len(found.pythons) > 1:  # a choice, which contradicts nothing
        found.pythons[:] = [replace(one, by="version files") for one in found.pythons]
    return found


def read_tox(tree: Tree, text: Text) -> Gathered:
    """Read which Pythons ``tox.ini`` names in its list of environments."""
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:500], 1):
        if line.strip().startswith("#") or not re.match(r"\s*(env_?list|basepython|py)", line):
            continue
        versions = sorted({f"{a}.{b}" for a, b in _TOX.findall(line)})
        if versions:
            named = ", ".join(versions)
            stated = VersionStated(text.path, number, "", named, "tox", "unbounded")
            found.pythons.append(stated)
            break
    return found


def classifiers_stated(file: str, line: int, classifiers: list[str]) -> list[VersionStated]:
    """Return the Pythons that classifiers name; they say what was tried, and limit nothing."""
    named = [m[1] for one in classifiers if (m := _CLASSIFIER.match(one))]
    if not named:
        return []
    return [VersionStated(file, line, "", ", ".join(named), "classifiers", "unbounded")]


def versions_of_image(image: Image) -> Gathered:
    """Return the Python and CUDA versions that a base image's name and tag state."""
    found = Gathered.empty()
    last = image.name.rpartition("/")[2].casefold()
    python = re.match(r"(\d+\.\d+(?:\.\d+)?)", image.tag) if last in _PYTHON_IMAGES else None
    python = (
        python
        or re.search(r"py(?:thon)?-?(3\.\d+)", image.tag)
        or re.search(r"python-?(3\.\d+)", last)
    )
    if python:
        stated = python_stated(image.file, image.line, python[1], "base image")
        found.pythons.extend([stated] if stated else [])
    cuda = re.match(r"(\d+\.\d+(?:\.\d+)?)", image.tag) if last == "cuda" else None
    cuda = cuda or _CUDA_TAG.search(image.tag) or _ROCM.search(image.tag)
    if cuda:
        found.cudas.append(_cuda(image.file, image.line, cuda[1], image.stated, "base image"))
    return found


def cuda_of(one: Declaration) -> VersionStated | None:
    """Return the version of CUDA (or ROCm) that a declared package states, if it states one."""
    rocm = _ROCM.search(one.specifier)
    if rocm:
        return _cuda(one.file, one.line, rocm[1], f"{one.name}{one.specifier}", "package")
    local = _CUDA_LOCAL.search(one.specifier)
    if local:
        version = f"{local[1][:-1]}.{local[1][-1]}"
        return _cuda(one.file, one.line, version, f"{one.name}{one.specifier}", "package")
    if one.name in _CUDA_PACKAGES and one.specifier and "$" not in one.specifier:
        version = one.specifier.strip("=<>~!*. ")
        return _cuda(one.file, one.line, version, f"{one.name} {one.specifier}", "package")
    named = _CUDA_NAMED.search(one.name)
    extra = next((m for e in one.extras if (m := _CUDA_EXTRA.match(e))), None)
    if named or extra:
        number = named[1] if named else extra[1] if extra else ""
        version = number if len(number) < 3 else f"{number[:-1]}.{number[-1]}"
        stated = f"{one.name}[{','.join(one.extras)}]" if extra else one.name
        return _cuda(one.file, one.line, version, stated, "package")
    return None


def _cuda(file: str, line: int, version: str, stated: str, by: str) -> VersionStated:
    return VersionStated(file, line, f"=={version}.*", stated, by, "exact")
