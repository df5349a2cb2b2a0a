"""Finds a mapping: one that comes along, a user's own by its path, or that of an instrument.

An instrument's own mapping is for files whose columns bear the names of its variables.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from reproscope.core import UnknownName
from reproscope.core.textfile import text_of
from reproscope.instruments import Instrument
from reproscope.instruments import names as instrument_names
from reproscope.study.exchange.mapping import FileMapping, StudyMapping
from reproscope.study.exchange.mapping_reading import instrument_named, read_mapping

WIDE = "wide:"
_FOLDER = "mappings"
_LARGEST_FILE = 500_000


def mapping_names() -> tuple[str, ...]:
    """Return the names of the mappings that come along."""
    files = resources.files(__package__).joinpath(_FOLDER).iterdir()
    return tuple(sorted(one.name[:-5] for one in files if one.name.endswith(".toml")))


def find_mapping(
    name_or_path: str | Path, instruments: tuple[Instrument, ...] = ()
) -> StudyMapping:
    """Return a mapping by its name, a user's by its path, or the wide one of an instrument.

    A mapping that comes along has its name before an instrument; ``wide:NAME`` is always the
    instrument.
    """
    written = str(name_or_path)
    if written.startswith(WIDE):
        return wide_mapping(instrument_named(written.removeprefix(WIDE), instruments))
    if written in mapping_names():
        file = f"{written}.toml"
        text = (
            resources.files(__package__)
            .joinpath(_FOLDER)
            .joinpath(file)
            .read_text(encoding="utf-8")
        )
        return read_mapping(text, file, instruments)
    path = Path(name_or_path)
    if path.suffix == ".toml" or len(path.parts) > 1:
        return read_mapping(text_of(path, _LARGEST_FILE, "mapping"), str(path), instruments)
    known = [*mapping_names(), *(one.name for one in instruments), *instrument_names()]
    if written not in known:
        raise UnknownName("mapping", written, known)
    return wide_mapping(instrument_named(written, instruments))


def wide_mapping(instrument: Instrument) -> StudyMapping:
    """Return the mapping of files with a column a variable, a column paper and one for coder."""
    file = FileMapping(key="paper", coder_column="coder", instrument=instrument.name)
    return StudyMapping(f"{WIDE}{instrument.name}", instrument.title, instrument.source, (file,))
