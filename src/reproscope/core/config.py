"""The auditor's configuration: ``[tool.reproscope]`` in pyproject.toml, or reproscope.toml.

It is read from the directory the auditor works in. A file that lies inside an audited target is
left alone unless it is named with ``--config``, so a target cannot soften its own check.
"""

import hashlib
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reproscope.core.answers import Level
from reproscope.core.errors import ReproscopeError, UnknownName

OWN_FILE = "reproscope.toml"
SHARED_FILE = "pyproject.toml"
DEFAULTS = "built-in defaults"


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file may say; None where it says nothing.

    ``source`` names the file and a digest of what it said. ``ignored`` is the file that was left
    alone because it belongs to an audited target.
    """

    format: str | None = None
    time_limit: float | None = None
    rounding: str | None = None
    undefined: str | None = None
    fail_on: Level | None = None
    profile: str | None = None
    color: str | None = None
    online: bool | None = None
    source: str = DEFAULTS
    ignored: Path | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file: what it must be, and the words it may be, if they are fixed."""

    kind: type
    choices: tuple[str, ...] = ()


KEYS: Mapping[str, Key] = {
    "format": Key(str),
    "time-limit": Key(float),
    "rounding": Key(str),
    "undefined": Key(str),
    "fail-on": Key(str, tuple(level.value for level in Level)),
    "profile": Key(str),
    "color": Key(str, ("auto", "always", "never")),
    "online": Key(bool),
}

_WORDS = {str: "text", float: "a number", bool: "true or false"}


def load_config(
    named: Path | None = None, *, directory: Path | None = None, targets: Iterable[str] = ()
) -> Config:
    """Read the file *named*, else the one in *directory* (the working directory), else none."""
    if named is not None:
        return _read(named)
    for path, table in _candidates(directory or Path.cwd()):
        if _inside_any(path, targets):
            return Config(ignored=path)
        return _typed(table, path)
    return Config()


def _candidates(directory: Path) -> Iterable[tuple[Path, Mapping[str, object]]]:
    own = directory / OWN_FILE
    if own.is_file():
        yield own, _table(own)
    shared = directory / SHARED_FILE
    if shared.is_file():
        tool = _parse(shared).get("tool")
        if isinstance(tool, dict) and "reproscope" in tool:
            yield shared, _table(shared)


def _read(path: Path) -> Config:
    return _typed(_table(path), path)


def _table(path: Path) -> Mapping[str, object]:
    """Return our table of a file: all of reproscope.toml, ``tool.reproscope`` of pyproject.toml."""
    whole = _parse(path)
    if path.name != SHARED_FILE:
        return whole
    tool = whole.get("tool", {})
    table = tool.get("reproscope", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise ReproscopeError(f"{path}: [tool.reproscope] must be a table")
    return table


def _parse(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ReproscopeError(f"cannot read configuration {path}: {reason}") from error
    except UnicodeDecodeError as error:
        raise ReproscopeError(f"cannot read configuration {path}: not UTF-8 text") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ReproscopeError(f"cannot read configuration {path}: {error}") from error


def _typed(table: Mapping[str, object], path: Path) -> Config:
    values: dict[str, object] = {}
    for written, value in table.items():
        key = written.replace("_", "-")
        if key not in KEYS:
            raise UnknownName("key", written, KEYS, where=str(path))
        if key in values:
            raise ReproscopeError(f"{path}: key {key!r} is given twice")
        values[key] = _checked(key, value, path)
    digest = hashlib.sha256(repr(sorted(values.items())).encode()).hexdigest()[:12]
    fail_on = values.pop("fail-on", None)
    return Config(
        fail_on=None if fail_on is None else Level(str(fail_on)),
        source=f"{path.name} (sha256 {digest})",
        **{key.replace("-", "_"): value for key, value in values.items()},  # type: ignore[arg-type]
    )


def _checked(key: str, value: object, path: Path) -> object:
    expected = KEYS[key]
    if expected.kind is float:
        return _positive(key, value, path)
    if not isinstance(value, expected.kind):
        raise ReproscopeError(f"{path}: key {key!r} must be {_WORDS[expected.kind]}, got {value!r}")
    if expected.choices and value not in expected.choices:
        allowed = ", ".join(expected.choices)
        raise ReproscopeError(f"{path}: key {key!r} must be one of {allowed}, got {value!r}")
    return value


def _positive(key: str, value: object, path: Path) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < float(value) < math.inf:  # type: ignore[arg-type]
        raise ReproscopeError(f"{path}: key {key!r} must be a positive number, got {value!r}")
    return float(value)  # type: ignore[arg-type]


def _inside_any(path: Path, targets: Iterable[str]) -> bool:
    resolved = path.resolve()
    for target in targets:
        root = Path(target)
        if root.is_dir() and resolved.is_relative_to(root.resolve()):
            return True
    return False
