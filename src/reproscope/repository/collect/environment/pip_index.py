"""Which package index pip is configured with: environment variables first, then its files.

Passwords in an address are used for asking and never shown.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

DEFAULT = "https://pypi.org/simple"


@dataclass(frozen=True, slots=True)
class Indexes:
    """The main index (``None`` if pip may use none), further ones, and a certificate file."""

    main: str | None = DEFAULT
    further: tuple[str, ...] = ()
    certificates: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """Every index, the main one first."""
        return (*((self.main,) if self.main else ()), *self.further)


def configured(variables: Mapping[str, str] | None = None) -> Indexes:
    """Return the indexes pip would use on this machine."""
    variables = os.environ if variables is None else variables
    settings = _from_files(variables)
    for name in ("index-url", "extra-index-url", "no-index", "cert"):
        written = variables.get(f"PIP_{name.upper().replace('-', '_')}")
        if written:
            settings[name] = written
    if settings.get("no-index", "").casefold() in ("1", "true", "yes", "on"):
        return Indexes(None, (), settings.get("cert"))
    further = tuple(settings.get("extra-index-url", "").split())
    return Indexes(settings.get("index-url", DEFAULT).rstrip("/"), further, settings.get("cert"))


def _from_files(variables: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in _files(variables):
        parser = configparser.RawConfigParser()
        try:
            parser.read_string(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, configparser.Error):
            continue
        for section in ("global", "install"):
            if parser.has_section(section):
                found.update({k.replace("_", "-"): v for k, v in parser.items(section)})
    return found


def _files(variables: Mapping[str, str]) -> Iterator[Path]:
    """Yield pip's configuration files, the weakest first."""
    named = variables.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return
    home = Path(variables.get("HOME") or Path.home())
    if sys.platform == "win32":
        yield Path(variables.get("PROGRAMDATA", "C:/ProgramData")) / "pip/pip.ini"
        yield Path(variables.get("APPDATA", str(home))) / "pip/pip.ini"
        yield Path(sys.prefix) / "pip.ini"
    else:
        yield Path("/etc/pip.conf")
        yield Path("/etc/xdg/pip/pip.conf")
        if sys.platform == "darwin":
            yield home / "Library/Application Support/pip/pip.conf"
        yield home / ".pip/pip.conf"
        yield Path(variables.get("XDG_CONFIG_HOME") or home / ".config") / "pip/pip.conf"
        yield Path(sys.prefix) / "pip.conf"
    if named:
        yield Path(named)


def shown(address: str) -> str:
    """Return an address without user and password.

    >>> shown("https://me:secret@index.example.org/simple")
    'https://index.example.org/simple'
    """
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))
