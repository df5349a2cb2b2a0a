"""Finds an instrument: one that comes along by its name, a user's own by its path."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from reproscope.core import UnknownName
from reproscope.core.textfile import text_of as read_text
from reproscope.instruments.instrument import Instrument
from reproscope.instruments.reading import read

# The largest of ours has 25 kB.
LARGEST_FILE = 500_000


def names() -> tuple[str, ...]:
    """Return the names of the instruments that come along."""
    files = resources.files(__package__).iterdir()
    return tuple(sorted(one.name[:-5] for one in files if one.name.endswith(".toml")))


def load(name_or_path: str | Path) -> Instrument:
    """Return an instrument by its name, or a user's by its path."""
    return read(*text_of(name_or_path))


def text_of(name_or_path: str | Path) -> tuple[str, str]:
    """Return the TOML text of an instrument and what the file is called in messages.

    Anything with a slash or that ends in ``.toml`` is a path.
    """
    written = str(name_or_path)
    if written in names():
        file = f"{written}.toml"
        return resources.files(__package__).joinpath(file).read_text(encoding="utf-8"), file
    path = Path(name_or_path)
    if path.suffix != ".toml" and len(path.parts) == 1:
        raise UnknownName("instrument", written, names())
    return read_text(path, LARGEST_FILE, "instrument"), str(path)
