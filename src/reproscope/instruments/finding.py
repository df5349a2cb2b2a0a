"""Finds an instrument: one that comes along by its name, a user's own by its path."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from reproscope.core import ReproscopeError, UnknownName
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
    return _text_in(path), str(path)


def _text_in(path: Path) -> str:
    try:
        if not path.is_file():
            raise ReproscopeError(f"{path}: cannot be read: there is no such file")
        with path.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise ReproscopeError(f"{path}: cannot be read: {error}") from None
    if len(data) > LARGEST_FILE:
        raise ReproscopeError(f"{path}: more than {LARGEST_FILE:,} bytes; that is no instrument")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReproscopeError(f"{path}:{line}: not UTF-8 text") from None
