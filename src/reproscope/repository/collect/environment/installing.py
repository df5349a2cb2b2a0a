"""Install commands of a shell line: pip, conda and apt, as Dockerfiles and postBuild use them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace

from reproscope.repository.collect.environment.conda_spec import TOOLS, conda_package
from reproscope.repository.collect.environment.indexes import OPTIONS, index_named
from reproscope.repository.collect.environment.records import (
    Gathered,
    Reference,
    SystemPackage,
)
from reproscope.repository.collect.environment.requirements import inside
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.tree import Tree

_SPLIT = re.compile(r"&&|\|\||[;|\n]")
_SUBSTITUTED = re.compile(r"\$\([^()]{0,500}\)|`[^`]{0,500}`")
_OPEN = re.compile(r"([A-Za-z][\w.-]*)(?:\[[\w,]*\])?([=<>~!].*)")
_MOST_COMMANDS = 500
_PIP_VALUES = {
    "-r", "--requirement", "-c", "--constraint", "-i", "--index-url", "--extra-index-url",
    "-f", "--find-links", "-t", "--target", "--trusted-host", "--timeout", "--retries",
    "--cache-dir", "--prefix", "--root", "--no-binary", "--only-binary", "--platform",
    "--python-version", "--progress-bar", "--global-option", "--index-strategy", "--python", "-e",
    "--editable", "--default-timeout", "--proxy", "--config-settings", "--upgrade-strategy",
}  # fmt: skip
_CONDA_VALUES = {"-c", "--channel", "-n", "--name", "-p", "--prefix", "--file", "-f"}
_APT_VALUES = {"-o", "-t", "--target-release", "-c"}


def installed(
    tree: Tree, path: str, line: int, script: str, arguments: dict[str, str], found: Gathered
) -> None:
    """Record what the commands of a script install."""
    for number, command in enumerate(_commands(_SUBSTITUTED.sub("$", script))):
        if number > _MOST_COMMANDS:
            break
        words = [_valued(word, arguments) for word in command]
        if pip := _after(words, ("pip", "pip3"), "install"):
            _pip(tree, path, line, pip, found)
        elif conda := _after(words, ("conda", "mamba", "micromamba"), "install"):
            for word in _plain(conda, _CONDA_VALUES):
                where = Where(path, line, "runtime", "dockerfile-conda")
                if not _left_open(word, where, found):
                    conda_package(word, where, found)
        elif apt := _after(words, ("apt", "apt-get", "apk", "yum", "dnf"), "install", "add"):
            for word in _plain(apt, _APT_VALUES):
                name, _, version = word.partition("=")
                if re.fullmatch(r"[\w.+:-]+", name) and "$" not in word:
                    found.system.append(SystemPackage(path, line, name, version))


def _commands(script: str) -> Iterator[list[str]]:
    for part in _quoted_split(script):
        try:
            words = shlex.split(part, comments=True)
        except ValueError:
            words = part.split()
        if words:
            yield words


def _quoted_split(script: str) -> list[str]:
    """Split at ``&&``, ``;`` and the like, but not inside of quotes (``'numpy;python>3'``)."""
    parts, start, quote, at = [], 0, "", 0
    while at < len(script):
        char = script[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif split := _SPLIT.match(script, at):
            parts.append(script[start:at])
            start = at = split.end()
            continue
        at += 1
    return [*parts, script[start:]]


def _valued(word: str, arguments: dict[str, str]) -> str:
    for name, value in arguments.items() if "$" in word else ():
        word = word.replace("${" + name + "}", value).replace(f"${name}", value)
    return word[:1000]


def _after(words: list[str], tools: tuple[str, ...], *verbs: str) -> list[str]:
    """Return the words after ``pip install``, if this is such a command."""
    for at, word in enumerate(words[:8]):
        if word.rpartition("/")[2].rstrip("0123456789.") in tools or word in tools:
            for further in range(at + 1, min(len(words), at + 6)):
                if words[further] in verbs:
                    return words[further + 1 :]
    return []


def _plain(words: list[str], valued: set[str]) -> Iterator[str]:
    skip = False
    for word in words:
        if skip or word.startswith("-"):
            skip = not skip and word in valued
        elif word and word[0] not in "<>{}()\\" and ("$" not in word or _OPEN.fullmatch(word)):
            yield word


def _left_open(word: str, where: Where, found: Gathered) -> bool:
    """Record a package whose version is computed: its name is known, and its version is not."""
    named = _OPEN.fullmatch(word) if "$" in word else None
    if named is not None:
        one = declared(named[1], where)
        found.declarations.append(replace(one, specifier=named[2], pinned="unknown"))
    return named is not None


def _copied(tree: Tree, path: str, named: str) -> str | None:
    """Return the file of the tree that a command in an image names, such as ``/tmp/base.txt``.

    Inside the image it lies where it was copied to, so what is not found as written is looked for
    by its name: beside the Dockerfile, then at the root.
    """
    last = named.rpartition("/")[2]
    tried = [(path, named), ("Dockerfile", named), (path, last), ("Dockerfile", last)]
    return next((goal for start, one in tried if (goal := inside(tree, start, one))), None)


def _pip(tree: Tree, path: str, line: int, words: list[str], found: Gathered) -> None:
    for option, value in zip(words, [*words[1:], ""], strict=True):
        if option in ("-r", "--requirement", "-c", "--constraint"):
            goal = _copied(tree, path, value)
            constraint = option in ("-c", "--constraint")
            found.references.append(Reference(path, line, value, goal, constraint))
        elif option in OPTIONS:
            index_named(path, line, value, found)
        elif option.startswith("--") and option.partition("=")[0] in OPTIONS:
            index_named(path, line, option.partition("=")[2], found)
    for word in _plain(words, _PIP_VALUES):
        if word.startswith((".", "/")) and "://" not in word:
            continue  # the project itself
        where = Where(path, line, "runtime", "dockerfile")
        if not _left_open(word, where, found):
            one = declared(word, where)
            found.declarations.extend([one] if one.name not in TOOLS else [])
