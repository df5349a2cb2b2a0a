"""Hashes to compare data with: sums beside them, commands that check, hash calls in code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reproscope.repository.collect.data.downloads import downloads_in
from reproscope.repository.collect.data.mention import Mention
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line
from reproscope.repository.tree import Tree

_HASH_FILE = re.compile(
    r"(?i)(?:md5|sha1|sha256|sha512)sums?(?:\.txt)?|checksums?(?:\.\w+)?|.+\.(?:md5|sha256|sha1)"
)
_HASH_COMMAND = re.compile(
    r"\b(?:md5sum|sha1sum|sha256sum|sha512sum|shasum)\b.{0,200}(?:-c\b|--check|\|)"
)
_HEX = re.compile(r"(?i)(?:md5|sha1|sha256|hash|checksum)\W{1,4}[0-9a-f]{32,64}\b")
# The digest of an image and the hash of a package say nothing of the data.
_NOT_OF_DATA = re.compile(r"@sha256:|--hash[= ]sha\d|^\s*FROM\s")


def hashes_in(tree: Tree, modules: Iterable[Module], lines: Iterable[Line]) -> Iterator[Mention]:
    """Hashes to compare with: sums beside the data, commands, hash calls where data are read."""
    for file in tree.files:
        if _HASH_FILE.fullmatch(file.name) and file.suffix not in (".py", ".ipynb"):
            yield Mention(file.path, Place(file.path, 1))
    for line in lines:
        hashed = _HASH_COMMAND.search(line.text) or _HEX.search(line.text)
        if hashed and not _NOT_OF_DATA.search(line.text):
            yield Mention(line.text[:160], line.place)
    hashing = known("hashes")
    for module in modules:
        if module.is_test or not any(downloads_in([module])):
            continue
        for call in module.calls:
            if hashing.match(call.name) is not None:
                yield Mention(call.words, call.place)
