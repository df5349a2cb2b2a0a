"""Dockerfiles: base images with their tags and digests, and what ``RUN`` installs.

Singularity definitions name their base image on a ``From:`` line. Nothing is built or looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.repository.collect.environment.installing import installed
from reproscope.repository.collect.environment.records import Gathered, Image
from reproscope.repository.collect.environment.versions import versions_of_image
from reproscope.repository.tree import Text, Tree

_MOST_LINES = 2000
_MOST_INSTRUCTION = 100_000
_MOST_ARGUMENTS = 200
_INSTRUCTION = re.compile(r"\s*([A-Za-z]+)\s+(.*)", re.DOTALL)
_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?([-+])([^}]*))?\}|(\w+))")
_HEREDOC = re.compile(r"<<-?\s*[\"']?(\w+)[\"']?")
_IMAGE = re.compile(r"([^@\s]+?)(?::([\w][\w.-]*))?(?:@(\w+:[0-9a-fA-F]{32,}))?$")


def read_dockerfile(tree: Tree, text: Text) -> Gathered:
    """Return the images of a Dockerfile that are no stages of its own, and what it installs."""
    found, stages, arguments = Gathered.empty(), set[str](), dict[str, str]()
    for line, instruction, rest in _instructions(text.lines[:_MOST_LINES]):
        if instruction in ("ARG", "ENV"):
            arguments.update(_assigned(rest) if len(arguments) < _MOST_ARGUMENTS else {})
        elif instruction == "FROM":
            words = [word for word in rest.split() if not word.startswith("--")]
            if words and words[0] not in stages and words[0] != "scratch":
                named_image(text.path, line, words[0], arguments, found)
            if len(words) > 2 and words[1].upper() == "AS":
                stages.add(words[2])
        elif instruction == "RUN":
            installed(tree, text.path, line, rest, arguments, found)
    return found


def read_singularity(tree: Tree, text: Text) -> Gathered:
    """Return the base image and the installs of a Singularity or Apptainer definition."""
    found = Gathered.empty()
    for number, line in enumerate(text.lines[:_MOST_LINES], 1):
        named = re.match(r"\s*From:\s*(\S+)", line, re.IGNORECASE)
        if named:
            named_image(text.path, number, named[1], {}, found)
        elif re.match(r"\s+\S|(?:pip|conda|apt)", line):
            installed(tree, text.path, number, line[:4000], {}, found)
    return found


def _instructions(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield each instruction with the line it begins on; comments inside it are left out."""
    held, start, until, continued = "", 0, "", False
    for number, line in enumerate(lines, 1):
        room = max(0, _MOST_INSTRUCTION - len(held))
        if until:
            held += ("\n" + line[:4000])[:room]
            until = "" if line.strip() == until else until
        elif line.lstrip().startswith("#") or (held and not line.strip()):
            continue
        else:
            start = start if held else number
            continued = line.rstrip().endswith("\\")
            held += (line[:4000].rstrip().removesuffix("\\") + " ")[:room]
            heredoc = _HEREDOC.search(line[:4000]) if held.lstrip()[:3].upper() == "RUN" else None
            until = heredoc[1] if heredoc else ""
        if until or continued:
            continue
        found = _INSTRUCTION.match(held)
        if found:
            yield start, found[1].upper(), found[2].strip()
        held = ""


def _assigned(rest: str) -> dict[str, str]:
    if "=" not in rest.split(" ")[0]:
        name, _, value = rest.partition(" ")
        return {name: value.strip()} if value.strip() else {}
    pairs = re.findall(r"(\w+)=(\"[^\"]*\"|'[^']*'|\S*)", rest[:2000])
    return {name: value.strip("\"'") for name, value in pairs}


def substituted(text: str, arguments: dict[str, str]) -> str:
    """Put in the values of variables that are known; the others stay as they are written.

    ``${X:-word}`` is the word where X has no value, ``${X:+word}`` where it has one.
    """

    def value(found: re.Match[str]) -> str:
        known, sign, word = arguments.get(found[1] or found[4]), found[2], found[3]
        if sign == "+":
            return substituted(word, arguments) if known else ""
        return known or word or found[0]

    return _VARIABLE.sub(value, text)[:4000]


def named_image(
    path: str, line: int, stated: str, arguments: dict[str, str], found: Gathered
) -> None:
    """Record a base image, and the versions that its tag states."""
    full = substituted(stated, arguments)
    parts = _IMAGE.match(full)
    if parts is None:
        found.images.append(Image(path, line, stated, full, resolved=False))
        return
    resolved = "$" not in full
    image = Image(path, line, full, parts[1], parts[2] or "", parts[3] or "", resolved)
    found.images.append(image)
    found.add(versions_of_image(image))
