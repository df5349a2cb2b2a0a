"""Reading TOML, YAML, JSON and configuration that strangers wrote, for every collector.

Bounded in size, depth and time; every failure is a sentence.
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from reproscope.repository.tree import Text

MOST_STRUCTURED = 1024 * 1024
_MOST_ALIASES = 50
_MOST_DEPTH = 100
_MOST_LINE = 20_000  # tomllib takes quadratic time over one dotted key
_MOST_LOOKS = 1_000_000
_MOST_CFG_LINE = 4000
_BLANKS = re.compile(r"[ \t]{40,}")
_JSON_PIECE = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|//[^\n]*|/\*[\s\S]{0,4000}?\*/")
_TRAILING = re.compile(r",([ \t\r\n]{0,200}[}\]])")


class Unreadable(Exception):
    """A file does not follow its format; the message says where."""

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why)
        self.line = line


def toml_of(text: Text) -> dict[str, Any]:
    """Return the table of a TOML file."""
    _check_size(text)
    long = next((n for n, line in enumerate(text.lines, 1) if len(line) > _MOST_LINE), None)
    if long is not None:
        raise Unreadable(f"it has a line longer than {_MOST_LINE:,} characters", long)
    try:
        return tomllib.loads(text.content)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise Unreadable(f"it is not TOML: {error}", int(line[1]) if line else None) from None
    except RecursionError:
        raise Unreadable("its TOML is nested too deeply") from None


def json_of(text: Text) -> Any:
    """Return the value of a JSON file, with comments and trailing commas as editors allow them."""
    _check_size(text, 4 * MOST_STRUCTURED)
    try:
        return json.loads(text.content)
    except RecursionError:
        raise Unreadable("its JSON is nested too deeply") from None
    except ValueError:
        pass
    try:
        return json.loads(_TRAILING.sub(r"\1", _JSON_PIECE.sub(_uncommented, text.content)))
    except json.JSONDecodeError as error:
        raise Unreadable(f"it is not JSON: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON: {type(error).__name__}") from None


def _uncommented(piece: re.Match[str]) -> str:
    """Keep a text of JSON as it is; of a comment only the ends of its lines."""
    return piece[0] if piece[0].startswith('"') else "\n" * piece[0].count("\n")


def cfg_of(text: Text) -> configparser.RawConfigParser:
    """Return the sections of a file such as ``setup.cfg``."""
    _check_size(text)
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string("\n".join(_bounded(text)))
    except configparser.Error as error:
        line = getattr(error, "lineno", None)
        raise Unreadable(f"it is not a setup.cfg: {type(error).__name__}", line) from None
    return parser


def _bounded(text: Text) -> Iterator[str]:
    """Yield lines the parser is quick with: its patterns take quadratic time over blanks."""
    for number, line in enumerate(text.lines, 1):
        if len(line) > _MOST_CFG_LINE:
            why = f"it has a line longer than {_MOST_CFG_LINE:,} characters"
            raise Unreadable(why, number)
        yield _BLANKS.sub(" " * 40, line.rstrip())


def yaml_of(text: Text) -> Any:
    """Return the value of a YAML file: safe tags only, few aliases, and never too deep."""
    import yaml

    _check_size(text)
    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    aliases = depth = 0
    try:
        for event in yaml.parse(text.content, Loader=base):
            aliases += isinstance(event, yaml.AliasEvent)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if aliases > _MOST_ALIASES or depth > _MOST_DEPTH:
                raise Unreadable("its YAML has too many aliases or is nested too deeply")
        return yaml.load(text.content, Loader=base)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        why = f"it is not YAML: {error.problem or error.context}"
        raise Unreadable(why, mark.line + 1 if mark else None) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(f"it is not YAML: {type(error).__name__}") from None


def _check_size(text: Text, most: int = MOST_STRUCTURED) -> None:
    if text.truncated or len(text.content) > most:
        raise Unreadable(f"it is longer than {most:,} characters")


class Lines:
    """Finds the line on which a piece of a structured file stands; the parsers do not say.

    A file of thousands of entries would be gone through thousands of times, so the looks are
    counted: once too many were taken, what is found stands somewhere after the line it was sought.
    """

    def __init__(self, text: Text) -> None:
        self._lines = text.lines
        self._looks = _MOST_LOOKS

    def of(self, piece: str, after: int = 0) -> int:
        """Return the first line from `after` on that contains the piece, or `after`, or 1."""
        return self._first(lambda line: piece in line, after)

    def key(self, name: str, after: int = 0) -> int:
        """Return the first line that begins with a key, quoted or not."""
        return self._first(lambda line: name in line and _begins(line, name), after)

    def _first(self, fits: Callable[[str], bool], after: int) -> int:
        start = max(0, after - 1)
        end = min(len(self._lines), start + max(0, self._looks))
        found = next((n for n in range(start, end) if fits(self._lines[n])), None)
        self._looks -= (end if found is None else found + 1) - start
        return max(1, after) if found is None else found + 1


def _begins(line: str, name: str) -> bool:
    """Whether a line begins with a key and the sign that gives it a value."""
    body = line.strip().removeprefix("-").lstrip()
    rest = body[1:] if body[:1] in ("'", '"') else body
    if not rest.startswith(name):
        return False
    return rest[len(name) :].removeprefix(body[:1] if rest is not body else "").lstrip()[:1] in (
        "=",
        ":",
    )


def table(value: Any) -> dict[str, Any]:
    """Return a table, or an empty one where a stranger put something else."""
    return value if isinstance(value, dict) else {}


def urls(value: Any) -> list[str]:
    """Return the addresses of a list of tables, each under ``url``."""
    listed = value if isinstance(value, list) else []
    return texts([table(one).get("url") for one in listed])


def texts(value: Any) -> list[str]:
    """Return the texts of a list, and nothing else of it."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
