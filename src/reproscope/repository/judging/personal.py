"""Paths that exist on one machine only, as they stand in code: home folders, mounted disks, drives.

Shared by the indicators on portability and on notebooks. Precision before recall: a text counts
only where it is used as a path, and placeholders do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.literals import Literal
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place

_HOME = re.compile(
    r"(?:file://)?(?:/home/(?P<unix>[^/\s]+)(?:/|$)|/Users/(?P<mac>[^/\s]+)(?:/|$)"
    r"|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}(?P<windows>[^\\/\s]+)|/root/\w"
    r"|/content/(?:drive|gdrive)/\w)"
)
_DISK = re.compile(
    r"(?:/mnt/|/media/|/scratch\w*/|/nfs\w*/|/gpfs\w*/|/lustre/|/raid\w*/|/ssd\w*/|/hdd\w*/|/storage/"
    r"|/export/|/cluster/|/vol\w*/|/cephfs/|/data\w*/|/datasets?/|/projects?/|/work\w*/)[\w.~-]"
    r"|[A-Za-z]:(?:\\{1,2}|/)\w"
)
_PLACEHOLDER = re.compile(
    r"(?i)user(?:name)?|<.*|\$.*|\{.*|you(?:r.*)?|me|x{2,}|name|someone|somebody|foo|bar|ubuntu|shared"
    r"|public|jovyan|app|runner|vscode|\.\.\.|%s"
)
_PATH_CALLS = re.compile(
    r"(?i)(?:.*\.)?(?:open|load\w*|read\w*|Path|join|listdir|glob|walk|chdir|makedirs|mkdir|exists|isfile"
    r"|isdir|imread|append|insert|File|save\w*|to_csv|from_pretrained|ImageFolder|savez|loadtxt"
    r"|genfromtxt|copy\w*|move|remove|\w*Dataset\w*|add_argument|add_option|option|Option|DEFINE_string)"
)
_PATH_NAMES = re.compile(
    r"(?i).*(?:path|dir|folder|root|file|home|location|dest|checkpoint|ckpt|data|save|output|cache|src).*"
)
_OPTIONS = ("add_argument", "add_option", "option", "Option", "DEFINE_string", "add_arg")
_COMMAND = re.compile(r"[%!]?\s*(?:cd|ls|cp|mv|cat|mkdir|rm|unzip|tar|python\S*)\s+(?P<rest>.+)")


@dataclass(frozen=True, slots=True)
class PersonalPath:
    """A path of one machine; `overridable` if it is only the default of an option or argument."""

    words: str
    place: Place
    overridable: bool = False


def personal_paths(module: Module) -> Iterator[PersonalPath]:
    """Yield the paths of a source that other machines will not have."""
    for literal in module.literals:
        if literal.role != "compared" and _is_personal(literal):
            yield PersonalPath(literal.text, literal.place, _is_default(literal))
    for magic in () if module.book is None else module.book.magics:
        found = _COMMAND.match(magic.text)
        words = [] if found is None else found["rest"].replace('"', " ").replace("'", " ").split()
        if any(_is_home(word) for word in words):
            yield PersonalPath(magic.text, magic.place)


def _is_personal(literal: Literal) -> bool:
    text = literal.text.strip()
    if "://" in text[:12] and not text.startswith("file:"):
        return False
    return _is_home(text) or (bool(_DISK.match(text)) and _is_used_as_path(literal))


def _is_home(text: str) -> bool:
    found = _HOME.match(text)
    if found is None:
        return False
    name = found["unix"] or found["mac"] or found["windows"]
    return name is None or _PLACEHOLDER.fullmatch(name) is None


def _is_used_as_path(literal: Literal) -> bool:
    """``/data/x`` may be an address on a server; a call that opens, or a name, tells."""
    if literal.role == "argument":
        named = literal.keyword is not None and _PATH_NAMES.fullmatch(literal.keyword) is not None
        return named or _PATH_CALLS.fullmatch(literal.owner) is not None
    return literal.role in ("assigned", "default") and bool(_PATH_NAMES.fullmatch(literal.owner))


def _is_default(literal: Literal) -> bool:
    """Whether whoever runs the code can give another path without editing it."""
    called = literal.owner.rpartition(".")[2] in _OPTIONS and literal.role == "argument"
    return literal.role == "default" or called
