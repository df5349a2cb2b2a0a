"""Reading TOML, YAML and JSON that strangers wrote: bounded, and every failure is a sentence."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from reproscope.repository.tree import Text

MOST_STRUCTURED = 1024 * 1024
_MOST_ALIASES = 50
_MOST_DEPTH = 100
_MOST_LINE = 20_000  # tomllib takes quadratic time over one dotted key
_COMMENT = re.compile(r"^[ \t]*//.*|[ \t]//[ \t].*")
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
    plain = "\n".join(_COMMENT.sub("", line) for line in text.lines)
    try:
        return json.loads(_TRAILING.sub(r"\1", plain))
    except json.JSONDecodeError as error:
        raise Unreadable(f"it is not JSON: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON: {type(error).__name__}") from None


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
    """Finds the line on which a piece of a structured file stands; the parsers do not say."""

    def __init__(self, text: Text) -> None:
        self._lines = text.lines

    def of(self, piece: str, after: int = 0) -> int:
        """Return the first line from `after` on that contains the piece, or `after`, or 1."""
        for number in range(max(0, after - 1), len(self._lines)):
            if piece in self._lines[number]:
                return number + 1
        return max(1, after)

    def key(self, name: str, after: int = 0) -> int:
        """Return the first line that begins with a key, quoted or not."""
        fits = re.compile(rf"\s*-?\s*[\"']?{re.escape(name)}[\"']?\s*[=:]")
        for number in range(max(0, after - 1), len(self._lines)):
            if fits.match(self._lines[number]):
                return number + 1
        return max(1, after)


def table(value: Any) -> dict[str, Any]:
    """Return a table, or an empty one where a stranger put something else."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[str]:
    """Return the texts of a list, and nothing else of it."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
