"""On which line of a TOML text each table and key stands, which Python's own decoder does not say.

It follows the text key by key and stops where it does not understand it: the decoder, which reads
the text next, then says what is wrong there. It reads no values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import NoReturn

Path = tuple[str | int, ...]
# Far more parts than any of our keys has; each costs the decoder time that grows with their square.
DEEPEST = 8

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"(?!")|""(?!"))?'
    r"|'''.*?'''(?:'(?!')|''(?!'))?"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^\s,\]}#\"'\[{][^,\]}#\n]*")
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)+")
_SPACE = re.compile(r"[ \t]*")


class TooDeep(Exception):
    """A key with more parts than one could mean; ``line`` is where."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class _NotUnderstood(Exception):
    """Where the finder stops; the decoder says why."""


def line_of_each_key(text: str) -> dict[Path, int]:
    """Return the line of every table, key and element by its path, such as ("variable", 0, "name").

    >>> line_of_each_key('[a]\\nb = 1')
    {('a',): 1, ('a', 'b'): 2}
    """
    finder = _Finder(text.replace("\r\n", "\n"))
    with suppress(_NotUnderstood, RecursionError, tomllib.TOMLDecodeError):
        finder.document()
    return finder.lines


class _Finder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        self._line = 1
        self._counted = 0

    def document(self) -> None:
        here: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.peek("["):
                here = self.header()
            else:
                self.assignment(here)

    def header(self) -> Path:
        line = self.line()
        many = self.peek("[[")
        self.at += 2 if many else 1
        keys = self.keys()
        self.expect("]]" if many else "]")
        path: Path = ()
        for key in keys[:-1]:
            path = self.latest((*path, key))
        path = (*path, keys[-1])
        if many:
            self.counts[path] = self.counts.get(path, -1) + 1
            self.lines.setdefault(path, line)
            path = self.latest(path)
        self.lines.setdefault(path, line)
        return path

    def latest(self, path: Path) -> Path:
        """Return the path of the last table of an array of tables, or the path as it is."""
        return (*path, self.counts[path]) if path in self.counts else path

    def assignment(self, here: Path) -> None:
        line = self.line()
        path = here
        for key in self.keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.expect("=")
        self.skip(_SPACE)
        self.value(path)

    def keys(self) -> list[str]:
        line, found = self.line(), []
        while True:
            self.skip(_SPACE)
            if quoted := _QUOTED.match(self.text, self.at):
                self.at = quoted.end()
                found.append(str(tomllib.loads(f"key = {quoted[0]}")["key"]))
            elif bare := _BARE.match(self.text, self.at):
                self.at = bare.end()
                found.append(bare[0])
            else:
                self.stop()
            self.skip(_SPACE)
            if len(found) > DEEPEST:
                raise TooDeep(line)
            if not self.peek("."):
                return found
            self.at += 1

    def value(self, path: Path) -> None:
        if self.peek("["):
            for number in self.listed("]"):
                self.lines.setdefault((*path, number), self.line())
                self.value((*path, number))
        elif self.peek("{"):
            for _ in self.listed("}"):
                self.assignment(path)
        elif found := _STRING.match(self.text, self.at) or _PLAIN.match(self.text, self.at):
            self.at = found.end()
        else:
            self.stop()

    def listed(self, end: str) -> Iterator[int]:
        """Yield the number of each element at its place, up to the closing bracket."""
        number = 0
        self.at += 1
        while True:
            self.skip(_BLANK)
            if self.peek(end):
                self.at += 1
                return
            if number:
                self.expect(",")
                self.skip(_BLANK)
                if self.peek(end):
                    continue
            yield number
            number += 1

    def line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def peek(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def skip(self, pattern: re.Pattern[str]) -> None:
        if found := pattern.match(self.text, self.at):
            self.at = found.end()

    def expect(self, sign: str) -> None:
        if not self.peek(sign):
            self.stop()
        self.at += len(sign)

    def stop(self) -> NoReturn:
        raise _NotUnderstood
