"""Commands a document tells its reader to type, and the directory each of them runs in.

Code blocks hold them line by line, prose between backticks; in plain text only lines that cannot
be anything else count, since "make sure that" is no command.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reproscope.repository.collect.documents.document import Command, LineKind, Markup
from reproscope.repository.collect.documents.knowledge import knowledge

_MOST_COMMANDS = 1_000
_MOST_TEXT = 400
_PROMPT = re.compile(r"^(?:\([\w.-]{1,40}\)\s*)?(?:[\w.@~:/-]{1,60})?[$%>!#]\s+|^!(?=\w)|^[-*]\s+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_SPAN = re.compile(r"(`{1,3})(?!`)([^`]{2,400})\1(?!`)")
_COMMENT = re.compile(r"(?:^|\s)#(?:\s.*|$)")
_CERTAIN = re.compile(
    r"^\$?\s*(?:\w+=\S+\s+)?(?:python[23]?(?:\.\d+)?\s+(?:-m\s+)?[\w./-]*\w(?:\.py\b|$)"
    r"|python[23]?\s+-m\s+[\w.]+|pip3?\s+install\s+[-\w.]+|conda\s+(?:env\s+create|create|install)\b"
    r"|(?:bash|sh)\s+[\w./-]+\.sh\b|\./[\w./-]+|git\s+clone\s+\S+|make(?:\s+[\w-]+)?$)"
)
_SCRIPT = re.compile(r"\./\S+\.(?:sh|bash|py|pl|r|R|jl|exe|bin|out|run)$")
_PYTHON = {"python", "py", "python3", "pycon", "ipython"}
_NOT_SHELL = {"json", "yaml", "yml", "toml", "bibtex", "latex", "tex", "xml", "html", "diff", "ini"}


def commands_of(
    lines: Sequence[str], kinds: Sequence[LineKind], languages: Mapping[int, str], markup: Markup
) -> tuple[Command, ...]:
    """Return the commands of a document, in the order of its lines."""
    found: list[Command] = []
    where = _Where()
    for number, text, fresh in _candidates(lines, kinds, languages, markup):
        if fresh:
            where = _Where()
        for part in _parts(text):
            words = _words(part)
            if words and _is_command(words):
                found.append(Command(part[:_MOST_TEXT], words, number, where.directory))
                where.follow(words)
        if len(found) >= _MOST_COMMANDS:
            break
    return tuple(found)


def _candidates(
    lines: Sequence[str], kinds: Sequence[LineKind], languages: Mapping[int, str], markup: Markup
) -> Iterator[tuple[int, str, bool]]:
    """Yield what may be a command: its line, its text, and whether a new block begins."""
    language, before, held, start = "", "", "", 0
    for number, (line, kind) in enumerate(zip(lines, kinds, strict=True), 1):
        if kind == "hidden":
            language = languages.get(number, "")
        if kind == "code" and language not in _NOT_SHELL:
            body = line.strip().lstrip("> ") if markup == "markdown" else line.strip()
            start = start if held else number
            held += body[:-1] + " " if body.endswith("\\") else body
            if not body.endswith("\\") or len(held) > _MOST_TEXT * 10:
                if _may_be_typed(held, language):
                    yield start, held, before not in ("code", "blank")
                held = ""
        elif kind in ("prose", "table", "heading"):
            yield from ((number, span, True) for span in _inline(line, markup))
        before = kind
    if held:
        yield start, held, False


def _may_be_typed(line: str, language: str) -> bool:
    """Whether a line of code can be meant for a shell.

    What stands behind ``#`` is a comment more often than a command of root, and a block of Python
    holds other things than commands, so both must look like nothing else.
    """
    body = line.strip()
    if body.startswith("#"):
        return bool(_CERTAIN.match(body.lstrip("# ")))
    return language not in _PYTHON or body.startswith("!") or bool(_CERTAIN.match(body))


def _inline(line: str, markup: Markup) -> Iterator[str]:
    if markup == "plain" and _CERTAIN.match(line.strip()):
        yield line.strip()
        return
    if "`" in line:
        for match in _SPAN.finditer(line):
            span = match[2].strip()
            if " " in span or _SCRIPT.match(span):  # `./data` is a folder
                yield span


def _parts(text: str) -> list[str]:
    """Split a line at ``&&`` and ``;``, without prompt and comment."""
    body = _COMMENT.sub("", _PROMPT.sub("", text.strip()))
    if "&&" not in body and ";" not in body:
        return [body] if body else []
    return [part.strip() for part in re.split(r"&&|;", body) if part.strip()]


def _words(part: str) -> tuple[str, ...]:
    """Return a command's words without assignments and words that only precede the program."""
    words = part.split()
    if any(sign in part for sign in "\"'\\"):
        with contextlib.suppress(ValueError):
            words = shlex.split(part)
    before = knowledge("programs")["before"]
    while words and (_ASSIGNMENT.match(words[0]) or words[0] in before):
        words = words[1:]
    return tuple(words[:80])


def _is_command(words: tuple[str, ...]) -> bool:
    known: Mapping[str, list[str]] = knowledge("programs")
    program = words[0]
    if words[1:2] in (("=",), (":",)):  # a setting, not a program
        return False
    if program.startswith(("./", "../")) and len(program) > 2:
        return True
    if re.fullmatch(r"python[23]?(\.\d+)?", program):
        return len(words) > 1
    return program in known["programs"] and (len(words) > 1 or program in known["alone"])


@dataclass
class _Where:
    """The directory that the commands of one block have come to."""

    directory: str | None = ""
    cloned: set[str] = field(default_factory=set)

    def follow(self, words: tuple[str, ...]) -> None:
        """Take note of ``git clone`` and ``cd``."""
        if words[:2] == ("git", "clone") and len(words) > 2:
            plain = [word for word in words[2:] if not word.startswith("-")]
            if plain:
                self.cloned.add(plain[-1].rstrip("/").rpartition("/")[2].removesuffix(".git"))
        elif words[0] in ("cd", "pushd") and len(words) > 1:
            self._enter(words[1])

    def _enter(self, goal: str) -> None:
        parts = set(goal.strip("./").split("/"))
        if parts & self.cloned or goal.startswith(("/", "~", "$", "<")):
            # Perhaps this repository, perhaps another one: what is there cannot be said.
            self.directory = None
        elif self.directory is not None:
            self.directory = posixpath.normpath(posixpath.join(self.directory, goal))
            self.directory = "" if self.directory == "." else self.directory
